"""One Chromium for all page tests: starting one costs as much as most of these tests.

It lives in the event loop of the session, so everything such a test awaits must too: a module of browser tests has the
mark `IN_BROWSER`, and imports from here the fixtures it uses.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.storage import Connection
from tests.web.browser import Chromium
from tests.web.doubles import FakeBot, Painter
from tests.web.playing import LocalProcess, running
from tests.web.support import served

IN_BROWSER = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


@pytest_asyncio.fixture(loop_scope="session")
async def browser(one_chromium: Chromium, _bot_before_pages: None) -> AsyncIterator[Browser]:
    """The Chromium of this worker; all pages are closed after each test."""
    running = await one_chromium.running()
    yield running
    for context in running.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def connection(redis_session_url: str) -> AsyncIterator[Connection]:
    """A connection to an empty real server."""
    link = Connection(redis_session_url, patience=3)
    await link.call("FLUSHALL")
    yield link
    await link.close()


@pytest_asyncio.fixture(loop_scope="session")
async def platform(
    bot: FakeBot, painter: Painter, signer: Signer, connection: Connection
) -> AsyncIterator[WebPlatform]:
    """The local channel with a small bot behind it."""
    async with served(bot, painter, signer, connection) as web:
        yield web


@pytest_asyncio.fixture(loop_scope="session")
async def alone(tmp_path: Path) -> AsyncIterator[LocalProcess]:
    """A `feldpost local` used by this test only."""
    async with running(tmp_path / "var") as process:
        yield process


__all__ = ["IN_BROWSER", "alone", "browser", "connection", "platform"]
