"""Weekly digest of a season: five sentences, the standings as a picture, the biggest upset, one decision explained."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from bot.leagues import rated_games
from bot.leagues.journal import Person
from bot.leagues.rated_games import Ended
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.clock import shown
from bot.service.leagues import featured_games, predictions, views
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.controls import line
from bot.service.leagues.pages import pictures
from bot.service.leagues.people import names
from bot.service.session import restore
from bot.storage.errors import StorageError
from bot.table.refusal import Refusal
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles import title_of, title_stored
from bot.titles.capabilities import levels_of, opponents_of
from engine.errors import EngineError

log = logging.getLogger(__name__)

#: Seconds that the digest waits for the review of the game it explains.
_WAIT = 6 * 3_600
#: Maximum number of people named as joint leaders.
_LEADERS = 4


async def see_to(context: ClerkContext, season_id: str) -> None:
    """Post the past week's digest once, in the home channel and the venues."""
    season = await context.repository.season(season_id)
    week = featured_games.week_of(season, context.repository.at)
    if not week or season.stage not in ("running", "review"):
        return
    key = f"clerk:digest:{week}"
    if await context.repository.answered(season_id, key) is not None:
        return
    ends = season.begun[min(season.begun)] + week * featured_games.WEEK
    ended = [one for one in rated_games.ended(season) if ends - featured_games.WEEK <= one.at < ends]
    upset = _upset(season, ended)
    lesson = "" if season.rules.sealed else await _lesson(context, season, upset, ended)
    if lesson is None and context.repository.at < ends + _WAIT:
        return
    reply = await _reply(context, season_id, season, ended, upset, lesson or "")
    await context.tell_all(season, reply, f"{season_id}:digest:{week}")
    await context.repository.note(season_id, key)


async def _reply(
    context: ClerkContext, season_id: str, season: Season, ended: Sequence[Ended], upset: Ended | None, lesson: str
) -> Reply:
    tools, sealed = context.tools, season.rules.sealed
    sentences = [
        _say(context, "played", count=len(ended), open=len(season.open_matches())),
        _say(context, "sealed_tables") if sealed else await _leaders(context, season),
        _say(context, "sealed_results") if sealed else await _surprise(context, season, upset),
        _window(context, season),
        await _predictors(context, season_id, season),
    ]
    text = "\n".join(
        [_say(context, "head", season=user_text(season.rules.name)), " ".join(sentences), *([lesson] if lesson else [])]
    )
    row = [
        Button(label=tools.say(f"watching.buttons.{one}"), token=line(season_id, f"{one} show=results"))
        for one in ("table", "pairings")
    ]
    return Reply(
        text=text,
        picture=None if sealed else await _table(context, season),
        menu=Menu(rows=(tuple(row),)),
        audience="channel",
    )


def _say(context: ClerkContext, key: str, **data: Any) -> str:
    return context.tools.say(f"digest.{key}", **data)


async def _table(context: ClerkContext, season: Season) -> PictureRef | None:
    """Return the picture of the first table."""
    if not season.sections:
        return None
    return pictures(context.tools.words.language, views.standings(await views.told(context.tools, season), 0))[0]


async def _leaders(context: ClerkContext, season: Season) -> str:
    """Return who leads, alone or jointly; with several divisions, the first one's leaders."""
    rows = [row for row in season.table(0) if row.place == 1] if season.sections else []
    if not rows or not rows[0].points:
        return _say(context, "no_leader")
    of = "_section" if len(season.sections) > 1 else ""
    if len(rows) > _LEADERS:
        return _say(context, f"many_lead{of}", number=len(rows), count=rows[0].points)
    known = await _slot_names(context, season, [row.name for row in rows])
    several = context.tools.words.listed([known[row.name] for row in rows])
    return _say(context, f"{'leaders' if len(rows) > 1 else 'leader'}{of}", list=several, count=rows[0].points)


def _upset(season: Season, ended: Sequence[Ended]) -> Ended | None:
    """Return the win over the opponent rated higher by the most at entry."""
    found = [(gap, one) for one in ended if (gap := _rating_gap(season, one)) > 0]
    return max(found, key=lambda pair: (pair[0], pair[1].match))[1] if found else None


def _rating_gap(season: Season, one: Ended) -> int:
    if not one.played or one.points not in (0.0, 1.0):
        return 0
    winner, loser = one.persons if one.points == 1.0 else one.persons[::-1]
    entries = season.entrants.get(winner), season.entrants.get(loser)
    ratings = [entry.rating if entry is not None else 0 for entry in entries]
    return ratings[1] - ratings[0] if all(ratings) else 0


async def _surprise(context: ClerkContext, season: Season, upset: Ended | None) -> str:
    if upset is None:
        return _say(context, "no_upset")
    known = await names(context.tools, upset.persons)
    winner, loser = upset.persons if upset.points == 1.0 else upset.persons[::-1]
    return _say(
        context, "upset", winner=known[winner], loser=known[loser], match=upset.match, gap=_rating_gap(season, upset)
    )


def _window(context: ClerkContext, season: Season) -> str:
    window = season.window()
    return _say(context, "window", end=shown(window.end)) if window is not None else _say(context, "no_window")


async def _predictors(context: ClerkContext, season_id: str, season: Season) -> str:
    """Return the best predictor; only the number of predictions if that would reveal results."""
    told = await predictions.predictions(context.tools, season_id, season)
    count = sum(len(own) for own in told.values())
    if season.rules.sealed:
        return _say(context, "predictions", count=count)
    found = await predictions.ranked(context.tools, season_id, season)
    if not found.table.ranked:
        return _say(context, "predictions", count=count)
    best = found.table.ranked[0]
    return _say(context, "predictor", person=found.names[best.person], brier=f"{best.score:.3f}", count=best.count)


async def _slot_names(context: ClerkContext, season: Season, slots: Sequence[Person]) -> dict[Person, str]:
    known = await names(context.tools, [season.holder_of(slot) for slot in slots])
    teams = {slot: user_text(season.teams[slot].name) for slot in slots if slot in season.teams}
    return {slot: known[season.holder_of(slot)] for slot in slots} | teams


# --------------------------------------------------------------------------------------------- one decision explained


async def _lesson(context: ClerkContext, season: Season, upset: Ended | None, ended: Sequence[Ended]) -> str | None:
    """Explain one decision of the week's game; "" if that is impossible, None while the review is running."""
    chosen = upset or next((one for one in reversed(ended) if one.played), None)
    if chosen is None or not (game_id := season.matches[chosen.match].legs[chosen.leg].game):
        return ""
    try:
        stored = await context.tools.store.load(game_id)
        if stored.header.status != "finished" or not levels_of(title_stored(stored.header)):
            return ""
        kept = await context.lessons.looked(context.tools, stored.header)
        if kept is None:
            return None
        if not kept.over or not kept.total:
            return ""
        game = restore(stored)
        lesson = opponents_of(title_of(game)).lesson(kept.found, game, context.tools.words.language)
    except (StorageError, EngineError, Refusal) as error:
        log.warning("game %s is not explained: %s", game_id, error)
        return ""
    return _say(context, "lesson", match=chosen.match, lesson=lesson) if lesson else ""


__all__ = ["see_to"]
