"""What is stored by user: the games they sit in and their own settings."""

from __future__ import annotations

from collections.abc import Iterable

from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.keys import GameKeys
from bot.storage.models import PlayerSettings, Seats


class People:
    """Users, by the id that their platform gives them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note_game(self, user: str, game_id: str) -> None:
        """Index a game under a user; told before the seat is taken, so it may prove untrue."""
        await self._connection.call("SADD", keys.games_of(user), game_id)

    async def games_of(self, user: str) -> list[str]:
        """The games in which a user has a seat now, finished ones included, in alphabetical order."""
        noted = sorted(game.decode() for game in await self._connection.call("SMEMBERS", keys.games_of(user)))
        seats = await self._connection.pipeline(*(("GET", GameKeys(game).seats) for game in noted)) if noted else []
        return [
            game
            for game, raw in zip(noted, seats, strict=True)
            if raw is not None and Seats.parse(raw, f"seats of game {game}").sides_of(user)
        ]

    async def follow(self, user: str, game_id: str, yes: bool) -> None:
        """Note that a user follows a game, or no longer does."""
        await self._connection.call("SADD" if yes else "SREM", keys.follows(user), game_id)

    async def followed_by(self, user: str) -> list[str]:
        """The games a user follows, in alphabetical order."""
        return sorted(game.decode() for game in await self._connection.call("SMEMBERS", keys.follows(user)))

    async def settings(self, user: str) -> PlayerSettings:
        """A user's settings, the defaults if they never changed any."""
        raw = await self._connection.call("GET", keys.player(user))
        return PlayerSettings() if raw is None else PlayerSettings.parse(raw, f"settings of user {user}")

    async def settings_of(self, users: Iterable[str]) -> dict[str, PlayerSettings]:
        """The settings of several users, read together."""
        wanted = list(dict.fromkeys(users))
        found = await self._connection.pipeline(*(("GET", keys.player(user)) for user in wanted)) if wanted else []
        return {
            user: PlayerSettings() if raw is None else PlayerSettings.parse(raw, f"settings of user {user}")
            for user, raw in zip(wanted, found, strict=True)
        }

    async def save_settings(self, user: str, settings: PlayerSettings) -> None:
        """Replace a user's settings; of two at once the later stands."""
        await self._connection.call("SET", keys.player(user), settings.dump())
