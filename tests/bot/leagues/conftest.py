"""A hall for the commands of leagues."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.leagues.support import Hall


@pytest.fixture
def hall(store: Store) -> Hall:
    """A server with its channels and no season, on a real store."""
    return Hall.open(store)
