"""The garbage collector looks at what a test has made, not at what all of them have loaded. A plugin of pytest.

A full collection walks every object. Modules, items and the content of the wars are nearly all of them, they stay, and there are more
of them with each file of tests; every tenth second of a run went into walking them. They are set apart, as the bot does.
"""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

#: Objects more than go before a look at the newest, as in a bot that serves (`bot.lasting`).
_NEWEST = 20_000


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected: modules and tests stay, and looking through them cost nine seconds a worker."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(_NEWEST, *gc.get_threshold()[1:])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Behind the last test of a file, throw away its garbage and set apart what it has loaded."""
    done = yield
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()
    return done
