"""Protocol of a title's game setups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bot.narration.texts import Texts
from bot.table.reply import Reply


class Bids(Protocol):
    """Bidding for a side, in the title's points."""

    @property
    def rule(self) -> str:
        """The rules paragraph for bids."""
        ...

    @property
    def most(self) -> int:
        """The highest bid."""
        ...

    def accepted(self, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """Return side and height of the accepted bid of a game, None if there is none."""
        ...

    def taken(self, options: Mapping[str, Any]) -> bool:
        """Return True if sides are bid for in a game."""
        ...

    def scenarios(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the scenarios with bidding."""
        ...


class Setups(Protocol):
    """Setups of a title: scenarios, options, and their texts."""

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Return the values of each `/new` option, typed to stored: those of every scenario, plus those of the given one."""
        ...

    def stored(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a game stores for the chosen options, which are given as typed."""
        ...

    @property
    def usual(self) -> str:
        """The default scenario of `/new`."""
        ...

    def offered(self) -> tuple[str, ...]:
        """Return the names of the scenarios."""
        ...

    def aliases(self) -> Mapping[str, str]:
        """Other names for scenarios, in lower case, mapped to the scenario."""
        ...

    def choice(self, words: Texts) -> Reply:
        """Return the list of scenarios to choose from."""
        ...

    def page(self, words: Texts, wanted: str) -> Reply | None:
        """Return a page on what differs in a scenario, given by its name or title; None if there is no such scenario."""
        ...

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return the values in force for every option of `/new`, as typed there; options of a single scenario only where not the default."""
        ...

    def rounds(self, options: Mapping[str, Any]) -> int:
        """Return the maximum number of rounds that one side plays in a game with these options."""
        ...

    def draws_by_agreement(self, options: Mapping[str, Any]) -> bool:
        """Return True if both sides can agree on a draw."""
        ...

    @property
    def bids(self) -> Bids | None:
        """How sides are bid for in the lobby; None without bidding."""
        ...


__all__ = ["Bids", "Setups"]
