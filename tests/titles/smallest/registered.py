"""The smallest title among those of the host, in tests alone."""

from __future__ import annotations

import pytest

from bot import titles

MODULE = "tests.titles.smallest.title"


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host knows it until the test is over."""
    monkeypatch.setitem(titles.MODULES, "depots", MODULE)


__all__ = ["MODULE", "register"]
