"""The local channel on a real Redis server, with a small bot behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.storage import Connection
from tests.web.browser import Chromium, lasting_chromium
from tests.web.doubles import FakeBot, Painter
from tests.web.house import Guests, House
from tests.web.playing import LocalProcess, running
from tests.web.support import served


@pytest.fixture(autouse=True)
def _no_slow_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable slow-answer notices, so that a slow machine doesn't change what is compared."""
    monkeypatch.setattr("bot.platforms.interim_notice.SECONDS", 60.0)


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
    async with served(bot, painter, signer, connection) as web:
        yield web


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


@pytest.fixture
def local(house: House) -> Guests:
    return house.guests()


@pytest_asyncio.fixture
async def alone(tmp_path: Path) -> AsyncIterator[LocalProcess]:
    async with running(tmp_path / "var") as process:
        yield process


@pytest.fixture
def _bot_before_pages(request: pytest.FixtureRequest) -> None:
    """Make a separate bot process stop after its pages are closed, so that it waits for none of them."""
    if "alone" in request.fixturenames:
        request.getfixturevalue("alone")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_chromium(chromium_path: Path) -> AsyncIterator[Chromium]:
    """The Chromium of this worker; tests use it through `together.browser`."""
    async with lasting_chromium(chromium_path) as found:
        yield found
