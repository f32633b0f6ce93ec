"""The exercise of a puzzle: the computer answers for the other side, the solution is judged, the panel asks."""

from __future__ import annotations

from typing_extensions import override

from bot.narration.texts import Texts
from bot.service.calls import Caller, Tools
from bot.service.exercise import NoExercise
from bot.service.puzzles import attempts, puzzle_commands, puzzle_panels, puzzle_replies
from bot.storage.person_keys import study_room
from bot.storage.store import StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Button, PictureRef, Reply
from bot.table.table import Table
from bot.titles.capabilities import puzzles_of
from engine.core.game import Game, GameState


class PuzzleExercise(NoExercise):
    """The game of a person trying a puzzle."""

    command = "puzzle"

    @override
    def check_open(self, stored: StoredGame) -> None:
        if attempts.over(stored):
            raise refuse("puzzle_over")

    @override
    async def answered(self, tools: Tools, stored: StoredGame, table: Table) -> None:
        await puzzle_replies.answered(tools, stored, table)

    @override
    def earliest(self, stored: StoredGame) -> int:
        puzzle = attempts.puzzle_in(stored.header)
        return 0 if puzzle is None else len(puzzle.opening)

    @override
    async def settled(self, tools: Tools, caller: Caller, stored: StoredGame) -> StoredGame:
        return await puzzle_replies.settled(tools, caller, stored)

    @override
    def ended(self, tools: Tools, stored: StoredGame, game: Game[GameState], notes: str) -> Reply | None:
        over = attempts.over(stored)
        return (
            puzzle_panels.ended(tools, stored, notes if over else "") if over or attempts.done(stored, game) else None
        )

    @override
    def on_panel(self, tools: Tools, stored: StoredGame, game: Game[GameState], side: int, panel: Reply) -> Reply:
        del game, side
        return puzzle_panels.on_panel(tools, stored, panel)

    @override
    def row(self, words: Texts, stored: StoredGame, side: int) -> tuple[Button, ...]:
        del side
        return puzzle_panels.row(words, stored)

    @override
    def opening(self, words: Texts, stored: StoredGame, number: int, palette: str) -> tuple[PictureRef, ...]:
        return (*puzzle_panels.ground(words, stored, number, palette),) if puzzle_panels.begun(stored, number) else ()

    @override
    async def suggestions(self, tools: Tools, caller: Caller) -> list[str]:
        open_here = await puzzle_commands.open_in(tools, study_room(caller.user)) is not None
        wished = caller.channel in await tools.store.puzzling.daily()
        daily = ["daily off" if wished else "daily on"] if caller.manages else []
        names = (one.name for one in puzzles_of(tools.title))
        return ["next", "me", *(("show", "leave") if open_here else ()), *daily, *names]


__all__ = ["PuzzleExercise"]
