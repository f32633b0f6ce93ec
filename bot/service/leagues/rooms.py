"""Rooms for a season's games within its venues."""

from __future__ import annotations

import logging
from collections import Counter

from bot.leagues.season import Season
from bot.port import DeliveryError
from bot.service.leagues.clerk_context import ClerkContext

log = logging.getLogger(__name__)


async def room_in(context: ClerkContext, venue: str, name: str, key: str) -> str | None:
    """Open a room in a venue, None if none is free; raise DeliveryError if its platform refuses or is unavailable."""
    platform, _, own = venue.partition(":")
    try:
        with context.noticing(venue):
            return await context.venues[platform].open_room(own, name, key)
    except DeliveryError as error:
        log.warning("no room for %s in %s: %s", key, venue, error)
        raise


def room_key(season_id: str, match: str, leg: int) -> str:
    """Return the key by which a game's room is found again."""
    return f"{season_id} {match}" + (f" {leg + 1}" if leg else "")


def loads(season: Season) -> Counter[str]:
    """Return the number of open games per venue."""
    legs = (leg for made in season.open_matches() for leg in made.legs)
    return Counter(leg.venue for leg in legs if leg.venue and not leg.settled)


__all__ = ["loads", "room_in", "room_key"]
