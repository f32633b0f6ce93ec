"""Idle connections neither accumulate nor stay open on any listener: public pages, health, Slack's requests, the local channel."""

from __future__ import annotations

import asyncio
import contextlib
import re
import resource
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession, web

from bot.operations.health import HealthState, Operations
from bot.operations.metrics import Metrics
from bot.platforms.half_open import KEPT, MOST, PATIENCE
from bot.platforms.http_listener import Listener, runner
from bot.public.server import PublicServer
from bot.service.record_work import RecordThreads
from bot.settings import Settings
from bot.storage import Store
from bot.table.reply import PictureRef
from tests.conftest import ROOT

#: This many once made the bot unreachable.
MANY = 1_100
HALF = b"GET / HTTP/1.1\r\nHost: 127.0"

Listening = tuple[Listener, int, str]


async def _never(ref: PictureRef) -> tuple[bytes, str, str]:
    raise AssertionError(ref)


@pytest.fixture(autouse=True)
def _files() -> Iterator[None]:
    """Raise this process's file limit; accounts often start with 1,024, and both ends of each connection are here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * MANY
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"this account may open {hard} files, and {wanted} are needed: raise `ulimit -Hn`")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest_asyncio.fixture(params=["public", "operations"])
async def listening(request: pytest.FixtureRequest, store: Store) -> AsyncIterator[Listening]:
    """Return a listener as in the bot, its port, and one of its pages."""
    server: Any
    if request.param == "public":
        server, path = PublicServer(Settings(public="127.0.0.1:0"), store, RecordThreads(), _never), "/"
    else:
        server, path = Operations(Settings(operations_port=0), HealthState(), Metrics()), "/healthz"
    await server.start()
    assert server._runner is not None
    yield server._runner, int(server._runner.addresses[0][1]), path
    await server.stop()


Opened = list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
Opens = Callable[[int, int, bytes], Awaitable[Opened]]


@pytest_asyncio.fixture
async def opens() -> AsyncIterator[Opens]:
    """Yields a function that opens connections to a port and sends something over each; closes them at the end."""
    standing: Opened = []

    async def opened(port: int, count: int, sent: bytes) -> Opened:
        found: Opened = []
        for _ in range(count):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            found.append((reader, writer))
            writer.write(sent)
        standing.extend(found)
        return found

    yield opened
    for _, writer in standing:
        writer.close()
    for _, writer in standing:
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def ended(reader: asyncio.StreamReader) -> bool:
    """Return True if the other side has disconnected."""
    try:
        async with asyncio.timeout(5):
            return await reader.read() == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


async def answers(port: int, path: str) -> int:
    async with asyncio.timeout(30), ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status


async def test_eleven_hundred_half_open_requests_make_nobody_deaf(listening: Listening, opens: Opens) -> None:
    listener, port, path = listening
    standing = await opens(port, MANY, HALF)
    assert await answers(port, path) == 200
    await asyncio.sleep(0.05)
    assert listener.server is not None
    assert len(listener.server.connections) <= MOST + 5
    assert await ended(standing[0][0]), "the oldest went"


async def test_half_a_request_half_a_body_and_a_long_rest_end(listening: Listening, opens: Opens) -> None:
    listener, port, path = listening
    moment = 0.0
    listener.half_open._now = lambda: moment
    assert listener.server is not None
    # Seconds for which the library waits for the rest of a body that no handler reads.
    listener.server._kwargs["lingering_time"] = 0.3
    ((half, _),) = await opens(port, 1, HALF)
    ((body, _),) = await opens(
        port, 1, f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\nhalf".encode()
    )
    ((rests, asking),) = await opens(port, 1, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    assert (await rests.readline()).split()[1] == b"200"
    listener.half_open.look()
    moment = PATIENCE - 1
    listener.half_open.look()
    assert len(listener.half_open._connections()) >= 2
    moment = PATIENCE + 3
    listener.half_open.look()
    assert await ended(half)
    async with asyncio.timeout(30):
        await body.read()  # at most its response, then the end
    asking.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    async with asyncio.timeout(30):
        # Skip the first response's body, which may end without a newline.
        await rests.readuntil(b"HTTP/1.1 200")
    moment += KEPT + 1
    listener.half_open.look()
    async with asyncio.timeout(30):
        await rests.read()
    assert listener.server is not None
    assert await answers(port, path) == 200


async def test_a_body_that_a_page_waits_for_does_not_wait_for_ever(opens: Opens) -> None:
    async def takes(request: web.Request) -> web.Response:
        return web.Response(text=await request.text())

    pages = web.Application()
    pages.router.add_post("/", takes)
    listener, moment = runner(pages), 0.0
    listener.half_open._now = lambda: moment
    await listener.setup()
    await web.TCPSite(listener, "127.0.0.1", 0).start()
    port = int(listener.addresses[0][1])
    ((slow, _),) = await opens(port, 1, b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\nhalf")
    ((whole, writer),) = await opens(port, 1, b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n\r\nhalf")
    await asyncio.sleep(0.1)
    moment = PATIENCE - 1
    listener.half_open.look()
    writer.write(b"half")
    assert (await whole.readline()).split()[1] == b"200"
    moment = PATIENCE + 3
    listener.half_open.look()
    assert await ended(slow)
    await listener.cleanup()


async def test_of_many_idle_connections_the_oldest_are_closed(listening: Listening, opens: Opens) -> None:
    listener, port, path = listening
    asking = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    standing = await opens(port, MOST + 30, asking)
    for reader, _ in standing:
        await reader.readline()
    listener.half_open.look()
    await asyncio.sleep(0.05)
    assert listener.server is not None
    assert len(listener.server.connections) <= MOST + 5
    assert await answers(port, path) == 200


def test_nothing_of_the_bot_listens_without_the_guard() -> None:
    """Every site is created through the runner that has the guard."""

    def found(pattern: str) -> set[str]:
        files = sorted((ROOT / "bot").rglob("*.py"))
        return {str(file.relative_to(ROOT)) for file in files if re.search(pattern, file.read_text("utf-8"))}

    sites = found(r"TCPSite\(|UnixSite\(|start_server\(|create_server\(")
    assert sites == {
        "bot/operations/health.py",
        "bot/platforms/slack/connection.py",
        "bot/platforms/web/adapter.py",
        "bot/public/server.py",
    }
    assert sites <= found(r"from bot\.platforms\.http_listener import .*runner")
    assert found(r"web\.AppRunner\)|AppRunner\(") == {"bot/platforms/http_listener.py"}
