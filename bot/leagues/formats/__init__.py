"""Formats of a season: each makes its next draw from the season and the seed alone. One format per file."""

from bot.leagues.formats import division_draw, knockout, ladder, playoffs, rolling_swiss, swiss, team_draw
from bot.leagues.formats.field import FEWEST, entering

__all__ = [
    "FEWEST",
    "division_draw",
    "entering",
    "knockout",
    "ladder",
    "playoffs",
    "rolling_swiss",
    "swiss",
    "team_draw",
]
