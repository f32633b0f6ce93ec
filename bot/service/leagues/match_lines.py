"""Matches in words: who plays which side of whom and where, who is to move since when, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.leagues.acts.bidding import BIDDING
from bot.leagues.journal import Person
from bot.leagues.matches import Fixed, Leg
from bot.leagues.season import Season
from bot.narration.places import place
from bot.service.leagues.asked import Asked
from bot.service.leagues.refusing import points
from bot.service.leagues.times import told
from bot.service.people.clock import Clock, lasting
from bot.storage.errors import StorageError, StoreUnavailable
from bot.titles.roots import title_meant


@dataclass(frozen=True, slots=True)
class Wait:
    """Whom a game waits for, how long it has, and the banks of both sides, in seconds."""

    side: int
    waited: int
    banks: tuple[int, int]


async def wait_of(asked: Asked, leg: Leg) -> Wait | None:
    """Whom a running game waits for; None where nobody is waited for, or the game cannot be read."""
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


def side_names(asked: Asked, season: Season) -> tuple[str, str]:
    """What the two sides of a season's games are called."""
    title = title_meant(season.rules.title)
    words = title.words(asked.tools.words.language)
    first, second = (words.say(f"names.sides.{seat}.name") for seat in title.seats)
    return first, second


async def match_lines(asked: Asked, season: Season, matches: Sequence[Fixed]) -> list[str]:
    """Matches, each with its sides' players in order, and how it ended or who is to move where."""
    known = await _names(asked, season, matches)
    lines = []
    for made in matches:
        for number, leg in enumerate(made.legs):
            names = _of_sides(season, known, made, number)
            outcome = leg.outcome()
            state = asked.say("pairings.over", points=points(outcome.points)) if outcome is not None else ""
            if not state and not (state := _unbegun(asked, season, made, leg)):
                wait = await wait_of(asked, leg)
                key = "pairings.running" if wait is None else "pairings.to_move"
                more = {} if wait is None else {"person": names[wait.side], "time": lasting(wait.waited)}
                state = asked.say(key, place=_place(leg), **more)
            lines.append(asked.say("pairings.line", match=made.match, first=names[0], second=names[1], state=state))
    return lines


async def own_lines(asked: Asked, season: Season, matches: Sequence[Fixed], slot: Person) -> list[str]:
    """One's own matches, as they are told to oneself: the side, the opponent, who is to move, and the clocks."""
    known, sides = await _names(asked, season, matches), side_names(asked, season)
    lines = []
    for made in matches:
        for number, leg in enumerate(made.legs):
            own = made.sides(number).index(slot)
            other = _of_sides(season, known, made, number)[1 - own]
            state = await _own_state(asked, season, made, leg, own, other)
            key = "mine.line" if made.ready else "mine.line_open"
            lines.append(asked.say(key, match=made.match, side=sides[own], person=other, state=state))
    return lines


async def _own_state(asked: Asked, season: Season, made: Fixed, leg: Leg, own: int, other: str) -> str:
    """How a game of one's own stands."""
    outcome = leg.outcome()
    if outcome is not None:
        mine, theirs = outcome.points[own], outcome.points[1 - own]
        key = "won" if mine > theirs else "lost" if mine < theirs else "drawn"
        return asked.say(f"mine.{key}", points=points((mine, theirs)))
    if state := _unbegun(asked, season, made, leg):
        return state
    wait = await wait_of(asked, leg)
    if wait is None:
        return asked.say("pairings.running", place=_place(leg))
    banks = {"own": lasting(wait.banks[own]), "theirs": lasting(wait.banks[1 - own])}
    key = "mine.your_move" if wait.side == own else "mine.their_move"
    return asked.say(key, place=_place(leg), person=other, time=lasting(wait.waited), **banks)


def _unbegun(asked: Asked, season: Season, made: Fixed, leg: Leg) -> str:
    """Why a game without a result is not being played; "" where it is."""
    if season.gone.keys() & {*made.slots}:
        return asked.say("pairings.gone")
    if leg.game:
        return ""
    if not made.ready:
        return asked.say("pairings.bids", until=told(made.since + BIDDING, asked.person.zone))
    return asked.say("pairings.waiting")


def _place(leg: Leg) -> str:
    return place(leg.room) if leg.room else f"`{leg.game}`"


async def _names(asked: Asked, season: Season, matches: Sequence[Fixed]) -> dict[Person, str]:
    """What the holders of all slots are called."""
    return await asked.names([season.holders.get(slot, slot) for made in matches for slot in made.slots])


def _of_sides(season: Season, known: dict[Person, str], made: Fixed, leg: int) -> tuple[str, str]:
    """Who plays the first and the second side of a game."""
    first, second = (known[season.holders.get(slot, slot)] for slot in made.sides(leg))
    return first, second


__all__ = ["Wait", "match_lines", "own_lines", "side_names", "wait_of"]
