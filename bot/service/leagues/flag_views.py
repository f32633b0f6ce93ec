"""Flags of a season for organisers to check. Nothing follows from one automatically, and only organisers see them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.leagues.flags import Flag, flags, rating_drop
from bot.leagues.journal import Entry, Joined
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.rating import Ratings, pool_of
from bot.table.reply import Reply

#: Maximum number of flags listed.
_MOST = 25


async def watched(asked: LeagueCall) -> list[Reply]:
    """Return the flags of a season, for its organisers only.

    Raises:
        Refusal: the caller is not an organiser.
    """
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    entries = await asked.repository.journal(season_id)
    found = [*await asyncio.to_thread(flags, entries), *await _flag_rating_drops(asked, season, entries)]
    if not found:
        return [Reply(text=asked.say("flags.none", name=user_text(season.rules.name)))]
    known = await asked.names([person for flag in found for person in flag.persons])
    lines = [asked.say("flags.head", name=user_text(season.rules.name))]
    lines += [_line(asked, flag, [known[person] for person in flag.persons]) for flag in found[:_MOST]]
    if (more := len(found) - _MOST) > 0:
        lines.append(asked.say("more", count=more))
    return [Reply(text="\n".join(lines))]


def _line(asked: LeagueCall, flag: Flag, persons: Sequence[str]) -> str:
    one, other = [*persons, "–", "–"][:2]
    matches = ", ".join(f"`{match}`" for match in flag.matches)
    return asked.say(f"flags.{flag.code}", one=one, other=other, matches=matches)


async def _flag_rating_drops(asked: LeagueCall, season: Season, entries: Sequence[Entry]) -> list[Flag]:
    """Return a flag for each entrant who lost rating shortly before entering a season with a rating cap."""
    cap = season.rules.most_rating
    if cap is None:
        return []
    joined = {entry.person: entry.at for entry in entries if isinstance(entry, Joined)}
    kept = await asked.tools.store.persons.read_all(joined)
    now = {name: kept[name].person if name in kept else name for name in joined}
    rated = await Ratings(asked.tools.store, asked.repository).of(pool_of(season.rules), now.values())
    return [
        flag
        for name, at in joined.items()
        for flag in rating_drop(name, [(when, one.shown[0]) for when, one in rated[now[name]].history], at, cap)
    ]


__all__ = ["watched"]
