"""The games of a title in figures: how one stands, and what its course was when it is over."""

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
    """A record told again, as everybody may know it."""

    events: Sequence[Told]
    #: The score when each turn began, and that at the end.
    scores: Sequence[int]
    #: The dice, with their faces and what was wanted of them; those of which one side alone knew are not among them.
    dice: Sequence[Throw]


class Statistics(Protocol[B_contra]):
    """The figures of a title; its pictures of a turn and of the end show them besides."""

    def score(self, game: Game[Any]) -> int:
        """How a game stands, as one number of points that is stored with its result; what they are called, its texts say."""
        ...

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """How many action rounds of its own each side has finished since the first turn."""
        ...

    def left(self, game: Game[Any]) -> int:
        """How many turns are left when the present one is over."""
        ...

    @property
    def foreseeable(self) -> int:
        """The turn, counted from 1, with which predictions of who wins are closed."""
        ...

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Who would win if the game were to end as it stands, None for nobody, and the first side's margin, with all that counts at an end."""
        ...

    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """The score and the first side's margin as a viewer may know them, None for everybody: what hangs on hidden units is left out."""
        ...

    @property
    def most_margin(self) -> int:
        """How much of the margin of one game counts in the table of a season, so that no single game decides it."""
        ...

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Return what a league gives the sides for a game that is over: two and none, one each, or none."""
        ...

    def figures(self, names: B_contra, course: GameCourse) -> list[str]:
        """Return what a game that is over tells of its course: how it stood, what was lost, and how the dice fell."""
        ...


__all__ = ["GameCourse", "Statistics"]
