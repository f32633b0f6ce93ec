"""Tune the garbage collector: freeze what lasts as long as the process, and collect the rest less often.

A full collection looks at every object, and what a bot loads once (rules, names, libraries) is nearly all of them:
each took more than a tenth of a second of the event loop, at any moment of the game. What is there once the bot
serves is therefore set apart; later collections look at what came since.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

#: Objects more than go before a look at the newest; most of what a command makes is gone by itself before.
_NEWEST = 20_000


def freeze_now() -> None:
    """Collect garbage, then freeze what is left."""
    gc.collect()
    gc.freeze()


@contextmanager
def frozen_within() -> Iterator[None]:
    """Freeze all objects there are now, until the block ends."""
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
    """Freeze all objects there are now for the rest of the process and collect less often; only the first call does it."""
    freeze_now()
    gc.set_threshold(_NEWEST, *gc.get_threshold()[1:])


__all__ = ["freeze_for_good", "freeze_now", "frozen_within"]
