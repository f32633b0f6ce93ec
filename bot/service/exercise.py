"""The interface of games without an opponent: lessons and puzzles; a game between people is neither.

Actions, views and seats use a game's `Exercise` and don't depend on the school or puzzles. The implementations are
passed to the tools by their factory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from typing_extensions import override

from bot.narration.texts import Texts
from bot.storage.models import GameHeader, GameSettings
from bot.storage.store import StoredGame
from bot.table.offers import Offers
from bot.table.reply import Button, PictureRef, Reply
from bot.table.table import Table
from engine.core.game import Game, GameState

if TYPE_CHECKING:
    from bot.service.calls import Caller, Tools


class Exercise(Protocol):
    """What a lesson or puzzle adds to the actions and views of its game."""

    #: The command that starts and answers it.
    command: str

    # -- actions --------------------------------------------------------------------------

    def check_open(self, stored: StoredGame) -> None:
        """Refuse if its game takes no more orders."""
        ...

    async def answered(self, tools: Tools, stored: StoredGame, table: Table) -> None:
        """Choose for the other side when an order requires its decision."""
        ...

    def followed(self, stored: StoredGame, table: Table) -> GameSettings:
        """Return the game's settings after an order."""
        ...

    def earliest(self, stored: StoredGame) -> int:
        """Return the entry before which nothing can be undone."""
        ...

    def taken_back(self, stored: StoredGame, kept: int) -> GameSettings:
        """Return the game's settings after going back to an entry."""
        ...

    # -- views ----------------------------------------------------------------------------

    async def settled(self, tools: Tools, caller: Caller, stored: StoredGame) -> StoredGame:
        """Return the game with its outcome, judging it now if that is due."""
        ...

    def ended(self, tools: Tools, stored: StoredGame, game: Game[GameState], notes: str) -> Reply | None:
        """Return the final panel once no order is left to give; None until then."""
        ...

    def waiting(self, words: Texts, stored: StoredGame) -> str:
        """Return the text that replaces the name of the side to decide; "" for that name."""
        ...

    def explains(self, stored: StoredGame) -> bool:
        """Return True if its own text explains the terms, so that a panel need not."""
        ...

    def wanted_first(self, stored: StoredGame, game: Game[GameState], offers: Offers) -> Offers:
        """Return a panel's offers with the requested ones first."""
        ...

    def on_panel(self, tools: Tools, stored: StoredGame, game: Game[GameState], side: int, panel: Reply) -> Reply:
        """Return the panel with the task added."""
        ...

    def row(self, words: Texts, stored: StoredGame, side: int) -> tuple[Button, ...]:
        """Return the first row of the panel."""
        ...

    def opening(self, words: Texts, stored: StoredGame, number: int, palette: str) -> tuple[PictureRef, ...]:
        """Return the pictures that start a panel at an entry, in these colours; none if nothing is new."""
        ...

    def mapped(self, stored: StoredGame, side: int) -> str:
        """Return the map area under discussion, as it is typed; "" for none."""
        ...

    def done(self, stored: StoredGame, side: int) -> bool:
        """Return whether the current task is done."""
        ...

    async def suggestions(self, tools: Tools, caller: Caller) -> list[str]:
        """Return completions for its command, the likeliest first."""
        ...


class NoExercise(Exercise):
    """A game between people: it asks for nothing and adds nothing."""

    command = ""

    @override
    def check_open(self, stored: StoredGame) -> None:
        del stored

    @override
    async def answered(self, tools: Tools, stored: StoredGame, table: Table) -> None:
        del tools, stored, table

    @override
    def followed(self, stored: StoredGame, table: Table) -> GameSettings:
        del table
        return stored.settings

    @override
    def earliest(self, stored: StoredGame) -> int:
        del stored
        return 0

    @override
    def taken_back(self, stored: StoredGame, kept: int) -> GameSettings:
        del kept
        return stored.settings

    @override
    async def settled(self, tools: Tools, caller: Caller, stored: StoredGame) -> StoredGame:
        del tools, caller
        return stored

    @override
    def ended(self, tools: Tools, stored: StoredGame, game: Game[GameState], notes: str) -> Reply | None:
        del tools, stored, game, notes
        return None

    @override
    def waiting(self, words: Texts, stored: StoredGame) -> str:
        del words, stored
        return ""

    @override
    def explains(self, stored: StoredGame) -> bool:
        del stored
        return False

    @override
    def wanted_first(self, stored: StoredGame, game: Game[GameState], offers: Offers) -> Offers:
        del stored, game
        return offers

    @override
    def on_panel(self, tools: Tools, stored: StoredGame, game: Game[GameState], side: int, panel: Reply) -> Reply:
        del tools, stored, game, side
        return panel

    @override
    def row(self, words: Texts, stored: StoredGame, side: int) -> tuple[Button, ...]:
        del words, stored, side
        return ()

    @override
    def opening(self, words: Texts, stored: StoredGame, number: int, palette: str) -> tuple[PictureRef, ...]:
        del words, stored, number, palette
        return ()

    @override
    def mapped(self, stored: StoredGame, side: int) -> str:
        del stored, side
        return ""

    @override
    def done(self, stored: StoredGame, side: int) -> bool:
        del stored, side
        return False

    @override
    async def suggestions(self, tools: Tools, caller: Caller) -> list[str]:
        del tools, caller
        return []


NONE = NoExercise()


def exercise_of(known: Mapping[str, Exercise], header: GameHeader) -> Exercise:
    """Return the exercise of a game, "lesson" or "puzzle", from those known, or `NONE`."""
    kind = "lesson" if header.lesson else "puzzle" if header.puzzle else ""
    return known.get(kind, NONE)


__all__ = ["NONE", "Exercise", "NoExercise", "exercise_of"]
