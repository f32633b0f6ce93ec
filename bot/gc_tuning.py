"""Tune the garbage collector: freeze objects that live as long as the process, and collect less often.

A full collection visits every object, and nearly all of them are loaded once (rules, names, libraries): each collection
blocked the event loop for more than a tenth of a second, at any moment of a game. Everything loaded once the bot serves
is therefore frozen; later collections visit only newer objects.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

#: Allocations before a collection of the youngest generation; most objects of a command are freed before that.
_NEWEST = 20_000


def freeze_now() -> None:
    """Collect garbage, then freeze the remaining objects."""
    gc.collect()
    gc.freeze()


@contextmanager
def frozen_within() -> Iterator[None]:
    """Freeze all current objects until the block ends."""
    before = gc.get_threshold()
    freeze_now()
    gc.set_threshold(_NEWEST, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@cache
def freeze_for_good() -> None:
    """Freeze all current objects for the rest of the process and collect less often; later calls do nothing."""
    freeze_now()
    gc.set_threshold(_NEWEST, *gc.get_threshold()[1:])


__all__ = ["freeze_for_good", "freeze_now", "frozen_within"]
