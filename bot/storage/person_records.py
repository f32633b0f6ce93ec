"""Data stored by person: their games and their settings.

A store of an older version has indexes and settings under the platforms' bare ids; they are read as well, never
written. The index only says where to look: a game's seats say who sits in it, so that people of two platforms with the
same bare id do not get each other's games.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator, Sequence

from bot.persons import bare, kept_bare
from bot.storage import keys, person_keys, write_tracking
from bot.storage.connection import Connection
from bot.storage.damage import Damage
from bot.storage.errors import StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader, PlayerSettings, Seats
from bot.storage.pipeline import Command

log = logging.getLogger(__name__)

#: Seconds after which an attempt to take a seat counts as abandoned, e.g. by a crash.
SEATING = 10


#: The key of the platform's language in a person's settings.
LOCALE = "locale"


class People:
    """Repository of people, each as `platform:id`."""

    def __init__(self, connection: Connection, damaged: Damage) -> None:
        self._connection = connection
        #: Damage found by this process, for people as well as games, with where.
        self.damaged = damaged

    async def note_game(self, user: str, game_id: str) -> None:
        """Index a game under a person, see `note_games`."""
        await self.note_games([user], game_id)

    async def note_games(self, users: Iterable[str], game_id: str) -> None:
        """Index a game under people; called before a seat is taken, so it may turn out wrong.

        If a person's index is damaged, the game is missing from their list, and nothing fails.
        """
        some = sorted(users)
        replies = (
            await self._connection.each(*(("SADD", person_keys.games_of(user), game_id) for user in some))
            if some
            else []
        )
        for user, reply in zip(some, replies, strict=True):
            self._note_damage(user, reply)

    async def noted(self, user: str) -> list[str]:
        """Return the games in which a person has, had or tried to take a seat, according to their own list."""
        return await self._games_in_index(person_keys.games_of, user, bare(user))

    async def games_of(self, user: str) -> list[str]:
        """Return the games in which a person has a seat now, including finished ones, in alphabetical order."""
        return await self._games_with_seat(user, await self.noted(user))

    async def _games_with_seat(self, user: str, games: Sequence[str]) -> list[str]:
        """Return those games in which a person has a seat."""
        return [game for game, head, seats in await self._read(games) if _has_seat(user, game, head, seats)]

    async def _read(self, games: Sequence[str]) -> list[tuple[str, _Raw, _Raw]]:
        """Return header and seats of games as stored, or the damage of a value with the wrong type."""
        parts = [("GET", part) for game in games for part in (GameKeys(game).header, GameKeys(game).seats)]
        raw = await self._connection.each(*parts) if parts else []
        return list(zip(games, raw[::2], raw[1::2], strict=True))

    async def unreadable(self, user: str) -> list[str]:
        """Return the games in a person's list whose damage hides whether they have a seat."""
        return [
            game for game, head, seats in await self._read(await self.noted(user)) if _is_unreadable(game, head, seats)
        ]

    async def open_games(self, user: str) -> list[str]:
        """Return the unfinished games in which a person has a seat or that they opened."""
        noted = await self.noted(user)
        running = await self._connection.pipeline(*(("ZSCORE", keys.RUNNING, game) for game in noted)) if noted else []
        found = [game for game, score in zip(noted, running, strict=True) if score is not None]
        rows = await self._read(found)
        return [game for game, head, seats in rows if _open(user, game, head, _has_seat(user, game, head, seats))]

    async def seating(self, user: str, game_id: str) -> list[str]:
        """Note that a person is about to take a seat; return the games in which they are still taking one."""
        place = keys.seating(user)
        with write_tracking.aside():
            await self._connection.pipeline(("RPUSH", place, game_id), ("EXPIRE", place, SEATING))
        return await self.seating_before(user, game_id)

    async def seating_before(self, user: str, game_id: str) -> list[str]:
        """Return the games where a person began to take a seat before this one and has not finished."""
        games = await self.takes(user)
        return games[: games.index(game_id)] if game_id in games else []

    async def takes(self, user: str) -> list[str]:
        """Return the games in which a person is taking a seat, in order of start."""
        return [game.decode() for game in await self._connection.call("LRANGE", keys.seating(user), 0, -1)]

    async def seated(self, user: str, game_id: str) -> None:
        """Note that the person has taken the seat, or will not."""
        with write_tracking.aside():
            await self._connection.call("LREM", keys.seating(user), 0, game_id)

    async def follow(self, user: str, game_id: str, yes: bool) -> None:
        """Note that a person follows a game, or no longer does."""
        writing = [("SADD", person_keys.follows(user), game_id)] if yes else self.unfollowing([user], game_id)
        for reply in await self._connection.each(*writing):
            self._note_damage(user, reply)

    @staticmethod
    def unfollowing(users: Iterable[str], game_id: str) -> list[Command]:
        """Return the commands for unfollowing a game, including under the ids of older versions."""
        names = dict.fromkeys(name for user in users for name in (user, kept_bare(user)) if name)
        return [("SREM", person_keys.follows(name), game_id) for name in names]

    async def followed_by(self, user: str) -> list[str]:
        """Return the games that a person follows, in alphabetical order."""
        return await self._games_in_index(person_keys.follows, user, kept_bare(user))

    async def settings(self, user: str) -> PlayerSettings:
        """Return a person's settings; the defaults if they never changed any."""
        return (await self.settings_of([user]))[user]

    async def settings_of(self, users: Iterable[str]) -> dict[str, PlayerSettings]:
        """Return the settings of several people, read together; defaults for damaged ones, which are noted."""
        wanted = list(dict.fromkeys(users))
        places = [(user, person_keys.player(name)) for user in wanted for name in (user, kept_bare(user)) if name]
        found = await self._connection.each(*(("GET", place) for _, place in places)) if places else []
        held = {user: PlayerSettings() for user in wanted}
        # The person's own saved settings take precedence, so they are applied last.
        for (user, _), raw in reversed(list(zip(places, found, strict=True))):
            if raw is None:
                continue
            with self.reading(user):
                if isinstance(raw, StoredDamage):
                    raise raw
                held[user] = PlayerSettings.parse(raw, f"settings of user {user}")
        return held

    async def save_settings(self, user: str, settings: PlayerSettings) -> None:
        """Replace a person's settings; of two concurrent writes the later wins."""
        await self._connection.call("SET", person_keys.player(user), settings.dump())
        self.damaged.pop(user, None)

    async def note_locale(self, user: str, locale: str) -> None:
        """Store the language of a person's platform for later messages; skip if their settings are being changed."""
        place = person_keys.player(user)
        raw = await self._connection.call("GET", place) or b""
        mine = await self.settings(user)
        if user not in self.damaged:
            kept = mine.model_copy(update={"extra": {**mine.extra, LOCALE: locale}})
            with write_tracking.aside():
                await self._connection.script("swap", [place], [raw, kept.dump(), "0"])

    async def _games_in_index(self, index: keys.Index, user: str, formerly: str) -> list[str]:
        """Return a person's entries in an index, including those under the id of an older version."""
        names = [name for name in dict.fromkeys((user, formerly)) if name]
        found = await self._connection.each(*(("SMEMBERS", index(name)) for name in names))
        noted = [game for games in found if not self._note_damage(user, games) for game in games]
        return sorted(set(keys.game_ids(noted)[0]))

    def _note_damage(self, user: str, reply: object) -> bool:
        """Note a person whose data are damaged; return True in that case."""
        if isinstance(reply, StoredDamage):
            log.error("the data of %s is damaged: %s", user, reply)
            self.damaged[user] = "person"
            return True
        return False

    @contextlib.contextmanager
    def reading(self, user: str, what: str = "settings") -> Iterator[None]:
        """Note unreadable settings of a person and continue without them."""
        try:
            with self.damaged.noted(user, what):
                yield
        except StoredDamage as damage:
            log.error("the %s of %s are back to their defaults: %s", what, user, damage)


