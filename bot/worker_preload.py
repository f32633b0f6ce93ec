"""What worker processes have in common, loaded by importing this module.

All of them are forked from the one process that imports it (`bot.workers.preload`): a worker then starts at once, and the
memory of rules, texts and rendering code is shared.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from functools import partial

from bot import replay_worker
from bot.platforms import painting
from bot.titles import MODULES

_log = logging.getLogger(__name__)


#: What pictures and records need of every title.
_LOADS: tuple[Callable[[], None], ...] = (partial(painting.load, tuple(MODULES)), replay_worker.load)


def _load() -> None:
    for load in _LOADS:
        try:
            load()
        except Exception:  # noqa: BLE001 - a worker that needs it meets the same error, and reports it
            _log.exception("workers could not be preloaded")


_load()
# A collection in a worker would otherwise write to the shared memory, and so copy it.
gc.freeze()

__all__: list[str] = []
