"""The bot on a loopback Slack: real slack-bolt and slack-sdk, real Redis, real engine, a known seed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.storage import Store
from tests.bot.support import channel
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.support import Bot
from tests.titles.toy.painting import Drawn

__all__ = ["channel"]


@pytest.fixture(autouse=True)
def _alone(known_seed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a known seed for every new game, and no proxy, since the server is on this machine."""
    del known_seed
    # Disable slow-answer notices, so that a slow machine doesn't change what is compared.
    monkeypatch.setattr("bot.platforms.interim_notice.SECONDS", 60.0)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    server = FakeSlack()
    await server.start()
    yield server
    await Bot.stop_all()
    await server.stop()
    assert server.breaches == []


@pytest_asyncio.fixture(params=["socket", "http"])
async def bot(request: pytest.FixtureRequest, slack: FakeSlack, store: Store) -> AsyncIterator[Bot]:
    """The bot, by Socket Mode and by HTTP."""
    running = Bot(slack, store, mode=request.param)
    await running.start()
    yield running
    await running.stop()


@pytest_asyncio.fixture
async def socket_bot(slack: FakeSlack, store: Store) -> AsyncIterator[Bot]:
    """The bot, by Socket Mode only."""
    running = Bot(slack, store, mode="socket")
    await running.start()
    yield running
    await running.stop()


@pytest_asyncio.fixture
async def drawing(slack: FakeSlack, store: Store) -> AsyncIterator[tuple[Bot, Drawn]]:
    """A bot with a title's real renderer, and the pictures rendered."""
    running, drawn = Bot(slack, store), Drawn(store)
    running.painter = drawn  # type: ignore[assignment]
    running._make()
    await running.start()
    yield running, drawn
    await running.stop()
    await drawn.close()


@pytest_asyncio.fixture
async def ended(monkeypatch: pytest.MonkeyPatch, slack: FakeSlack) -> AsyncIterator[None]:
    """Close the connections of all bots, so that those of a failed test stop reconnecting."""
    del slack
    made: list[Bot] = []
    original = Bot.__init__

    def noted(self: Bot, *args: Any, **more: Any) -> None:
        original(self, *args, **more)
        made.append(self)

    monkeypatch.setattr(Bot, "__init__", noted)
    yield
    for bot in made:
        await bot.platform.link.close()
