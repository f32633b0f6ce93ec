"""The games that are not over, so that nobody has to look through all games that were ever played.

Written before the commit that makes a game run and after the one that ends it, since an index lies
in another cluster slot than the game: a crash leaves an entry too many, never one too few. `tidy`
takes such entries out at a start.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

from bot.storage import keys
from bot.storage.absence import without_header
from bot.storage.connection import Command, Connection
from bot.storage.errors import StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader

log = logging.getLogger(__name__)

#: Headers read in one round trip, and the seconds after which a game that never came is forgotten.
_AT_ONCE, _GRACE = 500, 120.0


class Running:
    """The index of lobbies and games that are played."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @staticmethod
    def noting(header: GameHeader) -> list[Command]:
        """What to write before a commit with this header."""
        game = header.game_id
        if not header.in_progress:
            return []
        noted: list[Command] = [("SADD", keys.GAMES, game), ("ZADD", keys.RUNNING, time.time(), game)]
        if header.status == "playing":
            return [*noted, ("SADD", keys.PLAYING, game)]
        opened = header.created_at.timestamp()
        return [*noted, *(("ZADD", keys.challenges(scope), opened, game) for scope in _scopes(header))]

    @staticmethod
    def forgetting(game_id: str) -> list[Command]:
        """What to write after a game has ended."""
        return [("ZREM", keys.RUNNING, game_id), ("SREM", keys.PLAYING, game_id), ("ZREM", keys.DUE, game_id)]

    @staticmethod
    def erasing(game_id: str) -> list[Command]:
        """What to write after a game has gone for good."""
        return [*Running.forgetting(game_id), ("SREM", keys.GAMES, game_id), ("SREM", keys.PARKED, game_id)]

    async def ended(self, game_id: str) -> None:
        """Take a game out that is over."""
        await self._connection.pipeline(*self.forgetting(game_id))

    async def games(self) -> list[str]:
        """Lobbies and games that are played, the oldest entry first; a few may have ended."""
        games, odd = keys.game_ids(await self._connection.call("ZRANGE", keys.RUNNING, 0, -1))
        if odd:
            log.error("%d entries of the list of running games are none and were taken out: %s", len(odd), odd[:3])
            await self._connection.call("ZREM", keys.RUNNING, *odd)
        return games

    async def counts(self) -> dict[str, int]:
        """How many games there are by status."""
        every, running, playing = await self._connection.pipeline(
            ("SCARD", keys.GAMES), ("ZCARD", keys.RUNNING), ("SCARD", keys.PLAYING)
        )
        return {"lobby": max(0, running - playing), "playing": playing, "finished": max(0, every - running)}

    async def headers(self, games: Sequence[str]) -> dict[str, GameHeader | StoredDamage | None]:
        """What each of these games is: None for one that is not there, the damage of one that cannot be read."""
        found: dict[str, GameHeader | StoredDamage | None] = {}
        for start in range(0, len(games), _AT_ONCE):
            some = games[start : start + _AT_ONCE]
            try:
                raw = await self._connection.pipeline(*(("GET", GameKeys(game).header) for game in some))
                found |= {game: _read(game, one) for game, one in zip(some, raw, strict=True)}
            except StoredDamage:  # of one of them, which is found by asking singly
                for game in some:
                    found[game] = await self._header(game)
        return found | await without_header(
            self._connection, [game for game, header in found.items() if header is None]
        )

    async def _header(self, game_id: str) -> GameHeader | StoredDamage | None:
        try:
            return _read(game_id, await self._connection.call("GET", GameKeys(game_id).header))
        except StoredDamage as damage:
            return damage

    async def challenges(self, scope: str, most: int) -> list[str]:
        """Lobbies that may look for players, the newest first: those of a server, or those for everybody ("all")."""
        key = keys.challenges(scope)
        return [game.decode() for game in await self._connection.call("ZRANGE", key, 0, most - 1, "REV")]

    async def taken(self, scope: str, games: Sequence[str]) -> None:
        """Take lobbies out that look for nobody any more."""
        if games:
            await self._connection.call("ZREM", keys.challenges(scope), *games)

    async def tidy(self) -> tuple[list[GameHeader], list[str]]:
        """Take out what has ended or never came; returns what runs, and the games that are damaged, which stay.

        A store that an older version wrote has no index: it is made of all games, once.
        """
        if not await self._connection.call("EXISTS", keys.INDEXED):
            await self._index_all()
        games = await self.games()
        headers = await self.headers(games)
        over: list[Command] = []
        for game, header in headers.items():
            if isinstance(header, StoredDamage):
                log.error("game %s is left alone: %s", game, header)
            elif header is None:
                over += await self._ghost(game)
            elif not header.in_progress:
                over += self.forgetting(game)
        if over:
            await self._connection.pipeline(*over)
        running = [header for header in headers.values() if isinstance(header, GameHeader) and header.in_progress]
        return running, [game for game, header in headers.items() if isinstance(header, StoredDamage)]

    async def _ghost(self, game_id: str) -> list[Command]:
        """What to write about a game that is not there, unless it is being set up just now."""
        noted = await self._connection.call("ZSCORE", keys.RUNNING, game_id)
        young = noted is not None and float(noted) > time.time() - _GRACE
        return [] if young else self.erasing(game_id)

    async def _index_all(self) -> None:
        games = sorted(keys.game_ids(await self._connection.call("SMEMBERS", keys.GAMES))[0])
        for start in range(0, len(games), _AT_ONCE):
            headers = await self.headers(games[start : start + _AT_ONCE])
            noted: list[Command] = []
            for game, header in headers.items():
                if isinstance(header, StoredDamage):
                    noted.append(("ZADD", keys.RUNNING, "NX", 0, game))
                elif header is None:
                    noted.append(("SREM", keys.GAMES, game))
                else:
                    noted += self.noting(header)
            if noted:
                await self._connection.pipeline(*noted)
        await self._connection.call("SET", keys.INDEXED, 1)


def _read(game_id: str, raw: bytes | None) -> GameHeader | StoredDamage | None:
    try:
        return None if raw is None else GameHeader.parse(raw, f"header of game {game_id}")
    except StoredDamage as damage:
        return damage


def _scopes(header: GameHeader) -> list[str]:
    """The lists on which a lobby stands."""
    return [scope for scope in (header.server, "all" if header.offered == "all" else "") if scope]
