"""A bot in a separate process, with whatever settings a test needs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tests.support.forked import Forked

#: Seconds to wait for expected output; long, because a loaded machine is slow and the wait normally ends early.
PATIENCE = 90.0


@dataclass
class BotProcess:
    """A running process; `lines` holds what it has printed and logged."""

    process: Forked
    lines: list[str]

    async def until(self, words: str, seconds: float = PATIENCE) -> str:
        """Read up to a line that contains these words."""
        async with asyncio.timeout(seconds):
            while raw := await self.process.stdout.readline():
                self.lines.append(raw.decode().rstrip())
                if words in self.lines[-1]:
                    return self.lines[-1]
        raise AssertionError("the bot ended:\n" + "\n".join(self.lines))

    async def stop(self, number: signal.Signals = signal.SIGTERM, seconds: float = PATIENCE) -> int:
        """Signal it and wait; return the exit code."""
        if self.process.returncode is None:
            self.process.send_signal(number)
        return await self.ended(seconds)

    async def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for its end; return the exit code."""
        async with asyncio.timeout(seconds):
            rest, _ = await self.process.communicate()
        self.lines += rest.decode().splitlines()
        assert self.process.returncode is not None
        return self.process.returncode


@contextlib.asynccontextmanager
async def bot_process(what: str, **settings: str) -> AsyncIterator[BotProcess]:
    """Run `feldpost WHAT` with these variables and no others of ours; killed at the end if still running.

    It has separate worker processes: they receive signals, end with it and have a memory size.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FELDPOST_", "REDIS_"))}
    kept = {name: value for name, value in kept.items() if "proxy" not in name.lower()}
    process = await Forked.start(what, environment=kept | settings, own_workers=True)
    try:
        yield BotProcess(process, [])
    finally:
        if process.returncode is None:
            process.kill()
            async with asyncio.timeout(60):
                await process.wait()
