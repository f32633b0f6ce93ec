"""The clerk: the background worker for a season's automatic acts; one process per season at a time, any of them next.

A process can die after any step: what a step did is in the journal or under an idempotency key, or it is done again.
How many journal entries have had their consequences applied is stored with the season.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping

from bot.leagues import acts, journal
from bot.leagues.acts import NotNow
from bot.leagues.adjudication import moved_by
from bot.leagues.journal import Entry
from bot.leagues.season import Season
from bot.port import DeliveryError
from bot.service.leagues import announcements, consequences, duties, game_creation, spectators, venue_changes, windows
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.periodic_task import PeriodicTask
from bot.storage.errors import StorageError, StoredDamage
from bot.storage.seasons import UnknownSeason
from renderer.kit.languages import languages

log = logging.getLogger(__name__)

#: Seconds between passes, length of a season's lease, and the longest time without looking at a season.
EVERY, LEASE, AGAIN = 2.0, 60, 600.0
#: Seconds until games that could not be opened are retried.
SOON = 45.0
#: Entries with consequences.
_MATTER = (*announcements.TOLD, journal.Away)
#: Seconds until a damaged or broken season is retried, and one whose platform is unavailable.
LATER, _AWAY = 600.0, 20.0
#: Outages up to this many seconds are not recorded.
_SLIGHT = 60


class Clerk(PeriodicTask):
    """Background worker for all seasons.

    Args:
        context: its dependencies.
        name: the holder of season leases; must differ between concurrent processes.
        wake: called when games were opened or ended, so that their posts are delivered immediately.
        connected: by platform, whether it can reach us now; platforms not listed always can.
    """

    def __init__(
        self,
        context: ClerkContext,
        name: str = "",
        wake: Callable[[], None] = lambda: None,
        connected: Mapping[str, Callable[[], Awaitable[bool]]] | None = None,
    ) -> None:
        super().__init__(log, "the seasons", EVERY)
        self._context = context
        self._name = name or secrets.token_hex(8)
        self._wake = wake
        self._connected = connected or {}
        #: By season: the journal's length at the last look and the time of the next look; and until when damaged
        #: seasons or those waiting for a platform are skipped.
        self._seen: dict[str, tuple[int, float]] = {}
        self._later: dict[str, float] = {}

    async def stop(self) -> None:
        """Finish the current step, then stop."""
        await super().stop()
        await self._context.lessons.close()

    async def notice_outage(self, *, begun: bool = False) -> int:
        """Extend seasons by the time that the bot or a platform was offline, if that was hours; return the seconds.

        At start-up, before any clock is checked, every platform counts as connected; later, those that are. Repeated
        calls have no further effect.
        """
        context, seasons = self._context, self._context.tools.store.seasons
        there = [name for name in context.venues if begun or await self._is_connected(name)]
        now, last = context.repository.at, await seasons.alive()
        away = {name: last[name] for name in there if name in last and moved_by(now - last[name])}
        longest = 0
        for season_id, season in (await context.repository.sound()).items() if away else ():
            own = [at for name, at in away.items() if name in _platforms(season)]
            if season.on and own:
                longest = max(longest, await self._extend_for_outage(season_id, min(own), now))
        await seasons.live(now, there)
        return longest

    async def _is_connected(self, platform: str) -> bool:
        """Return True while a platform can reach us."""
        ask = self._connected.get(platform)
        return ask is None or await ask()

    async def look(self) -> int:
        """Process all seasons once; return how many had something to do."""
        context, done, lost = self._context, 0, {*self._context.lost}
        await self.notice_outage()
        if context.lessons.news():
            self._seen.clear()  # a digest waits for it
        for season_id in await context.repository.seasons():
            if self.stopping.is_set():
                break
            done += await self._try_season(season_id)
        context.lost.difference_update(lost)  # every season has now been checked for these
        return done

    async def step(self, season_id: str) -> bool:
        """Do what is due in a season now; return True if more is pending than one step can do."""
        context = await self._speaking(season_id)
        await self._apply_consequences(season_id)
        await spectators.see_to(context, season_id)
        season = await context.repository.season(season_id)
        if season.stage == "final":
            return False
        await windows.see_to(context, season_id)
        await duties.do(context, season_id)
        await venue_changes.close_lost(context, season_id)
        await venue_changes.relocate_games(context, season_id)
        more = await game_creation.open_games(context, season_id)
        await venue_changes.close_lost(context, season_id)
        await self._apply_consequences(season_id)
        return more

    # ------------------------------------------------------------------------------------------ inside

    async def _try_season(self, season_id: str) -> int:
        """Process one season; a failure must not affect the others."""
        now = self._context.repository.at
        if now < self._later.get(season_id, 0.0):
            return 0
        length, again = self._seen.get(season_id, (-1, 0.0))
        try:
            season = await self._context.repository.season(season_id)
            if season.length == length and now < again and self._context.lost.isdisjoint(season.venues):
                return 0
            if missing := sorted(_platforms(season) - {*self._context.venues}):
                log.warning("season %s waits for a process that serves %s", season_id, " and ".join(missing))
                self._later[season_id] = now + LATER
                return 0
            if not await self._context.repository.lease(season_id, self._name, LEASE):
                return 0
            more = await self._step_under_lease(season_id)
            self._wake()
            season = await self._context.repository.season(season_id)
            due = duties.next_time(season, now)
            again = now if more else min(now + AGAIN, due if due is not None else now + AGAIN)
            if season_id in self._context.stuck:
                again = min(again, now + SOON)
            self._seen[season_id] = (season.length, again)
            if season.stage == "final":
                self._later[season_id] = now + AGAIN
        except DeliveryError as error:
            log.warning("season %s waits: %s", season_id, error)
            self._later[season_id] = now + _AWAY
        except UnknownSeason:
            return 0
        except StoredDamage as damage:
            log.error("season %s is skipped: %s", season_id, damage)
            self._later[season_id] = now + LATER
        except StorageError:
            raise
        except Exception:  # one broken season must not stop the others
            log.exception("a step of season %s broke", season_id)
            self._later[season_id] = now + LATER
        return 1

    async def _step_under_lease(self, season_id: str) -> bool:
        """Run a step of a season under a lease that is renewed meanwhile; return the step's result."""
        keeper = asyncio.create_task(self._keep(season_id))
        try:
            return await self.step(season_id)
        finally:
            keeper.cancel()
            with contextlib.suppress(StorageError):
                await self._context.repository.leave(season_id, self._name)

    async def _keep(self, season_id: str) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            with contextlib.suppress(StorageError):
                await self._context.repository.lease(season_id, self._name, LEASE)

    async def _speaking(self, season_id: str) -> ClerkContext:
        """Return the context in a season's language."""
        if len(languages()) == 1:
            return self._context
        return await self._context.speaking_for(await self._context.repository.season(season_id))

    async def _apply_consequences(self, season_id: str) -> None:
        """Apply the consequences of new entries and announce them; each before its progress is stored."""
        context, seasons = await self._speaking(season_id), self._context.tools.store.seasons
        begun, length = await seasons.done(season_id), (await context.repository.season(season_id)).length
        if begun > length:  # the journal was restored from a backup
            begun = length
            await seasons.set_done(season_id, begun)
        entries = await context.repository.journal(season_id, begun)
        for number, entry in enumerate(entries, begun):
            if isinstance(entry, _MATTER):
                await consequences.follow(context, season_id, number, entry)
                await announcements.tell(context, season_id, number, entry)
                await seasons.set_done(season_id, number + 1)
        if entries:
            await seasons.set_done(season_id, begun + len(entries))

    async def _extend_for_outage(self, season_id: str, last: float, now: float) -> int:
        """Extend a season by the time since `last`, minus what was already granted; return the seconds granted."""
        given = 0

        def decide(season: Season) -> list[Entry]:
            nonlocal given
            outages = [(one.at - one.seconds, one.at) for one in season.extended if one.outage]
            covered = sum(max(0.0, min(now, end) - max(last, begin)) for begin, end in outages)
            given = int(now - last - covered)
            return acts.extend_windows(season, given, "", now, outage=True) if given > _SLIGHT else []

        with contextlib.suppress(NotNow):
            await self._context.repository.act(season_id, f"clerk:outage:{int(last)}:{int(now)}", decide)
        return given


def _platforms(season: Season) -> set[str]:
    """Return the platforms on which a season is played."""
    return {venue.partition(":")[0] for venue in (*season.venues, season.rules.home) if venue}


__all__ = ["EVERY", "Clerk"]
