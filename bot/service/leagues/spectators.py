"""What a season owes to those who watch it: news for followers; once a week a game that is featured, and a digest."""

from __future__ import annotations

from bot.service.leagues import digest, featuring, tidings
from bot.service.leagues.office import Office


async def see_to(office: Office, season_id: str) -> None:
    """Do what is due by now; each again has no further effect."""
    await tidings.carry(office, season_id)
    await featuring.see_to(office, season_id)
    await digest.see_to(office, season_id)


__all__ = ["see_to"]
