"""League seasons in Redis: for each an append-only journal, the answers to commands, and the seed.

The journal is the source of truth and the store does not interpret its lines. An append names the length that its
caller read; the same key again gets its first answer. A season's keys share one slot, and damage affects it alone.
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

#: Maximum number of lines appended or read per round trip: a longer script would block all commands.
_AT_ONCE = 2_000


class UnknownSeason(StorageError):
    """No season has this id."""


class SeasonAnswer(Stored):
    """The answer of a command on a season, stored so that a repetition gets the same."""

    v: Literal[1] = 1
    answer: JsonObject


@dataclass(frozen=True, slots=True)
class Appended:
    """The lines were appended; the journal now has this length."""

    length: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """Nothing was changed, since this key was used before; `answer` is its original answer."""

    answer: JsonObject


@dataclass(frozen=True, slots=True)
class Outrun:
    """Nothing was changed, since the journal now has another length."""

    length: int


class SeasonStore:
    """The seasons of one store; every method may raise StoreUnavailable, and StoredDamage about the season it names."""

    def __init__(self, connection: Connection, indexes: Indexes, damaged: Damage) -> None:
        self._connection = connection
        self._damaged = damaged
        indexes.watch(keys.SEASONS, "set", keys.SEASONS_INDEXED)

    async def create(
        self, season_id: str, lines: Sequence[str], key: str, *, secret: bytes = b"", answer: JsonObject | None = None
    ) -> Appended | Repeated | Outrun:
        """Create a season with its first lines and its secret seed; return Outrun if another one has the id.

        Raises:
            ValueError: the id is invalid, or there is no line.
        """
        if not lines:
            raise ValueError("A season begins with at least one line.")
        own = SeasonKeys(season_id)
        await self._connection.call("SADD", keys.SEASONS, own.season_id)
        return await self._write(season_id, 0, lines, key, answer or {}, secret)

    async def append(
        self, season_id: str, expected: int | None, lines: Sequence[str], key: str, answer: JsonObject | None = None
    ) -> Appended | Repeated | Outrun:
        """Append lines, all or none, if the journal has the expected length (None for any) and the key is new.

        Without lines only the key and its answer are stored.

        Raises:
            UnknownSeason: there is no such season.
        """
        if expected == 0:
            raise ValueError("A season that is to be made is created, not appended to.")
        return await self._write(season_id, expected, lines, key, answer or {}, b"")

    async def answered(self, season_id: str, key: str) -> Repeated | None:
        """Return the answer of the command with this key, if it was carried out."""
        with self._damaged.noted(_damage_key(season_id), "answers"):
            raw = await self._connection.call("HGET", SeasonKeys(season_id).answers, key)
            return None if raw is None else _parse_repeated(raw, season_id)

    async def read(self, season_id: str, start: int = 0) -> list[str]:
        """Return the lines of a journal from a number on, counted from 0; none if it is shorter.

        Raises:
            UnknownSeason: there is no such season.
            StoredDamage: a line is not text.
        """
        own, found = SeasonKeys(season_id), list[bytes]()
        with self._damaged.noted(_damage_key(season_id), "journal"):
            while True:
                first = start + len(found)
                some = await self._connection.call("LRANGE", own.journal, first, first + _AT_ONCE - 1)
                found += some
                if len(some) < _AT_ONCE:
                    break
            if not found:
                await self._raise_if_missing(own)
            try:
                return [line.decode() for line in found]
            except UnicodeDecodeError:
                raise StoredDamage(host_text("store.seasons.journal_season_damaged_not", season_id=season_id)) from None

    async def secret(self, season_id: str) -> bytes:
        """Return the seed of a season, as given when it was created.

        Raises:
            StoredDamage: it is gone.
        """
        own = SeasonKeys(season_id)
        with self._damaged.noted(_damage_key(season_id), "secret"):
            raw = await self._connection.call("GET", own.secret)
            if raw is None:
                await self._raise_if_missing(own)
                raise StoredDamage(host_text("store.seasons.stored_seed_season_gone", season_id=season_id))
            try:
                return bytes.fromhex(raw.decode())
            except ValueError:
                raise StoredDamage(host_text("store.seasons.stored_seed_season_damaged", season_id=season_id)) from None

    async def listed(self) -> list[str]:
        """Return the ids of all seasons in alphabetical order, including unreadable ones."""
        raw = await self._connection.call("SMEMBERS", keys.SEASONS)  # damage found here deletes the marker
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
        """Return how many entries of a season have had their consequences; 0 if lost, so that they are repeated."""
        own = SeasonKeys(season_id)
        try:
            raw = await self._connection.call("GET", own.done)
            return int(raw or 0)
        except (StoredDamage, ValueError):
            log.error("the progress of season %s can't be read: starting again", season_id)
            await self._connection.call("DEL", own.done)
            return 0

    async def set_done(self, season_id: str, count: int) -> None:
        """Store how many entries have had their consequences."""
        await self._connection.call("SET", SeasonKeys(season_id).done, count)

    async def alive(self) -> dict[str, float]:
        """Return when a process last handled the seasons of each platform, in seconds since 1970."""
        try:
            told = await self._connection.call("HGETALL", keys.ALIVE)
            return {name.decode(): float(at) for name, at in told.items()}
        except (StoredDamage, ValueError):
            log.error("the last run of the seasons can't be read: starting again")
            await self._connection.call("DEL", keys.ALIVE)
            return {}

    async def live(self, at: float, platforms: Sequence[str]) -> None:
        """Note that a process handles the seasons of these platforms now."""
        if platforms:
            await self._connection.call("HSET", keys.ALIVE, *(part for name in platforms for part in (name, at)))

    async def replace(self, season_id: str, number: int, seen: str, fresh: str) -> bool:
        """Replace a line by a shortened one with the same meaning; return False if the line has changed.

        For erasing a person's texts, and nothing else: the events in a journal stay.
        """
        journal = SeasonKeys(season_id).journal
        return bool(await self._connection.script("scrub", [journal], ["list", number, seen, fresh]))

    async def lengths(self, seasons: Sequence[str]) -> dict[str, int]:
        """Return the number of lines in these seasons' journals, without damaged ones."""
        if not seasons:
            return {}
        found = await self._connection.each(*(("LLEN", SeasonKeys(one).journal) for one in seasons))
        return {one: length for one, length in zip(seasons, found, strict=True) if isinstance(length, int)}

    async def lease(self, season_id: str, who: str, seconds: int) -> bool:
        """Acquire or renew the lease for a season's duties; return False if another process holds it."""
        return bool(await self._connection.script("lease", [SeasonKeys(season_id).lease], ["take", who, seconds]))

    async def leave(self, season_id: str, who: str) -> None:
        """Release the lease for a season's duties."""
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
            self._damaged[_damage_key(season_id)] = part
            raise StoredDamage(
                host_text("store.seasons.stored_season_restore_from", part=part, season_id=season_id, why=why)
            )
        if status == b"duplicate":
            with self._damaged.noted(_damage_key(season_id), "answers"):
                return _parse_repeated(rest[0], season_id)
        return Outrun(rest[0]) if status == b"stale" else Appended(rest[0])

    async def _raise_if_missing(self, own: SeasonKeys) -> None:
        """Raise the error for a season whose journal returned nothing, unless it is only shorter than requested."""
        journal, *others = await self._connection.pipeline(*(("EXISTS", key) for key in own.written()))
        if journal:
            return
        if any(others):
            raise StoredDamage(host_text("store.seasons.stored_journal_season_gone", season_id=own.season_id))
        raise _unknown(own.season_id)

    async def _index(self) -> None:
        """Rebuild the index from the seasons themselves."""
        async for some in self._connection.scan(keys.OF_EVERY_SEASON):
            names = [keys.game_in(key).decode(errors="replace") for key in some]
            if sound := [name for name in names if keys.is_season(name)]:
                await self._connection.call("SADD", keys.SEASONS, *sound)
        await self._connection.call("SET", keys.SEASONS_INDEXED, 1)


def _damage_key(season_id: str) -> str:
    """Return the name under which a season's damage is noted."""
    return f"season:{season_id}"


def _unknown(season_id: str) -> UnknownSeason:
    return UnknownSeason(host_text("store.seasons.there_no_season", season_id=season_id))


def _parse_repeated(raw: bytes, season_id: str) -> Repeated:
    return Repeated(SeasonAnswer.parse(raw, f"answer in season {season_id}").answer)


__all__ = ["Appended", "Outrun", "Repeated", "SeasonAnswer", "SeasonStore", "UnknownSeason"]
