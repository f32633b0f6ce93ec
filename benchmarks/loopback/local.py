"""The local channel: `feldpost local`, with one page per player."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, TCPConnector

from benchmarks.loopback.change_signal import Bell
from benchmarks.loopback.stage import ANSWERING, Arrived, Place, Table, bot_process, said_in
from bot.platforms.web.signed_links import Signer, person_named


class Page:
    """A player's page: tracks its panel's controls, and fetches each picture when it is ready."""

    def __init__(self, stage: LocalStage, name: str, channel: str, *, watches: bool) -> None:
        self._stage, self._name, self._channel, self._watches = stage, name, channel, watches
        self._socket: ClientWebSocketResponse
        self._reading: asyncio.Task[None]
        self._answers: dict[str, asyncio.Future[float]] = {}
        self._sources: dict[str, str] = {}
        self._keys = itertools.count()
        self._fetching: set[asyncio.Task[None]] = set()
        self.tokens: list[str] = []
        #: The current panel, and its form until it is sent or the panel is updated.
        self.panel: dict[str, Any] = {}
        self.form: dict[str, Any] | None = None
        #: The newest answer besides the panel.
        self.note: dict[str, Any] = {}
        #: Public entries, newest last, and the place up to which the page has received them.
        self.public: list[dict[str, Any]] = []
        self.upto = 0
        self.sent = 0

    async def open(self) -> None:
        """Connect."""
        self._socket = await self._stage.session.ws_connect(f"{self._stage.url}/live", max_msg_size=0)
        token = self._stage.signer.token(person_named(self._name))
        await self._socket.send_json({"type": "hello", "as": token, "channel": self._channel})
        self._reading = asyncio.create_task(self._read())
        self._stage.pages.append(self)

    async def close(self) -> None:
        """Disconnect, cancelling pending work."""
        await self._socket.close()
        await asyncio.gather(self._reading, *self._fetching, return_exceptions=True)

    async def says(self, line: str) -> float:
        """Send a command; here the answer is the acknowledgement."""
        return await self._run(text=line)

    async def uses(self, *chosen: str) -> float:
        """Press a control, or choose entries of one menu."""
        several: dict[str, Any] = {"tokens": chosen} if len(chosen) > 1 else {}
        return await self._run(token=chosen[0], **several)

    async def fills(self, *chosen: str) -> float:
        """Send entries of the open form, in its order, as the page does.

        Raises:
            RuntimeError: there is no form, or it would not allow this.
        """
        if self.form is None:
            raise RuntimeError("There is no form.")
        sent: list[str] = []
        for field in self.form["fields"]:
            taken = [option["token"] for option in field["options"] if option["token"] in chosen]
            if len(taken) > field["most"] or (field["required"] and not taken):
                raise RuntimeError(f"{field['label']} cannot be sent with {len(taken)} entries.")
            sent += taken
        if not sent or sorted(sent) != sorted(chosen):
            raise RuntimeError("The form does not offer this.")
        self.form = None
        return await self._run(token=sent[0], tokens=sent)

    async def _run(self, **content: Any) -> float:
        key = f"{self._name}-{next(self._keys):06d}"
        answer = self._answers[key] = asyncio.get_running_loop().create_future()
        sent = time.perf_counter()
        self.sent += 1
        await self._socket.send_json({"type": "run", "key": key, **content})
        async with asyncio.timeout(ANSWERING):
            acked: float = await answer - sent
            return acked

    async def _read(self) -> None:
        async for frame in self._socket:
            now, message = time.perf_counter(), json.loads(frame.data)
            if message["type"] in {"answered", "refused"}:
                answer = self._answers.pop(message["key"])
                if not answer.done():
                    answer.set_result(now)
            if message["type"] == "entries" and (self._watches or message["stream"] == "private"):
                for item in message["items"]:
                    self._take(item)
                if message["stream"] == "public":
                    self.upto = message["upto"]
                self._stage.bell.ring()

    def _take(self, item: dict[str, Any]) -> None:
        if item["type"] == "message" and item["where"] not in ("panel", "note"):
            self.public.append(item)
        if item.get("where") == "note":
            self.note = item
        if item.get("where") == "panel":
            self.panel, self.form, self.tokens = item, item.get("form"), controls_of(item)
        if item.get("picture"):
            self._sources[item["id"]] = item["picture"]["src"]
        if item["type"] == "picture" and item["of"] in self._sources:
            source = self._sources.pop(item["of"])
            if item["state"] == "ready":
                task = asyncio.create_task(self._fetch(source))
                self._fetching.add(task)
                task.add_done_callback(self._fetching.discard)
            else:
                self._stage.faults.append(f"a picture failed in {self._channel}")

    async def _fetch(self, source: str) -> None:
        try:
            async with self._stage.session.get(self._stage.url + source) as answer:
                await answer.read()
                answer.raise_for_status()
        except ClientError as error:
            self._stage.faults.append(f"a picture in {self._channel} could not be fetched: {type(error).__name__}")
        else:
            self._stage.arrived(self._channel)


def controls_of(item: dict[str, Any]) -> list[str]:
    """Return the tokens of a message's buttons and entries."""
    rows = item.get("rows", ())
    return [str(control["token"]) for row in rows for control in (*row.get("buttons", ()), *row.get("options", ()))]


class LocalStage:
    """The local channel as a stage."""

    name = "web"

    def __init__(self, *, checked: bool = False) -> None:
        del checked  # pages validate what they send by themselves
        self.arrived: Arrived = lambda channel: None
        self.faults: list[str] = []
        #: Rung when a page has received something.
        self.bell = Bell()
        self.url = ""
        self.pages: list[Page] = []
        self.session: ClientSession
        self.signer: Signer

    def place(self, number: int) -> Place:
        """Return a channel and two people for this game."""
        return Place(f"table-{number}", (f"cp-{number}", f"ap-{number}"))

    @contextlib.asynccontextmanager
    async def running(
        self, games: int, redis_url: str, var: Path, log: Path
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run `feldpost local` as a process."""
        del games
        async with bot_process(("-m", "bot.cli", "local"), "Press Ctrl+C to stop", redis_url, var, log) as process:
            words = said_in(log).split()
            self.url = next(word for word in words if word.startswith("http")).rstrip("/")
            self.signer = Signer.from_file(var / "web.key")
            async with ClientSession(headers={"Origin": self.url}, connector=TCPConnector(limit=0)) as self.session:
                try:
                    yield process
                finally:
                    await self.close()

    async def close(self) -> None:
        """Close all pages."""
        await asyncio.gather(*(page.close() for page in self.pages), return_exceptions=True)
        self.pages.clear()

    async def table(self, number: int) -> Table:
        """Open two pages, one of which fetches the public pictures."""
        place = self.place(number)
        pages = tuple(Page(self, user, place.channel, watches=user == place.users[0]) for user in place.users)
        for page in pages:
            await page.open()
        return Table(place.channel, (pages[0], pages[1]))

    def wrong(self) -> Sequence[str]:
        """Return the pictures that could not be rendered."""
        return self.faults
