"""A season's duties to its spectators: news for followers, and weekly a featured game and a digest."""

from __future__ import annotations

from bot.service.leagues import digest, featured_games, notifications
from bot.service.leagues.clerk_context import ClerkContext


async def see_to(context: ClerkContext, season_id: str) -> None:
    """Do what is due now; repeated calls have no further effect."""
    await notifications.carry(context, season_id)
    await featured_games.see_to(context, season_id)
    await digest.see_to(context, season_id)


__all__ = ["see_to"]
