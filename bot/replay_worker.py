"""Worker process that replays long records outside the event loop.

The bot's own jobs, few at a time, take precedence over people's and are never dropped for them.

What the bot itself asks for, few things at a time, goes before what people ask for, and is never given up for it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any

from bot.service.record_work import RecordWorkBusy
from bot.titles import usual_title
from bot.workers import Overloaded, Workers

#: Queue limits for commands: in all, and per person.
_MOST, _MOST_OF_ONE = 60, 3


class Recorder:
    """Runs one job at a time: the bot's own first, then each person's in turn."""

    def __init__(self, most: int = _MOST, most_of_one: int = _MOST_OF_ONE) -> None:
        self._workers = Workers(1, "plays records again", most=most, most_of_one=most_of_one)

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Run a function in the worker process and return its result.

        Raises:
            RecordWorkBusy: the queue is full, or the process died repeatedly.
        """
        try:
            return await self._workers.run(person, function, *args, rank=1 if person else 0)
        except (Overloaded, BrokenProcessPool) as error:
            raise RecordWorkBusy(str(error)) from error

    async def warm(self) -> None:
        """Start the process and load what every record needs, so that the first replay doesn't have to wait."""
        with contextlib.suppress(BrokenProcessPool):
            await self._workers.run("", load)

    async def close(self) -> None:
        """Stop the process at once; waiting jobs are cancelled."""
        await self._workers.close()


def load() -> None:
    """Load rules, texts and the record queries inside the process."""
    import_module("bot.service.record.record_queries")
    title = usual_title()
    title.system({})
    title.book({}, "en")


__all__ = ["Recorder", "load"]
