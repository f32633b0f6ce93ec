"""Slack's time limits: store timeouts while a user waits, and monitoring of acknowledgements."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from aiohttp import web

#: Store timeout in seconds while a user waits, and for telling them that the store is down: Slack allows three seconds
#: for an answer.
STORE, TELLING = 1.5, 0.3
#: Seconds that a user waits behind their own earlier commands before the store is checked as the cause.
TURN = 1.8

Told = Callable[[float], None]


class Acknowledgements:
    """Tracks what Slack sends until it is acknowledged.

    Args:
        told: called with the seconds each took.
    """

    def __init__(self, told: Told) -> None:
        self._told = told
        self._open = 0
        self._none = asyncio.Event()
        self._none.set()

    async def given(self, seconds: float) -> None:
        """Wait until everything that has arrived is acknowledged, for at most this many seconds."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._none.wait(), seconds)

    def of_requests(self) -> Any:
        """Return middleware for Slack's HTTP requests, whose responses are the acknowledgements."""

        @web.middleware
        async def timed(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            begun = time.perf_counter()
            with self._count_open():
                answer = await handler(request)
                if request.method == "POST" and answer.status == 200:
                    self._told(time.perf_counter() - begun)
                return answer

        return timed

    def of_socket(self, client: Any) -> None:
        """Wrap every listener of a Socket Mode client, which ends when its acknowledgement is sent."""

        def timed(listener: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
            async def listen(*received: Any) -> None:
                begun = time.perf_counter()
                with self._count_open():
                    await listener(*received)
                    self._told(time.perf_counter() - begun)

            return listen

        listeners = client.socket_mode_request_listeners
        client.socket_mode_request_listeners = [timed(listener) for listener in listeners]

    @contextlib.contextmanager
    def _count_open(self) -> Iterator[None]:
        self._open += 1
        self._none.clear()
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._none.set()


__all__ = ["STORE", "TELLING", "TURN", "Acknowledgements"]
