"""Requests to a computer level, run off the event loop with only what its seat may know, and their fallbacks.

A level that fails, takes too long or kills its process is replaced by the next simpler one, and in the end by any
legal choice, so that no game waits for it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import random
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from hashlib import blake2s
from types import FrameType
from typing import Any, TypeVar

from bot.service.record_work import RecordWorkBusy, Workshop
from bot.service.state.seat_duties import SeatDuty
from bot.service.visibility import Visibility
from bot.storage.models import JsonObject
from bot.storage.store import StoredGame
from bot.titles import MODULES, title_sent, title_stored
from bot.titles.capabilities import levels_offered, opponents_of
from bot.titles.opponents import OpponentAnswer, OpponentQuestion, Opponents, Reviewed
from engine.core.game import Game, GameState

T = TypeVar("T")
_log = logging.getLogger(__name__)

#: CPU limit of a level: this multiple of its budget, plus these seconds.
_TIMES, _BEYOND = 4.0, 2.0


class Overrun(Exception):
    """A level has far exceeded its time budget."""


class _Alarm(BaseException):
    """The time is up; a BaseException, so that no level catches it by mistake."""


@dataclass(slots=True)
class Thinker:
    """Requests choices for one seat of a game; the real game stays in this process.

    Args:
        workshop: the worker pool in which levels think.
        stored: the stored game.
        duty: the seat and the level.
        relieved: levels that failed, in order, each once.
        slow: levels that timed out or killed their process; they are not asked again for this duty.
    """

    workshop: Workshop
    stored: StoredGame
    duty: SeatDuty
    relieved: list[str] = field(default_factory=list)
    slow: set[str] = field(default_factory=set)
    #: No level reached a decision, so any legal choice was taken.
    helpless: bool = False
    #: The reason given by the level that chose the action, once there is one.
    why: JsonObject = field(default_factory=dict)
    #: The spaces that action turned out to concern.
    also: list[int] = field(default_factory=list)

    async def next_choices(self, game: Game[GameState]) -> list[str]:
        """Return the next choices in record notation, at least one; raise Busy if no level can be asked now."""
        offered = levels_offered(title_stored(self.stored.header), self.stored.header.options)
        at = offered.index(self.duty.level) if self.duty.level in offered else len(offered) - 1
        for level in reversed(offered[: at + 1]):
            if level in self.slow:
                continue
            try:
                found = await self._ask_workers(game, level)
                if found.texts and game.options().allows(game.parse(found.texts[0])):
                    self.why = self.why or found.why
                    self.also += found.also
                    return found.texts
                _log.error("the %s of game %s answered what is not legal", level, self.stored.header.game_id)
            except RecordWorkBusy:
                raise
            except Exception as error:  # noqa: BLE001 - whatever a level does, its game goes on
                # An error's message may name cards; its type does not.
                _log.error("the %s of game %s failed: %s", level, self.stored.header.game_id, type(error).__name__)
                if isinstance(error, Overrun | BrokenProcessPool):
                    self.slow.add(level)
            if level not in self.relieved:
                self.relieved.append(level)
        self.helpless = True
        any_one = random.Random(self.seed(game, "")).choice(list(game.options()))  # noqa: S311 - no secret
        return [game.text(any_one)]

    async def _ask_workers(self, game: Game[GameState], level: str) -> OpponentAnswer:
        question, limit = self.question(game, level), self.limit(level)
        found: OpponentAnswer = await self.workshop.run(self.stored.header.game_id, think, question, limit)
        return found

    def limit(self, level: str) -> float:
        """Return the CPU seconds after which a level is aborted."""
        return _TIMES * opponents_of(title_stored(self.stored.header)).budget(level) + _BEYOND

    def question(self, game: Game[GameState], level: str) -> OpponentQuestion:
        """Return everything that is sent to the process in which a level thinks."""
        header, seed = self.stored.header, self.seed(game, level)
        position = opponents_of(title_stored(header)).position(game, self.duty.side, seed)
        options = json.dumps(header.options, sort_keys=True)
        return OpponentQuestion(MODULES[header.title], options, level, self.duty.side, position, seed)

    def seed(self, game: Game[GameState], level: str) -> str:
        """Return the random seed of a level: the game's seed, the position as the seat sees it, and the level.

        It reveals none of these and does not depend on anything the seat does not know.
        """
        known = Visibility.of(self.stored).position([self.duty.side], self.stored.number)
        ahead = game.number - self.stored.number
        text = f"{self.stored.header.seed} {known} {ahead} {level}"
        return blake2s(text.encode(), digest_size=16).hexdigest()


def think(asked: OpponentQuestion, limit: float) -> OpponentAnswer:
    """Return a level's answer, in a worker process; raise Overrun after `limit` seconds of CPU."""
    opponents = _opponents(asked)
    return _run_within(limit, opponents.answer, asked)


def advise_within(asked: OpponentQuestion, language: str, limit: float) -> list[str]:
    """Return a level's proposals as text, in a worker process; raise Overrun after `limit` seconds of CPU."""
    opponents = _opponents(asked)
    return _run_within(limit, opponents.advise, asked, language)


def review_step(title: str, options: str, record: list[dict[str, Any]], found: JsonObject, language: str) -> Reviewed:
    """Review one step of a finished game, in a worker process; raise EngineError if its record replays differently."""
    return _loaded_opponents(title).review(options, record, found, language)


def _opponents(asked: OpponentQuestion) -> Opponents:
    return _loaded_opponents(asked.title)


def _loaded_opponents(title: str) -> Opponents:
    opponents = opponents_of(title_sent(title))
    opponents.load()
    return opponents


def _run_within(limit: float, function: Callable[..., T], *args: Any) -> T:
    try:
        with _no_longer(limit):
            return function(*args)
    except _Alarm:
        raise Overrun from None


@contextlib.contextmanager
def _no_longer(seconds: float) -> Iterator[None]:
    """Abort the block after that much CPU time; works only in a process's main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _overrun)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _overrun(number: int, frame: FrameType | None) -> Any:
    del number, frame
    raise _Alarm


__all__ = ["Overrun", "Thinker", "advise_within", "review_step", "think"]
