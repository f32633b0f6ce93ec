"""Smaller parts of the toy: no standing orders, its figures, and its places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.narration.dice import means
from bot.storage.models import GameSettings
from bot.table.refusal import refuse
from bot.table.table import Table
from bot.table.words import pieces
from bot.titles.statistics import Course
from engine.core.game import Game
from tests.titles.toy import orders
from tests.titles.toy.words import Book


class NoOrders:
    """Nobody gives standing orders in a hunt."""

    def into(self, settings: GameSettings) -> GameSettings:
        """Nothing to keep."""
        return settings

    def carry_out(self, table: Table, names: Book) -> object:
        """Nothing to do."""
        del names
        return table

    def give(self, names: Book, side: int, text: str, moment: tuple[int, int]) -> None:
        """There are none."""
        raise refuse("standing_form", part=text)

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

    def instead(self, names: Book) -> dict[str, str]:
        """Every option holds."""
        del names
        return {}

    def spares(self, side: int) -> bool:
        """Whoever must decide is asked."""
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


class ToyStatistics:
    """The figures of a hunt."""

    def score(self, game: Game[Any]) -> int:
        """The days that the fox has lived."""
        return int(game.state.day)

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """A round a day."""
        return int(game.state.day), int(game.state.day)

    def left(self, game: Game[Any]) -> int:
        """The hunt is short."""
        del game
        return 0

    @property
    def foreseeable(self) -> int:
        """The first day tells all."""
        return 2

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Whoever has won."""
        return (game.result.winner if game.result else None), 0

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Two for who has won."""
        winner = game.result.winner if game.result else None
        return (1, 1) if winner is None else (2 * (1 - winner), 2 * winner)

    def figures(self, names: Book, course: Course) -> list[str]:
        """The days, and how the hound sniffed."""
        days = names.words.say("ui.posts.curve", curve=", ".join(str(day) for day in course.scores))
        return [days, *means(names.words, course.chance)]


class ToyPlaces:
    """The hexes."""

    @property
    def rule(self) -> str:
        """The hound waits."""
        return "4.1"

    def read(self, names: Book, text: str) -> tuple[int, ...]:
        """The hexes that a text names."""
        del names
        return tuple(orders.hex_of(part) for part in pieces(text.replace(",", ";")))

    def told(self, names: Book, place: int) -> str:
        """The name of a hex."""
        return names.hex(place)

    def threats(self, seat: str) -> None:
        """The map is all there is."""
        del seat


__all__ = ["NoOrders", "ToyPlaces", "ToyStatistics"]
