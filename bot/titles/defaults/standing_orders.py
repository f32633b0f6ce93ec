"""Standing orders as one list per side, newest first, stored with the game's settings, with notes on what they did."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from bot.narration.book import Book
from bot.storage.models import GameSettings
from bot.table.refusal import refuse
from bot.table.table import Table
from engine.core.game import Game
from engine.core.options import Choice

OrderT = TypeVar("OrderT", bound=BaseModel)
B = TypeVar("B", bound=Book)


class PlainStandingOrders(BaseModel, Generic[OrderT, B]):
    """The standing orders of one game; each order is a model of the title.

    A title implements how an order is parsed (`give`), when orders answer (`carry_out`), how they are worded
    (`in_words`) and what applies without one (`default`).
    """

    model_config = ConfigDict(extra="ignore")

    #: Maximum number of orders per side, and of notes on what they did.
    most: ClassVar[int] = 8
    kept: ClassVar[int] = 5

    orders: dict[str, list[OrderT]] = Field(default_factory=dict)
    done: dict[str, list[str]] = Field(default_factory=dict)

    @classmethod
    def of(cls, settings: GameSettings) -> Self:
        """Load them from a game's settings."""
        return settings.part("standing", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with these standing orders stored in them."""
        return settings.model_copy(update={"standing": self.model_dump(mode="json")})

    # -- implemented by the title ---------------------------------------------------------

    @abstractmethod
    def give(self, names: B, side: int, text: str, moment: tuple[int, int]) -> None:
        """Parse an order in words and add it with `put`; raises Refusal if it isn't one."""

    @abstractmethod
    def carry_out(self, table: Table, names: B) -> Table:
        """Answer decisions with `answer` for the deciding side until a player has to be asked."""

    @abstractmethod
    def in_words(self, names: B, order: OrderT) -> str:
        """Return an order in words."""

    @abstractmethod
    def default(self, names: B, game: Game[Any], side: int) -> str:
        """Return what applies where no order fits."""

    # -- the list --------------------------------------------------------------------------

    def held(self, side: int) -> list[OrderT]:
        """Return the orders of a side."""
        return self.orders.get(str(side), [])

    def put(self, side: int, given: list[OrderT], left: list[OrderT]) -> None:
        """Put new orders before the remaining ones; raises Refusal if the list would be too long."""
        if len(given) + len(left) > self.most:
            raise refuse("standing_full", count=self.most)
        self.orders[str(side)] = [*given, *left]

    def count(self, side: int) -> int:
        """Return how many orders a side has given."""
        return len(self.held(side))

    def drop(self, side: int, number: int) -> None:
        """Revoke an order by its position, counted from 1; 0 revokes all."""
        self.orders[str(side)] = [one for at, one in enumerate(self.held(side), 1) if number and at != number]

    def told(self, names: B, side: int) -> list[str]:
        """Return the orders of a side in words."""
        return [self.in_words(names, order) for order in self.held(side)]

    # -- what they did ---------------------------------------------------------------------

    def answer(self, table: Table, choice: Choice, note: str) -> None:
        """Make a choice for the deciding side, report it to the table, and keep `note` once ("" for none)."""
        game = table.game
        side = int(game.actor or 0)
        game.apply(choice, side=side, automatic=True)
        table.told.extend((game.number, event) for event in game.drain())
        if note:
            self.done[str(side)] = [*(one for one in self.done_by(side) if one != note), note][-self.kept :]

    def done_by(self, side: int) -> list[str]:
        """Return what a side's orders did last."""
        return self.done.get(str(side), [])

    # -- defaults that most titles keep ------------------------------------------------------

    def begin(self, options: Mapping[str, Any]) -> None:
        """Do nothing: what applies from the start is the default."""

    def instead(self, names: B) -> Mapping[str, str]:
        """Return nothing: every option of `/new` applies as it is."""
        del names
        return {}

    def spares(self, side: int) -> bool:
        """Return False: a player who is asked always has a choice."""
        del side
        return False

    def openly(self, names: B, *, together: bool = False) -> list[str]:
        """Return nothing: orders stay private."""
        del names, together
        return []


__all__ = ["PlainStandingOrders"]
