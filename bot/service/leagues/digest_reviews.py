"""Computer reviews of the games that digests explain, alongside the clerk: one at a time, throttled, step by step."""

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

#: Pause after a review step, as a multiple of its duration, so that the computer's own games get the time; and seconds
#: until a retry when the workers were busy.
_REST, _BUSY = 3.0, 5.0
#: Number of steps after which a game's review is considered broken.
_MOST = 2_000


@dataclass(slots=True)
class Lessons:
    """The review in progress, and the games that cannot be reviewed."""

    _task: asyncio.Task[None] | None = None
    _nothing: set[str] = field(default_factory=set)
    _news: bool = False

    async def looked(self, tools: Tools, header: GameHeader) -> Review | None:
        """Return the review of a finished game; None while it is waiting or running.

        Raises:
            StorageError: the store is unavailable.
        """
        kept = await tools.store.review(header.game_id)
        if kept.over or header.game_id in self._nothing:
            return kept
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._review(tools, header))
        return None

    def news(self) -> bool:
        """Return True once if a review has finished since the last call."""
        news, self._news = self._news, False
        return news

    async def settled(self) -> bool:
        """Wait for the review in progress, if any; return True if there is news."""
        if self._task is not None:
            await asyncio.wait({self._task})
        return self._news

    async def close(self) -> None:
        """Cancel the review in progress; the next one continues after the last stored step."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _review(self, tools: Tools, header: GameHeader) -> None:
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
        except Exception as error:  # noqa: BLE001 - the digest is posted regardless; the error's text may name cards
            log.error("the look at game %s broke with %s", header.game_id, type(error).__name__)
        self._nothing.add(header.game_id)
        self._news = True

    async def _step(self, tools: Tools, header: GameHeader) -> bool:
        """Do the next step, whichever process did the last one; return True if none is left."""
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
