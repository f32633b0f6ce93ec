"""The exercise of a lesson: its script answers and judges, its panel teaches."""

from __future__ import annotations

from typing_extensions import override

from bot.narration.texts import Texts
from bot.service.calls import Caller, Tools, holder_for
from bot.service.exercise import NoExercise
from bot.service.looking.meta_completion import free
from bot.service.school import lesson_panels, step_checks
from bot.service.session import sides_of
from bot.service.state.lesson_state import course_of
from bot.storage.errors import StorageError
from bot.storage.models import GameSettings
from bot.storage.store import StoredGame
from bot.table.offers import Offers
from bot.table.reply import Button, Reply
from bot.table.table import Table
from bot.titles.capabilities import lessons_of
from engine.core.game import Game, GameState


class LessonExercise(NoExercise):
    """The game of a pupil."""

    command = "learn"

    @override
    def followed(self, stored: StoredGame, table: Table) -> GameSettings:
        return step_checks.followed(stored, table)

    @override
    def earliest(self, stored: StoredGame) -> int:
        return step_checks.earliest(stored)

    @override
    def taken_back(self, stored: StoredGame, kept: int) -> GameSettings:
        return step_checks.taken_back(stored, kept)

    @override
    def ended(self, tools: Tools, stored: StoredGame, game: Game[GameState], notes: str) -> Reply | None:
        return None if game.stack else lesson_panels.over(tools.words, stored)

    @override
    def waiting(self, words: Texts, stored: StoredGame) -> str:
        return lesson_panels.waiting(words, stored)

    @override
    def explains(self, stored: StoredGame) -> bool:
        return lesson_panels.explains(stored)

    @override
    def wanted_first(self, stored: StoredGame, game: Game[GameState], offers: Offers) -> Offers:
        return lesson_panels.wanted_first(stored, game, offers)

    @override
    def on_panel(self, tools: Tools, stored: StoredGame, game: Game[GameState], side: int, panel: Reply) -> Reply:
        return lesson_panels.taught(tools.words, stored, game, side, panel)

    @override
    def row(self, words: Texts, stored: StoredGame, side: int) -> tuple[Button, ...]:
        return lesson_panels.row(words, stored, side)

    @override
    def mapped(self, stored: StoredGame, side: int) -> str:
        return lesson_panels.mapped(stored, side)

    @override
    def done(self, stored: StoredGame, side: int) -> bool:
        return lesson_panels.done(stored, side)

    @override
    async def suggestions(self, tools: Tools, caller: Caller) -> list[str]:
        if await free(tools, caller):
            return [str(number) for number, _ in enumerate(lessons_of(tools.title), 1)]
        game = await holder_for(tools.store, caller)
        if game is None:
            return []
        try:
            stored = await tools.store.load(game)
        except StorageError:
            return []
        course = course_of(stored)
        if course is None or course.side not in sides_of(stored, caller.user) or not stored.header.in_progress:
            return []
        return lesson_panels.wishes(course)


__all__ = ["LessonExercise"]
