"""Verification of a journal: all draws must follow from the seed that was committed to before anyone entered."""

from __future__ import annotations

from collections.abc import Sequence

from bot.leagues import journal
from bot.leagues.acts.bidding import run_auction
from bot.leagues.acts.drawing import compute_draw
from bot.leagues.journal import Entry
from bot.leagues.lots import commitment
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season


def verify_lots(entries: Sequence[Entry]) -> list[str]:
    """Return what differs when every draw and auction made here is recomputed from earlier entries and the seed.

    These are rounds with a different draw and matches with a different auction, empty if all agree; also "seed" if it
    does not match the commitment, and "open" if it is not revealed yet.
    """
    whole = Season.told(entries)
    if not whole.seed:
        return ["open"]
    seed = bytes.fromhex(whole.seed)
    if commitment(seed) != whole.rules.commitment:
        return ["seed"]
    wrong = []
    came = max((number for number, entry in enumerate(entries) if isinstance(entry, journal.Moved)), default=0)
    season = Season.told(entries[: came + 1])
    for entry in entries[came + 1 :]:
        if isinstance(entry, journal.Drawn) and not entry.outside and not _is_draw_valid(season, seed, entry):
            wrong.append(f"round {entry.round}")
        if isinstance(entry, journal.Auctioned) and not _is_auction_valid(season, seed, entry):
            wrong.append(f"auction {entry.match}")
        season.add(entry)
    return wrong


def _is_draw_valid(season: Season, seed: bytes, entry: journal.Drawn) -> bool:
    try:
        return compute_draw(season, seed, entry.by, entry.at, cut=True, preview=entry.preview) == entry
    except (NotNow, ValueError):
        return False


def _is_auction_valid(season: Season, seed: bytes, entry: journal.Auctioned) -> bool:
    made = season.matches.get(entry.match)
    try:
        return made is not None and run_auction(made, seed, entry.at) == entry
    except ValueError:
        return False
