"""A loopback platform as seen by the load: a stage with tables for two players each."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).parent.parent.parent

#: Timeouts in seconds for starting, answering and stopping the bot.
STARTING, ANSWERING, STOPPING = 60.0, 60.0, 30.0


class Player(Protocol):
    """A player at a table, who does one thing at a time."""

    #: Tokens of the controls on the newest panel.
    tokens: list[str]

    async def says(self, line: str) -> float:
        """Send a command; returns the seconds to its acknowledgement, after it has also been answered."""
        ...

    async def uses(self, *chosen: str) -> float:
        """Press a control of the newest panel, or choose entries of one menu; returns like `says`."""
        ...


@dataclass
class Table:
    """A game being played: its channel, its players, and when its newest command was due."""

    channel: str
    players: tuple[Player, Player]
    due: float = 0.0
    #: Who requests the panel next when neither player has anything to press.
    turn: int = 0
    pictures: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Place:
    """A channel and its two people, with the store's ids."""

    channel: str
    users: tuple[str, str]


#: Called with the channel in which a picture has arrived.
Arrived = Callable[[str], None]


class Stage(Protocol):
    """A loopback platform."""

    name: str
    arrived: Arrived

    def place(self, number: int) -> Place:
        """Return the place of game `number`."""
        ...

    def running(
        self, games: int, redis_url: str, var: Path, log: Path
    ) -> AbstractAsyncContextManager[asyncio.subprocess.Process]:
        """Run the platform with channels for this many games, and the bot as a process on it."""
        ...

    async def table(self, number: int) -> Table:
        """Seat the players of a game."""
        ...

    def wrong(self) -> Sequence[str]:
        """Return what was wrong with the bot's requests."""
        ...


@contextlib.asynccontextmanager
async def bot_process(
    arguments: Sequence[str], ready: str, redis_url: str, var: Path, log: Path, more: Mapping[str, str] | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot until the block ends; it counts as started when it prints a line containing `ready`.

    Raises:
        RuntimeError: it did not start; the message has its last output.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FELDPOST_", "REDIS_"))}
    settings = {
        "PYTHONUNBUFFERED": "1", "REDIS_URL": redis_url, "FELDPOST_VAR": str(var), "FELDPOST_PORT": "0",
        "FELDPOST_LOG_LEVEL": "warning",
    }  # fmt: skip
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=ROOT, env=kept | settings | dict(more or {}), stdout=output, stderr=output
        )
    try:
        end = time.monotonic() + STARTING
        while ready not in (said := said_in(log)):
            if process.returncode is not None or time.monotonic() > end:
                raise RuntimeError(f"The bot did not start: {said[-2000:]}")
            await asyncio.sleep(0.05)
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), STOPPING)
            except TimeoutError:
                process.kill()
                await process.wait()


def said_in(log: Path) -> str:
    """Return the bot's output so far."""
    return log.read_text(encoding="utf-8")


__all__ = ["ANSWERING", "Arrived", "Place", "Player", "Stage", "Table", "bot_process", "said_in"]
