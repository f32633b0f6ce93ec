"""The operator's policy: where games can be opened, how many, who may clean up, and when idle games end."""

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

#: Maximum number of checks, and seconds between them, while the user is joining other games.
_TRIES, _PAUSE = 20, 0.05


@dataclass(frozen=True, slots=True)
class Policy:
    """The operator's rules for people.

    Attributes:
        admins: people, as `platform:id`, who may end an abandoned game in which they don't play.
        places: channels, servers and workspaces, as `platform:id`, where games can be opened; empty for everywhere.
        open_games: maximum open games per person, as player or opener; 0 for no limit.
        lobby_days: days after which a lobby without two people ends; 0 for never.
    """

    admins: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    open_games: int = 20
    lobby_days: int = 14

    @classmethod
    def of(cls, settings: Settings) -> Policy:
        """Return the policy from the settings."""
        return cls(
            frozenset(settings.listed("admins")),
            frozenset(settings.listed("channels")),
            settings.open_games,
            settings.lobby_days,
        )

    def check_place(self, places: Sequence[str]) -> None:
        """Refuse a game in a channel if neither it nor anything that contains it is allowed."""
        if self.places and not self.places & set(places):
            raise refuse("place_not_allowed")

    @asynccontextmanager
    async def room(self, store: Store, user: str, game: str, name: str = "") -> AsyncIterator[None]:
        """Reserve a slot while a person takes a seat in a game; refuse it if they have too many open games.

        If a person takes several at once, earlier attempts are awaited. `name` is given for someone other than the
        caller.

        Raises:
            Refusal: they have too many games, or hold a seat of this game with another account.
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
            with suppress(StorageError):  # it expires soon anyway
                await store.people.seated(user, game)

    async def _open(self, store: Store, user: str, game: str) -> int:
        """Return the number of a person's other open games, once their concurrent joins are settled."""
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
        """Return when a lobby without two people ends, in seconds since 1970; 0 for never or if two have joined."""
        if not self.lobby_days or len(seats.people()) == 2:
            return 0.0
        return (header.open_since or header.created_at).timestamp() + self.lobby_days * 24 * 3600


async def _check_twins(store: Store, twins: set[str], game: str) -> None:
    """Refuse a seat to a person who holds one of the game, or is taking one, with another account."""
    with suppress(UnknownGame):  # it is still being opened
        if twins & (await store.load(game)).seats.users():
            raise refuse("seat_of_other_account")
    for twin in sorted(twins):
        if game in await store.people.takes(twin):
            raise refuse("seat_of_other_account")


__all__ = ["Policy"]
