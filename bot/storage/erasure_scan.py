"""Search of the whole store for forgotten people: every key and value, in slices that yield to other work.

A value is replaced only if it is unchanged since it was read. For parts that commands read and write as a whole, the
revision is incremented too, so that no command restores old data.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any
from urllib.parse import unquote

from bot.storage import keys, person_keys
from bot.storage.connection import Connection
from bot.storage.erasing import Erasure
from bot.storage.errors import StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.pipeline import Command

log = logging.getLogger(__name__)

#: Keys per slice, seconds between slices, and attempts per search for a value that keeps changing.
_SLICE, _PAUSE, _TRIES = 500, 0.01, 5
#: How each type of value is read as a whole.
_READING: dict[bytes, tuple[str | int, ...]] = {
    b"string": ("GET",), b"hash": ("HGETALL",), b"list": ("LRANGE", 0, -1), b"set": ("SMEMBERS",),
    b"zset": ("ZRANGE", 0, -1), b"stream": ("XRANGE", "-", "+"),
}  # fmt: skip
#: Parts of a game that commands read and write as a whole, guarded by the revision.
_REVISED = ("header", "seats", "settings", "snapshot")


class Search:
    """Searches one store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def through(self, erasure: Erasure, games: Iterable[str], channels: Iterable[str]) -> int:
        """Process every key and value once; return how many were changed or deleted.

        Args:
            erasure: the replacement to apply.
            games: games in which names are removed from free text as well.
            channels: channels in whose logs they are.
        """
        changed, mine = 0, _Mine(games, channels)
        async for found in self._connection.scan(count=_SLICE):
            changed += await self._slice([key for key in found if key.startswith(keys.ROOT)], erasure, mine)
            await asyncio.sleep(_PAUSE)
        return changed

    async def _slice(self, found: Sequence[bytes], erasure: Erasure, mine: _Mine) -> int:
        named = [key for key in found if _erasure_for(key, erasure).in_key(keys.parts_of(key))]
        if named:
            await self._connection.pipeline(*(("DEL", key) for key in named))
        gone = set(named)
        rest = [key for key in found if key not in gone and mine.may_hold(key)]
        if not rest:
            return len(named)
        kinds = await self._connection.pipeline(*(("TYPE", key) for key in rest))
        known = [(key, kind) for key, kind in zip(rest, kinds, strict=True) if kind in _READING]
        reading: list[Command] = [(_READING[kind][0], key, *_READING[kind][1:]) for key, kind in known]
        values = await self._connection.each(*reading)
        changed = [
            await self._rewrite_value(key, kind, value, _erasure_for(key, erasure), own=mine.own(key))
            for (key, kind), value in zip(known, values, strict=True)
        ]
        return len(named) + sum(changed)

    async def _rewrite_value(self, key: bytes, kind: bytes, value: object, erasure: Erasure, *, own: bool) -> bool:
        """Change a value that was read as `value`; return True if there was something to change."""
        for _ in range(_TRIES):
            parts = _parts(key, kind, value, partial(erasure.rewritten, own=own), erasure)
            if not parts:
                return False
            if await self._connection.script("scrub", _with_revision(key), [kind, *parts]):
                return True
            value = await self._connection.call(_READING[kind][0], key, *_READING[kind][1:])  # it was changed meanwhile
        log.warning("a value keeps changing; the next search tries again")
        return False


class _Mine:
    """Determines which keys belong to games in which the person's name may occur."""

    def __init__(self, games: Iterable[str], channels: Iterable[str]) -> None:
        named = [*games]
        self._games = {game.encode() for game in named}
        self._logs = tuple(channels)
        self._of_platforms = {
            keys.of_platform("slack", what, game).encode() for what in ("table", "pressed") for game in named
        }

    def own(self, key: bytes) -> bool:
        """Return True for the keys of such games, and the logs of their channels."""
        if keys.game_in(key) in self._games or key in self._of_platforms:
            return True
        name = unquote(keys.game_in(key).decode(errors="replace"))
        return key.startswith(keys.LOGS) and any(name == one or name.startswith(f"{one}:") for one in self._logs)

    def may_hold(self, key: bytes) -> bool:
        """Return False for the job itself, and for records and positions of other games, which contain no names."""
        if key == person_keys.FORGETTING.encode():
            return False
        return not key.endswith((b":record", b":snapshot")) or self.own(key)


def _erasure_for(key: bytes, erasure: Erasure) -> Erasure:
    return erasure.of_logs if key.startswith(keys.LOGS) else erasure


def _with_revision(key: bytes) -> list[str]:
    """Return a key, with its game's revision key if commands depend on that."""
    name = key.decode()
    game, part = keys.game_in(key).decode(), name.rpartition(":")[2]
    own = GameKeys(game) if keys.is_game(game) else None
    return [name, own.revision] if own is not None and part in _REVISED and name in own.written() else [name]


def _parts(
    key: bytes, kind: bytes, value: object, rewritten: Callable[[bytes], bytes], erasure: Erasure
) -> list[bytes | str]:
    """Return the parts of a value to replace: place, current content, new content, for each part."""
    held = _value_parts(kind, value)
    fresh = [
        (place, seen, b"" if _is_deleted_whole(kind, place, seen, erasure) else rewritten(seen)) for place, seen in held
    ]
    if key.endswith(b":snapshot"):
        fresh = [(place, seen, erasure.snapshot(seen)) for place, seen in held]
    return [part for one in fresh if one[1] != one[2] for part in one]


def _value_parts(kind: bytes, value: Any) -> list[tuple[bytes | str, bytes]]:
    """Return the parts of a value, each with its place."""
    if value is None or isinstance(value, StoredDamage):
        return []
    if kind == b"string":
        return [("", value)]
    if kind == b"hash":
        return list(value.items())
    if kind == b"list":
        return [(str(index), one) for index, one in enumerate(value)]
    if kind == b"stream":
        return [(ident, one) for ident, fields in value for one in (fields or {}).values()]
    return [("", one) for one in value]


def _is_deleted_whole(kind: bytes, place: bytes | str, seen: bytes, erasure: Erasure) -> bool:
    """Return True if a part is deleted whole: a member that is one of the people, or data stored under their name."""
    if kind in (b"set", b"zset"):
        return erasure.is_one(seen.decode(errors="replace"))
    return kind == b"hash" and isinstance(place, bytes) and erasure.is_one(place.decode(errors="replace"))


__all__ = ["Search"]
