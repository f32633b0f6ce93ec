"""A clock for tests, and a channel whose bot uses it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from bot.service.clock import Clock
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.storage import Store
from tests.bot.support import Channel


class Hands:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time."""
        return self.at

    def move(self, **span: float) -> None:
        """Advance the time."""
        self.at += timedelta(**span)


def timed(store: Store) -> tuple[Channel, Ticker, Hands]:
    """Return a channel, its ticker, and the clock both use."""
    hands = Hands()
    handler = BotHandler(store, now=hands)
    return Channel(store, handler, count(1)), Ticker(handler.tools), hands


async def clock_of(channel: Channel) -> Clock:
    """Return the clock of a channel's game as stored."""
    return Clock.of((await channel.store.load(await channel.game_id())).settings)
