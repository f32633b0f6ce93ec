"""Smaller parts of the toy: its figures, and its places."""

from __future__ import annotations

from typing import Any

from bot.narration.dice import means
from bot.titles.defaults.places import PlainPlaces
from bot.titles.statistics import GameCourse
from engine.core.game import Game
from tests.titles.toy import orders
from tests.titles.toy.words import Book


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

    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """The day, which everybody knows."""
        del viewer
        return self.score(game), 0

    @property
    def most_margin(self) -> int:
        """A day."""
        return 1

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Two for who has won."""
        winner = game.result.winner if game.result else None
        return (1, 1) if winner is None else (2 * (1 - winner), 2 * winner)

    def figures(self, names: Book, course: GameCourse) -> list[str]:
        """The days, and how the hound sniffed."""
        days = names.words.say("ui.posts.curve", curve=", ".join(str(day) for day in course.scores))
        return [days, *means(names.words, course.dice)]


def place(names: Book, text: str) -> str:
    """The hex that a text names."""
    del names
    return str(orders.hex_of(text))


def place_told(names: Book, place: str) -> str:
    """The name of a hex."""
    return names.hex(int(place))


#: The hexes; the hound waits until a warning is read.
PLACES = PlainPlaces("4.1", ("0", "1"), place, place_told)


__all__ = ["PLACES", "ToyStatistics"]
