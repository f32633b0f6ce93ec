"""Connections that never send a request are closed; others are left alone."""

from __future__ import annotations

import asyncio

from bot.platforms.half_open import MOST, PATIENCE, HalfOpen
from bot.platforms.web.adapter import WebPlatform
from tests.web.support import FakePage


class Connection:
    """A connection that only records being closed."""

    def __init__(self) -> None:
        self.closed = False

    def force_close(self) -> None:
        self.closed = True


def test_whatever_brings_no_request_in_time_is_closed() -> None:
    moment = 0.0
    asks, waits = Connection(), Connection()
    watch = HalfOpen(lambda: [one for one in (asks, waits) if not one.closed], lambda: moment)
    watch.look()
    watch.asks(asks)
    moment = PATIENCE - 0.1
    watch.look()
    assert not waits.closed
    moment = PATIENCE + 0.1
    watch.look()
    assert (asks.closed, waits.closed) == (False, True)


def test_of_too_many_connections_the_oldest_are_closed() -> None:
    moment = 0.0
    standing: list[Connection] = []
    watch = HalfOpen(lambda: [one for one in standing if not one.closed], lambda: moment)
    for _ in range(MOST + 3):
        moment += 0.001
        standing.append(Connection())
        watch.look()
    assert [one.closed for one in standing] == [True] * 3 + [False] * MOST


async def test_half_a_request_is_cut_off_and_an_open_page_stays(platform: WebPlatform) -> None:
    moment = 0.0
    platform.half_open._now = lambda: moment
    async with FakePage(platform, "Player one") as page:
        reader, writer = await asyncio.open_connection("127.0.0.1", platform.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0")
        await writer.drain()
        await asyncio.sleep(0.05)
        platform.half_open.look()
        moment = PATIENCE + 1
        platform.half_open.look()
        assert await reader.read() == b""
        writer.close()
        await page.run("hello")
        assert page.texts("note")[-1] == "Good day, **Player one**."
