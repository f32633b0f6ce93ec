"""League games in a channel to talk in, opened as the clerk opens them, and a clock to live by."""

from __future__ import annotations

from typing import Any

from bot.leagues.windows import LeagueClock
from bot.service.leagues import reports
from bot.service.leagues.game_opening import LeagueTable, open_game
from bot.service.leagues.reports import Report
from bot.service.people.ticker import Ticker
from bot.storage.models import GameHeader, LeagueGame, Seat
from bot.storage.store import Store
from tests.bot.support import CHANNEL, Channel
from tests.bot.times import Hands, timed
from tests.leagues.support import opening

FIGURES = LeagueClock()


def table(**more: Any) -> LeagueTable:
    """Match 1.1.1 of a season: Ben has the first side, Anna the second."""
    league = LeagueGame(season="s-spring", match="1.1.1", **more)
    seats = (Seat(user="web:ben", name="Ben"), Seat(user="web:anna", name="Anna"))
    return LeagueTable(
        league, "pog", "campaign", {}, FIGURES, seats, b"seed of the match", head="Season Spring, match 1.1.1"
    )


async def playing(store: Store, **more: Any) -> tuple[Channel, Ticker, Hands, GameHeader]:
    """A running league game of Ben (AP) and Anna (CP), who is to move."""
    channel, ticker, hands = timed(store)
    await channel.handler.leagues.repository.create("s-spring", "open", opening)
    header = await open_game(channel.handler.tools, table(**more), f"web:{CHANNEL}")
    return channel, ticker, hands, header


async def reported(store: Store, game: str) -> list[Report]:
    """What the game reports to its season."""
    waiting = await store.outbox.pending_posts(game)
    found = [reports.read(queued.post) for queued in waiting if queued.post.audience == reports.LEAGUE]
    return [report for report in found if report is not None]
