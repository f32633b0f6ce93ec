"""What the operator allows: where games are opened, how many, who may clear up, when idle games end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from bot.persons import level_of
from bot.settings import Settings
from bot.storage.errors import StorageError, UnknownGame
from bot.storage.models import GameHeader, Seats
from bot.storage.store import Store
from bot.table.refusal import refuse

#: How often, and after how many seconds each time, a game is looked at again that somebody is just entering elsewhere.
_TRIES, _PAUSE = 20, 0.05


@dataclass(frozen=True, slots=True)
class Policy:
    """The operator's rules for people.

    Attributes:
        admins: people, as `platform:id`, who may end a dead game in which they do not play.
        places: channels, servers and workspaces, as `platform:id`, where games may be opened; none for everywhere.
        open_games: games that one person may have open at once, as a player or as who opened them; 0 for any number.
        lobby_days: days after which a lobby that has not two people ends; 0 for never.
    """

    admins: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    open_games: int = 20
    lobby_days: int = 14

    @classmethod
    def of(cls, settings: Settings) -> Policy:
        """Return the policy of the settings."""
        return cls(
            frozenset(settings.listed("admins")),
            frozenset(settings.listed("channels")),
            settings.open_games,
            settings.lobby_days,
        )

    def check_place(self, places: Sequence[str]) -> None:
        """Refuse a game in a channel that is not allowed, nor is anything in which it lies."""
        if self.places and not self.places & set(places):
            raise refuse("place_not_allowed")

    @asynccontextmanager
    async def room(self, store: Store, user: str, game: str, name: str = "") -> AsyncIterator[None]:
        """Keep a place for a person who takes a seat in a game; refuses it to who has as many open games as they may.

        Of several that they take at once, those that they began to take before are waited for. Somebody else than
        who asked is named.

        Raises:
            Refusal: they have no room for one more, or hold a seat of this game with another account.
        """
        twins = set() if level_of(user) else await store.persons.twins(user)
        if (not self.open_games and not twins) or level_of(user):
            yield
            return
        try:
            count = await self._open(store, user, game)
            if twins:
                await _check_twins(store, twins, game)
            if self.open_games and count >= self.open_games:
                raise refuse("they_have_too_many", name=name) if name else refuse("too_many_games", count=count)
            yield
        finally:
            with suppress(StorageError):  # it is forgotten in a moment anyhow
                await store.people.seated(user, game)

    async def _open(self, store: Store, user: str, game: str) -> int:
        """Return the open games of a person besides this one, once it is known what becomes of the others that they are taking."""
        begun, tries = set(await store.people.seating(user, game)), 0
        while True:
            found = {*await store.people.open_games(user)} - {game}
            if len(found) >= self.open_games or len(found | begun) < self.open_games:
                return len(found)
            if tries == _TRIES:
                return len(found | begun)
            tries += 1
            await asyncio.sleep(_PAUSE)
            begun = set(await store.people.seating_before(user, game))

    def lobby_ends(self, header: GameHeader, seats: Seats) -> float:
        """Return when a lobby ends that two people do not fill, in seconds since 1970; 0 for never, so where two wait to start."""
        if not self.lobby_days or len(seats.people()) == 2:
            return 0.0
        return (header.open_since or header.created_at).timestamp() + self.lobby_days * 24 * 3600


async def _check_twins(store: Store, twins: set[str], game: str) -> None:
    """Refuse a seat to whoever holds one of the game, or is just taking one, with another account."""
    with suppress(UnknownGame):  # it is only being opened
        if twins & (await store.load(game)).seats.users():
            raise refuse("seat_of_other_account")
    for twin in sorted(twins):
        if game in await store.people.takes(twin):
            raise refuse("seat_of_other_account")


__all__ = ["Policy"]
