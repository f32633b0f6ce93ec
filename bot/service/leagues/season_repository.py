"""Repository of seasons: reads each from its journal, and appends acts to it.

Nothing is decided here (`bot.leagues.acts` does) and nothing is kept but what a journal amounts to: a process reads what
others have appended since, never the whole again.
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

#: Says from a season what its journal gains; raises `NotNow`. It may run several times and changes nothing itself.
Decide = Callable[[Season], Sequence[Entry]]
#: Makes a season's first entries of the digest that promises its seed; raises `NotNow`.
Open = Callable[[str], Sequence[Entry]]

#: Bytes of a season's seed, and how often an act is decided again because somebody was faster.
_SEED, _TRIES = 32, 200
#: Entries that are taken in before others get their turn.
_IN_A_ROW = 500


class SeasonTaken(Exception):
    """Another season has this id."""


class _Projection:
    """A season as far as its journal was read, and the last line of that."""

    __slots__ = ("last", "season")

    def __init__(self, season: Season, last: str) -> None:
        self.season = season
        self.last = last


class SeasonRepository:
    """Reads and changes the seasons of a store.

    Args:
        store: where the journals lie.
        now: the clock; tests give their own.

    Every method may raise StorageError: of a season that there is not (UnknownSeason), of one that is damaged (StoredDamage,
    which harms no other), or of a server that is away. A `Season` that was given goes on with its journal: read what you need
    of it before you wait for anything, or ask again.
    """

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._now = now
        self._kept: dict[str, _Projection] = {}
        # Within a process acts on one season take turns; the append settles races with other processes.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def store(self) -> Store:
        """Where the journals and the games lie."""
        return self._store

    @property
    def at(self) -> float:
        """Now, as entries tell it: in seconds since 1970."""
        return self._now().timestamp()

    async def seasons(self) -> list[str]:
        """Return the ids of all seasons, those that are over or damaged included, in alphabetical order."""
        return await self._store.seasons.listed()

    async def season(self, season_id: str) -> Season:
        """Return a season as it stands.

        Raises:
            UnknownSeason: there is no such season.
            StoredDamage: its journal cannot be read.
        """
        async with self._turn(season_id):
            return await self._read(season_id)

    async def sound(self) -> dict[str, Season]:
        """Return all seasons that can be read, by id; damage of the others is noted in the store."""
        found = {}
        for season_id in await self.seasons():
            try:
                found[season_id] = await self.season(season_id)
            except StoredDamage:
                continue
        return found

    def let_go(self, season_id: str) -> None:
        """Read a season anew with the next look, since lines of its journal say the same in fewer words now."""
        self._kept.pop(season_id, None)

    async def journal(self, season_id: str, start: int = 0) -> list[Entry]:
        """Return the entries of a season from a number on, e.g. all to verify or to export them. Raises as `season`."""
        lines = await self._store.seasons.read(season_id, start)
        return [_entry(season_id, number, line) for number, line in enumerate(lines, start)]

    async def lines(self, season_id: str) -> list[str]:
        """Return all entries of a season as they are stored, to be read elsewhere. Raises as `season`."""
        return await self._store.seasons.read(season_id)

    async def lease(self, season_id: str, who: str, seconds: int) -> bool:
        """Become or stay the process that does a season's duties for a while; return False if another is."""
        return await self._store.seasons.lease(season_id, who, seconds)

    async def leave(self, season_id: str, who: str) -> None:
        """Let another do a season's duties."""
        await self._store.seasons.leave(season_id, who)

    async def create(self, season_id: str, key: str, begin: Open) -> Season:
        """Make a season: `begin` gets the digest of a fresh seed and gives the first entries, as `acts.open_season` does.

        The same key gets the season that it made.

        Raises:
            SeasonTaken: another season has the id.
            ValueError: that is no season's id.
        """
        seed = secrets.token_bytes(_SEED)
        lines = [_line(entry) for entry in begin(commitment(seed))]
        made = await self._store.seasons.create(season_id, lines, key, secret=seed)
        if isinstance(made, Outrun):
            raise SeasonTaken(season_id)
        return await self.season(season_id)

    async def act(self, season_id: str, key: str, decide: Decide, answer: JsonObject | None = None) -> Season:
        """Append what `decide` says of the season, where it stands; whoever was slower decides again. Gives the season after it.

        The same key acts once: later it changes nothing, whatever `decide` would say. What says nothing uses up no key.
        `answer` is kept with the key, see `answered`. What `decide` raises passes through and changes nothing.

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
                    # Who meets here what the same command has done through another process is not refused.
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
        """Return what an act with this key was answered, None if there was none."""
        found = await self._store.seasons.answered(season_id, key)
        return None if found is None else found.answer

    async def note(self, season_id: str, key: str, answer: JsonObject | None = None) -> bool:
        """Keep a key without an entry, e.g. that something was told; True for the first."""
        return isinstance(await self._store.seasons.append(season_id, None, [], key, answer), Appended)

    async def seed(self, season_id: str) -> bytes:
        """Return the seed of a season's lots, which nobody is told before its end."""
        return await self._store.seasons.secret(season_id)

    # ------------------------------------------------------------------------------------------ inside

    def _turn(self, season_id: str) -> asyncio.Lock:
        return self._turns.setdefault(season_id, asyncio.Lock())

    async def _read(self, season_id: str) -> Season:
        """Return the season with what was appended since it was read last; anew where the journal is not the one that was read."""
        kept = self._kept.pop(season_id, None)  # put back once all was taken in: what breaks midway leaves nothing half
        # The last line that was read comes again: a journal that somebody put back shows in it.
        start = kept.season.length - 1 if kept else 0
        lines = await self._store.seasons.read(season_id, start)
        if kept is not None and (not lines or lines[0] != kept.last):
            kept, lines = None, await self._store.seasons.read(season_id)
        with self._store.damaged.noted(f"season:{season_id}", "entries"):
            season = await self._fold(season_id, kept.season if kept else None, lines[1:] if kept else lines)
        self._kept[season_id] = _Projection(season, lines[-1])
        return season

    async def _fold(self, season_id: str, season: Season | None, lines: Sequence[str]) -> Season:
        """Return a season with further lines; a long journal is read in parts, so that nobody waits for it."""
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
