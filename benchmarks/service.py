"""The local channel: milliseconds from a press to its acknowledged answer and to its posted pictures.

The whole bot runs as in `feldpost local`, with a Redis server that syncs every write and pictures
drawn in a worker process. Two players press what their panels offer, by a fixed seed; a
spectator's page receives the posts. Each picture counts until its bytes have been fetched.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import random
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import quantiles
from typing import Any, Self

from aiohttp import ClientSession, ClientWebSocketResponse

from bot.app import local_bot
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.people import person_named
from bot.settings import Settings

PRESSES = 200
CHANNEL = "benchmark"


class Page:
    """A page that notes when what arrived, and fetches each picture as it gets ready."""

    def __init__(self, platform: WebPlatform, name: str) -> None:
        self._url = platform.url
        self._token = platform.signer.token(person_named(name))
        self._session = ClientSession(headers={"Origin": platform.url})
        self._socket: ClientWebSocketResponse
        self._tasks: set[asyncio.Task[None]] = set()
        self._answers: dict[str, asyncio.Future[float]] = {}
        self._sources: dict[str, str] = {}
        self._keys = itertools.count()
        self._name = name.replace(" ", "-")
        self.rows: list[dict[str, Any]] = []
        #: Seconds of the clock at which a new picture of a message was there in full.
        self.pictures: list[float] = []
        self.failed = 0

    async def __aenter__(self) -> Self:
        self._socket = await self._session.ws_connect(f"{self._url}/live")
        await self._socket.send_json({"type": "hello", "as": self._token, "channel": CHANNEL})
        self._spawn(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._session.close()

    async def run(self, **content: str) -> tuple[float, float]:
        """Send a command or press; when it was sent and when it was acknowledged."""
        key = f"{self._name}-{next(self._keys):06d}"
        answer = self._answers[key] = asyncio.get_running_loop().create_future()
        sent = time.perf_counter()
        await self._socket.send_json({"type": "run", "key": key, **content})
        return sent, await answer

    def orders(self) -> list[str]:
        """The tokens that the newest panel offers: orders but peace, which might end the game, else their groups."""
        offered = [control for row in self.rows for control in (*row.get("buttons", ()), *row.get("options", ()))]
        tokens = [str(control["token"]) for control in offered]
        return [t for t in tokens if t.startswith("o~") and "peace" not in t] or [t for t in tokens if "~panel:" in t]

    async def _read(self) -> None:
        async for frame in self._socket:
            now, message = time.perf_counter(), json.loads(frame.data)
            if message["type"] in {"answered", "refused"}:
                self._answers.pop(message["key"]).set_result(now)
            for item in message.get("items", ()) if message["type"] == "entries" else ():
                self._take(item)

    def _take(self, item: dict[str, Any]) -> None:
        if item.get("where") == "panel":
            self.rows = item.get("rows", [])
        if item.get("picture"):
            self._sources[item["id"]] = item["picture"]["src"]
        if item["type"] == "picture" and item["of"] in self._sources:
            source = self._sources.pop(item["of"])
            if item["state"] == "ready":
                self._spawn(self._fetch(source))
            else:
                self.failed += 1

    async def _fetch(self, source: str) -> None:
        async with self._session.get(self._url + source) as answer:
            await answer.read()
            answer.raise_for_status()
        self.pictures.append(time.perf_counter())

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def rest(self, seconds: float = 5.0) -> None:
        """Wait until no announced picture is missing."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._sources or len(self._tasks) > 1:  # noqa: ASYNC110 - two conditions, looked at for a while
                    await asyncio.sleep(0.002)
        self.failed += len(self._sources)
        self._sources.clear()


@contextlib.asynccontextmanager
async def game() -> AsyncIterator[tuple[Page, Page, Page]]:
    """A campaign game that has begun: the pages of both players and of a spectator."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            local_bot(Settings(var=Path(folder), port=0)) as platform,
            Page(platform, "Player one") as one,
            Page(platform, "Player two") as two,
            Page(platform, "Spectator") as third,
        ):
            for page, line in ((one, "new campaign"), (one, "join cp"), (two, "join ap"), (one, "start")):
                await page.run(text=line)
            # The first picture waits for its worker to load; that is start-up, not service.
            await one.run(text="map west")
            for page in (one, two, third):
                await page.rest(30)
            if one.failed:
                raise SystemExit("The pictures cannot be drawn, so there is nothing to measure.")
            yield one, two, third


async def _measure() -> dict[str, Any]:
    chance = random.Random(1914)
    acknowledged: list[float] = []
    posted: list[float] = []
    panels: list[float] = []
    async with game() as (one, two, third):
        while len(acknowledged) < PRESSES:
            player = next((page for page in (one, two) if page.orders()), None)
            if player is None:
                for page in (one, two):
                    await page.run(text="panel")
                continue
            third.pictures.clear()
            player.pictures.clear()
            sent, answered = await player.run(token=chance.choice(player.orders()))
            acknowledged.append(answered - sent)
            await asyncio.sleep(0.05)
            await third.rest()
            await player.rest()
            posted += [there - sent for there in third.pictures]
            panels += [there - sent for there in player.pictures]
        failed = sum(page.failed for page in (one, two, third))
    return {
        "presses": len(acknowledged),
        "ack_ms": _milliseconds(acknowledged),
        "posted_picture_ms": {**_milliseconds(posted), "pictures": len(posted)},
        "own_picture_ms": {**_milliseconds(panels), "pictures": len(panels)},
        "missing_pictures": failed,
    }


def _milliseconds(seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {}
    cuts = quantiles([value * 1000 for value in seconds], n=100)
    return {"median": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


def measure() -> dict[str, Any]:
    """Play, and tell the figures."""
    logging.getLogger().setLevel(logging.ERROR)
    return asyncio.run(_measure())
