"""One server: at an address, or where sentinels say that it is."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Protocol
from weakref import WeakKeyDictionary

from redis.asyncio.connection import (
    AbstractConnection,
    Connection,
    ConnectionPool,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, NoScriptError, RedisError  # noqa: A004 - the library's own

from bot.addresses import Address
from bot.storage.pipeline import ServerStep, exchange, is_lost
from bot.storage.write_tracking import Trip

#: How a connection behaves; tries are counted by `bot.storage.connection`.
OPTIONS = {"socket_timeout": 10, "socket_connect_timeout": 5, "health_check_interval": 30}
#: Seconds within which a sentinel says who the primary is; the next one is asked then.
_GUARD = 1.0


class NoFreeConnection(ConnectionError):
    """All connections stayed in use."""


class ServerClient(Protocol):
    """What carries steps to servers."""

    async def carry(self, steps: Sequence[ServerStep], trip: Trip) -> None:
        """Try all steps that are not done once; those that are not afterwards have their trouble.

        Raises:
            RedisError: trying again is useless.
        """

    async def renew(self, troubles: Sequence[RedisError]) -> None:
        """Let go of what may be stale before the next try."""

    async def nodes(self) -> list[str]:
        """Return the names of all servers that together hold every key."""

    async def layout(self) -> object:
        """Return who holds what: equal as long as no key changes its server."""

    async def spread(self, name: str) -> list[str]:
        """Return the keys that begin with a name, one on each server."""

    async def close(self) -> None:
        """Close all connections."""


class Slots:
    """Lets so many carry something at once; whoever comes later waits.

    Args:
        most: how many.
        seconds: how long one waits for a free connection.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._free = asyncio.Semaphore(most)
        self._seconds = seconds

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Have one of them in the block; raises Busy where none is given back in time."""
        if self._free.locked():
            try:
                async with asyncio.timeout(self._seconds):
                    await self._free.acquire()
            except TimeoutError:
                raise NoFreeConnection("No connection available.") from None
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()


class SingleClient:
    """The connections to one server.

    Args:
        address: of the server, or of sentinels.
        most: connections at the most.
        waiting: seconds for which one waits for a free connection.
    """

    def __init__(self, address: Address, most: int, waiting: float) -> None:
        self._slots = Slots(most, waiting)
        self._guards: Sentinel | None = None
        #: Counts how often all connections were dropped, and when each was made by that count. Those that are in use or
        #: just being taken are dropped at their next use.
        self._generation = 0
        self._closed = False
        self._made = WeakKeyDictionary[AbstractConnection, int]()
        # More than are ever used: a try that is given up may hold one for a moment longer.
        self._pool = self._guarded(address, 4 * most) if address.kind == "sentinel" else _pool(address, 4 * most)

    async def carry(self, steps: Sequence[ServerStep], trip: Trip) -> None:
        """Try all steps that are not done once."""
        left = [step for step in steps if not step.done]
        async with self._slots.one():
            try:
                connection = await self._pool.get_connection()  # type: ignore[no-untyped-call]
                try:
                    await self._fresh(connection)
                    await exchange(connection, left, trip)
                    if again := [step for step in left if isinstance(step.trouble, NoScriptError)]:
                        await exchange(connection, again, trip)
                finally:
                    await self._pool.release(connection)
            except (RedisError, OSError) as error:
                if not is_lost(error):
                    raise
                for step in left:
                    if not step.done:
                        step.trouble = error if isinstance(error, RedisError) else ConnectionError(str(error))
            finally:
                if self._closed:  # meanwhile: what was on its way may have connected since
                    await self._pool.disconnect(inuse_connections=False)

    async def renew(self, troubles: Sequence[RedisError]) -> None:
        """Drop all connections: what is at the address now, or whom the sentinels name now, is connected to anew."""
        del troubles
        self._generation += 1

    async def _fresh(self, connection: AbstractConnection) -> None:
        """Connect anew what was connected before the last `renew`."""
        if self._made.setdefault(connection, self._generation) < self._generation:
            self._made[connection] = self._generation
            await connection.disconnect()
            await connection.connect()  # type: ignore[no-untyped-call]

    async def nodes(self) -> list[str]:
        """Return the one server."""
        return [""]

    async def layout(self) -> object:
        """Return None: one server always holds everything."""
        return None

    async def spread(self, name: str) -> list[str]:
        """Return the name itself."""
        return [name]

    async def close(self) -> None:
        """Close all connections, and those that are on their way as soon as they come."""
        self._closed = True
        await self._pool.aclose()
        if self._guards is not None:
            for guard in self._guards.sentinels:
                await guard.aclose()

    def _guarded(self, address: Address, most: int) -> ConnectionPool:
        """Return the connections that ask the sentinels who the primary is whenever they connect."""
        tls = {"ssl": True} if address.tls else {}
        files = {name: value for name, value in address.options.items() if name.startswith("ssl_")}
        asking = {
            **address.guards, **tls, **files, "socket_timeout": _GUARD, "socket_connect_timeout": _GUARD, "retry": _once(),
        }  # fmt: skip
        self._guards = Sentinel([*address.hosts], sentinel_kwargs=asking)  # type: ignore[no-untyped-call]
        return SentinelConnectionPool(  # type: ignore[no-untyped-call]
            address.service,
            self._guards,
            max_connections=most,
            **OPTIONS | address.options | tls,
            retry=_once(),
        )


def _pool(address: Address, most: int) -> ConnectionPool:
    kind: type[AbstractConnection] = UnixDomainSocketConnection
    options = OPTIONS | address.options
    if address.hosts:
        kind = SSLConnection if address.tls else Connection
        options["host"], options["port"] = address.hosts[0]
    return ConnectionPool(kind, max_connections=most, **options, retry=_once())


def _once() -> Retry:
    return Retry(NoBackoff(), 0)


__all__ = ["OPTIONS", "NoFreeConnection", "ServerClient", "SingleClient", "Slots"]