#: The stored value of a key, if any, or its damage if it has the wrong type.
_Raw = bytes | StoredDamage | None


def _header(game: str, raw: bytes | StoredDamage) -> GameHeader:
    if isinstance(raw, StoredDamage):
        raise raw
    return GameHeader.parse(raw, f"header of game {game}")


def _seats(game: str, raw: bytes | StoredDamage) -> Seats:
    if isinstance(raw, StoredDamage):
        raise raw
    return Seats.parse(raw, f"seats of game {game}")


def _has_seat(user: str, game: str, head: _Raw, seats: _Raw) -> bool:
    """Return True if a user has a seat in a game; an unreadable game hides none of the others."""
    if head is None or seats is None:
        return False
    try:
        platform = _header(game, head).platform
        return user in _seats(game, seats).on(platform).users()
    except StoredDamage as error:
        log.warning("game %s is missing from a list: %s", game, error)
        return False


def _is_unreadable(game: str, head: _Raw, seats: _Raw) -> bool:
    """Return True if either header or seats is unreadable or lost."""
    if head is None or seats is None:
        return head is not seats
    try:
        _header(game, head)
        _seats(game, seats)
    except StoredDamage:
        return True
    return False


def _open(user: str, game: str, head: _Raw, seated: bool) -> bool:
    """Return True for an unfinished game in which a user has a seat or that they opened."""
    if head is None:
        return False
    try:
        header = _header(game, head)
    except StoredDamage:
        return False
    return header.in_progress and not header.puzzle and (seated or header.created_by == user)
