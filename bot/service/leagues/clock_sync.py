"""Syncs the clocks of a season's games with its journal: granted time, outages and leave, each applied once."""

from __future__ import annotations

from datetime import datetime

from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.service.clock import Clock


def caught_up(clock: Clock, season: Season, made: Fixed, leg: int, now: datetime) -> bool:
    """Apply journal entries about a game's time that are not yet applied; return True if that changed the clock."""
    before = clock.model_copy(deep=True)
    for entry in season.extended[clock.granted :]:
        if entry.outage:
            clock.shift(entry.seconds, now)
        else:
            clock.grant(entry.seconds)
    clock.granted = len(season.extended)
    for side, slot in enumerate(made.sides(leg)):
        for leave in season.leaves.get(season.holder_of(slot), ()):
            begin = int(leave.start)
            if leave.end > now.timestamp() and begin not in [start for start, _ in clock.away[side]]:
                # Leave stops the clock only as long as the allowance lasts.
                clock.take_leave(side, begin, min(int(leave.end), begin + clock.leave[side]))
    return clock != before


def window_end(season: Season, made: Fixed) -> float:
    """Return when a match's window ends: its round's, or its own in a season without rounds."""
    if season.rules.format in ("ladder", "rolling"):
        return made.since + season.rules.window + season.granted(made.since)
    window = season.window(made.round)
    return window.end if window is not None else made.since + season.rules.window


__all__ = ["caught_up", "window_end"]
