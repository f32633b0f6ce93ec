"""Builders for the tests of seasons in a store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.leagues import acts, journal
from bot.leagues.journal import Entry

DAY = 86_400


def opening(commitment: str, **more: Any) -> Sequence[Entry]:
    """A season of divisions as its first entries."""
    rules: dict[str, Any] = {"name": "Spring", "format": "divisions", "own_rounds": 120, "window": 120 * DAY}
    return acts.opened(journal.Opened(at=1.0, by="chief", commitment=commitment, **(rules | more)))
