"""Puzzles that a title brings: positions of wars that were played, in each of which one plan for an action is clearly the best.

A puzzle is played in a real game, which begins at the position: whoever takes it orders one whole action, the other seat
only answers. The verdict rests on what the orders let expect, never on the dice.
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
        name: stored with the ratings of those who took it, for ever.
        kind: what the best plan does, in a word of the title.
        scenario: and `options` beside it: of the game.
        seat: of whoever takes it.
        seed: of the game's chance, 32 bytes in hexadecimal digits.
        opening: choices of both sides from the beginning of the game to the position, in the words of the record.
        rating: how hard it is, on a scale on which 1500 is the middle.
        solution: choices of the best plan, until its last order is given.
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
    """What orders were worth: `solved`, `partly` or `missed`, and the share of what the best plan brings, 0 to 1."""

    grade: str
    share: float


class Puzzles(Protocol):
    """The puzzles of a title; all but `judge` is asked beside the game, in an instant."""

    @property
    def all(self) -> Sequence[Puzzle]:
        """By name; () where there are none."""
        ...

    def over(self, game: Game[Any], puzzle: Puzzle) -> bool:
        """Return True if the action of whoever takes the puzzle is done, or the game."""
        ...

    def judge(self, name: str, record: list[dict[str, Any]]) -> JsonObject:
        """Return what was ordered by the whole record of the puzzle's game, weighed: plain data for `verdict` and `told`; a second or two of CPU.

        Raises:
            EngineError: the record plays differently, or nothing was ordered.
            LookupError: there is no puzzle of that name.
        """
        ...

    def verdict(self, found: JsonObject) -> PuzzleVerdict:
        """Return what `judge` found, as it counts."""
        ...

    def told(self, found: JsonObject, language: str) -> str:
        """Return what `judge` found, in words: for whoever took the puzzle, since it names the solution."""
        ...

    def moment(self, puzzle: Puzzle, language: str) -> str:
        """When it is, and for whom, in a sentence: for everybody who does not see the panel."""
        ...

    def task(self, puzzle: Puzzle, language: str) -> str:
        """Return what is to be done, for everybody; nothing of the solution, nothing hidden."""
        ...

    def shown(self, puzzle: Puzzle, language: str) -> str:
        """Return the best plan and the facts that explain it."""
        ...

    def picture(self, puzzle: Puzzle, language: str) -> ShownPicture:
        """Return the part of the map on which it happens, with nothing marked there.

        The title also has a picture of the kind "puzzle", which shows the same of no game: its arguments are `scenario` and `puzzle`.
        """
        ...


__all__ = ["Puzzle", "PuzzleVerdict", "Puzzles"]
