"""A league of one process, and what the tests with made-up examples share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from benchmarks.seasons import League
from bot.storage import Store

# No test asserts a clock: on a machine that is shared any example may take long.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")


@pytest.fixture
def league(store: Store) -> League:
    """One process with a clerk."""
    return League(store)
