"""A channel's own message log, for platforms that keep none for us or do not let us read theirs.

Writing is idempotent by message id: with the post's id as message id, a post that is delivered
twice appears once.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.connection import Connection
from bot.storage.keys import LogKeys
from bot.storage.models import JsonObject, LoggedMessage


@dataclass(frozen=True, slots=True)
class Message:
    """A logged message; `place` grows in the order of the log."""

    place: int
    message_id: str
    body: JsonObject


class ChannelLog:
    """The logs of all channels; each keeps its newest `keep` messages."""

    def __init__(self, connection: Connection, keep: int = 2000) -> None:
        self._connection = connection
        self._keep = keep

    async def add(self, channel: str, message_id: str, body: JsonObject) -> int:
        """Append a message and return its place; 0 if this id is there already."""
        return await self._write(channel, message_id, body, "add")

    async def replace(self, channel: str, message_id: str, body: JsonObject) -> int:
        """Change a message where it stands and return its place; 0 if it is not there."""
        return await self._write(channel, message_id, body, "replace")

    async def newest(self, channel: str, count: int = 200, before: int | None = None) -> list[Message]:
        """The newest messages, oldest first; with `before` those ahead of that place."""
        own = LogKeys(channel)
        top = "+inf" if before is None else f"({before}"
        ids: list[bytes] = await self._connection.call("ZREVRANGEBYSCORE", own.order, top, "-inf", "LIMIT", 0, count)
        ids.reverse()
        if not ids:
            return []
        places, bodies = await self._connection.transaction(("ZMSCORE", own.order, *ids), ("HMGET", own.bodies, *ids))
        return [
            Message(int(place), name.decode(), LoggedMessage.parse(raw, f"message of channel {channel}").body)
            for name, place, raw in zip(ids, places, bodies, strict=True)
            if place is not None and raw is not None
        ]

    async def _write(self, channel: str, message_id: str, body: JsonObject, mode: str) -> int:
        own = LogKeys(channel)
        message = LoggedMessage(body=body).dump()
        place = await self._connection.script(
            "log", [own.order, own.bodies, own.sequence], [message_id, message, mode, self._keep]
        )
        return int(place)
