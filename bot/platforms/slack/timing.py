"""Times from the arrival of something to the moment at which Slack has our acknowledgement."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

Told = Callable[[float], None]


def of_requests(told: Told) -> Any:
    """A middleware for Slack's HTTP requests: their answers are the acknowledgements."""

    @web.middleware
    async def timed(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        begun = time.perf_counter()
        answer = await handler(request)
        if request.method == "POST" and answer.status == 200:
            told(time.perf_counter() - begun)
        return answer

    return timed


def of_socket(client: Any, told: Told) -> None:
    """Have every listener of a Socket Mode client timed: it ends when its acknowledgement is sent."""

    def timed(listener: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def listen(*received: Any) -> None:
            begun = time.perf_counter()
            await listener(*received)
            told(time.perf_counter() - begun)

        return listen

    listeners = client.socket_mode_request_listeners
    client.socket_mode_request_listeners = [timed(listener) for listener in listeners]


__all__ = ["of_requests", "of_socket"]
