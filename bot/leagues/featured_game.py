"""Which running game is worth watching: what hangs on it, how close it is, how strong its players are, and how lately it went on."""

from __future__ import annotations

from bot.leagues import divisions
from bot.leagues.matches import Fixed
from bot.leagues.season import Season

#: Points of margin that halve how close a game is, days without a move and earlier features that halve how fresh it is.
_MARGIN, _DAYS = 5.0, 3.0
#: What a game counts on which nothing hangs, so that there is one where nothing hangs on any; the rating of who has none.
_LEAST, _USUAL = 0.1, 1500


def leverage(season: Season, made: Fixed) -> float:
    """Return the share of lines (title, promotion, relegation) that the players of a match may still end on both sides of."""
    section = made.section
    if section >= len(season.sections):
        return _LEAST
    reach, size = season.places(section), len(season.sections[section])
    lines = _lines(season, section, size)
    open_ = [
        best <= line < worst for line in lines for slot in made.slots if slot in reach for best, worst in [reach[slot]]
    ]
    return max(sum(open_) / len(open_), _LEAST) if open_ else _LEAST


def _lines(season: Season, section: int, size: int) -> list[int]:
    """Return the places after which a line is drawn: promotion or the first place, and relegation."""
    if season.rules.format not in ("divisions", "double"):
        return [1]
    count = divisions.moving(size)
    return [count if section else 1, *([size - count] if section + 1 < len(season.sections) else [])]


def strength(season: Season, made: Fixed) -> float:
    """Return the mean rating of both players when they entered, in parts of the usual one."""
    entries = [season.entrants.get(season.holders.get(slot, slot)) for slot in made.slots]
    ratings = [entry.rating if entry is not None and entry.rating else _USUAL for entry in entries]
    return sum(ratings) / len(ratings) / _USUAL


def interest(season: Season, made: Fixed, *, margin: int, idle: float, before: int) -> float:
    """Return what a match is worth to spectators; of a season whose results are shown on demand nothing that hangs on results.

    Args:
        season: as it stands.
        made: a match with a running game.
        margin: by how much the first side is ahead.
        idle: days since it went on.
        before: how often it was featured.
    """
    fresh = float(0.5 ** (idle / _DAYS + before))
    if season.rules.sealed:
        return strength(season, made) * fresh
    return leverage(season, made) * _MARGIN / (_MARGIN + abs(margin)) * strength(season, made) * fresh


__all__ = ["interest", "leverage", "strength"]
