"""Close idle connections, so that they neither accumulate nor stay open.

Each open connection takes a file descriptor, and a client that opens many could leave none for requests and for the
store. So a connection has to bring its first whole request, and a request its whole body, within some seconds; after a
request it may be idle for a minute; and the number of waiting and of idle connections is limited.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web

#: Seconds for a connection to bring its first whole request, and for a request's whole body.
PATIENCE = 10.0
#: Most connections without a request, and most idle ones; beyond that the oldest are closed.
MOST = 200
#: Seconds for which a connection may be idle between requests.
KEPT = 60.0
#: Seconds between checks.
_INTERVAL = 1.0


class HalfOpen:
    """Closes connections that bring no request.

    Args:
        connections: returns the open connections.
        now: a monotonic clock, in seconds.
    """

    def __init__(self, connections: Callable[[], list[Any]], now: Callable[[], float] = time.monotonic) -> None:
        self._connections = connections
        self._now = now
        #: Since when each connection has brought nothing, been idle, or owed the body of its request.
        self._since: dict[Any, float] = {}
        self._resting: dict[Any, float] = {}
        self._owing: dict[Any, tuple[Any, float]] = {}
        self._asked: set[Any] = set()

    def asks(self, connection: Any, body: Any = None) -> None:
        """Record that a request's head has arrived on a connection; `body` says when the rest is complete."""
        self._asked.add(connection)
        self._since.pop(connection, None)
        self._resting.pop(connection, None)
        if body is not None and not body.is_eof():
            self._owing[connection] = (body, self._now())

    def rests(self, connection: Any) -> None:
        """Record that the request was answered; the connection is now idle."""
        self._owing.pop(connection, None)
        self._resting[connection] = self._now()

    def comes(self, connection: Any) -> None:
        """Record a new connection; if there are too many, close the oldest."""
        self._since[connection] = self._now()
        if len(self._since) > MOST:
            self.look()

    async def watch(self) -> None:
        """Check repeatedly, forever."""
        while True:
            await asyncio.sleep(_INTERVAL)
            self.look()

    def look(self) -> None:
        """Close connections that have waited too long, and the oldest of too many."""
        now, standing = self._now(), self._connections()
        there = set(standing)
        self._asked &= there
        self._since = {one: self._since.get(one, now) for one in standing if one not in self._asked}
        self._resting = {one: since for one, since in self._resting.items() if one in there}
        self._owing = {one: owed for one, owed in self._owing.items() if one in there and not owed[0].is_eof()}
        late = [one for one, (_, since) in self._owing.items() if now - since > PATIENCE + 2 * _INTERVAL]
        for connection in (*_overdue(self._since, PATIENCE, now), *_overdue(self._resting, KEPT, now), *late):
            connection.force_close()


def _overdue(waiting: dict[Any, float], patience: float, now: float) -> list[Any]:
    """Return the connections that have waited too long, and the oldest of too many."""
    oldest = sorted(waiting, key=waiting.__getitem__)
    return [one for place, one in enumerate(oldest) if now - waiting[one] > patience or place < len(oldest) - MOST]


def watched(half_open: HalfOpen) -> Any:
    """Return middleware that records which connections have sent a request."""

    @web.middleware
    async def note(request: web.Request, handler: Any) -> web.StreamResponse:
        connection = request.protocol
        half_open.asks(connection, request.content)
        try:
            response: web.StreamResponse = await handler(request)
        finally:
            half_open.rests(connection)
        return response

    return note


__all__ = ["KEPT", "MOST", "PATIENCE", "HalfOpen", "watched"]
