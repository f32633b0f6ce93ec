"""Measure the cost of the longest typed lines: parsing lines of half and all of the words allowed, and eight of them at once for others.

`python -m benchmarks.long_lines` prints a table of each. Parsing is CPU time; other users' views are wall time, with
the worst delay of the event loop.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.service.input_limits import WORDS, InputPace
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server

#: Lines by shape, given the number of words.
SHAPES: dict[str, Callable[[int], str]] = {
    "attack 1 2 3 …": lambda n: "attack " + " ".join(str(number) for number in range(1, n + 1)),
    "attack ((((": lambda n: "attack " + "(" * n,
    "attack 1 and 1 and …": lambda n: "attack " + "1 and " * (n // 2),
    "move sedan sedan …": lambda n: "move " + "sedan " * n,
}
#: Views by another user in each run, and parsing runs.
_LOOKS, _RUNS = 60, 7


class Talk:
    """A channel with a game in which people type."""

    def __init__(self, store: Store, pace: InputPace | None) -> None:
        self.handler, self._keys = BotHandler(store, pace=pace), count(id(self))

    async def say(self, user: str, text: str) -> None:
        """Type a line."""
        key = f"line{next(self._keys)}"
        inbound = Inbound(platform="web", channel="table", user=user, user_name=user, key=key, text=text[:2000])
        await self.handler.run(inbound)

    async def reading(self, line: str) -> float:
        """Return the median CPU milliseconds for parsing a line."""
        taken = []
        for _ in range(_RUNS):
            begun = time.process_time()
            await self.say("anna", line)
            taken.append((time.process_time() - begun) * 1000)
        return statistics.median(taken)

    async def looks(self) -> list[float]:
        """Return the milliseconds of each view by another user."""
        taken = []
        for _ in range(_LOOKS):
            begun = time.perf_counter()
            await self.say("ben", "status")
            taken.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(0.03)
        return taken


async def measured(tell: Callable[[str], None]) -> None:
    """Measure, and print the tables."""
    with tempfile.TemporaryDirectory() as folder:
        async with redis_server(Settings(var=Path(folder), redis_fsync="everysec")) as url:
            store = Store(Connection(url))
            plain = Talk(store, None)
            for line in ("new campaign", "join cp", "start", "choose take", "play 1 as ops"):
                await plain.say("anna", line)
                if line == "join cp":
                    await plain.say("ben", "join ap")
            tell(f"| line | {WORDS // 2} words, ms | {WORDS} words, ms | ratio |\n|---|---|---|---|")
            for name, make in SHAPES.items():
                once, twice = [await plain.reading(make(words)) for words in (WORDS // 2 - 1, WORDS - 2)]
                tell(f"| `{name}` | {once:.1f} | {twice:.1f} | {twice / once:.2f} |")
            tell("\n| another's looks | median, ms | longest, ms |\n|---|---|---|")
            for name, line in {
                "nobody else types": "",
                **{name: make(WORDS - 2) for name, make in SHAPES.items()},
            }.items():
                paced = Talk(store, InputPace())
                lines = [asyncio.create_task(paced.say("anna", line)) for _ in range(8 if line else 0)]
                taken = await paced.looks()
                await asyncio.gather(*lines)
                tell(
                    f"| {f'eight of `{name}`' if line else name} | {statistics.median(taken):.1f} | {max(taken):.1f} |"
                )
            await store.close()


if __name__ == "__main__":
    asyncio.run(measured(lambda line: print(line, file=sys.stdout)))
