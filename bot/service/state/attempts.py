"""A try at a puzzle: a game of its own that nobody else sees, with what became of it."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict

from bot.storage.models import GameHeader, GameSettings, JsonObject
from bot.storage.store import StoredGame
from bot.titles import title_stored
from bot.titles.capabilities import posed_by, puzzles_of
from bot.titles.puzzles import Puzzle
from engine.core.game import Game, GameState


class Attempt(BaseModel):
    """What became of the puzzle of a game.

    Fields that an older version wrote and this one has not are left out.
    """

    model_config = ConfigDict(extra="ignore")

    #: The puzzle's rating when it was begun, as people read it.
    posed: int = 0
    #: It is the first try of whoever tries it, so that it counts.
    first: bool = True
    #: It was opened in a channel in which a game goes on, for which everything is that is typed there.
    beside: bool = False
    #: The puzzle that was open before, begun and without an answer: it is closed.
    aside: str = ""
    #: What judging found; nothing before that.
    found: JsonObject = {}
    #: The best plan was asked for instead.
    given_up: bool = False
    #: It counted for the rating, by how much that changed, and what it is now, as people read it.
    rated: bool = False
    change: int = 0
    rating: int = 0
    #: How many have tried the puzzle, and how many of them solved it at once.
    tried: int = 0
    solved: int = 0

    @classmethod
    def of(cls, settings: GameSettings) -> Self:
        """Read it from a game's settings."""
        return settings.part("puzzle", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with this in them."""
        return settings.model_copy(update={"puzzle": self.model_dump(mode="json")})

    @property
    def over(self) -> bool:
        """True once the answer was told."""
        return self.given_up or bool(self.found)


def puzzle_in(header: GameHeader) -> Puzzle | None:
    """Return the puzzle that is tried in a game; None where none is, or this version has it no more."""
    if not header.puzzle:
        return None
    return next((one for one in puzzles_of(title_stored(header)) if one.name == header.puzzle), None)


def done(stored: StoredGame, game: Game[GameState]) -> bool:
    """Return True in a puzzle in which nothing is left to be ordered."""
    puzzle = puzzle_in(stored.header)
    return puzzle is None or posed_by(title_stored(stored.header)).over(game, puzzle)


def over(stored: StoredGame) -> bool:
    """Return True in a puzzle of which the answer was told."""
    return bool(stored.header.puzzle) and Attempt.of(stored.settings).over


__all__ = ["Attempt", "done", "over", "puzzle_in"]
