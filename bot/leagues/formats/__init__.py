"""Formats of a season: how each makes its next draw out of the season and the seed alone. One format a file."""

from bot.leagues.formats import dividing, knockout, ladder, playoffs, rolling, swiss, teaming
from bot.leagues.formats.field import FEWEST, entering

__all__ = [
    "FEWEST",
    "dividing",
    "entering",
    "knockout",
    "ladder",
    "playoffs",
    "rolling",
    "swiss",
    "teaming",
]
