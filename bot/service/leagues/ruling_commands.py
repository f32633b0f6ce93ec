"""Rulings, appeals and their decisions; removal and replacement of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_fields
from typing import Any

from bot.leagues import acts, journal
from bot.leagues.adjudication import how_ended
from bot.leagues.appeals import effect
from bot.leagues.journal import Entry, Points
from bot.leagues.season import Season
from bot.leagues.standings import DRAW, WIN, How
from bot.narration.user_text import user_text
from bot.service.leagues import people, reachability
from bot.service.leagues.game_progress import begun, turns
from bot.service.leagues.league_call import LeagueCall
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply

_POINTS: dict[str, Points] = {"first": (WIN, 0), "second": (0, WIN), "draw": (DRAW, DRAW), "none": (0, 0)}


async def rule(asked: LeagueCall) -> list[Reply]:
    """Rule on a game, as an organiser or arbiter."""
    args = asked.args
    season_id, known = await asked.season()
    how = await _how_counted(asked, known)

    def decide(season: Season) -> Sequence[Entry]:
        return acts.rule_game(
            season,
            journal.Ruled(
                at=asked.at,
                by=asked.me,
                match=args.match,
                points=_POINTS[args.result],
                reason=args.reason,
                leg=args.game - 1,
                how=how,
            ),
        )

    season = await asked.act(season_id, decide, role="arbiter", idle=_unchanged_reply(asked))
    return [Reply(text=asked.say("ruled", **await _result_fields(asked, season)))]


def _unchanged_reply(asked: LeagueCall, code: str = "same_result") -> Refusal:
    """Return what is said of a decision that changes nothing."""
    return refuse(f"league.{code}", match=asked.args.match)


async def _how_counted(asked: LeagueCall, season: Season) -> How:
    """Return how a ruled game counts: as played if a move was made in it."""
    made, number = season.matches.get(asked.args.match), asked.args.game - 1
    if made is None or number >= len(made.legs):
        return How.WALKOVER
    return how_ended(await begun(asked.tools, made.legs[number]))


async def correct(asked: LeagueCall) -> list[Reply]:
    """Correct a reported result; tables use the corrected one, existing pairings stay."""
    args, season_id = asked.args, await asked.season_id()

    def decide(season: Season) -> Sequence[Entry]:
        right = journal.Corrected(
            at=asked.at,
            by=asked.me,
            match=args.match,
            points=_POINTS[args.result],
            reason=args.reason,
            leg=args.game - 1,
        )
        return acts.correct_result(season, right)

    season = await asked.act(season_id, decide, role="organiser", idle=_unchanged_reply(asked))
    return [Reply(text=asked.say("corrected", **await _result_fields(asked, season)))]


async def result(asked: LeagueCall) -> list[Reply]:
    """Report the result of a match that was played elsewhere."""
    args, season_id = asked.args, await asked.season_id()

    def decide(season: Season) -> Sequence[Entry]:
        report = journal.Resulted(
            at=asked.at,
            by=asked.me,
            match=args.match,
            game="",
            points=_POINTS[args.result],
            margin=args.margin,
            leg=args.game - 1,
        )
        return acts.hand_in_result(season, report)

    season = await asked.act(season_id, decide, role="arbiter", idle=_unchanged_reply(asked))
    told = await _result_fields(asked, season)
    return [Reply(text=asked.say("handed_in", **told))]


async def _result_fields(asked: LeagueCall, season: Season) -> dict[str, str]:
    """Return the text fields of a match with its result and reason."""
    args = asked.args
    made = season.matches[args.match]
    first, second = made.sides(args.game - 1)
    holders = [season.holder_of(slot) for slot in (first, second)]
    known = await asked.names(holders)
    result = asked.say(f"results.{args.result}", first=known[holders[0]], second=known[holders[1]])
    return {
        "match": args.match,
        "first": known[holders[0]],
        "second": known[holders[1]],
        "result": result,
        "reason": user_text(getattr(args, "reason", "")),
    }


async def appeal(asked: LeagueCall) -> list[Reply]:
    """Appeal against the result of one of the caller's games."""
    args, season_id = asked.args, await asked.season_id()

    def decide(season: Season) -> Sequence[Entry]:
        return acts.appeal_result(season, args.match, asked.me, args.reason, asked.at, leg=args.game - 1)

    season = await asked.act(season_id, decide, idle=_unchanged_reply(asked, "appeal_open"))
    appeal = next(
        (one for made, leg, one in season.appeals() if (made.match, leg) == (args.match, args.game - 1)), None
    )
    needs = appeal.needs if appeal is not None else 1
    return [Reply(text=asked.say("appealed", match=args.match, count=needs))]


