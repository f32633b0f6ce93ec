"""Measure the path of a command through our code: calls, functions, files, and transitions between files.

Each command is given to the handler as by a platform, with its own store, after some warm-up runs. Calls are counted by
the interpreter's profile hook; resuming a generator or coroutine counts as a call. CPU time is measured in runs without
the hook: the median of several, of this process alone, which runs no server.

`python -m benchmarks.journeys typed_order` (or `press`, `panel`, `status`) lists the files of one in the order in which it enters
them, each with its calls and the functions called most.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from types import CodeType, FrameType
from typing import Any

import bot
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from bot.table.reply import Menu, Reply, Select

_ROOT = str(Path(bot.__file__).parents[1])
_OURS = tuple(f"{_ROOT}/{package}/" for package in ("bot", "engine", "renderer", "assets"))
#: Warm-up runs of a command, and timed runs.
WARM, RUNS = 3, 15
#: Lines typed before the measured commands, with their users.
_OPENING = (
    ("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start"), ("anna", "choose take"),
    ("anna", "play guns of august as ops"),
)  # fmt: skip


@dataclass
class Journey:
    """The figures of one command; `ms` is CPU time in milliseconds."""

    #: Calls of each function, in the order of their first calls.
    functions: Counter[CodeType] = field(default_factory=Counter)
    changes: int = 0
    ms: float = 0.0

    @property
    def calls(self) -> int:
        """All calls."""
        return self.functions.total()

    @property
    def files(self) -> list[str]:
        """The files, in the order in which they are entered first."""
        return list(dict.fromkeys(code.co_filename for code in self.functions))

    def route(self) -> Iterator[str]:
        """Yield a line for each file: its calls, its path, and the functions called most."""
        for file in self.files:
            here = Counter({code: calls for code, calls in self.functions.items() if code.co_filename == file})
            names = ", ".join(code.co_qualname for code, _ in here.most_common(3))
            yield f"{here.total():6} {file.removeprefix(_ROOT + '/')}: {names}"

    def told(self) -> dict[str, float]:
        """Return the figures."""
        return {
            "calls": self.calls, "functions": len(self.functions), "files": len(self.files), "changes_of_file": self.changes,
            "cpu_ms": round(self.ms, 2),
        }  # fmt: skip

    def hook(self) -> Callable[[FrameType, str, Any], None]:
        """Return a profile hook that counts into this object."""
        last = ""

        def seen(frame: FrameType, event: str, _: Any) -> None:
            nonlocal last
            name = frame.f_code.co_filename
            if event != "call" or not name.startswith(_OURS):
                return
            self.functions[frame.f_code] += 1
            if name != last:
                self.changes, last = self.changes + 1, name

        return seen


class _Table:
    """A channel in which two people play."""

    def __init__(self, store: Store) -> None:
        self._handler, self._keys = BotHandler(store), count(1)

    async def say(self, user: str, text: str = "", token: str | None = None) -> list[Reply]:
        inbound = Inbound(
            platform="web", channel="table", user=user, user_name=user.title(), key=f"k{next(self._keys)}",
            text=None if token else text, token=token,
        )  # fmt: skip
        return list(await self._handler.run(inbound))


async def measured(does: Callable[[], Awaitable[object]], undoes: Callable[[], Awaitable[object]]) -> Journey:
    """Measure a command, undoing it with `undoes` after each run."""
    journey, times = Journey(), []
    for _ in range(WARM):
        await does()
        await undoes()
    for _ in range(RUNS):
        begun = time.process_time()
        await does()
        times.append(time.process_time() - begun)
        await undoes()
    sys.setprofile(journey.hook())
    try:
        await does()
    finally:
        sys.setprofile(None)
    await undoes()
    journey.ms = median(times) * 1000
    return journey


def _token(replies: list[Reply], begins: str) -> str:
    """Return the token of the first control whose label begins with `begins`."""
    for reply in replies:
        for row in (reply.menu or Menu()).rows:
            for one in row.options if isinstance(row, Select) else row:
                if one.label.startswith(begins):
                    return one.token
    raise LookupError(begins)


async def _measure(url: str) -> dict[str, Journey]:
    store = Store(Connection(url))
    table = _Table(store)
    for user, line in _OPENING:
        await table.say(user, line)

    async def undo() -> None:
        # The next press is on the panel of the restored position.
        shown[:] = await table.say("anna", "undo")

    async def nothing() -> None:
        return None

    shown = await table.say("anna", "panel")
    journeys = {
        "typed_order": await measured(lambda: table.say("anna", "activate koblenz move"), undo),
        "press": await measured(lambda: table.say("anna", token=_token(shown, "Koblenz: move")), undo),
        "panel": await measured(lambda: table.say("anna", "panel"), nothing),
        "status": await measured(lambda: table.say("anna", "status"), nothing),
    }
    await store.close()
    return journeys


def _journeys() -> dict[str, Journey]:
    """Return the journeys of a typed order, a press, `/panel` and `/status`."""

    async def run() -> dict[str, Journey]:
        with tempfile.TemporaryDirectory() as var:
            async with redis_server(Settings(var=Path(var))) as url:
                return await _measure(url)

    return asyncio.run(run())


def measure() -> dict[str, Any]:
    """Measure a typed order, a press, `/panel` and `/status`."""
    return {name: journey.told() for name, journey in _journeys().items()}


def main() -> None:
    """List the files of one journey."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.journeys", description=__doc__)
    parser.add_argument("what", choices=("typed_order", "press", "panel", "status"))
    print("\n".join(_journeys()[parser.parse_args().what].route()))


if __name__ == "__main__":
    main()

__all__ = ["Journey", "measure", "measured"]
