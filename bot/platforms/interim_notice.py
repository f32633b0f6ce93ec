"""Send a short notice within three seconds if an answer takes long.

A record being replayed, a process starting, a lock or a slow store: what takes long isn't known beforehand, so every
command and press is timed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from bot.narration.texts import spoken_texts

_log = logging.getLogger(__name__)

#: Seconds before the notice: users expect a response within three, and sending it takes a moment too.
SECONDS = 2.0


def word() -> str:
    """Return the text of the notice."""
    return spoken_texts().say("ui.answers.takes_long")


@contextlib.asynccontextmanager
async def interim(say: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Send a notice if the block takes long; at most once, and never after its end.

    Args:
        say: sends it; its errors are only logged.
    """
    saying = asyncio.Event()

    async def later() -> None:
        await asyncio.sleep(SECONDS)
        saying.set()
        try:
            await say()
        except Exception as error:  # noqa: BLE001 - the answer comes all the same
            _log.info("the notice of a slow answer could not be sent: %s", type(error).__name__)

    task = asyncio.create_task(later())
    try:
        yield
    finally:
        if not saying.is_set():
            task.cancel()
        # Let a notice being sent finish before the answer.
        await asyncio.gather(task, return_exceptions=True)


__all__ = ["SECONDS", "interim", "word"]
