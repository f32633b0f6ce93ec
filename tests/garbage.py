"""The garbage collector looks at what a test has made, not at what all of them have loaded. A plugin of pytest.

A full collection walks every object. Modules, items and the content of the wars are nearly all of them, they stay, and there are more
of them with each file of tests. They are set apart, as the bot does (`bot.gc_tuning`).
"""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

#: Objects more than go before a look at the newest, as in a bot that serves.
_NEWEST = 20_000


class _Apart:
    """What is set apart for the rest of the run.

    A bot that a test runs sets apart what is there, and at its end gives back all of it, ours as well.
    """

    def __init__(self) -> None:
        self._give_back = gc.unfreeze
        self._given_back = self._unclean = False

    def begin(self) -> None:
        """Set apart what the collection has made, and learn from now on when it is given back."""
        gc.freeze()
        gc.set_threshold(_NEWEST, *gc.get_threshold()[1:])
        gc.unfreeze = self._unfreeze

    def end(self) -> None:
        """Leave the collector to others."""
        gc.unfreeze = self._give_back

    def behind_a_test(self) -> None:
        """Set apart again what a bot has given back; its garbage goes behind the file."""
        if self._given_back:
            gc.freeze()
            self._given_back, self._unclean = False, True

    def behind_a_file(self) -> None:
        """Throw away the garbage of a file, and set apart what it has loaded."""
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
    """Look for no garbage while tests are collected, which cost nine seconds a worker."""
    gc.disable()
    try:
        return (yield)
    finally:
        session.stash[_APART] = _Apart()
        session.stash[_APART].begin()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Look after what is set apart behind each test and each file."""
    done = yield
    apart = item.session.stash[_APART]
    apart.behind_a_test()
    if nextitem is None or nextitem.path != item.path:
        apart.behind_a_file()
    return done


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave the collector as it was found."""
    if apart := session.stash.get(_APART, None):
        apart.end()
