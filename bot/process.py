"""The bot's process: logging, signals, and a guaranteed exit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from types import FrameType
from typing import Any, TypeVar

from bot.narration.texts import host_text
from bot.operations import logs
from bot.settings import Settings, SettingsError
from bot.workers import preload

_log = logging.getLogger(__name__)

T = TypeVar("T")
Tell = Callable[[str], None]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
#: A signal repeated within this many seconds counts as the same one: terminals and supervisors may send it both to the
#: process group and to this process.
_SAME_SIGNAL = 1.0
#: Seconds beyond FELDPOST_STOP_SECONDS after which the process exits even if something hangs.
_MARGIN = 30.0


def serve(
    settings: Settings,
    bot: Callable[[Settings], AbstractAsyncContextManager[T]],
    greeting: Callable[[T], Sequence[str]],
    tell: Tell,
    lost: Callable[[T], asyncio.Future[SettingsError]] | None = None,
) -> int:
    """Run a bot until Ctrl+C or SIGTERM; returns the exit code.

    The first signal lets running work finish, the second exits at once.

    Args:
        settings: of the bot.
        bot: builds it.
        greeting: returns the lines to print once it runs.
        tell: prints a line.
        lost: returns a future that is set when no platform is left to serve.

    Raises:
        SettingsError: the result of `lost`; the bot was stopped first.
    """
    logs.set_up(settings)
    preload("bot.worker_preload")
    asyncio.run(_run_until_stopped(settings, bot(settings), greeting, tell, lost))
    return 0


async def _run_until_stopped(
    settings: Settings,
    bot: AbstractAsyncContextManager[T],
    greeting: Callable[[T], Sequence[str]],
    tell: Tell,
    lost: Callable[[T], asyncio.Future[SettingsError]] | None,
) -> None:
    stop, failed = asyncio.Event(), None
    asyncio.get_running_loop().set_exception_handler(_log_unhandled)
    async with _stop_on_signals(settings, stop, tell) as started, bot as running:
        started.set()
        for line in greeting(running):
            tell(line)
        if lost is not None:
            failed = lost(running)
            failed.add_done_callback(lambda refused: _stop_when_lost(settings, refused, stop))
        await stop.wait()
    tell(host_text("faults.process.stopped_games_kept"))
    if failed is not None and failed.done():
        raise failed.result()


def _stop_when_lost(settings: Settings, refused: asyncio.Future[SettingsError], stop: asyncio.Event) -> None:
    """Stop because no platform is left to serve: as after a signal, and by force if something hangs."""
    if refused.cancelled():
        return
    stop.set()
    _exit_after(settings.stop_seconds + _MARGIN, refused.result().exit_code)


def _log_unhandled(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an exception nobody caught, without its message, which might quote what a user typed."""
    del loop
    message = str(context.get("message", ""))
    _log.error(
        message if message.endswith("was never retrieved") else "a callback broke", exc_info=context.get("exception")
    )


@contextlib.asynccontextmanager
async def _stop_on_signals(settings: Settings, stop: asyncio.Event, tell: Tell) -> AsyncIterator[asyncio.Event]:
    """Set the stop event on a signal until the block ends; a signal during startup cancels the startup."""
    loop, started = asyncio.get_running_loop(), asyncio.Event()
    task = asyncio.current_task()
    assert task is not None

    def first() -> None:
        stop.set()
        tell(host_text("faults.process.stopping_running_commands_finished"))
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, partial(_exit_on_second_signal, time.monotonic() + _SAME_SIGNAL))
        _exit_after(settings.stop_seconds + _MARGIN)
        if not started.is_set():
            task.cancel()

    for number in _SIGNALS:
        loop.add_signal_handler(number, first)
    try:
        yield started
    except asyncio.CancelledError:
        if not stop.is_set() or started.is_set():
            raise
        task.uncancel()


def _exit_on_second_signal(since: float, number: int, frame: FrameType | None) -> None:
    """Exit now: pending posts and pictures follow after the next start, and nothing already answered is lost."""
    del frame
    if time.monotonic() < since:
        return
    _exit_now(128 + number, host_text("faults.process.ended_once_what_answered"))


def _exit_after(seconds: float, code: int = 1) -> None:
    """Exit after this many seconds even if something hangs; uses a thread, since the event loop itself may hang."""
    timer = threading.Timer(
        seconds, _exit_now, (code, host_text("faults.process.ended_force_something_did", seconds=f"{seconds:.0f}"))
    )
    timer.daemon = True
    timer.start()


def _exit_now(code: int, sentence: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - the log may be what hangs
    os._exit(code)


__all__ = ["Tell", "serve"]
