"""The hex game among the titles of the host, in tests alone."""

from __future__ import annotations

import pytest

from bot import titles

MODULE = "tests.titles.hexes.title"


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the host know the hex game until the test is over."""
    monkeypatch.setitem(titles.MODULES, "hexes", MODULE)


__all__ = ["MODULE", "register"]
