"""Formats of a season: how each makes its next draw out of the season and the seed alone. One format a file."""

from bot.leagues.formats import dividing, knockout, ladder, rolling, swiss, teaming
from bot.leagues.formats.field import FEWEST, entering, late_entry_open

__all__ = [
    "FEWEST",
    "dividing",
    "entering",
    "knockout",
    "ladder",
    "late_entry_open",
    "rolling",
    "swiss",
    "teaming",
]
