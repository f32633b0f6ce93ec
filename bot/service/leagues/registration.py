"""The league components that the service needs, created in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.service.leagues.league_lines import LeagueCommands
from bot.service.leagues.season_keeper import SeasonKeeper
from bot.service.leagues.season_policy import SeasonPolicy
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store


@dataclass(frozen=True, slots=True)
class Leagues:
    """The seasons of a store, and the interfaces through which the service uses them."""

    repository: SeasonRepository
    games: SeasonPolicy
    keeper: SeasonKeeper
    commands: LeagueCommands

    @classmethod
    def of(cls, store: Store, now: Callable[[], datetime]) -> Leagues:
        """Open the seasons of a store, using a clock."""
        repository = SeasonRepository(store, now)
        return cls(repository, SeasonPolicy(repository, now), SeasonKeeper(repository), LeagueCommands(repository))


__all__ = ["Leagues"]
