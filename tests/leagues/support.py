"""Builders for the tests of seasons in a store."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Any

import pytest

from benchmarks.seasons import League
from bot.leagues import acts, journal
from bot.leagues.journal import Entry
from bot.leagues.windows import LeagueClock
from bot.storage import Store

DAY = 86_400
FOUR = ("Ann", "Ben", "Cleo", "Dan")
SHORT = LeagueClock(bank=DAY, per_round=0, cap=DAY, leave=2 * DAY)


def opening(commitment: str, **more: Any) -> Sequence[Entry]:
    """A season of divisions as its first entries."""
    rules: dict[str, Any] = {"name": "Spring", "format": "divisions", "own_rounds": 120, "window": 120 * DAY}
    return acts.open_season(journal.Opened(at=1.0, by="chief", commitment=commitment, **(rules | more)))


async def drawn_season(league: League, names: tuple[str, ...] = FOUR, **more: Any) -> dict[str, str]:
    """A season of these people with its first games; their ids by name."""
    persons = await league.open(names, **more)
    await league.draw()
    await league.step()
    return dict(zip(names, persons, strict=True))


async def anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> League:
    """An empty store with a clerk, and the same chance each time."""
    await store.connection.call("FLUSHALL")
    monkeypatch.setattr(secrets, "choice", random.Random(7).choice)
    monkeypatch.setattr(secrets, "token_bytes", random.Random(7).randbytes)
    return League(store)


async def four_at_play(store: Store) -> League:
    """A season of four with its six games on."""
    own = League(store)
    await own.open(FOUR)
    await own.draw()
    await own.step()
    return own
