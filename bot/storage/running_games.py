"""Index of unfinished games, so that nobody has to scan all games ever played.

Written before the commit that starts a game and after the one that ends it, since an index is in another cluster slot
than the game: a crash leaves a superfluous entry, never a missing one. `tidy` removes such entries at start-up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.due_index import bring, whole_again
from bot.storage.errors import StoredDamage
from bot.storage.indexes import name_of
from bot.storage.integrity import without_header
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader
from bot.storage.pipeline import Command

log = logging.getLogger(__name__)

#: Headers read per round trip, and seconds after which a game that was never created is forgotten.
_AT_ONCE, _GRACE = 500, 120.0
#: Headers read at a time while games are running, so that those wait no longer than for any command.
_AMID = 100
#: Seconds from now beyond which nothing can be due.
_NEVER = 400 * 24 * 3600.0


class Running:
    """The index of lobbies and running games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._indexes = connection.indexes

    @staticmethod
    def noting(header: GameHeader) -> list[Command]:
        """Return the commands to run before a commit with this header."""
        game = header.game_id
        if not header.in_progress:
            return []
        noted: list[Command] = [("SADD", keys.GAMES, game), ("ZADD", keys.RUNNING, time.time(), game)]
        if header.status == "playing":
            return [*noted, ("SADD", keys.PLAYING, game)]
        opened = header.created_at.timestamp()
        return [*noted, *(("ZADD", keys.challenges(scope), opened, game) for scope in _challenge_lists(header))]

    @staticmethod
    def forgetting(game_id: str) -> list[Command]:
        """Return the commands to run after a game has ended."""
        return [("ZREM", keys.RUNNING, game_id), ("SREM", keys.PLAYING, game_id), ("ZREM", keys.due(game_id), game_id)]

    @staticmethod
    def erasing(game_id: str) -> list[Command]:
        """Return the commands to run after a game was deleted."""
        return [*Running.forgetting(game_id), ("SREM", keys.GAMES, game_id), ("SREM", keys.PARKED, game_id)]

    async def ended(self, game_id: str) -> None:
        """Remove a finished game."""
        await self._connection.pipeline(*self.forgetting(game_id))

    async def games(self) -> list[str]:
        """Return the lobbies and the running games, the oldest entry first; a few may have ended."""
        return await self._indexes.ids(keys.RUNNING)

    async def counts(self) -> dict[str, int]:
        """Return the number of games by status."""
        every, running, playing = await self._connection.pipeline(
            ("SCARD", keys.GAMES), ("ZCARD", keys.RUNNING), ("SCARD", keys.PLAYING)
        )
        return {"lobby": max(0, running - playing), "playing": playing, "finished": max(0, every - running)}

    async def headers(self, games: Sequence[str]) -> dict[str, GameHeader | StoredDamage | None]:
        """Return the headers of these games: None for a missing one, the damage of an unreadable one."""
        found: dict[str, GameHeader | StoredDamage | None] = {}
        for start in range(0, len(games), _AT_ONCE):
            some = games[start : start + _AT_ONCE]
            try:
                raw = await self._connection.pipeline(*(("GET", GameKeys(game).header) for game in some))
                found |= {game: _read(game, one) for game, one in zip(some, raw, strict=True)}
            except StoredDamage:  # one of them is damaged; reading them singly shows which
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
        """Return the lobbies that may look for players, the newest first: of a server, or public ones ("all")."""
        key = keys.challenges(scope)
        games, odd = keys.game_ids(await self._connection.call("ZRANGE", key, 0, most - 1, "REV"))
        await self._indexes.take_out(key, odd)
        return games

    async def taken(self, scope: str, games: Sequence[str]) -> None:
        """Remove lobbies that no longer look for players."""
        if games:
            await self._connection.call("ZREM", keys.challenges(scope), *games)

    async def tidy(self) -> tuple[list[GameHeader], list[str]]:
        """Remove games that ended or were never created; return the running ones, and the damaged ones, which stay.

        A store of an older version has no index: it is built once from all games, like damaged ones.
        """
        await self.keep()
        games = await self.games()
        headers = await self.headers(games)
        over: list[Command] = []
        for game, header in headers.items():
            if isinstance(header, StoredDamage):
                log.error("game %s is skipped: %s", game, header)
            elif header is None:
                over += await self._erase_missing(game)
            elif not header.in_progress:
                over += self.forgetting(game)
        if over:
            await self._connection.pipeline(*over)
        running = [header for header in headers.values() if isinstance(header, GameHeader) and header.in_progress]
        return running, [game for game, header in headers.items() if isinstance(header, StoredDamage)]

    async def _erase_missing(self, game_id: str) -> list[Command]:
        """Return the commands for a game that does not exist, unless it is being set up just now."""
        noted = await self._connection.call("ZSCORE", keys.RUNNING, game_id)
        young = noted is not None and abs(time.time() - float(noted)) < _GRACE
        return [] if young else self.erasing(game_id)

    async def keep(self) -> bool:
        """Rebuild the indexes if they are damaged or were never built; return True if that was needed."""
        await self._indexes.mend(await self._indexes.wrong())
        made, formerly, *whole = await self._connection.pipeline(
            ("EXISTS", keys.INDEXED),
            ("EXISTS", keys.DUE_FORMERLY),
            *(("ZSCORE", shard, keys.WHOLE) for shard in keys.DUE),
        )
        if formerly:
            moved = await bring(self._connection)
            whole = [1.0] * len(whole) if moved else whole
        if not made or await self._has_lost_games():
            await self.index_all()
            return True
        if lost := [shard for shard, score in zip(keys.DUE, whole, strict=True) if score is None]:
            await self._look_at_all(lost)
        return False

    async def _look_at_all(self, lost: Sequence[str]) -> None:
        """Schedule the unscheduled running games of some shards, after due times were lost or never stored."""
        log.warning("rebuilding the due times of running games in %d shards", len(lost))
        games = [game for game in await self.games() if keys.due(game) in lost]
        for start in range(0, len(games), _AT_ONCE):
            some = games[start : start + _AT_ONCE]
            await self._connection.pipeline(*(("ZADD", keys.due(game), "NX", 0, game) for game in some))
        await self._connection.pipeline(*whole_again(lost))

    async def _has_lost_games(self) -> bool:
        """Return True if an index must have lost games: playing games are running, and running games are games."""
        for pause in (0.0, 0.05, 0.2):  # they are not written atomically
            await asyncio.sleep(pause)
            playing, running, every = await self._connection.pipeline(
                ("SCARD", keys.PLAYING), ("ZCARD", keys.RUNNING), ("SCARD", keys.GAMES)
            )
            if playing <= running <= every:
                return False
        return True

    async def index_all(self) -> dict[str, list[str]]:
        """Rebuild the indexes from the games themselves; return what was missing, by index."""
        known = [await self._indexes.ids(key) for key in keys.NAMING]
        never = time.time() + _NEVER
        await self._connection.pipeline(*(("ZREMRANGEBYSCORE", shard, never, "+inf") for shard in keys.DUE))
        games = sorted({*(game for some in known for game in some), *await self._stored_games()})
        lacked: dict[str, list[str]] = {}
        for start in range(0, len(games), _AMID):
            some = games[start : start + _AMID]
            noted = [
                line
                for game, header in (await self.headers(some)).items()
                for line in await self._index_game(game, header)
            ]
            noted += await self._posts_of(some)
            replies = await self._connection.pipeline(*noted) if noted else []
            for command, added in zip(noted, replies, strict=True):
                # Some games have nothing due.
                if added and command[0] in ("SADD", "ZADD") and command[1] not in keys.DUE:
                    lacked.setdefault(name_of(str(command[1])), []).append(str(command[-1]))
        await self._connection.pipeline(*whole_again(keys.DUE), ("SET", keys.INDEXED, 1))
        return lacked

    async def _stored_games(self) -> list[str]:
        """Return all games with stored data, whatever the indexes say."""
        found: set[bytes] = set()
        async for some in self._connection.scan(keys.OF_EVERY_GAME):
            found |= {keys.game_in(key) for key in some}
        return keys.game_ids(found)[0]

    async def _index_game(self, game: str, header: GameHeader | StoredDamage | None) -> list[Command]:
        """Return the commands that index a game; without a due time it is checked at once, which sets the right one."""
        if header is None:
            return await self._erase_missing(game)
        known: Command = ("SADD", keys.GAMES, game)
        if isinstance(header, StoredDamage):
            return [known, ("ZADD", keys.RUNNING, "NX", 0, game)]
        if not header.in_progress:
            return [known, *self.forgetting(game)]
        gently = [(*line[:2], "NX", *line[2:]) if line[0] == "ZADD" else line for line in self.noting(header)]
        return [*gently, ("ZADD", keys.due(game), "NX", 0, game)]

    async def _posts_of(self, games: Sequence[str]) -> list[Command]:
        """Return the commands that index pending and parked posts; damage of a game's posts is handled elsewhere."""
        own = [GameKeys(game) for game in games]
        waiting = await self._connection.each(*(("XLEN", one.outbox) for one in own))
        parked = await self._connection.each(*(("HLEN", one.parked) for one in own))
        noted: list[Command] = []
        for game, posts, given_up in zip(games, waiting, parked, strict=True):
            if posts and not isinstance(posts, StoredDamage):
                noted.append(("ZADD", keys.OUTBOXES, "NX", int(time.time()), game))
            if given_up and not isinstance(given_up, StoredDamage):
                noted.append(("SADD", keys.PARKED, game))
        return noted


def _read(game_id: str, raw: bytes | None) -> GameHeader | StoredDamage | None:
    try:
        return None if raw is None else GameHeader.parse(raw, f"header of game {game_id}")
    except StoredDamage as damage:
        return damage


def _challenge_lists(header: GameHeader) -> list[str]:
    """Return the lists that include a lobby."""
    return [scope for scope in (header.server, "all" if header.offered == "all" else "") if scope]
