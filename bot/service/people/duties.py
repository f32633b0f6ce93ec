"""Background duties for people: propagating links and separations, erasing forgotten people, refreshing ratings.

One process at a time runs them, under a lease; after a crash the next one continues.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Mapping

from bot.port import Venues
from bot.service.calls import Tools
from bot.service.people import link_notices
from bot.service.people.forgetting import drop_puzzles, former_player, names_of
from bot.service.periodic_task import PeriodicTask
from bot.storage import person_keys
from bot.storage.errors import StorageError, StoreUnavailable

_log = logging.getLogger(__name__)

#: Seconds between passes, and length of the lease; two concurrent passes do no harm.
EVERY, _LEASE = 15.0, 60
#: Seconds that shutdown waits for a hanging store.
_LINGER = 2.0
#: Seconds between refreshes of data computed from games.
_REFRESH = 60.0


class PersonalDuties(PeriodicTask):
    """Periodic task for the duties.

    Args:
        tools: store, texts, keeper and the clock.
        name: the holder of the lease; must differ between concurrent processes.
        venues: the platforms on which accounts can be notified.
    """

    def __init__(self, tools: Tools, name: str = "", venues: Mapping[str, Venues] | None = None) -> None:
        super().__init__(_log, "what is owed to persons", EVERY, linger=0.0)
        self._tools = tools
        self._name = name or secrets.token_hex(8)
        self._venues = venues or {}
        #: When the keeper next refreshes, in seconds since 1970.
        self._refresh_at = 0.0

    async def stop(self) -> None:
        """Stop immediately; the next pass starts unfinished work again."""
        await super().stop()
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(_LINGER):
                await self._leave()

    async def look(self) -> int:
        """Do what is due now; return how much was done.

        Raises:
            StorageError: the store does not answer, or pending work cannot be read.
        """
        store = self._tools.store
        links = store.links
        owed = bool(
            await links.pending() or await links.parting() or await links.news() or await store.forgetting.jobs()
        )
        stale = self._tools.now().timestamp() >= self._refresh_at
        if not owed and not stale:
            return 0
        if not await store.connection.script("lease", [person_keys.PERSONAL], ["take", self._name, _LEASE]):
            return 0
        try:
            done = await link_notices.settle(self._tools)
            done += await link_notices.tell(self._tools, self._venues)
            for job in await store.forgetting.jobs():
                if not job.searched:
                    person = await store.persons.read(job.person)
                    former = former_player(self._tools, job.former)
                    done += await self._tools.keeper.forget(person, names_of(job), former)
                    done += await drop_puzzles(self._tools, person, job.accounts)
            done += await store.forgetting.go_on(lambda number: former_player(self._tools, number))
            if stale:
                self._refresh_at = self._tools.now().timestamp() + _REFRESH
                done += await self._tools.keeper.refresh()
            return done
        finally:
            with contextlib.suppress(StoreUnavailable):
                await self._leave()

    async def _leave(self) -> None:
        await self._tools.store.connection.script("lease", [person_keys.PERSONAL], ["leave", self._name])


__all__ = ["EVERY", "PersonalDuties"]
