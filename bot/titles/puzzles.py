"""Puzzles of a title: positions from played games, each with one plan for an action that is clearly best.

A puzzle is played in a real game that starts at the position: the solver orders one whole action, and the other seat
only reacts. The verdict depends on the expected value of the orders, never on the dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.storage.models import JsonObject
from bot.titles.story import ShownPicture
from engine.core.game import Game


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle.

    Attributes:
        name: stored with its solvers' ratings, so it never changes.
        kind: what the best plan does, as one of the title's words.
        scenario: scenario of the game; `options` are its options.
        seat: the solver's seat.
        seed: of the game's chance, as 32 bytes in hexadecimal.
        opening: choices of both sides from the start of the game to the position, in record notation.
        rating: difficulty, on a scale with 1500 in the middle.
        solution: choices of the best plan, up to its last order.
    """

    name: str
    kind: str
    scenario: str
    options: Mapping[str, Any]
    seat: str
    seed: str
    opening: tuple[str, ...]
    rating: int
    solution: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PuzzleVerdict:
    """Score of a solution: `solved`, `partly` or `missed`, and its share of the best plan's value, from 0 to 1."""

    grade: str
    share: float


class Puzzles(Protocol):
    """The puzzles of a title; all methods except `judge` run in the bot's process and return at once."""

    @property
    def all(self) -> Sequence[Puzzle]:
        """All puzzles, sorted by name; () if there are none."""
        ...

    def over(self, game: Game[Any], puzzle: Puzzle) -> bool:
        """Return True once the solver's action, or the game, is over."""
        ...

    def judge(self, name: str, record: list[dict[str, Any]]) -> JsonObject:
        """Judge the solver's orders from the whole record of the puzzle's game: plain data for `verdict` and `told`; a second or two of CPU.

        Raises:
            EngineError: the record can't be replayed, or nothing was ordered.
            LookupError: there is no puzzle with that name.
        """
        ...

    def verdict(self, found: JsonObject) -> PuzzleVerdict:
        """Return the score of a judgement."""
        ...

    def told(self, found: JsonObject, language: str) -> str:
        """Return a judgement in words, for the solver only, since it names the solution."""
        ...

    def moment(self, puzzle: Puzzle, language: str) -> str:
        """Return the date and the side in a sentence, for everybody who doesn't see the panel."""
        ...

    def task(self, puzzle: Puzzle, language: str) -> str:
        """Return the task for everybody; it reveals nothing hidden and nothing of the solution."""
        ...

    def shown(self, puzzle: Puzzle, language: str) -> str:
        """Return the best plan and the facts that explain it."""
        ...

    def picture(self, puzzle: Puzzle, language: str) -> ShownPicture:
        """Return the part of the map where the puzzle takes place, without marks.

        The title also has a picture of kind "puzzle" that shows the same without a game; its arguments are `scenario`
        and `puzzle`.
        """
        ...


__all__ = ["Puzzle", "PuzzleVerdict", "Puzzles"]
