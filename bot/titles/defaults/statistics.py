"""Statistics of a title whose games are scored in points: league points, dice luck and score curve."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from bot.narration.book import Book
from bot.narration.dice import means
from bot.titles.statistics import GameCourse
from engine.core.chance import Luck
from engine.core.game import Game
from renderer.kit.templates import figure, locale_of


class PlainStatistics(ABC):
    """Statistics of a title that implements the score; the texts are `ui.posts.curve` and `ui.posts.luck`.

    Args:
        foreseeable: the turn, counted from 1, in which predictions close.
        most_margin: the most of a single game's margin that counts in a league.
    """

    def __init__(self, *, foreseeable: int, most_margin: int) -> None:
        self._foreseeable, self._most_margin = foreseeable, most_margin

    @abstractmethod
    def score(self, game: Game[Any]) -> int:
        """Return the score of a game."""

    @abstractmethod
    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Return how many of its own rounds each side has finished."""

    @abstractmethod
    def left(self, game: Game[Any]) -> int:
        """Return how many turns are left after the present one."""

    @abstractmethod
    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Return who would win now, None for nobody, and the first side's margin."""

    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """Return the score and the first side's margin; override this if the score depends on hidden information."""
        del viewer
        return self.score(game), self.judged(game)[1]

    @property
    def foreseeable(self) -> int:
        """The turn in which predictions close."""
        return self._foreseeable

    @property
    def most_margin(self) -> int:
        """The most of a single game's margin that counts."""
        return self._most_margin

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Return two points for the winner, or one each."""
        winner = game.result.winner if game.result else None
        return (1, 1) if winner is None else (2 * (1 - winner), 2 * winner)

    def figures(self, names: Book, course: GameCourse) -> list[str]:
        """Return the score turn by turn, the mean of the dice, and how many rolls succeeded compared with the expectation."""
        locale = locale_of(names.words.language)
        curve = names.words.say("ui.posts.curve", curve=", ".join(str(figure(one, locale)) for one in course.scores))
        luck = Luck.of(course.dice)
        told = (
            [names.words.say("ui.posts.luck", hits=luck.hits, count=luck.tried, expected=f"{luck.expected:.1f}")]
            if luck.tried
            else []
        )
        return [curve, *means(names.words, course.dice), *told]


__all__ = ["PlainStatistics"]
