"""How games of a title are set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bot.narration.texts import Texts
from bot.table.reply import Reply


class Bids(Protocol):
    """Bids for a side, in the points of the title."""

    @property
    def rule(self) -> str:
        """The paragraph under which they are made."""
        ...

    @property
    def most(self) -> int:
        """The highest bid."""
        ...

    def accepted(self, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """Side and height of the bid that was accepted in a game."""
        ...

    def taken(self, options: Mapping[str, Any]) -> bool:
        """Return True if sides are bid for in a game."""
        ...

    def scenarios(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the scenarios in which they are."""
        ...


class Setups(Protocol):
    """How games of a title are set up: scenarios and options, and the words about them."""

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Return the values of each option of `/new`, as typed and as stored: those of every scenario, and a named one's own."""
        ...

    def stored(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a game keeps of the options that were chosen, given by their words."""
        ...

    @property
    def usual(self) -> str:
        """The scenario of `/new` without a word."""
        ...

    def offered(self) -> tuple[str, ...]:
        """Return the scenarios, by their words."""
        ...

    def aliases(self) -> Mapping[str, str]:
        """Other names under which a scenario is typed, in small letters, with the scenario."""
        ...

    def choice(self, words: Texts) -> Reply:
        """Return the scenarios to choose from."""
        ...

    def page(self, words: Texts, wanted: str) -> Reply | None:
        """Return what differs in a scenario, named by its word or title; None if there is none of that name."""
        ...

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return what is in force of all that `/new` can choose, as it is typed there; options of one scenario where they are not usual."""
        ...

    def rounds(self, options: Mapping[str, Any]) -> int:
        """How many rounds one side plays in a game with these options, at most."""
        ...

    def draws_by_agreement(self, options: Mapping[str, Any]) -> bool:
        """Return True if both sides together may end a game as drawn."""
        ...

    @property
    def bids(self) -> Bids | None:
        """How sides are bid for in the lobby; None where nobody does."""
        ...


__all__ = ["Bids", "Setups"]
