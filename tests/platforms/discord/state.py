"""What the loopback Discord knows: channels, messages, interactions, and who may see what."""

from __future__ import annotations

import asyncio
import mimetypes
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.platforms.discord.invite import INVITED
from tests.platforms.discord.shapes import (
    APPLICATION,
    BOT,
    CHANNEL,
    DIRECT,
    GUILD,
    THREADS,
    Json,
    Shapes,
    direct_id,
    snowflake,
    user_id,
)

TOKEN = "NDI0Mg.token.of-the-loopback"


@dataclass
class Interaction:
    """Something a person did, and what came back."""

    id: int
    token: str
    kind: int
    user: int
    channel: int
    message: int = 0
    acknowledged: int = 0
    callbacks: list[Json] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    expired: bool = False
    #: Messages made by its token; only these are found by their id.
    own: set[int] = field(default_factory=set)
    began: float = 0.0
    acknowledged_after: float = 0.0


@dataclass
class Request:
    """One request to the REST side, as it arrived."""

    method: str
    path: str
    body: Any
    files: dict[str, bytes]
    status: int = 0
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Break:
    """The connection breaks at requests of one kind: before they are carried out, or after it, with the answer lost."""

    method: str
    ending: str
    times: int = 1
    after: bool = False


#: Looks at a request and may answer it instead: (status, body, headers).
Fault = Callable[[str, str, Any], tuple[int, Any, dict[str, str]] | None]


