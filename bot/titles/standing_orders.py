"""Protocol of standing orders: decisions that a seat has made in advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from bot.narration.book import Book
from bot.storage.models import GameSettings
from bot.table.refusal import refuse
from bot.table.table import Table
from engine.core.game import Game

B_contra = TypeVar("B_contra", bound=Book, contravariant=True)


class StandingOrders(Protocol[B_contra]):
    """The standing orders of one game: what seats have decided in advance, and what the orders did."""

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with these standing orders stored in them."""
        ...

    def carry_out(self, table: Table, names: B_contra) -> object:
        """Answer decisions from the deciding side's orders until a player has to be asked; events go to the table."""
        ...

    def give(self, names: B_contra, side: int, text: str, moment: tuple[int, int]) -> None:
        """Add an order given in words in a turn and round; raises Refusal if it isn't one or the list is full."""
        ...

    def count(self, side: int) -> int:
        """Return how many orders a side has given."""
        ...

    def drop(self, side: int, number: int) -> None:
        """Revoke an order by its position in the list, counted from 1; 0 revokes all."""
        ...

    def told(self, names: B_contra, side: int) -> list[str]:
        """Return a side's orders in words, newest first."""
        ...

    def begin(self, options: Mapping[str, Any]) -> None:
        """Set up what applies from the start of a new game with these options; both sides can see it."""
        ...

    def instead(self, names: B_contra) -> Mapping[str, str]:
        """Return texts that replace options of `/new` in the overview, by option name."""
        ...

    def spares(self, side: int) -> bool:
        """Return True if a side is asked only where it has a real choice."""
        ...

    def default(self, names: B_contra, game: Game[Any], side: int) -> str:
        """Return when a side is asked by default and how to change that; "" if its orders already say so."""
        ...

    def openly(self, names: B_contra, *, together: bool = False) -> list[str]:
        """Return the orders that are public, naming their side; with `together`, orders common to both sides share one line."""
        ...

    def done_by(self, side: int) -> list[str]:
        """Return what a side's orders did last, in words."""
        ...


class StandingOrdersCapability(Protocol[B_contra]):
    """The standing orders capability of a title: access to the stored orders."""

    def of(self, settings: GameSettings) -> StandingOrders[B_contra]:
        """Return the standing orders stored in a game's settings."""
        ...


class NoOrders:
    """Null object for titles without standing orders."""

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings unchanged."""
        return settings

    def carry_out(self, table: Table, names: Book) -> object:
        """Do nothing: no decision is answered automatically."""
        del names
        return table

    def give(self, names: Book, side: int, text: str, moment: tuple[int, int]) -> None:
        """Refuse: there is no such command."""
        del names, side, text, moment
        raise refuse("standing_form")

    def count(self, side: int) -> int:
        """Return 0."""
        del side
        return 0

    def drop(self, side: int, number: int) -> None:
        """Do nothing: there is nothing to revoke."""

    def told(self, names: Book, side: int) -> list[str]:
        """Return no orders."""
        del names, side
        return []

    def begin(self, options: Mapping[str, Any]) -> None:
        """Do nothing: nothing applies from the start."""

    def instead(self, names: Book) -> Mapping[str, str]:
        """Return nothing: every option of `/new` applies as it is."""
        del names
        return {}

    def spares(self, side: int) -> bool:
        """Return False: every decision is asked."""
        del side
        return False

    def default(self, names: Book, game: Game[Any], side: int) -> str:
        """Return ""."""
        del names, game, side
        return ""

    def openly(self, names: Book, *, together: bool = False) -> list[str]:
        """Return no orders."""
        del names, together
        return []

    def done_by(self, side: int) -> list[str]:
        """Return no notes."""
        del side
        return []


__all__ = ["NoOrders", "StandingOrders", "StandingOrdersCapability"]
