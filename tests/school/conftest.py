"""A channel for lessons."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.support import Channel


@pytest.fixture
def channel(store: Store) -> Channel:
    """A channel without a game, on a real store."""
    return Channel.open(store)
