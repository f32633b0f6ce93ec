"""Connections over which nothing comes: what stands before every listener so that they neither pile up nor stay.

Whoever opens connections and leaves them takes a file of the process each, until it can open no more: not for requests, and not for its
store. So a connection has to bring its first whole request, and a request its whole body, within some seconds; one that has asked may
rest a minute before it asks again; and of those that wait, and of those that rest, only so many stand at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web

#: Seconds in which a connection has to bring its first whole request, and a request the whole of its body.
PATIENCE = 10.0
#: Connections without a request that may stand at once, and as many that rest; of more the oldest are closed.
MOST = 200
#: Seconds for which a connection may wait for its next request.
KEPT = 60.0
#: Seconds between two rounds.
_ROUND = 1.0


class HalfOpen:
    """Closes connections that bring no request.

    Args:
        connections: those that are open now.
        now: a clock that never goes back, in seconds.
    """

    def __init__(self, connections: Callable[[], list[Any]], now: Callable[[], float] = time.monotonic) -> None:
        self._connections = connections
        self._now = now
        #: Since when a connection has brought nothing, rests, or owes the body of its request.
        self._since: dict[Any, float] = {}
        self._resting: dict[Any, float] = {}
        self._owing: dict[Any, tuple[Any, float]] = {}
        self._asked: set[Any] = set()

    def asks(self, connection: Any, body: Any = None) -> None:
        """Note that a whole request has come over this connection, but for its body, which says when it is complete."""
        self._asked.add(connection)
        self._since.pop(connection, None)
        self._resting.pop(connection, None)
        if body is not None and not body.is_eof():
            self._owing[connection] = (body, self._now())

    def rests(self, connection: Any) -> None:
        """Note that the request was answered; the connection may bring another."""
        self._owing.pop(connection, None)
        self._resting[connection] = self._now()

    def comes(self, connection: Any) -> None:
        """Note that a connection was opened; where too many are open the oldest are closed."""
        self._since[connection] = self._now()
        if len(self._since) > MOST:
            self.look()

    async def watch(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(_ROUND)
            self.look()

    def look(self) -> None:
        """Close whatever has waited too long, and the oldest of too many."""
        now, standing = self._now(), self._connections()
        there = set(standing)
        self._asked &= there
        self._since = {one: self._since.get(one, now) for one in standing if one not in self._asked}
        self._resting = {one: since for one, since in self._resting.items() if one in there}
        self._owing = {one: owed for one, owed in self._owing.items() if one in there and not owed[0].is_eof()}
        late = [one for one, (_, since) in self._owing.items() if now - since > PATIENCE + 2 * _ROUND]
        for connection in (*_late(self._since, PATIENCE, now), *_late(self._resting, KEPT, now), *late):
            connection.force_close()


def _late(waiting: dict[Any, float], patience: float, now: float) -> list[Any]:
    """Those that have waited too long, and the oldest of too many."""
    oldest = sorted(waiting, key=waiting.__getitem__)
    return [one for place, one in enumerate(oldest) if now - waiting[one] > patience or place < len(oldest) - MOST]


def watched(half_open: HalfOpen) -> Any:
    """Middleware that tells which connections have asked for something."""

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
