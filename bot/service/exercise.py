"""What a game is that nobody plays against somebody: a lesson or a puzzle, and for a game between people neither.

Acting, looking and seats ask a game's `Exercise`, and know neither school nor puzzles. Who implements them is handed to the tools
by whoever makes them.
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
    """What a lesson or a puzzle does in its game, and what it shows there."""

    #: The command with which it is begun and answered.
    command: str

    # -- acting ---------------------------------------------------------------------------

    async def answered(self, tools: Tools, stored: StoredGame, table: Table) -> None:
        """Choose for the other side what an order asks of it."""
        ...

    def followed(self, stored: StoredGame, table: Table) -> GameSettings:
        """Return the settings of the game after an order."""
        ...

    def earliest(self, stored: StoredGame) -> int:
        """Return the entry behind which nobody goes back."""
        ...

    def taken_back(self, stored: StoredGame, kept: int) -> GameSettings:
        """Return the settings of the game after going back to an entry."""
        ...

    # -- looking --------------------------------------------------------------------------

    async def settled(self, tools: Tools, caller: Caller, stored: StoredGame) -> StoredGame:
        """Return the game with what became of it, judged now where that is due."""
        ...

    def ended(self, tools: Tools, stored: StoredGame, game: Game[GameState], notes: str) -> Reply | None:
        """Return the panel once nothing is left to be ordered; None while something is."""
        ...

    def waiting(self, words: Texts, stored: StoredGame) -> str:
        """Return what stands in place of the name of who must decide; "" for that name."""
        ...

    def explains(self, stored: StoredGame) -> bool:
        """Return True where its own text explains the terms, so that a panel doesn't."""
        ...

    def wanted_first(self, stored: StoredGame, game: Game[GameState], offers: Offers) -> Offers:
        """Return what a panel offers, with what is asked for in front."""
        ...

    def on_panel(self, tools: Tools, stored: StoredGame, game: Game[GameState], side: int, panel: Reply) -> Reply:
        """Return the panel with what is to be done."""
        ...

    def row(self, words: Texts, stored: StoredGame, side: int) -> tuple[Button, ...]:
        """Return the first row of the panel."""
        ...

    def opening(self, words: Texts, stored: StoredGame, number: int, palette: str) -> tuple[PictureRef, ...]:
        """Return the pictures that a panel begins with at an entry, in these colours; none where nothing is new."""
        ...

    def mapped(self, stored: StoredGame, side: int) -> str:
        """Return what of the map is spoken of, as it is typed; "" for nothing."""
        ...

    def done(self, stored: StoredGame, side: int) -> bool:
        """Say whether what is asked for now is done."""
        ...

    async def suggestions(self, tools: Tools, caller: Caller) -> list[str]:
        """Return what may be typed behind its command now, the likeliest first."""
        ...


class NoExercise(Exercise):
    """A game between people: it asks for nothing and shows nothing of its own."""

    command = ""

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
    """Return what a game is of what is known: "lesson", "puzzle", or neither."""
    kind = "lesson" if header.lesson else "puzzle" if header.puzzle else ""
    return known.get(kind, NONE)


__all__ = ["NONE", "Exercise", "NoExercise", "exercise_of"]
