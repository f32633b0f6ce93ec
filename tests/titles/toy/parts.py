"""Smaller parts of the toy: statistics and places."""

from __future__ import annotations

from typing import Any

from bot.narration.dice import means
from bot.titles.defaults.places import PlainPlaces
from bot.titles.statistics import GameCourse
from engine.core.game import Game
from tests.titles.toy import orders
from tests.titles.toy.words import Book


class ToyStatistics:
    """The statistics of a hunt."""

    def score(self, game: Game[Any]) -> int:
        """Return the days that the fox has lived."""
        return int(game.state.day)

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Return one round per day."""
        return int(game.state.day), int(game.state.day)

    def left(self, game: Game[Any]) -> int:
        """Return 0: nothing is foreseen of the short hunt."""
        del game
        return 0

    @property
    def foreseeable(self) -> int:
        """Return the turn in which predictions close: the first day."""
        return 2

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Return the winner and no margin."""
        return (game.result.winner if game.result else None), 0

    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """Return the day, which both sides know."""
        del viewer
        return self.score(game), 0

    @property
    def most_margin(self) -> int:
        """Return the greatest margin: one day."""
        return 1

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Return two points for the winner, or one each."""
        winner = game.result.winner if game.result else None
        return (1, 1) if winner is None else (2 * (1 - winner), 2 * winner)

    def figures(self, names: Book, course: GameCourse) -> list[str]:
        """Return the curve of days, and the mean of the dice."""
        days = names.words.say("ui.posts.curve", curve=", ".join(str(day) for day in course.scores))
        return [days, *means(names.words, course.dice)]


def place(names: Book, text: str) -> str:
    """Return the hex that a text names."""
    del names
    return str(orders.hex_of(text))


def place_told(names: Book, place: str) -> str:
    """Return the name of a hex."""
    return names.hex(int(place))


#: The hexes; the hound waits until a warning is read.
PLACES = PlainPlaces("4.1", ("0", "1"), place, place_told)


__all__ = ["PLACES", "ToyStatistics"]
