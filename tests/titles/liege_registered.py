"""Liège 1914 among the titles of the host, in tests alone, until players are offered it."""

from __future__ import annotations

import pytest

from bot import titles

MODULE = "bot.titles.liege.title"


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the host know Liège 1914 until the test is over."""
    monkeypatch.setitem(titles.MODULES, "liege", MODULE)


__all__ = ["MODULE", "register"]
