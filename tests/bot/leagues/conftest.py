"""The hall fixture for league commands."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.leagues.support import Hall


@pytest.fixture
def hall(store: Store) -> Hall:
    """Return a server with its channels and no season, on a real store."""
    return Hall.open(store)
