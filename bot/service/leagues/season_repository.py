"""Repository of seasons: loads each from its journal and appends acts to it.

It decides nothing (`bot.leagues.acts` does) and caches only the projection of each journal: a process reads what
others have appended since, never the whole journal again.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from pydantic import ValidationError

from bot.leagues.journal import ENTRY, Entry
from bot.leagues.lots import commitment
from bot.leagues.season import Season
from bot.narration.texts import host_text
from bot.storage import Store, StoreBusy
from bot.storage.errors import StoredDamage
from bot.storage.models import JsonObject
from bot.storage.seasons import Appended, Outrun, Repeated

#: Returns what a season's journal gains; raises `NotNow`. It can run several times and must have no side effects.
Decide = Callable[[Season], Sequence[Entry]]
#: Returns a season's first entries, given the digest that commits to its seed; raises `NotNow`.
Open = Callable[[str], Sequence[Entry]]

#: Bytes of a season's seed, and maximum number of attempts when other processes append first.
_SEED, _TRIES = 32, 200
#: Entries applied before yielding to the event loop.
_IN_A_ROW = 500


class SeasonTaken(Exception):
    """Another season has this id."""


class _Projection:
    """A season up to the last journal line read, and that line."""

    __slots__ = ("last", "season")

    def __init__(self, season: Season, last: str) -> None:
        self.season = season
        self.last = last


class SeasonRepository:
    """Reads and changes the seasons of a store.

    Args:
        store: holds the journals.
        now: the clock; tests pass their own.

    Every method can raise StorageError: for a missing season (UnknownSeason), a damaged one (StoredDamage, which does
    not affect others), or an unavailable server. A returned `Season` changes as its journal grows: read what you need
    before awaiting anything, or load it again.
    """

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._now = now
        self._kept: dict[str, _Projection] = {}
        # Within a process, acts on one season are serialised; the append resolves races with other processes.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def store(self) -> Store:
        """The store of the journals and games."""
        return self._store

    @property
    def at(self) -> float:
        """The current time as recorded in entries, in seconds since 1970."""
        return self._now().timestamp()

    async def seasons(self) -> list[str]:
        """Return the ids of all seasons, including finished and damaged ones, in alphabetical order."""
        return await self._store.seasons.listed()

    async def season(self, season_id: str) -> Season:
        """Return a season in its current state.

        Raises:
            UnknownSeason: there is no such season.
            StoredDamage: its journal cannot be read.
        """
        async with self._turn(season_id):
            return await self._read(season_id)

    async def sound(self) -> dict[str, Season]:
        """Return all readable seasons by id; damage of the others is noted in the store."""
        found = {}
        for season_id in await self.seasons():
            try:
                found[season_id] = await self.season(season_id)
            except StoredDamage:
                continue
        return found

    def let_go(self, season_id: str) -> None:
        """Drop a season from the cache, as lines of its journal have been shortened."""
        self._kept.pop(season_id, None)

    async def journal(self, season_id: str, start: int = 0) -> list[Entry]:
        """Return a season's entries from a number on, e.g. to verify or export them. Raises as `season`."""
        lines = await self._store.seasons.read(season_id, start)
        return [_entry(season_id, number, line) for number, line in enumerate(lines, start)]

    async def lines(self, season_id: str) -> list[str]:
        """Return all entries of a season as stored, for use in another process. Raises as `season`."""
        return await self._store.seasons.read(season_id)

    async def lease(self, season_id: str, who: str, seconds: int) -> bool:
        """Acquire or renew the lease for a season's duties; return False if another process holds it."""
        return await self._store.seasons.lease(season_id, who, seconds)

    async def leave(self, season_id: str, who: str) -> None:
        """Release the lease for a season's duties."""
        await self._store.seasons.leave(season_id, who)

    async def create(self, season_id: str, key: str, begin: Open) -> Season:
        """Create a season: `begin` gets the digest of a new seed and returns the first entries, see `acts.open_season`.

        The same key returns the season it created.

        Raises:
            SeasonTaken: another season has the id.
            ValueError: that is not a season id.
        """
        seed = secrets.token_bytes(_SEED)
        lines = [_line(entry) for entry in begin(commitment(seed))]
        made = await self._store.seasons.create(season_id, lines, key, secret=seed)
        if isinstance(made, Outrun):
            raise SeasonTaken(season_id)
        return await self.season(season_id)

    async def act(self, season_id: str, key: str, decide: Decide, answer: JsonObject | None = None) -> Season:
        """Append what `decide` returns for the current season, retrying after a lost race; return the season after it.

        The same key acts once: later calls change nothing, whatever `decide` would return. An empty result does not use
        up the key. `answer` is stored with the key, see `answered`. An exception from `decide` propagates and changes
        nothing.

        Raises:
            StoreBusy: others were faster too often.
        """
        async with self._turn(season_id):
            if await self._store.seasons.answered(season_id, key) is not None:
                return await self._read(season_id)
            for attempt in range(_TRIES):
                season = await self._read(season_id)
                try:
                    entries = decide(season)
                except Exception:
                    # If the same command succeeded meanwhile through another process, it is not refused.
                    if await self._store.seasons.answered(season_id, key) is None:
                        raise
                    return season
                if not entries:
                    return season
                lines = [_line(entry) for entry in entries]
                done = await self._store.seasons.append(season_id, season.length, lines, key, answer)
                if isinstance(done, Appended | Repeated):
                    return await self._read(season_id)
                await asyncio.sleep(random.uniform(0, min(0.05, 0.002 * 2**attempt)))  # noqa: S311 - only spreads
        raise StoreBusy(host_text("faults.season_repository.too_many_commands_season", season_id=season_id))

    async def answered(self, season_id: str, key: str) -> JsonObject | None:
        """Return the answer stored with an act's key; None if there was no such act."""
        found = await self._store.seasons.answered(season_id, key)
        return None if found is None else found.answer

    async def note(self, season_id: str, key: str, answer: JsonObject | None = None) -> bool:
        """Store a key without an entry, e.g. that a message was sent; return True the first time."""
        return isinstance(await self._store.seasons.append(season_id, None, [], key, answer), Appended)

    async def seed(self, season_id: str) -> bytes:
        """Return the seed of a season's draws, which is secret until its end."""
        return await self._store.seasons.secret(season_id)

    # ------------------------------------------------------------------------------------------ inside

    def _turn(self, season_id: str) -> asyncio.Lock:
        return self._turns.setdefault(season_id, asyncio.Lock())

    async def _read(self, season_id: str) -> Season:
        """Return the season including lines appended since the last read; reload it if the journal was replaced."""
        kept = self._kept.pop(season_id, None)  # put back after success, so that a failure leaves nothing half-done
        # The last line read is fetched again: if it differs, the journal was restored from a backup.
        start = kept.season.length - 1 if kept else 0
        lines = await self._store.seasons.read(season_id, start)
        if kept is not None and (not lines or lines[0] != kept.last):
            kept, lines = None, await self._store.seasons.read(season_id)
        with self._store.damaged.noted(f"season:{season_id}", "entries"):
            season = await self._apply_lines(season_id, kept.season if kept else None, lines[1:] if kept else lines)
        self._kept[season_id] = _Projection(season, lines[-1])
        return season

    async def _apply_lines(self, season_id: str, season: Season | None, lines: Sequence[str]) -> Season:
        """Apply further lines to a season; a long journal is processed in parts so as not to block others."""
        for number, line in enumerate(lines, season.length if season else 0):
            entry = _entry(season_id, number, line)
            try:
                if season is None:
                    season = Season.told([entry])
                else:
                    season.add(entry)
            except (ValueError, LookupError, TypeError) as error:
                raise StoredDamage(
                    host_text(
                        "faults.season_repository.entry_season_does_not",
                        number=number,
                        season_id=season_id,
                        name=type(error).__name__,
                    )
                ) from error
            if number % _IN_A_ROW == _IN_A_ROW - 1:
                await asyncio.sleep(0)
        assert season is not None, "a journal that there is has a line"
        return season


def _line(entry: Entry) -> str:
    return entry.model_dump_json()


def _entry(season_id: str, number: int, line: str) -> Entry:
    try:
        return ENTRY.validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "its fields"
        raise StoredDamage(
            host_text(
                "faults.season_repository.entry_season_damaged_newer",
                number=number,
                season_id=season_id,
                place=place,
                first=first["msg"],
            )
        ) from None


__all__ = ["Decide", "Open", "SeasonRepository", "SeasonTaken"]
