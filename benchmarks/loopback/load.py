"""Send commands at a fixed rate: each at its due time, whether or not earlier ones have been answered.

All times count from when a command was due, so that a slow bot (or load generator) shows up as latency and not as a
lower rate. A picture counts from the newest command at its table.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from benchmarks.loopback.stage import Player, Stage, Table

#: Commands typed now and then instead of a press; most of them return a picture.
LOOKS = ("map west", "map east", "status", "hand", "log turn")
#: Percentage of commands that are one of these.
LOOKING = 15
#: Seconds without a picture after which none is expected any more: a minimum, and as a multiple of the first one's
#: time.
_QUIET, _TIMES = 1.5, 3.0


@dataclass
class Sample:
    """Results of a stretch of commands; all in seconds."""

    acks: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    #: How late commands were sent, which the load generator adds to the others.
    late: list[float] = field(default_factory=list)
    lost: int = 0
    sent: int = 0
    seconds: float = 0.0

    def add(self, other: Sample) -> None:
        """Append another stretch."""
        for mine, its in zip(self._times(), other._times(), strict=True):
            mine.extend(its)
        self.lost, self.sent, self.seconds = (
            self.lost + other.lost,
            self.sent + other.sent,
            self.seconds + other.seconds,
        )

    def _times(self) -> tuple[list[float], ...]:
        return self.acks, self.answers, self.pictures, self.late


class Load:
    """Sends commands at the tables of a stage."""

    def __init__(self, stage: Stage, tables: Sequence[Table], seed: int = 1914) -> None:
        self._dice = Random(seed)
        self._by_channel = {table.channel: table for table in tables}
        self._idle = deque(tables)
        self._free = asyncio.Semaphore(len(tables))
        self._tasks: set[asyncio.Task[None]] = set()
        self._sample = Sample()
        self._came = asyncio.Event()
        self._quiet = _QUIET
        self._tables = tables
        stage.arrived = self._arrived

    async def begin(self, patience: float) -> None:
        """Wait for one picture, so that the workers have started; its duration shows how slow the machine is.

        Raises:
            TimeoutError: no picture came.
        """
        begun = time.perf_counter()
        self._came.clear()
        async with asyncio.timeout(patience):
            await self._tables[0].players[0].says("map west")
            await self._came.wait()
        self._quiet = max(_QUIET, _TIMES * (time.perf_counter() - begun))

    async def run(self, rate: float, seconds: float) -> Sample:
        """Send commands at a rate for some seconds; returns when the time is over and all are answered."""
        sample = self._sample = Sample()
        begun = time.perf_counter()
        for number in range(round(rate * seconds)):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self._free.acquire()
            task = asyncio.create_task(self._one(self._idle.popleft(), due, sample))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            sample.sent += 1
        # The last command's interval belongs to the time too.
        await asyncio.sleep(max(0.0, begun + seconds - time.perf_counter()))
        if self._tasks:
            await asyncio.wait(self._tasks)
        sample.seconds = time.perf_counter() - begun
        return sample

    async def settle(self, patience: float) -> None:
        """Wait until no more pictures come."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while True:
                    self._came.clear()
                    await asyncio.wait_for(self._came.wait(), self._quiet)

    async def _one(self, table: Table, due: float, sample: Sample) -> None:
        try:
            table.due, sent = due, time.perf_counter()
            sample.late.append(sent - due)
            acked = await self._command(table)
            sample.acks.append(sent - due + acked)
            sample.answers.append(time.perf_counter() - due)
        except TimeoutError:
            sample.lost += 1
            sample.acks.append(time.perf_counter() - due)
            sample.answers.append(time.perf_counter() - due)
        finally:
            self._idle.append(table)
            self._free.release()

    async def _command(self, table: Table) -> float:
        able = [player for player in table.players if orders(player)]
        if not able:
            table.turn = 1 - table.turn
            return await table.players[table.turn].says("panel")
        if self._dice.randrange(100) < LOOKING:
            return await self._dice.choice(table.players).says(self._dice.choice(LOOKS))
        token = self._dice.choice(orders(able[0]))
        # Pressed controls are gone; the answer brings a new panel, or none.
        able[0].tokens = []
        return await able[0].uses(token)

    def _arrived(self, channel: str) -> None:
        table = self._by_channel.get(channel)
        self._came.set()
        if table is not None and table.due:
            self._sample.pictures.append(time.perf_counter() - table.due)


def orders(player: Player) -> list[str]:
    """Return the orders a player can press, without peace, which could end the game; if none, the panel's pages."""
    given = [token for token in player.tokens if token.startswith("o~") and "peace" not in token]
    return given or [token for token in player.tokens if token.startswith("u~") and "~panel:" in token]


__all__ = ["Load", "Sample", "orders"]
