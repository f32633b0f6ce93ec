"""Whole bots as processes that begin as copies of one that has loaded everything.

A bot that is started as an operator starts it imports and loads for two CPU seconds, and its picture process for two more. Where a
test is about what a whole bot does, not about how it starts, it begins as a fork of a process that has done so once a worker; its
picture processes start with the first picture. It is a process like any other: a signal reaches the bot itself, SIGKILL included.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from types import ModuleType
from unittest import mock

_PROCESSES = multiprocessing.get_context("forkserver")
#: The second one is what `benchmarks.kills` wants of the same server.
_PRELOADED = ["tests.support.preloaded", "benchmarks.kills"]


def begun(
    arguments: Sequence[str], environment: Mapping[str, str], output: int, discord: tuple[str, str] | None = None
) -> ForkServerProcess:
    """Start `feldpost ARGUMENTS` as a process.

    Args:
        arguments: what stands behind `feldpost`.
        environment: all of its environment variables.
        output: the file descriptor that it prints to, closed here afterwards.
        discord: base addresses of Discord's API and gateway, for which its library has no setting.
    """
    _PROCESSES.set_forkserver_preload(_PRELOADED)
    with Connection(output, readable=False) as end:
        process = _PROCESSES.Process(target=_bot, args=(list(arguments), dict(environment), end, discord))
        process.start()
    return process


@dataclass(slots=True)
class Forked:
    """A running bot, with the face of `asyncio.subprocess.Process`."""

    _process: ForkServerProcess
    stdout: asyncio.StreamReader

    @classmethod
    async def start(
        cls, *arguments: str, environment: Mapping[str, str], discord: tuple[str, str] | None = None
    ) -> Forked:
        """Start `feldpost ARGUMENTS`; what it prints and logs is read from `stdout`."""
        reading, writing = os.pipe()
        stdout, loop = asyncio.StreamReader(), asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(reading, "rb", 0))
        return cls(begun(arguments, environment, writing, discord), stdout)

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit code, less than 0 for the signal that killed it; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals | int) -> None:
        """Send it a signal."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait for its end; returns its exit code."""
        loop = asyncio.get_running_loop()
        if self.returncode is None:
            ended, sentinel = asyncio.Event(), os.dup(self._process.sentinel)
            loop.add_reader(sentinel, ended.set)
            try:
                await ended.wait()
            finally:
                loop.remove_reader(sentinel)
                os.close(sentinel)
        self._process.join()
        assert self.returncode is not None
        return self.returncode

    async def communicate(self) -> tuple[bytes, None]:
        """Read all that is left and wait for its end."""
        rest = await self.stdout.read()
        await self.wait()
        return rest, None


def _bot(
    arguments: list[str], environment: dict[str, str], output: Connection, discord: tuple[str, str] | None
) -> None:
    """In the new process: be the bot."""
    for number in (1, 2):
        os.dup2(output.fileno(), number)
    output.close()
    for stream in (sys.__stdout__, sys.__stderr__):
        assert stream is not None
        stream.reconfigure(line_buffering=True)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    sys.argv = ["feldpost", *arguments]
    # Processes of its own would import the main module of the tests.
    sys.modules["__main__"] = ModuleType("__main__")

    from bot.cli.main import main
    from bot.platforms.painting import PicturePool

    mock.patch.object(PicturePool, "warm", _nothing).start()
    if discord is not None:
        import yarl
        from discord.gateway import DiscordWebSocket
        from discord.http import Route

        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = discord[0], yarl.URL(discord[1])
    sys.exit(main(arguments))


async def _nothing(_: object) -> None:
    """Start no picture process before the first picture."""


__all__ = ["Forked", "begun"]