async def decide(asked: LeagueCall) -> list[Reply]:
    """Decide an appeal, as an arbiter; of a match of two games, the one that was appealed."""
    season_id, known = await asked.season()
    asked = replace_fields(asked, args=_about_appeal(known, asked.args))
    args = asked.args
    how = await _how_counted(asked, known)
    points = None if args.result == "stands" else _POINTS[args.result]

    def decided(season: Season) -> Sequence[Entry]:
        return acts.decide_appeal(
            season, args.match, asked.me, points, args.reason, asked.at, leg=args.game - 1, how=how
        )

    season = await asked.act(season_id, decided, role="arbiter", idle=_unchanged_reply(asked, "decided_so_already"))
    return [Reply(text=await _effect(asked, season, points))]


def _about_appeal(season: Season, args: Any) -> Any:
    """Return the arguments of a decision, with the other game of the match if that one alone was appealed."""
    made = season.matches.get(args.match)
    appealed = [number for number, leg in enumerate(made.legs if made is not None else (), 1) if leg.appeals]
    return args.model_copy(update={"game": appealed[0]}) if len(appealed) == 1 else args


async def _effect(asked: LeagueCall, season: Season, points: Points | None) -> str:
    """Return the effect of an appeal decision: it counts, waits for the other arbiter's, or both agree or disagree."""
    args = asked.args
    leg = season.matches[args.match].legs[args.game - 1]
    own = [
        one
        for appeal in leg.appeals
        for one in appeal.decisions
        if one.by in asked.ids and (one.points, one.reason) == (points, args.reason)
    ]
    done = effect(leg, own[-1])
    told = await _result_fields(asked, season)
    first, second = done.stands or (0, 0)
    stands = asked.say("results.points", first=told["first"], second=told["second"], one=first, other=second)
    return asked.say(done.what, stands=stands, **told)


async def withdraw(asked: LeagueCall) -> list[Reply]:
    """Take a player out of the season, as an organiser."""
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    person = await people.person_meant(asked.tools, asked.caller, season, asked.args.person)

    def decide(season: Season) -> Sequence[Entry]:
        if season.section_of(person) is None:
            return acts.leave_season(season, person, asked.at, by=asked.me)
        return acts.withdraw_player(season, person, asked.at, by=asked.me, removed=True)

    season = await asked.act(season_id, decide, role="organiser", idle=refuse("league.nothing_new"))
    known = await asked.names([person])
    return [Reply(text=asked.say("withdrawn", person=known[person], name=user_text(season.rules.name)))]


async def replace(asked: LeagueCall) -> list[Reply]:
    """Replace a player with a substitute; without a name, the first one waiting."""
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    person = await people.person_meant(asked.tools, asked.caller, season, asked.args.person)
    by = asked.args.by
    named = await people.person_meant(asked.tools, asked.caller, season, by) if by else ""

    def decide(season: Season) -> Sequence[Entry]:
        team = season.team_of(person)
        waiting = [one for one in season.waiting() if season.team_of(one) == team]
        if not named and not waiting:
            why = "no_alternate" if season.rules.format == "teams" else "nobody_waits"
            raise refuse(f"league.{why}", season=user_text(season.rules.name))
        near = [one for one in waiting if not season.beyond(season.slot_of(person), one)]
        return acts.replace_player(season, person, named or [*near, *waiting][0], asked.at, by=asked.me, turns=reached)

    slot = season.slot_of(person)
    await reachability.placed(asked.tools.store, asked.repository, season_id)
    reached = await turns(asked.tools, season, slot)
    season = await asked.act(season_id, decide, role="organiser")
    now = season.holder_of(slot)
    known = await asked.names([person, now])
    return [Reply(text=asked.say("replaced", person=known[person], substitute=known[now]))]


__all__ = ["appeal", "correct", "decide", "replace", "result", "rule", "withdraw"]
