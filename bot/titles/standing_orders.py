"""Standing orders: what seats of a game have decided in advance."""

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
    """The standing orders of one game: what a seat has decided in advance, and what they did."""

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with these in them."""
        ...

    def carry_out(self, table: Table, names: B_contra) -> object:
        """Let the orders of whoever must decide answer, until somebody has to be asked; all is told to the table."""
        ...

    def give(self, names: B_contra, side: int, text: str, moment: tuple[int, int]) -> None:
        """Add an order in words, given in a turn and round; raises Refusal where there is none such or no room."""
        ...

    def count(self, side: int) -> int:
        """How many orders a side has given."""
        ...

    def drop(self, side: int, number: int) -> None:
        """Revoke an order by its place in the list, counted from 1; 0 for all."""
        ...

    def told(self, names: B_contra, side: int) -> list[str]:
        """Return the orders of a side in words, the newest first."""
        ...

    def begin(self, options: Mapping[str, Any]) -> None:
        """Give what holds from the start of a new game with these options, for both sides to see."""
        ...

    def instead(self, names: B_contra) -> Mapping[str, str]:
        """Return what holds in the place of an option of `/new`, in words, by the option's word."""
        ...

    def spares(self, side: int) -> bool:
        """Return True if a side is asked only where it has something to choose."""
        ...

    def default(self, names: B_contra, game: Game[Any], side: int) -> str:
        """When a side is asked, and how it changes that; "" where there is no more to say than its orders do."""
        ...

    def openly(self, names: B_contra, *, together: bool = False) -> list[str]:
        """Return the orders that both sides see, in words that say whose each is; `together` says in one line what both have ordered."""
        ...

    def done_by(self, side: int) -> list[str]:
        """Return what the orders of a side did last, in words."""
        ...


class StandingOrdersCapability(Protocol[B_contra]):
    """The standing orders of a title: where those of a game are kept."""

    def of(self, settings: GameSettings) -> StandingOrders[B_contra]:
        """Return the standing orders that a game's settings keep."""
        ...


class NoOrders:
    """What a game has whose title knows no standing orders."""

    def into(self, settings: GameSettings) -> GameSettings:
        """Nothing to keep."""
        return settings

    def carry_out(self, table: Table, names: Book) -> object:
        """Nothing answers in anybody's place."""
        del names
        return table

    def give(self, names: Book, side: int, text: str, moment: tuple[int, int]) -> None:
        """Refuse: there is no such command."""
        del names, side, text, moment
        raise refuse("standing_form")

    def count(self, side: int) -> int:
        """None."""
        del side
        return 0

    def drop(self, side: int, number: int) -> None:
        """Nothing to revoke."""

    def told(self, names: Book, side: int) -> list[str]:
        """Nothing."""
        del names, side
        return []

    def begin(self, options: Mapping[str, Any]) -> None:
        """Nothing holds from the start."""

    def instead(self, names: Book) -> Mapping[str, str]:
        """Every option of `/new` holds."""
        del names
        return {}

    def spares(self, side: int) -> bool:
        """Every side is asked every time."""
        del side
        return False

    def default(self, names: Book, game: Game[Any], side: int) -> str:
        """Nothing to say."""
        del names, game, side
        return ""

    def openly(self, names: Book, *, together: bool = False) -> list[str]:
        """Nothing."""
        del names, together
        return []

    def done_by(self, side: int) -> list[str]:
        """Nothing."""
        del side
        return []


__all__ = ["NoOrders", "StandingOrders", "StandingOrdersCapability"]
