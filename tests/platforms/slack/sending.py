"""How the loopback Slack sends to the bot: by Socket Mode, or by signed HTTP with retries."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, WSMsgType, web

from tests.platforms.slack import lengths, payloads
from tests.platforms.slack.workspace import SECRET, Workspace


class Sending(Workspace):
    """The connections to the bot."""

    async def drop(self) -> None:
        """Close every socket, as Slack does from time to time."""
        self._connected.clear()
        for socket in list(self._sockets):
            await socket.close()

    async def refresh(self, reason: str = "refresh_requested") -> None:
        """Announce the closing of every socket and then close it, as Slack does every few hours."""
        old = list(self._sockets)
        for socket in old:
            await socket.send_json(payloads.disconnect(reason))
        async with asyncio.timeout(30):
            while set(old) & set(self._sockets):  # noqa: ASYNC110 - there is no event
                await asyncio.sleep(0.02)

    @property
    def connections(self) -> int:
        return len(self._sockets)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=True)
        await socket.prepare(request)
        await socket.send_json(payloads.hello())
        await socket.send_str("Ping from applink-7b5d6c9f8-xkq2v")
        self._sockets.append(socket)
        self._connected.set()
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._take_ack(json.loads(frame.data))
        finally:
            self._sockets.remove(socket)
        return socket

    def _take_ack(self, body: dict[str, Any]) -> None:
        waiting = self._acked.get(body["envelope_id"])
        if waiting is not None and not waiting.done():
            waiting.set_result(body.get("payload"))

    async def send(self, kind: str, payload: dict[str, Any], *, retry: int = 0, envelope: str = "") -> Any:
        """Send a payload to the bot, as Slack does; returns the acknowledgement.

        Slack waits three seconds; here it can be longer, since the machine may be busy: `acks` has the duration.
        """
        began = time.monotonic()
        self.commands += kind == "slash_commands"
        key = envelope or lengths.envelope_id(self.number())
        async with asyncio.timeout(30):
            if self.bot_url:
                answer = await self._send_http(kind, payload, retry)
            else:
                answer = await self._send_socket(kind, payload, retry, key)
        self.acks[key] = time.monotonic() - began
        return answer

    async def refused(self, kind: str, payload: dict[str, Any]) -> bool:
        """Send a payload, and return True if the bot refuses it: 400 over HTTP, no acknowledgement over the socket."""
        if self.bot_url:
            try:
                await self._send_http(kind, payload, 0)
            except PermissionError as error:
                return str(error).startswith("400")
            return False
        key = lengths.envelope_id(self.number())
        sending = asyncio.create_task(self._send_socket(kind, payload, 0, key))
        # The next payload is acknowledged, and the bot processes them in order.
        behind = payloads.event(self.place, {"type": "reaction_added"}, self.number())
        await self._send_socket("events_api", behind, 0, lengths.envelope_id(self.number()))
        taken = sending.done()
        sending.cancel()
        return not taken

    async def _send_socket(self, kind: str, payload: dict[str, Any], retry: int, key: str) -> Any:
        await self._connected.wait()
        self._acked[key] = asyncio.get_running_loop().create_future()
        envelope = payloads.envelope(kind, payload, key, retry)
        while not self._sockets:  # noqa: ASYNC110 - it reconnects by itself
            await asyncio.sleep(0.02)
        open_ones = [one for one in self._sockets if not one.closed] or self._sockets
        await open_ones[self.number() % len(open_ones)].send_json(envelope)
        return await self._acked[key]

    async def _send_http(
        self, kind: str, payload: dict[str, Any], retry: int, secret: str = SECRET, age: int = 0
    ) -> Any:
        if kind == "events_api":
            body, content = json.dumps(payload), "application/json"
        elif kind == "slash_commands":
            body, content = urlencode(payload), "application/x-www-form-urlencoded"
        else:
            body, content = urlencode({"payload": json.dumps(payload)}), "application/x-www-form-urlencoded"
        stamp = str(int(time.time()) - age)
        signature = hmac.new(secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256).hexdigest()
        headers = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={signature}", "Content-Type": content}
        if retry:
            headers |= {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": "http_timeout"}
        async with (
            ClientSession() as session,
            session.post(f"{self.bot_url}/slack/events", data=body, headers=headers) as answer,
        ):
            text = await answer.text()
            if answer.status != 200:
                raise PermissionError(f"{answer.status}: {text}")
            return json.loads(text) if text.startswith("{") else text
