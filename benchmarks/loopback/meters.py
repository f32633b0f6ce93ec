"""Meters: percentiles, memory and CPU time of a process with its children, Redis activity."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from bot.operations.memory import resident_of
from bot.storage import Connection

#: Seconds between memory readings.
_LOOK = 0.5
#: The meter's own Redis commands.
_OWN = ("info", "config", "config|resetstat")


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    """Return percentiles of times in milliseconds; empty for fewer than two."""
    if len(seconds) < 2:
        return {}
    cuts = quantiles([value * 1000 for value in seconds], n=100, method="inclusive")
    return {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


@dataclass
class Memory:
    """Resident megabytes of a process and its children, current and peak."""

    pid: int
    peak_mb: float = 0.0
    bot_mb: float = 0.0

    def look(self) -> None:
        """Take a reading."""
        own = megabytes(self.pid)
        total = own + sum(megabytes(child) for child in children(self.pid))
        if total > self.peak_mb:
            self.peak_mb, self.bot_mb = total, own

    @contextlib.asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Take readings until the block ends."""

        async def watch() -> None:
            while True:
                self.look()
                await asyncio.sleep(_LOOK)

        task = asyncio.create_task(watch())
        try:
            yield
        finally:
            task.cancel()
            self.look()


def children(pid: int) -> list[int]:
    """Return all descendants of a process."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for word in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
            found += [int(word), *children(int(word))]
    return found


def cpu_seconds(pid: int) -> float:
    """Return the CPU time used by one process."""
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / float(os.sysconf("SC_CLK_TCK"))
    return 0.0


def megabytes(pid: int) -> float:
    """Return the resident memory of one process; of pages that several share, its proportion."""
    return resident_of(pid) / 1e6


@dataclass
class RedisGauge:
    """Activity of a Redis server since `start`."""

    connection: Connection
    _before: dict[str, Any] = field(default_factory=dict)

    async def start(self) -> None:
        """Start counting."""
        await self.connection.call("CONFIG", "RESETSTAT")
        self._before = await self._info("memory")

    async def per_command(self, commands: int) -> dict[str, float]:
        """Return operations (including those inside scripts), bytes transferred and bytes stored, per command."""
        calls = sum(
            int(row["calls"])
            for name, row in (await self._info("commandstats")).items()
            if name.removeprefix("cmdstat_") not in _OWN
        )
        stats = await self._info("stats")
        kept = await self.used() - int(self._before["used_memory"])
        wire = int(stats["total_net_input_bytes"]) + int(stats["total_net_output_bytes"])
        return {
            "redis_ops_per_command": round(calls / commands, 1),
            "redis_bytes_per_command": round(wire / commands),
            "redis_kept_bytes_per_command": round(kept / commands),
        }

    async def used(self) -> int:
        """Return the bytes the server stores now."""
        return int((await self._info("memory"))["used_memory"])

    async def _info(self, section: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.connection.call("INFO", section)
        return found
