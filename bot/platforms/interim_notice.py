"""Send a short notice within three seconds where an answer takes long.

A record that is played again, a process that starts, a lock or a store that is slow: what takes long is not known
beforehand, so every command and press is watched by the clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from bot.narration.texts import spoken_texts

_log = logging.getLogger(__name__)

#: Seconds after which the word is said: people count on one within three, and saying it takes a moment as well.
SECONDS = 2.0


def word() -> str:
    """Return what is said."""
    return spoken_texts().say("ui.answers.takes_long")


@contextlib.asynccontextmanager
async def interim(say: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Say a word if what is done inside takes long; once, and never after the end.

    Args:
        say: says it. What it raises is logged and costs nobody the answer.
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
        # What is being said stands before the answer does.
        await asyncio.gather(task, return_exceptions=True)


__all__ = ["SECONDS", "interim", "word"]
