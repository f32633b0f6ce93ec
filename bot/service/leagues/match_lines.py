"""Matches as text: sides, players and place, whose move it is and since when, and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten

from bot.leagues import public_facts, tables
from bot.leagues.acts.bidding import BIDDING
from bot.leagues.journal import Person
from bot.leagues.matches import Fixed, Leg
from bot.leagues.public_facts import GameShown
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.service.clock import Clock, lasting
from bot.service.leagues.act_refusals import points, reason_told
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.times import told
from bot.storage.errors import StorageError, StoreUnavailable
from bot.titles.roots import title_meant

#: Maximum length of a reason beside a result; the log and the page show it in full.
_REASON = 80


@dataclass(frozen=True, slots=True)
class Wait:
    """The side a game waits for, how long it has waited, and both sides' banks, in seconds."""

    side: int
    waited: int
    banks: tuple[int, int]


async def wait_of(asked: LeagueCall, leg: Leg) -> Wait | None:
    """Return the wait of a running game; None if it waits for nobody or cannot be read."""
    try:
        stored = await asked.tools.store.load(leg.game)
    except StoreUnavailable:
        raise
    except StorageError:
        return None
    clock, now = Clock.of(stored.settings), asked.tools.now()
    if clock.side is None or not stored.header.in_progress:
        return None
    first, second = (max(0, clock.left(now) if side == clock.side else clock.bank[side]) for side in (0, 1))
    return Wait(clock.side, clock.waited(now), (first, second))


def side_names(asked: LeagueCall, season: Season) -> tuple[str, str]:
    """Return the names of the two sides in a season's games."""
    title = title_meant(season.rules.title)
    words = title.words(asked.tools.words.language)
    first, second = (words.say(f"names.sides.{seat}.name") for seat in title.seats)
    return first, second


async def match_lines(asked: LeagueCall, season: Season, matches: Sequence[Fixed]) -> list[str]:
    """Return one line per game: the players in order of sides, and the result, or whose move it is and where."""
    known, out = await _player_names(asked, season, matches), _people_annulled(season, matches)
    lines = []
    for made in matches:
        for leg, game in zip(made.legs, public_facts.games(season, made, out[made.section]), strict=True):
            names = known[game.persons[0]], known[game.persons[1]]
            if ended := _ended_text(asked, game):
                state = _with_reason(asked, leg, game, ended, "pairings")
            elif not (state := _unbegun(asked, season, made, leg, "pairings.bids")):
                wait = await wait_of(asked, leg)
                key = "pairings.running" if wait is None else "pairings.to_move"
                more = {} if wait is None else {"person": names[wait.side], "time": lasting(wait.waited)}
                state = asked.say(key, place=_place(leg), **more)
            lines.append(asked.say("pairings.line", match=made.match, first=names[0], second=names[1], state=state))
    return lines


async def own_lines(asked: LeagueCall, season: Season, matches: Sequence[Fixed], slot: Person) -> list[str]:
    """Return one line per game of the caller's: side, opponent, whose move it is, and the clocks."""
    known, sides = await _player_names(asked, season, matches), side_names(asked, season)
    lines, out = [], _people_annulled(season, matches)
    for made in matches:
        for number, game in enumerate(public_facts.games(season, made, out[made.section])):
            own = made.sides(number).index(slot)
            other = known[game.persons[1 - own]]
            if game.points is not None and game.persons[own] != asked.within(season):
                leg = made.legs[number]
                result = _with_reason(asked, leg, game, _result(asked, game.points, own, "mine.before"), "mine")
                words = {"match": made.match, "side": sides[own], "person": other, "result": result}
                key = "mine.line_before_walkover" if game.forced else "mine.line_before"
                lines.append(asked.say(key, before=known[game.persons[own]], **words))
                continue
            state = await _own_state(asked, season, made, made.legs[number], game, own, other)
            key = "mine.line" if made.ready else "mine.line_open"
            lines.append(asked.say(key, match=made.match, side=sides[own], person=other, state=state))
    return lines


def _people_annulled(season: Season, matches: Sequence[Fixed]) -> dict[int, set[Person]]:
    """Return by section the people whose games are removed from its table."""
    return {number: tables.annulled(season, number) for number in {made.section for made in matches}}


def _ended_text(asked: LeagueCall, game: GameShown) -> str:
    """Return the counted result of a finished game, or that it is annulled; "" for an unfinished one."""
    if game.state == "annulled":
        return asked.say("pairings.annulled")
    if game.points is None:
        return ""
    return asked.say("pairings.walkover" if game.forced else "pairings.over", points=points(game.points))


def _with_reason(asked: LeagueCall, leg: Leg, game: GameShown, result: str, table: str) -> str:
    """Return a result with the reason of a ruling and an open appeal added, using the texts of `table`."""
    if game.reason and game.points is not None:
        reason = reason_told(asked.tools.words, shorten(game.reason, _REASON, placeholder=" …"), game.code)
        result = asked.say(f"{table}.ruled", result=result, reason=reason)
    if leg.appealing is not None:
        left = leg.appealing.needs - len(leg.appealing.decisions)
        result = asked.say(f"{table}.appealed", result=result, count=left)
    return result


def _result(asked: LeagueCall, given: tuple[int, int], own: int, table: str) -> str:
    """Return a game's result from one side's point of view, using the texts of `table`."""
    mine, theirs = given[own], given[1 - own]
    key = "won" if mine > theirs else "lost" if mine < theirs else "drawn"
    return asked.say(f"{table}.{key}", points=points((mine, theirs)))


async def _own_state(
    asked: LeagueCall, season: Season, made: Fixed, leg: Leg, game: GameShown, own: int, other: str
) -> str:
    """Return the state of one of the caller's games."""
    if game.points is not None:
        return _with_reason(asked, leg, game, _result(asked, game.points, own, "mine"), "mine")
    bids = "mine.bid_given" if made.sides()[own] in made.bids else "mine.bids"
    if state := _ended_text(asked, game) or _unbegun(asked, season, made, leg, bids):
        return state
    wait = await wait_of(asked, leg)
    if wait is None:
        return asked.say("pairings.running", place=_place(leg))
    banks = {"own": lasting(wait.banks[own]), "theirs": lasting(wait.banks[1 - own])}
    key = "mine.your_move" if wait.side == own else "mine.their_move"
    return asked.say(key, place=_place(leg), person=other, time=lasting(wait.waited), **banks)


def _unbegun(asked: LeagueCall, season: Season, made: Fixed, leg: Leg, bids: str) -> str:
    """Return why a game without a result is not in play, `bids` being the text while its sides are bid for; "" if it is."""
    if leg.game:
        return ""
    if not made.ready:
        return asked.say(bids, until=told(made.since + BIDDING, asked.person.zone))
    return asked.say("pairings.elsewhere" if season.rules.outside else "pairings.waiting")


def _place(leg: Leg) -> str:
    return place(leg.room) if leg.room else f"`{leg.game}`"


async def _player_names(asked: LeagueCall, season: Season, matches: Sequence[Fixed]) -> dict[Person, str]:
    """Return the names of all current and former players of these matches."""
    return await asked.names([one for made in matches for side in public_facts.players(season, made) for one in side])


__all__ = ["Wait", "match_lines", "own_lines", "side_names", "wait_of"]
