"""What seats of a game have decided in advance."""

from __future__ import annotations

from typing import Protocol, TypeVar

from bot.narration.book import Book
from bot.storage.models import GameSettings
from bot.table.table import Table

B_contra = TypeVar("B_contra", bound=Book, contravariant=True)


class Held(Protocol[B_contra]):
    """The standing orders of one game: what a seat has decided in advance, and what they did."""

    def into(self, settings: GameSettings) -> GameSettings:
        """The settings with these in them."""
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
        """The orders of a side in words, the newest first."""
        ...

    def openly(self, names: B_contra) -> list[str]:
        """The orders that both sides see, in words that say whose each is."""
        ...

    def done_by(self, side: int) -> list[str]:
        """What the orders of a side did last, in words."""
        ...


__all__ = ["Held"]
