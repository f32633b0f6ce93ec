"""Continuation of a season on another server: results stay, running games restart, and draws use another seed."""

from __future__ import annotations

from bot.leagues.journal import Moved
from bot.leagues.state import SeasonState


def moved(season: SeasonState, entry: Moved) -> None:
    """Drop the old server's rooms, venues, platforms and group roles, restart open windows, and reopen bids."""
    season.rules = season.rules.model_copy(update={"commitment": entry.commitment, "home": "", "server": ""})
    season.moved = entry.at
    season.venues.clear()
    season.groups.clear()
    season.platforms.clear()
    season.preview = None
    if season.stage == "drawn":
        season.stage = "running" if season.round else "closed"
    still = season.open_matches()
    for made in season.matches.values():
        for leg in made.legs:
            if not leg.settled:
                leg.game = leg.venue = leg.room = ""
    for made in still:
        made.since = season.begun[made.round] = entry.at
        season.taken_over.pop(made.match, None)
        if made.auction is None:
            made.bids.clear()


__all__ = ["moved"]
