"""The whole bot as a separate process, as `feldpost local` starts it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from tests.support.forked import Forked

#: Timeout of a start in seconds.
PATIENCE = 60.0

ROOT = Path(__file__).parent.parent.parent


def arguments(var: Path, port: int = 0) -> list[str]:
    """Return the arguments of `feldpost`."""
    return ["local", "--port", str(port), "--var", str(var)]


def environment() -> dict[str, str]:
    """Return this environment without variables that would configure it."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("FELDPOST_", "REDIS_"))}


def links_in(lines: Iterable[str]) -> dict[str, str]:
    """Return the links of a greeting by name."""
    parted = (line.strip().partition("  ") for line in lines)
    return {name: link.strip() for name, _, link in parted if link.strip().startswith("http")}


@dataclass(slots=True)
class LocalProcess:
    """A running `feldpost local`; `links` are by name as printed.

    It is forked from a process that has loaded everything, or with `plain` started as in production.
    """

    var: Path
    port: int = 0
    plain: bool = False
    links: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    process: Forked | asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and read its greeting."""
        words = arguments(self.var, self.port)
        if self.plain:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot.cli", *words, cwd=ROOT, env=environment(), stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
        else:
            self.process = await Forked.start(*words, environment=environment())
        try:
            await self._greeted()
        except BaseException:
            await self._kill()
            raise
        self.port = int(self.links["First page"].rsplit(":", 1)[1].strip("/"))

    async def _greeted(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while not (line := await self._line()).startswith("Open each link"):
                self.links |= links_in([line])

    async def _kill(self) -> None:
        """Kill it, and its Redis server."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 60)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()
        await self.end_redis()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Stop it with a signal and return its exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(number)
        try:
            async with asyncio.timeout(30):
                rest, _ = await self.process.communicate()
        except TimeoutError:
            await self._kill()
            raise
        self.lines += rest.decode().splitlines()
        return int(self.process.returncode or 0)

    async def restart(self) -> None:
        """Stop and start again on the same port and data."""
        assert await self.stop() == 0
        await self.start()

    async def end_redis(self) -> None:
        """Shut down its Redis server as in a crash; Feldpost restarts it by itself."""
        if not (self.var / "redis" / "server.json").exists():
            return
        known = json.loads((self.var / "redis" / "server.json").read_text())
        client: Redis = Redis(host="127.0.0.1", port=known["port"], password=known["password"])
        with contextlib.suppress(RedisError):
            await client.execute_command("SHUTDOWN", "NOSAVE")  # type: ignore[no-untyped-call]
        await client.aclose()

    async def _line(self) -> str:
        assert self.process is not None
        assert self.process.stdout is not None
        line = (await self.process.stdout.readline()).decode()
        if not line:
            raise AssertionError("feldpost local ended:\n" + "\n".join(self.lines))
        self.lines.append(line.rstrip())
        return line


@contextlib.asynccontextmanager
async def running(var: Path, *, plain: bool = False) -> AsyncIterator[LocalProcess]:
    local = LocalProcess(var, plain=plain)
    await local.start()
    try:
        yield local
    finally:
        await local.stop()
