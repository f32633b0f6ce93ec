"""Reads and writes tournaments in FIDE's TRF, the report format that pairing programs exchange.

Only what pairing and tables need is kept: starting rank, name, rating, points, place, and each round's opponent, colour
and result. Columns as in FIDE's handbook, C.04.A annex 2 (TRF16), with the scoring record of TRF26. Unknown kinds of
records are listed in the result; those that would change points are refused.
"""

from bot.leagues.exchange.trf.pairing import entrants
from bot.leagues.exchange.trf.reading import MalformedTrf, read
from bot.leagues.exchange.trf.records import Round, Scoring, Tournament, TrfOutcome, TrfRow, Unknown
from bot.leagues.exchange.trf.writing import write

__all__ = [
    "MalformedTrf",
    "Round",
    "Scoring",
    "Tournament",
    "TrfOutcome",
    "TrfRow",
    "Unknown",
    "entrants",
    "read",
    "write",
]
