"""Connections that never ask for anything: a browser opens few, and only for a moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web

#: Seconds in which a connection has to bring its first whole request, and a request the whole of its body.
PATIENCE = 10.0
#: Connections without a request that may stand at once; of more the oldest are closed.
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
        self._since: dict[Any, float] = {}
        self._asked: set[Any] = set()

    def asks(self, connection: Any) -> None:
        """A whole request has come over this connection."""
        self._asked.add(connection)

    async def watch(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(_ROUND)
            self.look()

    def look(self) -> None:
        """Close whatever has waited too long, and the oldest of too many."""
        now, standing = self._now(), self._connections()
        self._asked &= set(standing)
        self._since = {one: self._since.get(one, now) for one in standing if one not in self._asked}
        waiting = sorted(self._since, key=self._since.__getitem__)
        for place, connection in enumerate(waiting):
            if now - self._since[connection] > PATIENCE or place < len(waiting) - MOST:
                connection.force_close()


def watched(half_open: HalfOpen) -> Any:
    """Middleware that tells which connections have asked for something."""

    @web.middleware
    async def note(request: web.Request, handler: Any) -> web.StreamResponse:
        half_open.asks(request.protocol)
        response: web.StreamResponse = await handler(request)
        return response

    return note
