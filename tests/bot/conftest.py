"""The channel fixture, and a seed that is the same in every run."""

from __future__ import annotations

import secrets

import pytest

from tests.bot.support import channel

__all__ = ["channel"]


@pytest.fixture(autouse=True)
def _known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is the one thing mocked: the seed of every new game."""
    monkeypatch.setattr("bot.service.state.seed_parts.secrets.token_bytes", lambda size: b"7" * size)
    assert secrets.token_bytes(2) == b"77"