@dataclass
class World:
    """The whole loopback Discord."""

    channels: dict[int, Json] = field(default_factory=dict)
    #: All messages ever posted by id, in order; `for` names the one person who sees it, 0 for everybody.
    messages: dict[int, Json] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    #: Connections that break while these are asked for.
    breaks: list[Break] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    nonces: dict[tuple[int, str], int] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    #: What the bot may do in the server.
    permissions: int = INVITED.value
    #: Bytes of one attachment that interactions name and that their messages take.
    attachment_limit: int = 10 * 2**20
    closed_dms: set[int] = field(default_factory=set)
    names: dict[int, str] = field(default_factory=lambda: {BOT: "Feldpost"})
    #: Builds what is sent.
    shapes: Shapes = field(default_factory=Shapes)
    #: Seconds for which a nonce is known ("a few minutes", developers/resources/message); what exceeds them is not documented.
    nonce_seconds: float = 120.0

    def add_channel(self, number: int, kind: int = 0, **more: Any) -> Json:
        """A channel of the server, a thread, or with kind 1 a private one."""
        if kind in THREADS:
            channel = self.shapes.thread(
                number, kind, more.pop("parent_id"), more.pop("name", f"thread-{number}"), **more
            )
        else:
            channel = self.shapes.channel(number, kind, **more)
        self.channels[number] = channel
        return channel

    def direct(self, user: int) -> Json:
        """The channel of direct messages with a person."""
        number = direct_id(user)
        known = {"recipients": [self.user(user)], "with": user_id(user)}
        return self.channels.get(number) or self.add_channel(number, DIRECT, **known)

    def closed(self, user: int) -> bool:
        """True if a person takes no direct messages."""
        return user in map(user_id, self.closed_dms)

    def known(self, channel: int, nonce: str) -> Json | None:
        """The message that was posted with a nonce not long ago."""
        message = self.messages.get(self.nonces.get((channel, nonce), 0))
        if message is None:
            return None
        at = ((int(message["id"]) >> 22) + 1420070400000) / 1000
        return message if time.time() - at < self.nonce_seconds else None

    def user(self, number: int) -> Json:
        """A user as Discord tells of them."""
        return self.shapes.user(user_id(number), self.names.get(number, f"User{number}"), bot=number == BOT)

    def post(
        self,
        channel: int,
        body: Json,
        files: dict[str, bytes],
        seen_by: int = 0,
        flags: int = 0,
        follows: Interaction | None = None,
    ) -> Json:
        """Put a message into a channel; `follows` is the interaction that it answers."""
        number = snowflake()
        flags |= int(body.get("flags") or 0)
        message = self.shapes.message(number, channel, self.user(BOT), flags, follows=follows.id if follows else 0)
        if follows is not None:
            message |= self.shapes.answering(follows.id, self.user(follows.user), follows.kind, number)
        message |= {"for": seen_by, "history": []}
        self.messages[number] = message
        self.change(message, body, files)
        message["edited_timestamp"] = None
        return message

    def change(self, message: Json, body: Json, files: dict[str, bytes]) -> None:
        """A new version of a message; attachments that are not listed any more are gone."""
        if "content" in body:
            message["content"] = body["content"] or ""
        if "components" in body:
            message["components"] = self.shapes.components(body["components"] or [])
        message["edited_timestamp"] = "2026-11-01T00:00:01.456000+00:00"
        if "content" in body:
            allowed = (body.get("allowed_mentions") or {}).get("users") or []
            message["pinged"] = [str(user) for user in allowed if f"<@{user}>" in (body["content"] or "")]
        if body.get("attachments") is not None:
            kept = {one["id"]: one for one in message["attachments"]}
            message["attachments"] = [
                self._attachment(int(message["channel_id"]), one, files, kept) for one in body["attachments"]
            ]
        message["history"].append({"content": message["content"], "attachments": list(message["attachments"])})

    def _attachment(self, channel: int, told: Json, files: dict[str, bytes], kept: dict[str, Json]) -> Json:
        if str(told["id"]) in kept:
            return kept[str(told["id"])]
        data = files[f"files[{told['id']}]"]
        number, name = snowflake(), str(told["filename"])
        self.files[str(number)] = data
        mime = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return self.shapes.attachment(number, channel, name, len(data), told.get("description"), mime)

    def public(self) -> list[Json]:
        """The messages that everybody sees, oldest first."""
        return [one for one in self.messages.values() if not one["for"] and self._open(int(one["channel_id"]))]

    def private(self, user: int) -> list[Json]:
        """The messages that one person alone sees, oldest first."""
        user = user_id(user)
        mine = {number for number, one in self.channels.items() if one["type"] == 1 and one.get("with") == user}
        return [one for one in self.messages.values() if one["for"] == user or int(one["channel_id"]) in mine]

    def _open(self, channel: int) -> bool:
        return bool(self.channels.get(channel, {}).get("type", 0) != 1)

    def history(self, channel: int, query: Mapping[str, str]) -> list[Json]:
        """What stands in a channel for everybody, newest first; nothing for those who may not read what was written."""
        private = self.channels[channel]["type"] == 1
        if not private and not self.permissions & discord.Permissions(read_message_history=True).value:
            return []
        after, before = int(query.get("after", 0)), int(query.get("before", 2**63))
        found = [
            self.told(one)
            for number, one in self.messages.items()
            if one["channel_id"] == str(channel) and not one["for"] and after < number < before
        ]
        limit = int(query.get("limit", 50))
        # After a message Discord gives the oldest that follow it, else the newest; newest first either way.
        return sorted(found[:limit] if "after" in query else found[-limit:], key=lambda one: -int(one["id"]))

    def told(self, message: Json) -> Json:
        """A message without what only the loopback knows."""
        return {key: value for key, value in message.items() if key not in ("for", "history", "pinged")}


def told_channel(channel: Json) -> Json:
    """A channel without what only the loopback knows."""
    return {key: value for key, value in channel.items() if key != "with"}


def refusal(status: int, code: int, text: str) -> tuple[int, Json, dict[str, str]]:
    """An error as Discord words it."""
    return status, {"code": code, "message": text}, {}


__all__ = [
    "APPLICATION",
    "BOT",
    "CHANNEL",
    "GUILD",
    "TOKEN",
    "Break",
    "Fault",
    "Interaction",
    "Json",
    "Request",
    "World",
    "direct_id",
    "refusal",
    "snowflake",
    "told_channel",
    "user_id",
]
