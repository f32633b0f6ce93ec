"""The gateway of the loopback Discord: hello, identify, ready, heartbeat, resume, and events, compressed as Discord does."""

from __future__ import annotations

import asyncio
import json
import zlib
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.platforms.discord.shapes import (
    AWAY,
    CATEGORY,
    DIRECTORY,
    FORUM,
    MEDIA,
    ORGANISERS,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STAGE,
    THREADS,
    VOICE,
)
from tests.platforms.discord.state import BOT, GUILD, TOKEN, Json, World


@dataclass
class Session:
    """A client's session; it survives its connections."""

    id: str
    sent: list[Json] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None
    packer: Any = None
    resumed: int = 0
    #: The number of its shard, and the number of shards.
    shard: tuple[int, int] = (0, 1)

    @property
    def open(self) -> bool:
        """True while its client has not disconnected."""
        return self.socket is not None and not self.socket.closed

    def has(self, guild: int) -> bool:
        """Return True if this session receives a guild's events (developers/events/gateway, Sharding)."""
        number, count = self.shard
        return (guild >> 22) % count == number

    async def dispatch(self, name: str, data: Json) -> None:
        """Send an event; without a connection it is kept for the resume."""
        frame = {"op": 0, "s": len(self.sent) + 1, "t": name, "d": data}
        self.sent.append(frame)
        await self.write(frame)

    async def write(self, frame: Json) -> None:
        """Send one frame if there is a connection."""
        if self.socket is None or self.socket.closed:
            return
        packed = self.packer.compress(json.dumps(frame).encode()) + self.packer.flush(zlib.Z_SYNC_FLUSH)
        await self.socket.send_bytes(packed)


#: Channels of every guild besides those of the tests, including one of an unknown type.
_KINDS = (CATEGORY, VOICE, STAGE, DIRECTORY, FORUM, MEDIA, 99)
_MORE = 1298765435000000000


class Gateway:
    """Serves connections; `sessions` are all that were ever created."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: list[Session] = []
        self.url = ""
        self.identified: list[Json] = []
        self.heartbeats = 0
        self.beat = 41.25
        self.ready = asyncio.Event()
        #: Close code with which every new or resumed session is refused, 0 for none.
        self.refusing = 0
        #: Each interaction is sent to only one session, in turn, so that nobody else can answer it.
        self.one_each, self.turn = False, 0

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        socket = web.WebSocketResponse(max_msg_size=2**20)
        await socket.prepare(request)
        session = Session("", socket=socket, packer=zlib.compressobj())
        await session.write({"op": 10, "d": {"heartbeat_interval": int(self.beat * 1000)}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            frame = json.loads(message.data)
            if frame["op"] == 1:
                self.heartbeats += 1
                await session.write({"op": 11})
            elif frame["op"] in (2, 6) and self.refusing:
                await socket.close(code=self.refusing)
            elif frame["op"] == 2:
                await self._identify(session, frame["d"])
            elif frame["op"] == 6:
                session = await self._resume(session, frame["d"])
        return socket

    async def _identify(self, session: Session, told: Json) -> None:
        assert told["token"] == TOKEN
        self.identified.append(told)
        shapes = self.world.shapes
        session.id = shapes.session()
        number, count = told.get("shard", [0, 1])
        session.shard = (number, count)
        self.sessions.append(session)
        ready = shapes.ready(session.id, self.world.user(BOT), (GUILD, AWAY), session.shard, self.url)
        await session.dispatch("READY", ready)
        await session.dispatch("GUILD_CREATE", self.guild())
        await session.dispatch("GUILD_CREATE", {"id": str(AWAY), "unavailable": True})
        self.ready.set()

    async def _resume(self, fresh: Session, told: Json) -> Session:
        session = next((one for one in self.sessions if one.id == told["session_id"]), None)
        if session is None:
            await fresh.write({"op": 9, "d": False})
            return fresh
        session.socket, session.packer = fresh.socket, fresh.packer
        session.resumed += 1
        for frame in session.sent[told["seq"] :]:
            await session.write(frame)
        await session.dispatch("RESUMED", {})
        return session

    async def tell(self, name: str, data: Json) -> None:
        """Send an event to every session of its shard, as for several processes of one bot."""
        for session in self._meant(name, data):
            await session.dispatch(name, data)

    def _meant(self, name: str, data: Json) -> list[Session]:
        """Return the sessions that receive an event; events without a guild, such as direct messages, go to shard 0."""
        if name != "INTERACTION_CREATE":
            return self.sessions
        told = [one for one in self.sessions if one.has(int(data.get("guild_id") or 0))]
        if not self.one_each:
            return told
        self.turn += 1
        alive = [one for one in told if one.open]
        return [alive[self.turn % len(alive)]] if alive else []

    async def drop(self, code: int = 4000) -> None:
        """Close all connections; the sessions can be resumed."""
        for session in self.sessions:
            if session.socket is not None and not session.socket.closed:
                await self._close(session.socket, code)

    async def refuse(self, code: int) -> None:
        """Close all connections, and those of returning clients, as Discord does with a bot it doesn't accept."""
        self.refusing = code
        await self.drop(code)

    def cut(self) -> None:
        """Break all connections without a close frame; the sessions can be resumed."""
        for session in self.sessions:
            if session.socket is not None and session.socket._req is not None and session.socket._req.transport:
                session.socket._req.transport.abort()

    async def _close(self, socket: web.WebSocketResponse, code: int) -> None:
        """Send a close frame and wait for the reply.

        `WebSocketResponse.close` cuts the connection right after its close frame if another task is reading from it. A
        busy client then finds the connection broken while replying, and never learns the code.
        """
        assert socket._writer is not None
        await socket._writer.close(code)
        for _ in range(1000):
            if socket.closed:
                return
            await asyncio.sleep(0.01)
        await socket.close(code=code)

    def forget_gone(self) -> None:
        """Remove the sessions whose client has left."""
        self.sessions = [one for one in self.sessions if one.socket is not None and not one.socket.closed]

    def guild(self, number: int = GUILD) -> Json:
        """Return a guild's data as sent to a bot in it: channels of every type, and threads of channels unknown to us."""
        shapes = self.world.shapes
        own = [one for one in self.world.channels.values() if one.get("guild_id") == str(number)]
        channels = [one for one in own if one["type"] not in THREADS]
        more = [shapes.channel(_MORE + kind, kind, guild_id=str(number)) for kind in _KINDS]
        threads = [one for one in own if one["type"] in THREADS and not one["thread_metadata"]["archived"]]
        orphans = [
            shapes.thread(_MORE + 200 + kind, kind, _MORE + 300, "orphan") for kind in (PUBLIC_THREAD, PRIVATE_THREAD)
        ]
        return shapes.guild(number, self.world.user(BOT), [*channels, *more], [*threads, *orphans])


__all__ = ["ORGANISERS", "Gateway", "Session"]
