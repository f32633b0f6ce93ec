"""How games of a title are set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bot.narration.texts import Texts
from bot.table.reply import Reply


class Setups(Protocol):
    """How games of a title are set up: scenarios and options, and the words about them."""

    @property
    def options(self) -> Mapping[str, Mapping[str, Any]]:
        """The values of each option of `/new`, as typed and as stored."""
        ...

    def key(self, word: str) -> str:
        """Under which name an option of `/new` is stored."""
        ...

    @property
    def usual(self) -> str:
        """The scenario of `/new` without a word."""
        ...

    def offered(self) -> tuple[str, ...]:
        """The scenarios, by their words."""
        ...

    def choice(self, words: Texts) -> Reply:
        """The scenarios to choose from."""
        ...

    def page(self, words: Texts, wanted: str) -> Reply | None:
        """What differs in a scenario, named by its word or title; None if there is none of that name."""
        ...

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """What is in force of all that `/new` can choose, as it is typed there."""
        ...

    def bid(self, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """Side and height of a bid for a side that was accepted."""
        ...

    def takes_bids(self, options: Mapping[str, Any]) -> bool:
        """True if sides are bid for."""
        ...

    def with_bids(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The scenarios in which sides are bid for."""
        ...


__all__ = ["Setups"]
