"""The toy among the titles of the host, in tests alone."""

from __future__ import annotations

import pytest

from bot import titles

MODULE = "tests.titles.toy.title"


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host knows the toy until the test is over."""
    monkeypatch.setitem(titles.MODULES, "toy", MODULE)


__all__ = ["MODULE", "register"]
