"""The local channel on a real Redis server, with a small bot behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.people import Signer
from bot.platforms.web.timeline import PICTURES
from bot.storage import ChannelLog, Connection
from tests.web.browser import chromium
from tests.web.doubles import FakeBot, Painter
from tests.web.playing import LocalProcess, running


@pytest.fixture
def bot() -> FakeBot:
    return FakeBot()


@pytest.fixture
def painter() -> Painter:
    return Painter()


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer.from_file(tmp_path / "web.key")


@pytest_asyncio.fixture
async def platform(
    bot: FakeBot, painter: Painter, signer: Signer, connection: Connection
) -> AsyncIterator[WebPlatform]:
    web = WebPlatform(handler=bot, log=ChannelLog(connection, companions=PICTURES), draw=painter, signer=signer)
    bot.deliver = web.deliver
    await web.start()
    yield web
    await web.stop()


@pytest_asyncio.fixture
async def local(tmp_path: Path) -> AsyncIterator[LocalProcess]:
    async with running(tmp_path / "var") as process:
        yield process


@pytest.fixture
def _bot_before_pages(request: pytest.FixtureRequest) -> None:
    """A bot as its own process is stopped after the pages are closed that hang on it, and so waits for none of them."""
    if "local" in request.fixturenames:
        request.getfixturevalue("local")


@pytest_asyncio.fixture
async def browser(chromium_path: Path, _bot_before_pages: None) -> AsyncIterator[Browser]:
    async with chromium(chromium_path) as found:
        yield found
