"""What a season owes to those who watch it: news for followers; once a week a game that is featured, and a digest."""

from __future__ import annotations

from bot.service.leagues import digest, featured_games, notifications
from bot.service.leagues.clerk_context import ClerkContext


async def see_to(context: ClerkContext, season_id: str) -> None:
    """Do what is due by now; each again has no further effect."""
    await notifications.carry(context, season_id)
    await featured_games.see_to(context, season_id)
    await digest.see_to(context, season_id)


__all__ = ["see_to"]
