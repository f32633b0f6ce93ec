"""Slack: `feldpost run` in Socket Mode with the real slack-bolt on the tests' loopback server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from benchmarks.loopback.change_signal import Bell
from benchmarks.loopback.stage import ANSWERING, Arrived, Place, Table, bot_process
from bot.titles.testing import slack_limits as limits
from tests.platforms.slack import lengths
from tests.platforms.slack.lengths import channel_id, user_id
from tests.platforms.slack.loopback import APP_TOKEN, BOT_TOKEN, TEAM, FakeSlack, Message
from tests.platforms.slack.people import Person


class Workspace(FakeSlack):
    """The server, which reports answers and pictures."""

    def __init__(self, stage: SlackStage) -> None:
        super().__init__()
        self._stage = stage
        #: Number of interactions of all people.
        self.sent = 0
        self.waiting: dict[str, asyncio.Event] = {}
        #: The newest private message with controls, by person.
        self.panels: dict[str, Message] = {}
        #: Events set when a person sees a form.
        self.opened: dict[str, asyncio.Event] = {}

    async def send(self, kind: str, payload: dict[str, Any], *, retry: int = 0, envelope: str = "") -> Any:
        """Send as in the tests, but wait for late acknowledgements, since they are what is measured."""
        self.sent += 1
        async with asyncio.timeout(ANSWERING):
            return await self._send_socket(kind, payload, retry, envelope or lengths.envelope_id(self.number()))

    async def _respond(self, request: web.Request) -> web.Response:
        name = request.match_info["id"]
        before = len(self.calls)
        response = await super()._respond(request)
        body = self.calls[before][1]
        del self.calls[before:]
        self._stage.bell.ring()
        if response.status == 200 and not body.get("delete_original"):
            self._tell_picture(self.urls[name].channel, body)
            if name in self.waiting:
                self.waiting.pop(name).set()
        return response

    def _chat_postmessage(self, args: dict[str, Any], token: str) -> Any:
        return self._told(args, super()._chat_postmessage(args, token))

    def _chat_update(self, args: dict[str, Any], token: str) -> Any:
        return self._told(args, super()._chat_update(args, token))

    def _chat_postephemeral(self, args: dict[str, Any], token: str) -> Any:
        return self._told(args, super()._chat_postephemeral(args, token))

    def _show_view(self, user: str, view: dict[str, Any]) -> dict[str, Any]:
        answer = super()._show_view(user, view)
        if user in self.opened:
            self.opened.pop(user).set()
        return answer

    def _told(self, args: dict[str, Any], answer: Any) -> Any:
        self._stage.bell.ring()
        if isinstance(answer, dict):
            self._tell_picture(args["channel"], args)
        return answer

    def _tell_picture(self, channel: str, body: dict[str, Any]) -> None:
        for block in body.get("blocks") or ():
            if block["type"] == "image":
                self._stage.arrived(f"{TEAM}.{channel}")

    def _add(self, channel: str, args: dict[str, Any], *, only: str = "", thread: str = "") -> Message:
        message = super()._add(channel, args, only=only, thread=thread)
        if only and any(limits.elements(message.blocks)):
            self.panels[only] = message
        return message


@dataclass
class Typist(Person):
    """A player who uses the controls of the newest panel."""

    tokens: list[str] = field(default_factory=list)
    #: Name of the newest interaction's response_url, and when it was acknowledged.
    asked: str = ""
    acked: float = 0.0
    #: Their id, if it isn't derived from their name.
    ident: str = ""

    @property
    def id(self) -> str:
        return self.ident or super().id

    async def says(self, line: str) -> float:
        """Send `/pog line`."""
        await self.command(line)
        return await self._answered()

    async def uses(self, *chosen: str) -> float:
        """Press a control of the newest panel, or choose entries of one menu and confirm them."""
        return await self.uses_on(self._workspace.panels[self.id], *chosen)

    async def uses_on(self, message: Message, *chosen: str) -> float:
        """Use controls of any message."""
        if len(chosen) == 1:
            await self.press_token(message, chosen[0])
            return await self._answered()
        for element in limits.elements(message.blocks):
            options = [o for o in element.get("options", ()) if o["value"].partition("|")[2] in chosen]
            if len(options) == len(chosen):
                await self._take(message, element, options)
                return await self._answered()
        raise RuntimeError("There is no menu with these entries.")

    async def opens_sheet_on(self, message: Message, token: str) -> float:
        """Press the control that opens a sheet, and wait until it is shown."""
        seen = self._workspace.opened[self.id] = asyncio.Event()
        await self.press_token(message, token)
        # The answer may already have come in another form: then no event is set.
        told = self._workspace.waiting.get(self.asked)
        waiting = [asyncio.create_task(event.wait()) for event in (seen, told) if event is not None]
        try:
            async with asyncio.timeout(ANSWERING):
                if told is not None:
                    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
        if not seen.is_set():
            raise RuntimeError("A message came in place of the sheet.")
        return self.acked

    async def fills(self, *chosen: str) -> float:
        """Fill in the open sheet, send it, and wait for the panel that answers."""
        view = self.sheet()
        if view is None:
            raise RuntimeError("There is no sheet.")
        self._wait_for(str(json.loads(view["private_metadata"])["url"]))
        answer = await self.fill(*chosen)
        if answer:
            raise RuntimeError(f"The sheet was not taken: {answer}")
        return await self._answered()

    def url(self, message: Message | None) -> str:
        """Return a response_url; the load waits for what is sent to it."""
        whole = super().url(message)
        self._wait_for(whole)
        return whole

    def _wait_for(self, url: str) -> None:
        self.asked = url.rpartition("/")[2]
        self._workspace.waiting[self.asked] = asyncio.Event()

    @property
    def _workspace(self) -> Workspace:
        assert isinstance(self.slack, Workspace)
        return self.slack

    async def _send(self, kind: str, payload: dict[str, Any]) -> Any:
        began = time.perf_counter()
        answer = await super()._send(kind, payload)
        self.acked = time.perf_counter() - began
        return answer

    async def _answered(self) -> float:
        event = self._workspace.waiting.get(self.asked)
        if event is not None:
            async with asyncio.timeout(ANSWERING):
                await event.wait()
        panel = self._workspace.panels.get(self.id)
        if panel is not None:
            self.tokens = list(tokens_of(panel))
        return self.acked


def tokens_of(message: Message) -> Sequence[str]:
    found: list[str] = []
    for element in limits.elements(message.blocks):
        if element["type"] == "button" and element["action_id"].startswith("p:"):
            found.append(str(element["value"]))
        elif element["type"] == "static_select":
            found += [str(option["value"]) for option in element["options"]]
        elif element["type"] == "multi_static_select":
            found += [str(option["value"]).partition("|")[2] for option in element["options"]]
    return found


class SlackStage:
    """The loopback Slack as a stage."""

    name = "slack"

    def __init__(self, *, checked: bool = False) -> None:
        del checked  # the tests' checks of each request cost little
        self.arrived: Arrived = lambda channel: None
        #: Rung after each message that the bot sends or changes.
        self.bell = Bell()
        self.slack = Workspace(self)

    def place(self, number: int) -> Place:
        """Return a channel and two people for this game."""
        return Place(
            f"{TEAM}.{channel_id(f'TABLE{number}')}",
            (f"{TEAM}.{user_id(f'cp{number}')}", f"{TEAM}.{user_id(f'ap{number}')}"),
        )

    @contextlib.asynccontextmanager
    async def running(
        self, games: int, redis_url: str, var: Path, log: Path
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run the server, and `feldpost run` against it."""
        del games
        await self.slack.start()
        secrets = {
            "FELDPOST_SLACK_API": f"{self.slack.url}/api/", "FELDPOST_SLACK_BOT_TOKEN": BOT_TOKEN,
            "FELDPOST_SLACK_APP_TOKEN": APP_TOKEN,
        }  # fmt: skip
        try:
            async with bot_process(("-m", "bot.cli", "run"), "serves slack", redis_url, var, log, secrets) as process:
                yield process
        finally:
            await self.slack.stop()

    async def table(self, number: int) -> Table:
        """Seat two people in a channel."""
        channel = channel_id(f"TABLE{number}")
        one, two = (Typist(self.slack, f"{side}{number}", channel=channel) for side in ("cp", "ap"))
        return Table(f"{TEAM}.{channel}", (one, two))

    def wrong(self) -> Sequence[str]:
        """Return the requests that Slack would refuse."""
        return self.slack.breaches


__all__ = ["SlackStage"]
