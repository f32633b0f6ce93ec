"""Slack's patience: what may hold an answer up, how long each acknowledgement took, and how many are still to be given."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from aiohttp import web

#: Seconds for which one look into the store may hold up whoever asked, and for which one may hold up telling them
#: that it is away: Slack's people wait three seconds for an answer.
STORE, TELLING = 1.5, 0.3
#: Seconds that somebody waits behind their own earlier commands before it is asked whether the store is why.
TURN = 1.8

Told = Callable[[float], None]


class Acknowledgements:
    """Watches what Slack sends until it has our acknowledgement.

    Args:
        told: told the seconds that each took.
    """

    def __init__(self, told: Told) -> None:
        self._told = told
        self._open = 0
        self._none = asyncio.Event()
        self._none.set()

    async def given(self, seconds: float) -> None:
        """Wait until everything that has arrived is acknowledged, but no longer than this."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._none.wait(), seconds)

    def of_requests(self) -> Any:
        """Return a middleware for Slack's HTTP requests: their answers are the acknowledgements."""

        @web.middleware
        async def timed(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            begun = time.perf_counter()
            with self._arrived():
                answer = await handler(request)
                if request.method == "POST" and answer.status == 200:
                    self._told(time.perf_counter() - begun)
                return answer

        return timed

    def of_socket(self, client: Any) -> None:
        """Have every listener of a Socket Mode client watched: it ends when its acknowledgement is sent."""

        def timed(listener: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
            async def listen(*received: Any) -> None:
                begun = time.perf_counter()
                with self._arrived():
                    await listener(*received)
                    self._told(time.perf_counter() - begun)

            return listen

        listeners = client.socket_mode_request_listeners
        client.socket_mode_request_listeners = [timed(listener) for listener in listeners]

    @contextlib.contextmanager
    def _arrived(self) -> Iterator[None]:
        self._open += 1
        self._none.clear()
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._none.set()


__all__ = ["STORE", "TELLING", "TURN", "Acknowledgements"]
