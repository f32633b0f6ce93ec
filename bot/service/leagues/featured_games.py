"""The featured game of the week: the one most worth watching among those whose players both agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.leagues import featured_game
from bot.leagues.matches import Fixed, Leg
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.service.clock import Clock
from bot.service.leagues import predictions
from bot.service.leagues.clerk_context import ClerkContext, name_of
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.session import restore
from bot.storage.errors import StorageError
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from bot.titles import title_of
from bot.titles.capabilities import known_of

DAY, WEEK = 86_400, 7 * 86_400


def week_of(season: Season, at: float) -> int | None:
    """Return the number of a season's week, from 0; None before its first draw."""
    begun = season.begun.get(min(season.begun, default=0))
    return None if begun is None or at < begun else int((at - begun) // WEEK)


def key_of(week: int) -> str:
    """Return the key under which a week's game is stored."""
    return f"clerk:featured:{week}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A game that can be featured."""

    made: Fixed
    leg: Leg
    worth: float


async def featured(asked: LeagueCall) -> list[Reply]:
    """Set whether the caller's games can be featured; without an argument, show the current one."""
    season_id, season = await asked.season()
    if asked.args.answer:
        await asked.tools.store.watching.put(season_id, "willing", asked.me, asked.args.answer)
        return [Reply(text=asked.say(f"featured.{asked.args.answer}", name=season.rules.name))]
    made = await present(asked.repository, season_id, season, asked.at)
    if made is None:
        return [Reply(text=asked.say("featured.none", name=season.rules.name))]
    people = await asked.tools.store.persons.read_all([season.holder_of(slot) for slot in made.slots])
    first, second = (name_of(people, season, slot) for slot in made.slots)
    room = made.legs[0].room
    text = asked.say("featured.now", match=made.match, first=first, second=second, place=place(room) if room else "–")
    names = {made.first: first, made.second: second}
    menu = None if made.settled else predictions.menu(asked.tools, season_id, made, names)
    return [Reply(text=text, menu=menu)]


async def present(repository: SeasonRepository, season_id: str, season: Season, at: float) -> Fixed | None:
    """Return the currently featured match."""
    week = week_of(season, at)
    kept = None if week is None else await repository.answered(season_id, key_of(week))
    return season.matches.get(str(kept.get("match"))) if kept else None


async def see_to(context: ClerkContext, season_id: str) -> None:
    """Choose this week's featured game as soon as there is one, and announce it once."""
    season = await context.repository.season(season_id)
    week = week_of(season, context.repository.at)
    if week is None or season.stage != "running" or season.rules.outside:
        return
    if await context.repository.answered(season_id, f"{key_of(week)}:told") is not None:
        return
    made = await present(context.repository, season_id, season, context.repository.at)
    if made is None:
        best = await _best(context, season_id, season, week)
        if best is None:
            return
        # The choice stored first wins and is announced, whichever process does so.
        await context.repository.note(season_id, key_of(week), {"match": best.made.match})
        made = await present(context.repository, season_id, season, context.repository.at)
    if made is not None:
        await context.tell_all(
            season, await _announcement(context, season_id, season, made), f"{season_id}:featured:{week}"
        )
        await context.repository.note(season_id, f"{key_of(week)}:told")


async def _best(context: ClerkContext, season_id: str, season: Season, week: int) -> Candidate | None:
    """Return the game most worth watching among those whose players both agree."""
    raw = await context.tools.store.watching.read(season_id, "willing")
    kept = await context.people(raw)
    willing = {one for person, answer in raw.items() if answer == "yes" and person in kept for one in kept[person].ids}
    times: dict[str, int] = {}
    for earlier in range(week):
        before = await context.repository.answered(season_id, key_of(earlier))
        if before:
            times[str(before.get("match"))] = times.get(str(before.get("match")), 0) + 1
    found = []
    for made in season.open_matches():
        leg = next((leg for leg in made.legs if leg.game and not leg.settled), None)
        if leg is None or season.withheld(made) or not {season.holder_of(slot) for slot in made.slots} <= willing:
            continue
        figures = await _figures(context, leg)
        if figures is not None:
            margin, idle = figures
            worth = featured_game.interest(season, made, margin=margin, idle=idle, before=times.get(made.match, 0))
            found.append(Candidate(made, leg, worth))
    return max(found, key=lambda one: (one.worth, one.made.match), default=None)


async def _figures(context: ClerkContext, leg: Leg) -> tuple[int, float] | None:
    """Return the first side's lead in a running game, from public knowledge, and the days since the last action."""
    try:
        stored = await context.tools.store.load(leg.game)
        game = restore(stored)
    except (StorageError, Refusal):
        return None
    idle = max(context.repository.at - Clock.of(stored.settings).since, 0) / DAY
    return known_of(title_of(game), game, None)[1], idle


async def _announcement(context: ClerkContext, season_id: str, season: Season, made: Fixed) -> Reply:
    people = await context.people([season.holder_of(slot) for slot in made.slots])
    names = {slot: name_of(people, season, slot) for slot in made.slots}
    room = made.legs[0].room
    data: dict[str, Any] = {"season": season.rules.name, "match": made.match, "place": place(room) if room else "–"}
    first, second = (names[slot] for slot in made.sides())
    text = context.tools.say("watching.featured", first=first, second=second, **data)
    return Reply(text=text, menu=predictions.menu(context.tools, season_id, made, names), audience="channel")


__all__ = ["WEEK", "featured", "present", "see_to", "week_of"]
