"""What a season owes to those who watch it: news for followers; more of it once a week."""

from __future__ import annotations

from bot.service.leagues import tidings
from bot.service.leagues.office import Office


async def see_to(office: Office, season_id: str) -> None:
    """Do what is due by now; each again has no further effect."""
    await tidings.carry(office, season_id)


__all__ = ["see_to"]
