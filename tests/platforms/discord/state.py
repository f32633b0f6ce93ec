"""State of the loopback Discord: channels, messages, interactions, and visibility."""

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
    """A person's interaction, and the responses to it."""

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
    #: Messages created with its token; only these can be accessed by id.
    own: set[int] = field(default_factory=set)
    began: float = 0.0
    acknowledged_after: float = 0.0


@dataclass
class Request:
    """A request to the REST side, as received."""

    method: str
    path: str
    body: Any
    files: dict[str, bytes]
    status: int = 0
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Break:
    """Breaks the connection at certain requests: before they are executed, or afterwards with the response lost."""

    method: str
    ending: str
    times: int = 1
    after: bool = False


#: Can answer a request instead of the server: (status, body, headers).
Fault = Callable[[str, str, Any], tuple[int, Any, dict[str, str]] | None]


@dataclass
class World:
    """The whole loopback Discord."""

    channels: dict[int, Json] = field(default_factory=dict)
    #: All messages ever posted by id, in order; `for` is the only person who sees it, 0 for everybody.
    messages: dict[int, Json] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    #: Connections to break during these requests.
    breaks: list[Break] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    nonces: dict[tuple[int, str], int] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    #: The bot's permissions in the guild.
    permissions: int = INVITED.value
    #: Attachment size limit in bytes, as stated in interactions and enforced for their messages.
    attachment_limit: int = 10 * 2**20
    closed_dms: set[int] = field(default_factory=set)
    names: dict[int, str] = field(default_factory=lambda: {BOT: "Feldpost"})
    #: Builds the payloads.
    shapes: Shapes = field(default_factory=Shapes)
    #: Seconds for which a nonce is remembered ("a few minutes", developers/resources/message); the exact time is
    #: undocumented.
    nonce_seconds: float = 120.0

    def add_channel(self, number: int, kind: int = 0, **more: Any) -> Json:
        """Add a channel of the guild, a thread, or with kind 1 a direct message channel."""
        if kind in THREADS:
            channel = self.shapes.thread(
                number, kind, more.pop("parent_id"), more.pop("name", f"thread-{number}"), **more
            )
        else:
            channel = self.shapes.channel(number, kind, **more)
        self.channels[number] = channel
        return channel

    def direct(self, user: int) -> Json:
        """Return the direct message channel of a person."""
        number = direct_id(user)
        known = {"recipients": [self.user(user)], "with": user_id(user)}
        return self.channels.get(number) or self.add_channel(number, DIRECT, **known)

    def closed(self, user: int) -> bool:
        """Return True if a person accepts no direct messages."""
        return user in map(user_id, self.closed_dms)

    def known(self, channel: int, nonce: str) -> Json | None:
        """Return the message recently posted with a nonce."""
        message = self.messages.get(self.nonces.get((channel, nonce), 0))
        if message is None:
            return None
        at = ((int(message["id"]) >> 22) + 1420070400000) / 1000
        return message if time.time() - at < self.nonce_seconds else None

    def user(self, number: int) -> Json:
        """Return a user's data."""
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
        """Post a message; `follows` is the interaction it answers."""
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
        """Edit a message; attachments no longer listed are removed."""
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
        """Return the messages that everybody sees, oldest first."""
        return [one for one in self.messages.values() if not one["for"] and self._open(int(one["channel_id"]))]

    def private(self, user: int) -> list[Json]:
        """Return the messages that only this person sees, oldest first."""
        user = user_id(user)
        mine = {number for number, one in self.channels.items() if one["type"] == 1 and one.get("with") == user}
        return [one for one in self.messages.values() if one["for"] == user or int(one["channel_id"]) in mine]

    def _open(self, channel: int) -> bool:
        return bool(self.channels.get(channel, {}).get("type", 0) != 1)

    def history(self, channel: int, query: Mapping[str, str]) -> list[Json]:
        """Return a channel's public messages, newest first; none without permission to read the history."""
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
        # With `after`, Discord returns the oldest ones that follow, else the newest; newest first in both cases.
        return sorted(found[:limit] if "after" in query else found[-limit:], key=lambda one: -int(one["id"]))

    def told(self, message: Json) -> Json:
        """Return a message without the loopback's own fields."""
        return {key: value for key, value in message.items() if key not in ("for", "history", "pinged")}


def told_channel(channel: Json) -> Json:
    """Return a channel without the loopback's own fields."""
    return {key: value for key, value in channel.items() if key != "with"}


def refusal(status: int, code: int, text: str) -> tuple[int, Json, dict[str, str]]:
    """Return an error in Discord's form."""
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
