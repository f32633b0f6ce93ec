"""Schedule the computer's moves, game by game, alongside people's commands.

A duty is leased from the due index, like clocks: for a minute, renewed while a level thinks. All moves of a seat up to
the next decision of another are written as one command under the duty's key, so they are made exactly once even if a
process dies. If the position has changed meanwhile, the result is discarded.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.service.acting import play
from bot.service.acting.ai_reasons import Remarks
from bot.service.acting.command_commit import CommandOutcome
from bot.service.acting.play import Carry
from bot.service.ai_player import move_progress, offer_answers
from bot.service.ai_player.move_requests import Thinker
from bot.service.calls import Tools
from bot.service.clock import HOUR
from bot.service.record_work import RecordWorkBusy, Workshop
from bot.service.session import restore
from bot.service.state.seat_duties import SeatDuty, acting, owed
from bot.storage.errors import StorageError, UnknownGame
from bot.storage.store import StoredGame
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from engine.core.game import Game, GameState
from engine.errors import EngineError

_log = logging.getLogger(__name__)

#: Seconds after which a duty's lease is renewed; it lasts a minute.
_RENEW = 20.0
#: Maximum number of choices per duty; a round has fewer, and the rest becomes another duty.
_MOST = 400


@dataclass(slots=True)
class _Work:
    """A duty in progress: when its lease ends, and whether it is being written."""

    duty: SeatDuty
    until: float
    written: bool = False
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Deliberations:
    """Carries out the computer's duties.

    Args:
        tools: store, texts and the clock.
        workshop: the worker pool in which levels think.
        wake: called when something was queued, so that it is delivered at once.
        at_once: duties handled concurrently; the others wait in order. Their work on the event loop must not delay
            people's commands, and more than the number of workers gains nothing.
    """

    def __init__(
        self, tools: Tools, workshop: Workshop, wake: Callable[[], None] = lambda: None, at_once: int = 3
    ) -> None:
        self._tools = tools
        self._workshop = workshop
        self._wake = wake
        self._turns = asyncio.Semaphore(at_once)
        self._works: dict[str, _Work] = {}

    def begin(self, game_id: str, duty: SeatDuty, until: float) -> None:
        """Start a duty whose lease ends at `until`; cancel any thinking about an earlier position of the game."""
        work = self._works.get(game_id)
        if work is not None and work.duty == duty:
            work.until = until
            return
        self.leave(game_id)
        work = self._works[game_id] = _Work(duty, until)
        work.task = asyncio.create_task(self._run_duty(game_id, work))

    def leave(self, game_id: str) -> None:
        """Cancel the thinking about a game whose position has changed; a write in progress is finished."""
        work = self._works.get(game_id)
        if work is not None and work.task is not None and not work.written:
            work.task.cancel()

    async def idle(self) -> None:
        """Wait until no duty is in progress."""
        while tasks := [work.task for work in self._works.values() if work.task is not None]:
            await asyncio.wait(tasks)

    async def stop(self) -> None:
        """Cancel all thinking and release the leases for another process."""
        works = dict(self._works)
        for game_id in works:
            self.leave(game_id)
        await self.idle()
        for game_id, work in works.items():
            with contextlib.suppress(StorageError):
                await self._tools.store.due.settle(game_id, work.until, self._tools.now().timestamp())

    async def _run_duty(self, game_id: str, work: _Work) -> None:
        store, now = self._tools.store, self._tools.now
        renewing = asyncio.create_task(self._renew_lease(game_id, work))
        try:
            async with self._turns:
                await self._carry_out(game_id, work)
        except UnknownGame:
            pass
        except Refusal as refusal:
            # The position has changed, and the command that changed it scheduled what is due now.
            _log.info("the computer's move in game %s is dropped: %s", game_id, refusal.reason.code)
        except (StorageError, RecordWorkBusy) as error:
            _log.warning("the computer takes up game %s again in a minute: %s", game_id, error)
        except Exception:  # noqa: BLE001 - one broken game must not stop the computer in the others
            _log.exception("the computer of game %s broke", game_id)
            with contextlib.suppress(StorageError):
                await store.due.settle(game_id, work.until, now().timestamp() + HOUR)
        finally:
            renewing.cancel()
            if self._works.get(game_id) is work:
                del self._works[game_id]
            self._wake()

    async def _carry_out(self, game_id: str, work: _Work) -> None:
        stored = await self._tools.store.load(game_id)
        tools, duty = self._tools.at(stored), work.duty
        if owed(stored) != duty:
            raise refuse("stale")
        if duty.kind != "move":
            work.written = True
            await offer_answers.answer(tools, stored, duty)
            return
        thinker = Thinker(self._workshop, stored, duty)
        over = asyncio.Event()
        telling = asyncio.create_task(self._show_progress(stored, duty, over))
        try:
            texts = await play_on(thinker, duty.side)
        finally:
            over.set()
            await telling
        work.written = True
        outcome = CommandOutcome()
        remarks = Remarks(
            offer_answers.relief(tools, stored, duty, thinker.relieved, helpless=thinker.helpless),
            thinker.why,
            thinker.also,
        )
        carry = choices_as_order(texts, stored.number)
        await play.act(tools, acting(tools.words, stored, duty), game_id, carry, outcome, sure=True, remarks=remarks)

    async def _show_progress(self, stored: StoredGame, duty: SeatDuty, over: asyncio.Event) -> None:
        """Show the progress of a move until it is over; a failure to show it delays nothing."""
        try:
            await move_progress.told(self._tools.at(stored), stored, duty, over, self._wake)
        except Exception:  # noqa: BLE001 - a failed progress message must not fail the move
            _log.exception("how far the computer is cannot be told")

    async def _renew_lease(self, game_id: str, work: _Work) -> None:
        """Renew the duty's lease for as long as it is in progress."""
        due = self._tools.store.due
        while True:
            await asyncio.sleep(_RENEW)
            until = due.soon()
            with contextlib.suppress(StorageError):
                if await due.settle(game_id, work.until, until):
                    work.until = until


async def play_on(
    thinker: Thinker, side: int, enough: Callable[[Game[GameState], list[str]], bool] = lambda game, done: False
) -> list[str]:
    """Return the seat's choices until another must decide or `enough` is true, played on a private copy of the game."""
    game = restore(thinker.stored)
    game.listening = False
    done: list[str] = []
    while game.stack and game.actor == side and len(done) < _MOST and not enough(game, done):
        before = len(done)
        for text in await thinker.next_choices(game):
            if enough(game, done) or not _try_choice(game, side, text):
                break
            done.append(text)
        if len(done) == before:
            raise EngineError("nothing that the computer would choose can be carried out")
    return done


def _try_choice(game: Game[GameState], side: int, text: str) -> bool:
    """Carry out a choice planned ahead, if it is the seat's to make and still legal."""
    if not game.stack or game.actor != side:
        return False
    try:
        game.apply(game.parse(text))
    except EngineError:
        return False
    return True


def choices_as_order(texts: list[str], number: int) -> Carry:
    """Return a function that carries out the choices as one order, only in the position with that number."""

    def carry(table: Table) -> None:
        game = table.game
        if game.number != number:
            raise refuse("stale")
        for text in texts:
            game.apply(game.parse(text), side=table.side)
            table.told.extend((game.number, event) for event in game.drain())

    return carry


__all__ = ["Deliberations", "choices_as_order", "play_on"]
