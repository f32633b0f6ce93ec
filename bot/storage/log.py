"""Message logs of channels on platforms that store none for us, or don't let us read theirs.

Writing is idempotent by message id: with the post's id as message id, a post delivered twice appears once. Content
that is shown in one place and only in its newest version, such as a panel, has a slot: older versions are dropped,
since nobody reads them any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.storage.connection import Connection
from bot.storage.keys import LogKeys
from bot.storage.models import JsonObject, LoggedMessage

#: Ids of dropped messages kept per log: more than can be in flight a second time.
_DROPPED = 200
#: Logs queried per round trip.
_TOGETHER = 500


@dataclass(frozen=True, slots=True)
class Message:
    """A logged message; `place` increases in log order."""

    place: int
    message_id: str
    body: JsonObject


class ChannelLog:
    """The logs of all channels; each keeps its newest `keep` messages.

    Args:
        connection: the store.
        keep: messages per log.
        companions: suffixes that turn a message's id into those of messages deleted with it.
    """

    def __init__(self, connection: Connection, keep: int = 2000, companions: Sequence[str] = ()) -> None:
        self._connection = connection
        self._keep = keep
        self._companions = tuple(companions)

    async def add(self, channel: str, message_id: str, body: JsonObject, slot: str = "") -> int:
        """Append a message and return its place; 0 if its id already exists, or did until its slot was taken.

        With a slot it replaces the previous message in that slot.
        """
        return await self._write(channel, message_id, body, "add", slot)

    async def replace(self, channel: str, message_id: str, body: JsonObject) -> int:
        """Change a message in place and return its place; 0 if it does not exist."""
        return await self._write(channel, message_id, body, "replace")

    async def one(self, channel: str, message_id: str) -> Message | None:
        """Return the message with an id; None if it does not exist."""
        found = await self._messages(channel, LogKeys(channel), [message_id.encode()])
        return found[0] if found else None

    async def newest(self, channel: str, count: int = 200, before: int | None = None) -> list[Message]:
        """Return the newest messages, oldest first; with `before`, those before that place."""
        own = LogKeys(channel)
        top = "+inf" if before is None else f"({before}"
        ids: list[bytes] = await self._connection.call("ZREVRANGEBYSCORE", own.order, top, "-inf", "LIMIT", 0, count)
        return await self._messages(channel, own, ids[::-1])

    async def after(self, channel: str, place: int, count: int = 200) -> list[Message]:
        """Return the oldest messages after a place, in order."""
        own = LogKeys(channel)
        ids: list[bytes] = await self._connection.call(
            "ZRANGEBYSCORE", own.order, f"({place}", "+inf", "LIMIT", 0, count
        )
        return await self._messages(channel, own, ids)

    async def heads(self, channels: Sequence[str]) -> list[int]:
        """Return the last place assigned in each of these logs; 0 if nothing was written."""
        found: list[int] = []
        for start in range(0, len(channels), _TOGETHER):
            some = channels[start : start + _TOGETHER]
            answers = await self._connection.pipeline(*(("GET", LogKeys(channel).sequence) for channel in some))
            found += [int(answer or 0) for answer in answers]
        return found

    async def _messages(self, channel: str, own: LogKeys, ids: Sequence[bytes]) -> list[Message]:
        if not ids:
            return []
        places, bodies = await self._connection.moment(("ZMSCORE", own.order, *ids), ("HMGET", own.bodies, *ids))
        return [
            Message(int(place), name.decode(), LoggedMessage.parse(raw, f"message of channel {channel}").body)
            for name, place, raw in zip(ids, places, bodies, strict=True)
            if place is not None and raw is not None
        ]

    async def _write(self, channel: str, message_id: str, body: JsonObject, mode: str, slot: str = "") -> int:
        own = LogKeys(channel)
        message = LoggedMessage(body=body).dump()
        place = await self._connection.script(
            "log",
            [own.order, own.bodies, own.sequence, own.slots, own.dropped],
            [message_id, message, mode, self._keep, slot, _DROPPED, *self._companions],
        )
        return int(place)
