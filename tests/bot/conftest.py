"""The channel fixture, and a seed that is the same in every run."""

from __future__ import annotations

import secrets

import pytest

from tests.bot.support import channel

__all__ = ["channel"]


@pytest.fixture(autouse=True)
def _known_seed(known_seed: None) -> None:
    """Mock the only source of chance: the seed of every new game."""
    del known_seed
    assert secrets.token_bytes(2) == b"77"
