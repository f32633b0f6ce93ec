"""Where turns of a game begin in its record: with that, one turn is told from its own entries.

Whoever has played a record again keeps here what it met on the way. It is a cache: the record gives all of it again, so a value that
is missing, damaged, or made by another version is passed over. It holds when nothing went back behind it: a rollback raises
the epoch of its game, and undo never goes below a settled entry.
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

#: Seconds for which a game's turns are kept after the last of them was added.
KEPT = 30 * 24 * 60 * 60
#: Seconds for which somebody's answer waits for a server that takes no writes.
_PATIENCE = 0.5


class TurnStart(Stored):
    """The position after the entry that began a turn, and what of the record before it the log still needs."""

    v: Literal[1] = 1
    turn: int
    #: The version of the bot that made it: others may tell or count otherwise.
    by: str = __version__
    #: The epoch of the game then.
    epoch: int
    #: Number of the entry that began the turn, and of the last standing one before it.
    entry: int
    before: int
    #: For each side how many entries up to `before` it knows of, and the number of the last of them.
    known: tuple[tuple[int, int], ...]
    #: The public events of `entry` from the beginning of the turn on.
    events: list[JsonObject]
    #: The engine's snapshot.
    position: str

    def pack(self) -> bytes:
        """Return the value as it is stored."""
        return zlib.compress(self.dump().encode(), 6)

    @classmethod
    def unpack(cls, raw: bytes | None) -> TurnStart | None:
        """Read what `pack` gave; None for anything else."""
        try:
            return None if raw is None else cls.parse(zlib.decompress(raw), "turn of a game")
        except (zlib.error, StoredDamage):
            return None


class Turns:
    """Where turns begin in the games of one store.

    Args:
        connection: to the store.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def around(
        self, game_id: str, turn: int, *, epoch: int, settled: int
    ) -> tuple[TurnStart | None, TurnStart | None]:
        """Return where the turn begins, or the nearest one before it that is kept, and where the one after it begins.

        Args:
            game_id: the game.
            turn: the turn that is asked about.
            epoch: the present epoch of the game.
            settled: its last entry that cannot be undone any more.

        Returns:
            What holds; None for what is not kept. Nothing that goes wrong here is worth an error.
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
        """Keep where turns begin, unless the game has been erased; a server that takes no writes is none of our business."""
        own = GameKeys(game_id)
        fields = [part for start in starts for part in (str(start.turn), start.pack())]
        try:
            with write_tracking.aside(), hurried(_PATIENCE):
                await self._connection.script("turns", [own.turns, own.header], [KEPT, *fields])
        except StorageError as error:
            log.info("the turn index of game %s is not stored: %s", game_id, error)


__all__ = ["KEPT", "TurnStart", "Turns"]
