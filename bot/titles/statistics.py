"""Protocol of a title's statistics: the score of a game, and its course once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.narration.book import Book
from bot.narration.segments import Told
from engine.core.chance import Throw
from engine.core.game import Game

B_contra = TypeVar("B_contra", bound=Book, contravariant=True)


@dataclass(frozen=True, slots=True)
class GameCourse:
    """The public course of a game, computed from its record."""

    events: Sequence[Told]
    #: The score at the start of each turn, and at the end.
    scores: Sequence[int]
    #: The public dice rolls with their faces and the wanted results; secret rolls are left out.
    dice: Sequence[Throw]


class Statistics(Protocol[B_contra]):
    """Statistics of a title; its pictures of a turn and of the end show further figures."""

    def score(self, game: Game[Any]) -> int:
        """Return the score of a game as one number, stored with its result; the title's texts name the unit."""
        ...

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Return how many of its own action rounds each side has finished since the first turn."""
        ...

    def left(self, game: Game[Any]) -> int:
        """Return how many turns are left after the present one."""
        ...

    @property
    def foreseeable(self) -> int:
        """The turn, counted from 1, in which predictions of the winner close."""
        ...

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Return who would win if the game ended now (None: nobody) and the first side's margin, with everything scored at the end."""
        ...

    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """Return the score and the first side's margin as known to a viewer (None: the public), without points that depend on hidden units."""
        ...

    @property
    def most_margin(self) -> int:
        """The most of a single game's margin that counts in a season's table, so that no single game decides it."""
        ...

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Return the league points of each side for a finished game: 2 and 0, 1 each, or none."""
        ...

    def figures(self, names: B_contra, course: GameCourse) -> list[str]:
        """Return the course of a finished game as lines: its score over time, the losses, and the luck of the dice."""
        ...


__all__ = ["GameCourse", "Statistics"]
