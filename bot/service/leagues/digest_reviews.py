"""The games that digests explain are looked at by the computer beside the clerk: one after another, with long rests, every step kept."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from dataclasses import dataclass, field

from bot.service.ai_player.move_requests import review_step
from bot.service.calls import Tools
from bot.service.record_work import RecordWorkBusy
from bot.storage.errors import StorageError
from bot.storage.models import GameHeader, Review
from bot.titles import MODULES
from engine.errors import EngineError

log = logging.getLogger(__name__)

#: How much longer the computer has for its games than for a step in looking at one that is over, and seconds before it is asked again
#: when it had too much to do.
_REST, _BUSY = 3.0, 5.0
#: Steps after which there is something wrong with a game.
_MOST = 2_000


@dataclass(slots=True)
class Lessons:
    """What is looked at, and the games at which nothing can be found."""

    _task: asyncio.Task[None] | None = None
    _nothing: set[str] = field(default_factory=set)
    _news: bool = False

    async def looked(self, tools: Tools, header: GameHeader) -> Review | None:
        """Return the review of a game that is over; None while it waits or is made.

        Raises:
            StorageError: the store is away.
        """
        kept = await tools.store.review(header.game_id)
        if kept.over or header.game_id in self._nothing:
            return kept
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look(tools, header))
        return None

    def news(self) -> bool:
        """Return True once when a game has been looked at since the last time."""
        news, self._news = self._news, False
        return news

    async def settled(self) -> bool:
        """Wait until the game at hand is looked at, if there is one; True while there is news."""
        if self._task is not None:
            await asyncio.wait({self._task})
        return self._news

    async def close(self) -> None:
        """Break off what is under way; the next look continues after the last step that was kept."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _look(self, tools: Tools, header: GameHeader) -> None:
        try:
            for _ in range(_MOST):
                begun = time.perf_counter()
                if await self._step(tools, header):
                    self._news = True
                    return
                await asyncio.sleep(_REST * (time.perf_counter() - begun))
        except EngineError as error:
            log.warning("game %s is not explained: %s", header.game_id, error)
        except StorageError as error:
            log.warning("game %s is looked at later: %s", header.game_id, error)
            return
        except Exception as error:  # noqa: BLE001 - whatever the computer does, the digest is told; its words may name cards
            log.error("the look at game %s broke with %s", header.game_id, type(error).__name__)
        self._nothing.add(header.game_id)
        self._news = True

    async def _step(self, tools: Tools, header: GameHeader) -> bool:
        """Do the next step, whichever process did the last one; return True if nothing is left."""
        store, game_id = tools.store, header.game_id
        kept, record = await store.review(game_id), await store.record(game_id)
        if kept.over:
            return True
        options = json.dumps(header.options, sort_keys=True)
        asked = (MODULES[header.title], options, record, kept.found, tools.words.language)
        try:
            found = await tools.ai_workers.run("season", review_step, *asked)
        except RecordWorkBusy:
            await asyncio.sleep(_BUSY)
            return False
        kept = Review(found=found.found, done=found.done, total=found.total)
        await store.keep_review(game_id, kept)
        if not kept.total:  # nothing was played in it
            self._nothing.add(game_id)
        return kept.over or not kept.total


__all__ = ["Lessons"]
