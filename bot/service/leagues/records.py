"""What is known of a person who wants to enter: games finished, lost clocks, sanctions, free capacity, rating."""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues.eligibility import Record
from bot.leagues.season import Season
from bot.service.leagues.asked import Asked


@dataclass(frozen=True, slots=True)
class Known:
    """The rating that orders a first draw, 0 for none, and what eligibility asks; None where nothing is asked."""

    rating: int = 0
    known: Record | None = None


async def record_of(asked: Asked, season: Season) -> Known:
    """What is known of whoever asked."""
    del asked, season
    return Known()


__all__ = ["Known", "record_of"]
