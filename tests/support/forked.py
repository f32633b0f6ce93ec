"""Whole bots as processes, forked from one that has loaded everything.

A bot started as an operator does imports and loads for two CPU seconds, and so does the process of which its picture
processes are forks. Tests about a bot's behaviour rather than its start use a fork of a process that does this once per
worker (`tests/conftest.py` names what it loads). It is a separate process like any other: signals reach the bot itself,
including SIGKILL. Its picture processes start with the first picture and are forks of the same process, unless a test is
about how they start, die or handle signals.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from types import ModuleType
from unittest import mock

from bot import workers

_PROCESSES = multiprocessing.get_context("forkserver")


def begun(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    output: int,
    discord: tuple[str, str] | None = None,
    *,
    own_workers: bool = False,
) -> ForkServerProcess:
    """Start `feldpost ARGUMENTS` as a process.

    Args:
        arguments: the arguments of `feldpost`.
        environment: all of its environment variables.
        output: the file descriptor that it prints to, closed here afterwards.
        discord: base addresses of Discord's API and gateway, for which its library has no setting.
        own_workers: its worker processes are forks of a process of its own, as in production.
    """
    with Connection(output, readable=False) as end:
        process = _PROCESSES.Process(target=_bot, args=(list(arguments), dict(environment), end, discord, own_workers))
        # As where a worker process is the first to start: it inherits the mask from the process of which it is a fork.
        # Starting the tracker would reset the mask.
        resource_tracker.ensure_running()
        with workers._signals_blocked():
            process.start()
    return process


@dataclass(slots=True)
class Forked:
    """A running bot, with the interface of `asyncio.subprocess.Process`."""

    _process: ForkServerProcess
    stdout: asyncio.StreamReader

    @classmethod
    async def start(
        cls,
        *arguments: str,
        environment: Mapping[str, str],
        discord: tuple[str, str] | None = None,
        own_workers: bool = False,
    ) -> Forked:
        """Start `feldpost ARGUMENTS`; its output and log can be read from `stdout`."""
        reading, writing = os.pipe()
        stdout, loop = asyncio.StreamReader(), asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(reading, "rb", 0))
        return cls(begun(arguments, environment, writing, discord, own_workers=own_workers), stdout)

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit code, negative for the signal that killed it; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals | int) -> None:
        """Send it a signal."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
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
        """Read the remaining output and wait for its end."""
        rest = await self.stdout.read()
        await self.wait()
        return rest, None


def worker() -> ProcessPoolExecutor:
    """Return a worker process with the environment and output of this bot, replacing `bot.workers._new_pool`.

    The process of which both are forks has those of the tests.
    """
    ends = [Connection(os.dup(number), readable=False) for number in (1, 2)]
    return ProcessPoolExecutor(1, mp_context=_PROCESSES, initializer=_as_begun_here, initargs=(dict(os.environ), ends))


def _as_begun_here(environment: dict[str, str], ends: list[Connection]) -> None:
    """Initialise a forked process with its requester's output and environment, then as all workers do."""
    for number, end in enumerate(ends, 1):
        os.dup2(end.fileno(), number)
        end.close()
    os.environ.clear()
    os.environ.update(environment)
    workers._init_process()


def _bot(
    arguments: list[str],
    environment: dict[str, str],
    output: Connection,
    discord: tuple[str, str] | None,
    own_workers: bool,
) -> None:
    """Run the bot in the new process."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, workers._STOP_SIGNALS)
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
    # Its own child processes would import the tests' main module.
    sys.modules["__main__"] = ModuleType("__main__")

    from bot.cli.main import main
    from bot.platforms.painting import PicturePool

    mock.patch.object(PicturePool, "warm", _nothing).start()
    if not own_workers:
        # The fork server of this process serves its children too; otherwise Python would start another one.
        mock.patch.object(forkserver._forkserver, "ensure_running", return_value=None).start()
        mock.patch.object(workers, "_new_pool", worker).start()
    if discord is not None:
        import yarl
        from discord.gateway import DiscordWebSocket
        from discord.http import Route

        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = discord[0], yarl.URL(discord[1])
    sys.exit(main(arguments))


async def _nothing(_: object) -> None:
    """Prevent picture processes from starting before the first picture."""


__all__ = ["Forked", "begun", "worker"]
