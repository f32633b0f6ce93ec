"""Limit garbage collection to objects made by the test itself. A plugin of pytest.

A full collection visits every object. Modules, test items and the content of the wars are nearly all of them; they
stay, and grow with each test file. They are frozen, as in the bot (`bot.gc_tuning`).
"""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

#: Allocations before a collection of the youngest generation, as in a serving bot.
_NEWEST = 20_000


class _Apart:
    """Objects frozen for the rest of the run.

    A bot run by a test freezes all current objects, and at its end unfreezes everything, including ours.
    """

    def __init__(self) -> None:
        self._give_back = gc.unfreeze
        self._given_back = self._unclean = False

    def begin(self) -> None:
        """Freeze what the collection has made, and track when it is unfrozen."""
        gc.freeze()
        gc.set_threshold(_NEWEST, *gc.get_threshold()[1:])
        gc.unfreeze = self._unfreeze

    def end(self) -> None:
        """Restore the original functions."""
        gc.unfreeze = self._give_back

    def behind_a_test(self) -> None:
        """Freeze again after a bot has unfrozen; its garbage is collected at the end of the file."""
        if self._given_back:
            gc.freeze()
            self._given_back, self._unclean = False, True

    def behind_a_file(self) -> None:
        """Collect the garbage of a file, and freeze what it has loaded."""
        if self._unclean:
            self._give_back()
        gc.collect()
        gc.freeze()
        self._given_back = self._unclean = False

    def _unfreeze(self) -> None:
        self._given_back = True
        self._give_back()


_APART = pytest.StashKey[_Apart]()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Disable garbage collection during test collection, where it took nine seconds per worker."""
    gc.disable()
    try:
        return (yield)
    finally:
        session.stash[_APART] = _Apart()
        session.stash[_APART].begin()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Maintain the frozen objects after each test and each file."""
    done = yield
    apart = item.session.stash[_APART]
    apart.behind_a_test()
    if nextitem is None or nextitem.path != item.path:
        apart.behind_a_file()
    return done


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Restore the garbage collector's state."""
    if apart := session.stash.get(_APART, None):
        apart.end()
