"""Malformed requests get 400 from every listener: invalid hosts, unknown encodings, endless nesting."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.operations.health import HealthState, Operations
from bot.operations.metrics import Metrics
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.platforms.well_formed import host_name
from bot.public.server import PublicServer
from bot.service.handler import BotHandler
from bot.service.record_work import RecordThreads
from bot.settings import Settings
from bot.storage import ChannelLog, Connection, Store
from bot.table.reply import PictureRef
from tests.support.malformed import DEEP, deep, requests, status

PATHS = {
    "web": ("/", "/c/liege", "/api/door", "/api/person", "/static/main.js", "/live", "/nowhere"),
    "public": ("/", "/s/none", "/g/none", "/api/v1/seasons", "/robots.txt", "/nowhere"),
    "health": ("/healthz", "/readyz", "/metrics", "/nowhere"),
}


async def _never(ref: PictureRef) -> tuple[bytes, str, str]:
    raise AssertionError(ref)


@pytest_asyncio.fixture
async def ports(connection: Connection, tmp_path: Path) -> AsyncIterator[dict[str, int]]:
    """Return the ports of the local channel, of the public pages and of health."""
    store = Store(connection)
    settings = Settings(var=tmp_path, public="127.0.0.1:0", operations_port=0)
    web = WebPlatform(handler=BotHandler(store), log=ChannelLog(connection), draw=_never, signer=Signer(b"s" * 32))
    public = PublicServer(settings, store, RecordThreads(), _never)
    health = Operations(settings, HealthState(store=store), Metrics())
    for one in (web, public, health):
        await one.start()
    yield {"web": web.port, "public": int(public.url.rpartition(":")[2]), "health": health.port}
    for one in (web, public, health):
        await one.stop()


@pytest.mark.parametrize("listener", list(PATHS))
async def test_an_invalid_request_is_refused_without_a_trace(
    ports: dict[str, int], listener: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.clear()
    for path in PATHS[listener]:
        for wrong, request in requests(path):
            assert (await status(ports[listener], request))[0] == 400, f"{path}: {wrong}"
    assert caplog.records == []


async def test_endlessly_nested_json_is_an_invalid_body(ports: dict[str, int]) -> None:
    for body in (DEEP, b'{"name":' * 1700, b"\xff\xfe"):
        assert (await status(ports["web"], deep("/api/person", ports["web"], body)))[0] == 400, body[:10]


async def test_a_host_is_never_copied_into_the_policy_of_a_page(ports: dict[str, int]) -> None:
    for host in ("localhost:1234", "[::1]:1234", "127.9.9.9:1234", "LOCALHOST"):
        request = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        found, answer = await status(ports["web"], request)
        assert found == 200, host
        policy = next(line for line in answer.splitlines() if line.startswith("Content-Security-Policy"))
        assert "1234" not in policy
        assert "127.9.9.9" not in policy
        assert f"ws://localhost:{ports['web']}" in policy


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("feldpost.example:8016", "feldpost.example"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]:80", "::1"),
        ("[0:0::1]", "::1"),
    ],
)
def test_the_name_in_a_host(host: str, name: str) -> None:
    assert host_name(host) == name
