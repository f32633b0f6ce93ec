"""A ladder's only draw: its initial order, by rating and lot. After that come challenges."""

from __future__ import annotations

from bot.leagues.formats.field import entering, ranked
from bot.leagues.journal import Drawn
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season


def drawn(season: Season, seed: bytes, at: float) -> Drawn:
    """Return the initial order of the ladder.

    Raises:
        NotNow: `drawn_already`.
    """
    if season.round:
        raise NotNow("drawn_already")
    names = ranked(season, seed, [entry.person for entry in entering(season)])
    return Drawn(at=at, round=1, sections=(tuple(names),), matches=())


__all__ = ["drawn"]
