"""Entry point for the platforms: every command, press and completion arrives here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from bot.narration.texts import SPEAKING
from bot.persons import person
from bot.port import Completion, Inbound
from bot.service import middleware
from bot.service.announcing.channel import ChannelPresenter
from bot.service.call_outcome import note
from bot.service.calls import Tools
from bot.service.context import Context
from bot.service.dispatch import Dispatcher
from bot.service.faults import report
from bot.service.input_limits import WORDS, InputPace, size_of
from bot.service.leagues.registration import Leagues
from bot.service.operator_policy import Policy
from bot.service.presentation import present
from bot.service.puzzles.puzzle_exercise import PuzzleExercise
from bot.service.record_work import RecordThreads, Workshop
from bot.service.resolver import Resolver, caller_of
from bot.service.school.lesson_exercise import LessonExercise
from bot.storage import write_tracking
from bot.storage.errors import StorageError
from bot.storage.store import Store
from bot.table.phrasebook import phrasebook
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from bot.titles import usual_title
from engine.errors import ChoiceError
from renderer.kit.languages import known, languages


class BotHandler:
    """Carries out commands; keeps nothing in memory between calls except each game's title."""

    def __init__(
        self,
        store: Store,
        *,
        language: str = "en",
        now: Callable[[], datetime] | None = None,
        workshop: Workshop | None = None,
        policy: Policy | None = None,
        ai_workers: Workshop | None = None,
        pace: InputPace | None = None,
    ) -> None:
        clock, words, threads = now or _now, usual_title().words(language), RecordThreads()
        #: The seasons of the store.
        self.leagues = Leagues.of(store, clock)
        tools = self._tools = Tools(
            store,
            words,
            self.leagues.games,
            self.leagues.keeper,
            ChannelPresenter(),
            clock,
            policy=policy or Policy(),
            usual_language=language,
            workshop=workshop or threads,
            ai_workers=ai_workers or threads,
            exercises={"lesson": LessonExercise(), "puzzle": PuzzleExercise()},
        )
        #: Limits what one person types per second; None for no limit.
        self._pace = pace
        #: Number of commands in progress.
        self.under_way = 0
        self._resolver, self._dispatcher = Resolver(tools), Dispatcher(self.leagues.commands)
        # Load the components of the default title now, so that a fault in them is reported at start-up.
        usual_title().prepare(self._tools.words.language)
        phrasebook(usual_title().words(self._tools.words.language))

    @property
    def tools(self) -> Tools:
        """The bot's tools, for the services that run alongside it."""
        return self._tools

    async def run(self, inbound: Inbound) -> Sequence[Reply]:
        """Carry out a command or press; the replies are for the caller.

        Never raises: refusals and failures are returned as one sentence.
        """
        if self._pace is not None and inbound.text is not None:
            try:
                await self._pace.wait(person(inbound.platform, inbound.user), inbound.text)
            except Refusal as refusal:
                note("refused")
                return [Reply(text=self._tools_in_language(inbound).say(f"reasons.{refusal.reason.code}"))]
        self.under_way += 1
        try:
            with write_tracking.watching() as watch:
                return await self._answer(inbound, watch)
        finally:
            self.under_way -= 1

    async def _answer(self, inbound: Inbound, watch: write_tracking.WriteTracking) -> Sequence[Reply]:
        """Return the replies: resolve the context, then pass the command through the middleware to its handler."""
        try:
            context = await self._resolver.context(inbound)
        except StorageError as error:
            return [middleware.failed(self._tools_in_language(inbound), error, watch)]
        # Stays set for messages the platform sends beside the answer in the same task.
        SPEAKING.set(context.tools.words.language if len(languages()) > 1 else "")
        return await middleware.marked(context, partial(middleware.told, further=self._carried_out, watch=watch))

    def _tools_in_language(self, inbound: Inbound) -> Tools:
        """Return the tools in the platform's language, for replies before the store has been read."""
        return self._tools.speaking(known(inbound.locale))

    async def _carried_out(self, context: Context) -> list[Reply]:
        return await present(context, await self._dispatcher.carry_out(context))

    async def complete(self, inbound: Inbound) -> Sequence[Completion]:
        """Return completions, best first, limited to what the caller may know."""
        if size_of(inbound.text or "") > WORDS:
            return []
        try:
            context = await self._resolver.context(inbound)
            SPEAKING.set(context.tools.words.language if len(languages()) > 1 else "")
            return await self._dispatcher.complete(context)
        except (Refusal, ChoiceError, StorageError):
            return []
        except Exception as error:  # noqa: BLE001 - a failed suggestion must not disturb typing
            report(caller_of(inbound), inbound.text, error)
            return []


def _now() -> datetime:
    return datetime.now(UTC)


__all__ = ["BotHandler"]
