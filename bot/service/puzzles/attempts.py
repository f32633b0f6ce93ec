"""A try at a puzzle: a private game, with its outcome."""

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
    """The outcome of a game's puzzle.

    Unknown fields of older versions are dropped.
    """

    model_config = ConfigDict(extra="ignore")

    #: The puzzle's displayed rating at the start.
    posed: int = 0
    #: The person's first try, so that it counts.
    first: bool = True
    #: Opened in a channel with a running game, to which everything typed there goes.
    beside: bool = False
    #: The previously open puzzle, started but unanswered: it was closed.
    aside: str = ""
    #: The judge's result; empty before.
    found: JsonObject = {}
    #: The best plan was requested instead.
    given_up: bool = False
    #: Whether it counted for the rating, the change, and the new displayed rating.
    rated: bool = False
    change: int = 0
    rating: int = 0
    #: How many people have tried the puzzle, and how many of them solved it at the first try.
    tried: int = 0
    solved: int = 0

    @classmethod
    def of(cls, settings: GameSettings) -> Self:
        """Load the attempt from a game's settings."""
        return settings.part("puzzle", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with this attempt stored in them."""
        return settings.model_copy(update={"puzzle": self.model_dump(mode="json")})

    @property
    def over(self) -> bool:
        """True once the solution has been shown."""
        return self.given_up or bool(self.found)


def puzzle_in(header: GameHeader) -> Puzzle | None:
    """Return the puzzle of a game; None if it has none, or this version no longer has it."""
    if not header.puzzle:
        return None
    return next((one for one in puzzles_of(title_stored(header)) if one.name == header.puzzle), None)


def done(stored: StoredGame, game: Game[GameState]) -> bool:
    """Return True if no order is left to give in a puzzle."""
    puzzle = puzzle_in(stored.header)
    return puzzle is None or posed_by(title_stored(stored.header)).over(game, puzzle)


def over(stored: StoredGame) -> bool:
    """Return True in a puzzle whose solution has been shown."""
    return bool(stored.header.puzzle) and Attempt.of(stored.settings).over


__all__ = ["Attempt", "done", "over", "puzzle_in"]
