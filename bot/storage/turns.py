"""Index of where a game's turns start in its record, so that one turn can be replayed from its own entries.

A replay of the record stores what it finds here. This is a cache: the record yields all of it again, so a value that
is missing, damaged, or from another version is ignored. It is valid as long as nothing went back before it: a rollback
increments the game's epoch, and undo never goes below a settled entry.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from typing import Literal

from bot import __version__
from bot.storage import write_tracking
from bot.storage.call_deadlines import hurried
from bot.storage.connection import Connection
from bot.storage.errors import StorageError, StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.models import JsonObject, Stored

log = logging.getLogger(__name__)

#: Seconds for which a game's turns are kept after the last one was added.
KEPT = 30 * 24 * 60 * 60
#: Seconds that an answer may be delayed by a server that refuses writes.
_PATIENCE = 0.5


class TurnStart(Stored):
    """The position after the entry that started a turn, and what the log needs of the record before it."""

    v: Literal[1] = 1
    turn: int
    #: The version of the bot that made it: others may narrate or count differently.
    by: str = __version__
    #: The epoch of the game at that time.
    epoch: int
    #: Number of the entry that started the turn, and of the last entry in force before it.
    entry: int
    before: int
    #: For each side how many entries up to `before` it knows of, and the number of the last one.
    known: tuple[tuple[int, int], ...]
    #: The public events of `entry` from the start of the turn on.
    events: list[JsonObject]
    #: The engine's snapshot.
    position: str

    def pack(self) -> bytes:
        """Return the value in its stored form."""
        return zlib.compress(self.dump().encode(), 6)

    @classmethod
    def unpack(cls, raw: bytes | None) -> TurnStart | None:
        """Parse what `pack` returned; None for anything else."""
        try:
            return None if raw is None else cls.parse(zlib.decompress(raw), "turn of a game")
        except (zlib.error, StoredDamage):
            return None


class Turns:
    """The starts of turns in the games of one store.

    Args:
        connection: to the store.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def around(
        self, game_id: str, turn: int, *, epoch: int, settled: int
    ) -> tuple[TurnStart | None, TurnStart | None]:
        """Return the start of a turn, or the nearest stored one before it, and the start of the next turn.

        Args:
            game_id: the game.
            turn: the turn requested.
            epoch: the current epoch of the game.
            settled: its last entry that can no longer be undone.

        Returns:
            Valid starts; None for those not stored. Errors are ignored here.
        """
        key = GameKeys(game_id).turns

        def held(raw: bytes | None) -> TurnStart | None:
            found = TurnStart.unpack(raw)
            holds = found and found.by == __version__ and found.epoch == epoch and found.entry <= settled
            return found if holds else None

        try:
            own, after = map(held, await self._connection.call("HMGET", key, turn, turn + 1))
            if own is None:
                kept = await self._connection.call("HKEYS", key)
                if earlier := [int(name) for name in kept if name.isdigit() and int(name) < turn]:
                    own = held(await self._connection.call("HGET", key, max(earlier)))
        except StoredDamage:
            return None, None
        return own, after

    async def keep(self, game_id: str, starts: Sequence[TurnStart]) -> None:
        """Store the starts of turns, unless the game has been erased; a server that refuses writes is ignored."""
        own = GameKeys(game_id)
        fields = [part for start in starts for part in (str(start.turn), start.pack())]
        try:
            with write_tracking.aside(), hurried(_PATIENCE):
                await self._connection.script("turns", [own.turns, own.header], [KEPT, *fields])
        except StorageError as error:
            log.info("the turn index of game %s is not stored: %s", game_id, error)


__all__ = ["KEPT", "TurnStart", "Turns"]
