"""Discord: `feldpost run` with the real discord.py on the tests' loopback server."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from aiohttp import web

from benchmarks.loopback.change_signal import Bell
from benchmarks.loopback.stage import ANSWERING, Arrived, Place, Table, bot_process
from bot.platforms.discord import adapter_texts
from tests.platforms.discord.gateway import Gateway
from tests.platforms.discord.people import Person
from tests.platforms.discord.server import BASE, Rest, _read, path_of
from tests.platforms.discord.state import TOKEN, Interaction, Json, Request, World

#: The ids of the first channel and the first person.
_CHANNELS, _PEOPLE = 1298765436000000000, 334567890123400000


class Watched(Rest):
    """The REST side, which reports pictures; with `checked`, requests are validated against their schema as in tests."""

    def __init__(self, world: World, stage: DiscordStage, *, checked: bool) -> None:
        super().__init__(world)
        self._stage, self._checked = stage, checked

    async def handle(self, request: web.Request) -> web.Response:
        """Handle one request."""
        if self._checked:
            response = await super().handle(request)
            noted = self.world.requests.pop()
        else:
            path = path_of(request)
            body, files = await _read(request)
            noted = Request(request.method, path, body, files)
            noted.status, answer, headers = self._answer(noted, request.headers.get("Authorization", ""))
            headers = {"Via": "1.1 loopback", **headers}
            if noted.status != 204:
                headers["Content-Type"] = "application/json"
            response = web.Response(
                body=None if noted.status == 204 else json.dumps(answer).encode(), status=noted.status, headers=headers
            )
        if noted.files and noted.status < 300:
            self._tell_pictures(noted)
        self._stage.bell.ring()
        return response

    def _tell_pictures(self, noted: Request) -> None:
        names = [str(one["filename"]) for one in noted.body.get("attachments", ()) if "filename" in one]
        pictures = [name for name in names if not name.endswith(".txt")]
        parts = [unquote(part) for part in noted.path.strip("/").split("/")]
        channel = self.world.interactions[parts[2]].channel if parts[0] == "webhooks" else int(parts[1])
        above = self.world.channels[channel].get("parent_id")
        for _ in pictures:
            self._stage.arrived(str(above or channel))


class Typist(Person):
    """A player who uses the controls of the newest answer."""

    tokens: list[str]
    panel_shown: Json
    #: The open sheet, and what was sent while it was filled in.
    _sheet: Json
    ticks: int

    async def says(self, line: str) -> float:
        """Send a slash command."""
        return await self._answered(await self.slash(line, wait=False))

    async def uses(self, *chosen: str) -> float:
        """Press a control of the newest panel, or choose entries of one menu."""
        return await self.uses_on(self.panel_shown, *chosen)

    async def uses_on(self, message: Json, *chosen: str) -> float:
        """Use controls of any message."""
        for row in message["components"]:
            for item in row["components"]:
                if (item["custom_id"],) == chosen:
                    return await self._answered(await self.press(message, chosen[0], wait=False))
                if set(chosen) <= {option["value"] for option in item.get("options", ())}:
                    done = await self.choose(message, item["custom_id"], list(chosen), wait=False)
                    return await self._answered(done)
        raise RuntimeError("There is no such control.")

    async def opens_sheet(self, message: Json, token: str) -> None:
        """Press the control that opens a sheet, and wait for it."""
        self._sheet = self.world.messages[(await self.press(message, token)).message]
        if not _menus(self._sheet):
            raise RuntimeError("No sheet was opened.")

    async def fills(self, *chosen: str) -> float:
        """Choose in the menus of the open sheet, including its second page, and send it."""
        left = set(chosen)
        while True:
            for menu in _menus(self._sheet):
                found = [option["value"] for option in menu["options"] if option["value"] in left]
                left -= set(found)
                if found:
                    await self.choose(self._sheet, menu["custom_id"], found)
                    self.ticks += 1
            buttons = {item["label"]: item["custom_id"] for item in self._sheet["components"][-1]["components"]}
            if not left:
                return await self._answered(
                    await self.press(self._sheet, buttons[adapter_texts.SEND_SHEET], wait=False)
                )
            if adapter_texts.MORE_FIELDS not in buttons:
                raise RuntimeError(f"The sheet does not offer {left}.")
            await self.press(self._sheet, buttons[adapter_texts.MORE_FIELDS])
            self.ticks += 1

    async def _answered(self, done: Interaction) -> float:
        async with asyncio.timeout(ANSWERING):
            await done.answered.wait()
        message = self.world.messages.get(done.message)
        if message is not None and message["components"]:
            self.panel_shown = message
            self.tokens = list(tokens_of(message))
        return done.acknowledged_after

    def seat(self) -> Typist:
        """Start without a panel."""
        self.panel_shown = {}
        self.tokens = []
        self.ticks = 0
        return self


def _menus(message: Json) -> list[Json]:
    """Return the menus of a sheet."""
    items = [item for row in message["components"] for item in row["components"]]
    return [item for item in items if "~tick:" in item["custom_id"]]


def tokens_of(message: Json) -> Sequence[str]:
    found = []
    for row in message["components"]:
        for item in row["components"]:
            found += [option["value"] for option in item.get("options", ())] or [item["custom_id"]]
    return found


class DiscordStage:
    """The loopback Discord as a stage."""

    name = "discord"

    def __init__(self, *, checked: bool = False) -> None:
        self.arrived: Arrived = lambda channel: None
        #: Rung after each request of the bot.
        self.bell = Bell()
        self.world = World()
        self.gateway = Gateway(self.world)
        self.rest = Watched(self.world, self, checked=checked)

    def place(self, number: int) -> Place:
        """Return a channel and two people for this game."""
        people = _PEOPLE + 10 * number
        return Place(str(_CHANNELS + number), (str(people), str(people + 1)))

    @contextlib.asynccontextmanager
    async def served(self) -> AsyncIterator[tuple[str, str]]:
        """Run the server; yields the base addresses of REST and gateway."""
        application = web.Application(client_max_size=30 * 2**20)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_route("*", BASE + "/{path:.*}", self.rest.handle)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        self.rest.gateway = self.gateway.url = f"ws://127.0.0.1:{port}/gateway"
        try:
            yield f"http://127.0.0.1:{port}{BASE}", self.gateway.url
        finally:
            await runner.cleanup()

    @contextlib.asynccontextmanager
    async def running(
        self, games: int, redis_url: str, var: Path, log: Path
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run the server, and `feldpost run` against it."""
        for number in range(games):
            self.world.add_channel(_CHANNELS + number)
        secret = {"FELDPOST_DISCORD_TOKEN": TOKEN}
        async with self.served() as addresses:
            arguments = ("-m", "benchmarks.loopback.run_discord", *addresses)
            async with bot_process(arguments, "serves discord", redis_url, var, log, secret) as process:
                async with asyncio.timeout(ANSWERING):
                    await self.gateway.ready.wait()
                yield process

    async def table(self, number: int) -> Table:
        """Seat two people in a channel."""
        place = self.place(number)
        channel = int(place.channel)
        one, two = (Typist(self.world, self.gateway, int(user), f"P{user}", channel).seat() for user in place.users)
        return Table(place.channel, (one, two))

    def wrong(self) -> Sequence[str]:
        """Return the requests that Discord would refuse; only if they are checked."""
        return self.world.violations


__all__ = ["DiscordStage"]
