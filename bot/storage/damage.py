"""Registry of damage in the store: noted where it is found, so that it can be counted and named."""

from __future__ import annotations

import contextlib
import json
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from bot.narration.texts import host_text
from bot.storage import keys, person_keys
from bot.storage.connection import Connection
from bot.storage.errors import PositionLost, StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.models import PlayerSettings
from bot.storage.outbox_models import Failure, ParkedPost, Post

log = logging.getLogger(__name__)

#: The kind of a parked post that replaces an unreadable one.
UNREADABLE = "unreadable"
#: The id of a stream entry.
POST_ID = re.compile(rb"\d+-\d+")


class Damage(dict[str, str]):
    """Damaged games by id and people as `platform:id`, each with where the damage was last found.

    All processes share it through the store, so that all have the same counts and a restart loses nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self._shared: dict[str, str] = {}

    @property
    def untold(self) -> bool:
        """Return True if damage was found or repaired here that the others don't know of yet."""
        return self._shared != self

    async def share(self, connection: Connection) -> None:
        """Publish what was found and repaired here since the last time, and fetch what others published."""
        before = dict(self)
        met = [part for whose, where in before.items() if self._shared.get(whose) != where for part in (whose, where)]
        mended = [whose for whose in self._shared if whose not in before]
        try:
            if met:
                await connection.call("HSET", keys.DAMAGED, *met)
            if mended:
                await connection.call("HDEL", keys.DAMAGED, *mended)
            told = await connection.call("HGETALL", keys.DAMAGED)
        except StoredDamage:  # the list itself is damaged: its contents will be found again
            await connection.call("DEL", keys.DAMAGED)
            self._shared = {}
            return
        odd = [whose for whose, where in told.items() if not (_readable(whose) and _readable(where))]
        if odd:
            log.error("removed %d wrong entries from the list of damage", len(odd))
            await connection.call("HDEL", keys.DAMAGED, *odd)
        self._shared = {whose.decode(): where.decode() for whose, where in told.items() if whose not in odd}
        # More may have been found or repaired here meanwhile.
        now = dict(self)
        self.clear()
        self.update({whose: where for whose, where in self._shared.items() if whose in now or whose not in before})
        self.update({whose: where for whose, where in now.items() if before.get(whose) != where})

    @contextlib.contextmanager
    def noted(self, whose: str, where: str) -> Iterator[None]:
        """Note damage found in the block; clear it if the block succeeds."""
        try:
            yield
        except PositionLost:
            raise  # reported and counted by the code that rebuilds positions; a missing war is not damage
        except StoredDamage:
            self[whose] = where
            raise
        if self.get(whose) == where:
            del self[whose]


def _readable(raw: bytes) -> bool:
    """Return True for a name or word that may have been written by us."""
    try:
        return raw.decode().isprintable() and raw != b""
    except UnicodeDecodeError:
        return False


async def of_game(connection: Connection, game_id: str) -> list[str]:
    """Return the damaged parts of a game apart from what `Store.load` reads, one sentence each."""
    own = GameKeys(game_id)
    found = await _kinds(connection, own.kinds(), game_id)
    sound = {key for key in own.kinds() if key not in found}
    told = list(found.values())

    async def checked(key: str, command: str, check: Callable[[Any], None], *more: str) -> None:
        if key in sound:
            try:
                check(await connection.call(command, key, *more))
            except StoredDamage as damage:
                told.append(str(damage))

    if await lost_posts(connection, game_id):
        told.append(host_text("store.damage.stored_outbox_game_gone", game_id=game_id))
    await checked(own.outbox, "XRANGE", lambda raw: _posts(raw, game_id), "-", "+")
    await checked(own.tries, "HVALS", lambda raw: _parse_each(raw, Failure.parse, f"delivery of game {game_id}"))
    await checked(own.parked, "HVALS", lambda raw: _check_parked(raw, game_id))
    await checked(own.references, "HVALS", lambda raw: _parse_each(raw, _reference, f"reference of game {game_id}"))
    for key, name in ((own.renewal, "renewal"), (own.beginning, "beginning")):
        await checked(key, "GET", partial(_pointer, f"{name} of game {game_id}"))
    return told


async def lost_posts(connection: Connection, game_id: str) -> bool:
    """Return True if the stream of a started game's posts is gone; an empty one would exist."""
    own = GameKeys(game_id)
    posts, began = await connection.pipeline(("EXISTS", own.outbox), ("EXISTS", own.beginning))
    return bool(began and not posts)


async def of_person(connection: Connection, user: str) -> list[str]:
    """Return the damaged parts of a person's data, one sentence each."""
    found = await _kinds(connection, person_keys.of_person(user), user)
    told, own = list(found.values()), person_keys.player(user)
    if own not in found and (raw := await connection.call("GET", own)) is not None:
        try:
            PlayerSettings.parse(raw, f"settings of user {user}")
        except StoredDamage as damage:
            told.append(str(damage))
    return told


async def without_lists(connection: Connection, user: str) -> list[str]:
    """Delete a person's lists of games of the wrong type (the games know their people); return a sentence for each."""
    kinds = person_keys.of_person(user)
    wrong = [key for key in await _kinds(connection, kinds, user) if kinds[key] == "set"]
    if wrong:
        await connection.pipeline(*(("DEL", key) for key in wrong))
    return [
        host_text("store.damage.stored_were_no_list", rpartition=key.rpartition(":")[2], user=user) for key in wrong
    ]


async def _kinds(connection: Connection, kinds: dict[str, str], whose: str) -> dict[str, str]:
    """Return the keys with a value of the wrong type, each with a sentence."""
    there = await connection.pipeline(*(("TYPE", key) for key in kinds))
    wrong = {
        key: kind.decode() for key, kind in zip(kinds, there, strict=True) if kind.decode() not in ("none", kinds[key])
    }
    return {
        key: host_text(
            "store.damage.stored_damaged_not_restore",
            rpartition=key.rpartition(":")[2],
            whose=whose,
            kind=kind,
            kinds=kinds[key],
        )
        for key, kind in wrong.items()
    }


def _parse_each(values: Sequence[bytes], parse: Callable[[bytes, str], object], what: str) -> None:
    for raw in values:
        parse(raw, what)


def _posts(entries: Sequence[tuple[bytes, dict[bytes, bytes]]], game_id: str) -> None:
    for _, fields in entries:
        Post.parse((fields or {}).get(b"post", b""), f"post of game {game_id}")


def _check_parked(values: Sequence[bytes], game_id: str) -> None:
    for raw in values:
        parked = ParkedPost.parse(raw, f"parked post of game {game_id}")
        if parked.post.kind == UNREADABLE:
            raise StoredDamage(host_text("store.damage.parked_parked_drop_forgets", reason=parked.reason))


def _reference(raw: bytes, what: str) -> None:
    """Check that an adapter's reference is a record with a version; the adapters check the rest."""
    try:
        held = json.loads(raw)
    except (ValueError, RecursionError):
        held = None
    if not isinstance(held, dict) or type(held.get("v")) is not int:
        raise StoredDamage(host_text("store.damage.stored_damaged_no_record", what=what))


def _pointer(what: str, raw: bytes | None) -> None:
    if raw is not None and not POST_ID.fullmatch(raw):
        raise StoredDamage(host_text("store.damage.stored_damaged_no_id", what=what))


__all__ = ["POST_ID", "UNREADABLE", "Damage", "of_game", "of_person", "without_lists"]
