"""Client for one server: at an address, or where sentinels say that it is."""

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

#: Connection options; retries are counted by `bot.storage.connection`.
OPTIONS = {"socket_timeout": 10, "socket_connect_timeout": 5, "health_check_interval": 30}
#: Seconds for a sentinel to name the primary before the next one is asked.
_GUARD = 1.0


class NoFreeConnection(ConnectionError):
    """All connections stayed in use."""


class ServerClient(Protocol):
    """Carries steps to servers."""

    async def carry(self, steps: Sequence[ServerStep], trip: Trip) -> None:
        """Try all unfinished steps once; those still unfinished then have their `trouble` set.

        Raises:
            RedisError: retrying is useless.
        """

    async def renew(self, troubles: Sequence[RedisError]) -> None:
        """Discard state that may be stale before the next attempt."""

    async def nodes(self) -> list[str]:
        """Return the names of all servers that together hold every key."""

    async def layout(self) -> object:
        """Return the distribution of keys: equal as long as no key changes its server."""

    async def spread(self, name: str) -> list[str]:
        """Return keys starting with a name, one on each server."""

    async def close(self) -> None:
        """Close all connections."""


class Slots:
    """Limits concurrent operations; further ones wait.

    Args:
        most: the limit.
        seconds: how long to wait for a free connection.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._free = asyncio.Semaphore(most)
        self._seconds = seconds

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Hold one slot in the block; raise NoFreeConnection if none becomes free in time."""
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
        most: maximum number of connections.
        waiting: seconds to wait for a free connection.
    """

    def __init__(self, address: Address, most: int, waiting: float) -> None:
        self._slots = Slots(most, waiting)
        self._guards: Sentinel | None = None
        #: Number of times all connections were dropped, and the count when each was made. Connections in use, or just
        #: being acquired, are dropped at their next use.
        self._generation = 0
        self._closed = False
        self._made = WeakKeyDictionary[AbstractConnection, int]()
        # More than are ever used: an abandoned attempt may hold one a moment longer.
        self._pool = (
            self._sentinel_connections(address, 4 * most) if address.kind == "sentinel" else _pool(address, 4 * most)
        )

    async def carry(self, steps: Sequence[ServerStep], trip: Trip) -> None:
        """Try all unfinished steps once."""
        left = [step for step in steps if not step.done]
        async with self._slots.one():
            try:
                connection = await self._pool.get_connection()  # type: ignore[no-untyped-call]
                try:
                    await self._reconnect_if_old(connection)
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
                if self._closed:  # a pending connection may have been established since closing
                    await self._pool.disconnect(inuse_connections=False)

    async def renew(self, troubles: Sequence[RedisError]) -> None:
        """Drop all connections, so that the server now at the address, or named by the sentinels, is connected to."""
        del troubles
        self._generation += 1

    async def _reconnect_if_old(self, connection: AbstractConnection) -> None:
        """Reconnect a connection made before the last `renew`."""
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
        """Close all connections, and pending ones as soon as they are established."""
        self._closed = True
        await self._pool.aclose()
        if self._guards is not None:
            for guard in self._guards.sentinels:
                await guard.aclose()

    def _sentinel_connections(self, address: Address, most: int) -> ConnectionPool:
        """Return connections that ask the sentinels for the primary whenever they connect."""
        tls = {"ssl": True} if address.tls else {}
        files = {name: value for name, value in address.options.items() if name.startswith("ssl_")}
        asking = {
            **address.guards, **tls, **files,
            "socket_timeout": _GUARD, "socket_connect_timeout": _GUARD, "retry": _no_retry(),
        }  # fmt: skip
        self._guards = Sentinel([*address.hosts], sentinel_kwargs=asking)  # type: ignore[no-untyped-call]
        return SentinelConnectionPool(  # type: ignore[no-untyped-call]
            address.service,
            self._guards,
            max_connections=most,
            **OPTIONS | address.options | tls,
            retry=_no_retry(),
        )


def _pool(address: Address, most: int) -> ConnectionPool:
    kind: type[AbstractConnection] = UnixDomainSocketConnection
    options = OPTIONS | address.options
    if address.hosts:
        kind = SSLConnection if address.tls else Connection
        options["host"], options["port"] = address.hosts[0]
    return ConnectionPool(kind, max_connections=most, **options, retry=_no_retry())


def _no_retry() -> Retry:
    return Retry(NoBackoff(), 0)


__all__ = ["OPTIONS", "NoFreeConnection", "ServerClient", "SingleClient", "Slots"]
