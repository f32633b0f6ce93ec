"""Ranks running games for spectators: by what is at stake, closeness, the players' strength, and activity."""

from __future__ import annotations

from bot.leagues import divisions
from bot.leagues.journal import DIVISION_FORMATS
from bot.leagues.matches import Fixed
from bot.leagues.season import Season

#: Margin in points that halves a game's closeness; days without a move, and earlier features, that halve its freshness.
_MARGIN, _DAYS = 5.0, 3.0
#: Value of a game with nothing at stake, so that there is a choice even then; and the rating of unrated players.
_LEAST, _USUAL = 0.1, 1500


def leverage(season: Season, made: Fixed) -> float:
    """Return the share of lines (title, promotion, relegation) still undecided for a match's players."""
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
    """Return the places below which a line is drawn: promotion or the first place, and relegation."""
    if season.rules.format not in DIVISION_FORMATS:
        return [1]
    count = divisions.moving(size)
    return [count if section else 1, *([size - count] if section + 1 < len(season.sections) else [])]


def strength(season: Season, made: Fixed) -> float:
    """Return both players' mean rating at entry, relative to the default rating."""
    entries = [season.entrants.get(season.holder_of(slot)) for slot in made.slots]
    ratings = [entry.rating if entry is not None and entry.rating else _USUAL for entry in entries]
    return sum(ratings) / len(ratings) / _USUAL


def interest(season: Season, made: Fixed, *, margin: int, idle: float, before: int) -> float:
    """Return a match's value for spectators; if results are on demand, without anything that depends on results.

    Args:
        season: its current state.
        made: a match with a running game.
        margin: the first side's lead.
        idle: days since the last move.
        before: how often it was featured.
    """
    fresh = float(0.5 ** (idle / _DAYS + before))
    if season.rules.sealed:
        return strength(season, made) * fresh
    return leverage(season, made) * _MARGIN / (_MARGIN + abs(margin)) * strength(season, made) * fresh


__all__ = ["interest", "leverage", "strength"]
