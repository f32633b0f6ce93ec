"""The game policy of seasons: forbidden acts, clock and reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from typing_extensions import override

from bot.service.clock import Clock
from bot.service.game_policy import GamePolicy
from bot.service.leagues import reports
from bot.service.leagues.clock_sync import caught_up
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.models import GameHeader
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table.refusal import refuse
from engine.core.game import Game, GameState


@dataclass(frozen=True, slots=True)
class SeasonPolicy(GamePolicy):
    """The rules of seasons for their games; games outside seasons are free."""

    repository: SeasonRepository
    now: Callable[[], datetime]

    @override
    def check(self, header: GameHeader, act: str) -> None:
        if header.league is not None and not (act == "draw" and header.league.draws):
            raise refuse(f"league_{act}")

    @override
    async def clock(self, stored: StoredGame) -> Clock:
        clock, league = Clock.of(stored.settings), stored.header.league
        if league is not None:
            season = await self.repository.season(league.season)
            if (made := season.matches.get(league.match)) is not None:
                caught_up(clock, season, made, league.leg, self.now())
        return clock

    @override
    def reports(self, stored: StoredGame, game: Game[GameState]) -> list[Post]:
        return reports.of(stored, game)


__all__ = ["SeasonPolicy"]
