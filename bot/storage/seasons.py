"""Seasons of leagues in Redis: for each a journal that only grows, what commands were answered, and the seed until it is told.

The journal is the truth and the store reads none of it: a line is a line. Whoever appends names the length that he read;
the same key again gets its first answer. All of a season lies in one slot, so that the damage of one harms it alone.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.narration.texts import host_text
from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.damage import Damage
from bot.storage.errors import StorageError, StoredDamage
from bot.storage.indexes import Indexes
from bot.storage.keys import SeasonKeys
from bot.storage.models import JsonObject, Stored

log = logging.getLogger(__name__)

#: Lines appended or read in one round trip at the most: a script that takes longer holds up all commands.
_AT_ONCE = 2_000


class UnknownSeason(StorageError):
    """No season has this id."""


class SeasonAnswer(Stored):
    """What a command on a season was answered, kept so that its repetition gets the same."""

    v: Literal[1] = 1
    answer: JsonObject


@dataclass(frozen=True, slots=True)
class Appended:
    """The lines are in the journal, which is so long now."""

    length: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """Nothing was changed, since this key was used before; `answer` is what it got then."""

    answer: JsonObject


@dataclass(frozen=True, slots=True)
class Outrun:
    """Nothing was changed, since the journal has another length by now."""

    length: int


class SeasonStore:
    """The seasons of one store; every method may raise StoreUnavailable, and StoredDamage of the season that it names."""

    def __init__(self, connection: Connection, indexes: Indexes, damaged: Damage) -> None:
        self._connection = connection
        self._damaged = damaged
        indexes.watch(keys.SEASONS, "set", keys.SEASONS_INDEXED)

    async def create(
        self, season_id: str, lines: Sequence[str], key: str, *, secret: bytes = b"", answer: JsonObject | None = None
    ) -> Appended | Repeated | Outrun:
        """Make a season with its first lines and the seed that nobody is told yet; Outrun where another one has the id.

        Raises:
            ValueError: the id is none, or there is no line.
        """
        if not lines:
            raise ValueError("A season begins with at least one line.")
        own = SeasonKeys(season_id)
        await self._connection.call("SADD", keys.SEASONS, own.season_id)
        return await self._write(season_id, 0, lines, key, answer or {}, secret)

    async def append(
        self, season_id: str, expected: int | None, lines: Sequence[str], key: str, answer: JsonObject | None = None
    ) -> Appended | Repeated | Outrun:
        """Add lines, all or none, if the journal is as long as expected (None for any) and the key is new.

        Without lines the key and its answer alone are kept.

        Raises:
            UnknownSeason: there is no such season.
        """
        if expected == 0:
            raise ValueError("A season that is to be made is created, not appended to.")
        return await self._write(season_id, expected, lines, key, answer or {}, b"")

    async def answered(self, season_id: str, key: str) -> Repeated | None:
        """Return what the command with this key was answered, if it was carried out."""
        with self._damaged.noted(_whose(season_id), "answers"):
            raw = await self._connection.call("HGET", SeasonKeys(season_id).answers, key)
            return None if raw is None else _repeated(raw, season_id)

    async def read(self, season_id: str, start: int = 0) -> list[str]:
        """Return the lines of a journal from a number on, from 0; none if it is not that long.

        Raises:
            UnknownSeason: there is no such season.
            StoredDamage: a line is not text.
        """
        own, found = SeasonKeys(season_id), list[bytes]()
        with self._damaged.noted(_whose(season_id), "journal"):
            while True:
                first = start + len(found)
                some = await self._connection.call("LRANGE", own.journal, first, first + _AT_ONCE - 1)
                found += some
                if len(some) < _AT_ONCE:
                    break
            if not found:
                await self._there(own)
            try:
                return [line.decode() for line in found]
            except UnicodeDecodeError:
                raise StoredDamage(host_text("store.seasons.journal_season_damaged_not", season_id=season_id)) from None

    async def secret(self, season_id: str) -> bytes:
        """Return the seed of a season, as it was given at its making.

        Raises:
            StoredDamage: it is gone.
        """
        own = SeasonKeys(season_id)
        with self._damaged.noted(_whose(season_id), "secret"):
            raw = await self._connection.call("GET", own.secret)
            if raw is None:
                await self._there(own)
                raise StoredDamage(host_text("store.seasons.stored_seed_season_gone", season_id=season_id))
            try:
                return bytes.fromhex(raw.decode())
            except ValueError:
                raise StoredDamage(host_text("store.seasons.stored_seed_season_damaged", season_id=season_id)) from None

    async def listed(self) -> list[str]:
        """Return the ids of all seasons in alphabetical order; one that cannot be read is among them."""
        raw = await self._connection.call("SMEMBERS", keys.SEASONS)  # before the next: who meets damage takes that away
        if not await self._connection.call("EXISTS", keys.SEASONS_INDEXED):
            await self._index()
            raw = await self._connection.call("SMEMBERS", keys.SEASONS)
        named = {name.decode(errors="replace") for name in raw}
        sound = sorted(name for name in named if keys.is_season(name))
        if odd := sorted(named - set(sound)):
            log.error("removed %d wrong entries from the index of seasons", len(odd))
            await self._connection.call("SREM", keys.SEASONS, *odd)
        if not sound:
            return []
        there = await self._connection.pipeline(*(("EXISTS", *SeasonKeys(name).written()) for name in sound))
        return [name for name, yes in zip(sound, there, strict=True) if yes]

    async def done(self, season_id: str) -> int:
        """Return how many entries of a season have had their consequences; none where that is lost, so that they have them again."""
        own = SeasonKeys(season_id)
        try:
            raw = await self._connection.call("GET", own.done)
            return int(raw or 0)
        except (StoredDamage, ValueError):
            log.error("the progress of season %s can't be read: starting again", season_id)
            await self._connection.call("DEL", own.done)
            return 0

    async def set_done(self, season_id: str, count: int) -> None:
        """So many entries have had their consequences."""
        await self._connection.call("SET", SeasonKeys(season_id).done, count)

    async def alive(self) -> dict[str, float]:
        """Return when somebody last kept the seasons of each platform, in seconds since 1970."""
        try:
            told = await self._connection.call("HGETALL", keys.ALIVE)
            return {name.decode(): float(at) for name, at in told.items()}
        except (StoredDamage, ValueError):
            log.error("the last run of the seasons can't be read: starting again")
            await self._connection.call("DEL", keys.ALIVE)
            return {}

    async def live(self, at: float, platforms: Sequence[str]) -> None:
        """Note that somebody keeps the seasons of these platforms now."""
        if platforms:
            await self._connection.call("HSET", keys.ALIVE, *(part for name in platforms for part in (name, at)))

    async def replace(self, season_id: str, number: int, seen: str, fresh: str) -> bool:
        """Put another line in the place of one that says the same in fewer words; False if something else stands there.

        For words that somebody wants to be forgotten, and for nothing else: what a journal says happened stays.
        """
        journal = SeasonKeys(season_id).journal
        return bool(await self._connection.script("scrub", [journal], ["list", number, seen, fresh]))

    async def lengths(self, seasons: Sequence[str]) -> dict[str, int]:
        """Return how many lines the journals of these seasons have; without those that are damaged."""
        if not seasons:
            return {}
        found = await self._connection.each(*(("LLEN", SeasonKeys(one).journal) for one in seasons))
        return {one: length for one, length in zip(seasons, found, strict=True) if isinstance(length, int)}

    async def lease(self, season_id: str, who: str, seconds: int) -> bool:
        """Become or stay the one who does a season's own duties for a while; False if another is."""
        return bool(await self._connection.script("lease", [SeasonKeys(season_id).lease], ["take", who, seconds]))

    async def leave(self, season_id: str, who: str) -> None:
        """Let another do a season's duties."""
        await self._connection.script("lease", [SeasonKeys(season_id).lease], ["leave", who])

    # ------------------------------------------------------------------------------------------ inside

    async def _write(
        self, season_id: str, expected: int | None, lines: Sequence[str], key: str, answer: JsonObject, secret: bytes
    ) -> Appended | Repeated | Outrun:
        own = SeasonKeys(season_id)
        kept = SeasonAnswer(answer=answer).dump()
        status, *rest = await self._connection.script(
            "season", own.written(), ["" if expected is None else expected, key, kept, secret.hex(), *lines]
        )
        if status == b"none":
            raise _unknown(season_id)
        if status in (b"damaged", b"gone"):
            part = rest[0].decode().rpartition(":")[2]
            why = "gone" if status == b"gone" else "damaged: it is not what we write there"
            self._damaged[_whose(season_id)] = part
            raise StoredDamage(
                host_text("store.seasons.stored_season_restore_from", part=part, season_id=season_id, why=why)
            )
        if status == b"duplicate":
            with self._damaged.noted(_whose(season_id), "answers"):
                return _repeated(rest[0], season_id)
        return Outrun(rest[0]) if status == b"stale" else Appended(rest[0])

    async def _there(self, own: SeasonKeys) -> None:
        """Raise what is true of a season whose journal gave nothing, unless it is only shorter."""
        journal, *others = await self._connection.pipeline(*(("EXISTS", key) for key in own.written()))
        if journal:
            return
        if any(others):
            raise StoredDamage(host_text("store.seasons.stored_journal_season_gone", season_id=own.season_id))
        raise _unknown(own.season_id)

    async def _index(self) -> None:
        """Make the index anew of the seasons themselves."""
        async for some in self._connection.scan(keys.OF_EVERY_SEASON):
            names = [keys.game_in(key).decode(errors="replace") for key in some]
            if sound := [name for name in names if keys.is_season(name)]:
                await self._connection.call("SADD", keys.SEASONS, *sound)
        await self._connection.call("SET", keys.SEASONS_INDEXED, 1)


def _whose(season_id: str) -> str:
    """Return the name under which the damage of a season is noted."""
    return f"season:{season_id}"


def _unknown(season_id: str) -> UnknownSeason:
    return UnknownSeason(host_text("store.seasons.there_no_season", season_id=season_id))


def _repeated(raw: bytes, season_id: str) -> Repeated:
    return Repeated(SeasonAnswer.parse(raw, f"answer in season {season_id}").answer)


__all__ = ["Appended", "Outrun", "Repeated", "SeasonAnswer", "SeasonStore", "UnknownSeason"]
