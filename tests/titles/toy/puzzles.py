"""Two puzzles of the toy: where the hound should look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue

from bot.storage.models import JsonObject
from bot.titles.puzzles import Puzzle, PuzzleVerdict
from bot.titles.story import ShownPicture
from engine.core.game import Game

HOUND = 1


class ToyPuzzles:
    """Puzzles graded by where the hound went: solved in the east, partly solved in the middle."""

    @property
    def all(self) -> Sequence[Puzzle]:
        """Return the puzzles by name."""
        return (_SCENT, _TRAIL)

    def over(self, game: Game[Any], puzzle: Puzzle) -> bool:
        """Return whether the answer is complete: the hound has tracked."""
        del puzzle
        return not game.stack or game.actor != HOUND

    def judge(self, name: str, record: list[dict[str, Any]]) -> JsonObject:
        """Return the hex where the hound ended."""
        puzzle = next(one for one in self.all if one.name == name)
        went: list[JsonValue] = [
            str(line["choice"]) for line in record[1 + len(puzzle.opening) :] if line.get("choice")
        ]
        return {"went": went}

    def verdict(self, found: JsonObject) -> PuzzleVerdict:
        """Grade where the hound went."""
        went = found["went"]
        assert isinstance(went, list)
        if "step east" in went:
            return PuzzleVerdict("solved", 1.0)
        return PuzzleVerdict("partly", 0.5) if "step middle" in went else PuzzleVerdict("missed", 0.0)

    def told(self, found: JsonObject, language: str) -> str:
        """Return the verdict in a sentence."""
        del found, language
        return "The scent leads to the east."

    def moment(self, puzzle: Puzzle, language: str) -> str:
        """Return the moment in a sentence."""
        del puzzle, language
        return "The hunt begins."

    def task(self, puzzle: Puzzle, language: str) -> str:
        """Return the task in a sentence."""
        del language
        return f"Find the {puzzle.name}."

    def shown(self, puzzle: Puzzle, language: str) -> str:
        """Return the solution in a sentence."""
        del language
        return f"For the {puzzle.name} go to the east."

    def picture(self, puzzle: Puzzle, language: str) -> ShownPicture:
        """Return the picture: the board."""
        del puzzle, language
        return ShownPicture("board", {}, "The board.")


def _puzzle(name: str, kind: str, rating: int) -> Puzzle:
    opening = ("hide north_west", "run north_west")
    return Puzzle(name, kind, "short_hunt", {}, "hound", "08" * 32, opening, rating, ("step east", "finish"))


_SCENT = _puzzle("scent", "space", 1500)
_TRAIL = _puzzle("trail", "strange", 1800)

__all__ = ["ToyPuzzles"]
