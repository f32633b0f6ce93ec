"""Random seasons of every format, entry by entry: results in any order, rulings, people who come late, go, or are replaced."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, get_args

from bot.leagues import acts, journal, ladders
from bot.leagues.acts import bidding
from bot.leagues.entrants import Side
from bot.leagues.journal import Format
from tests.leagues.test_season import CHIEF, DAY, SEED, Held

FORMATS: tuple[Format, ...] = get_args(Format)
_POINTS = ((2, 0), (0, 2), (1, 1), (0, 0))
_ROUNDS, _DAYS = 4, 40


class Lived(Held):
    """A season whose games may be two to a match; `at` is now."""

    at = 2.0

    def create(self) -> None:
        for made in bidding.due(self.season, self.at):
            self.do(acts.close_bidding, SEED, made.match, self.at)
        while wanted := self.season.to_create():
            for made in wanted:
                for leg in list(made.missing()):
                    self.do(acts.create_game, made.match, f"game-{made.match}-{leg}", self.at, leg=leg)


def lived(rng: random.Random, form: Format, count: int, match: str = "assigned") -> Iterator[Lived]:
    """A season from its first draw to its end, told after everything that happens; the same object grows."""
    boards, match = (2, "assigned") if form == "teams" else (1, match)
    held = Lived(format=form, rounds=_ROUNDS, match=match, boards=boards)
    _enter(held, form, count)
    held.do(acts.close_registration, CHIEF, held.at)
    for _ in range(_DAYS):
        held.at += DAY
        with suppress(acts.NotNow):
            held.do(acts.draw, SEED, CHIEF, held.at)
        held.create()
        yield held
        yield from _day(rng, held)
        if form in ("divisions", "double") and not held.season.open_matches():
            break
    for match_ in held.season.open_matches():
        held.do(acts.rule_game, journal.Ruled(at=held.at, by=CHIEF, match=match_.match, points=(1, 1), reason="time"))
        for leg in range(1, len(match_.legs)):
            ruling = journal.Ruled(at=held.at, by=CHIEF, match=match_.match, points=(1, 1), reason="time", leg=leg)
            held.do(acts.rule_game, ruling)
        yield held
    with suppress(acts.NotNow):
        held.do(acts.begin_review, CHIEF, held.at)
        yield held
        held.do(acts.finish_season, SEED, CHIEF, held.at + 4 * DAY)
        yield held


def _enter(held: Lived, form: Format, count: int) -> None:
    held.enter(2 * count if form == "teams" else count)
    for number in range(count if form == "teams" else 0):
        members = (f"p{2 * number:02}", f"p{2 * number + 1:02}")
        held.do(
            acts.form_team, journal.Formed(at=1, by=CHIEF, team=f"t{number}", name=f"Team {number}", members=members)
        )
    for name in ("s1", "s2"):
        held.do(acts.join_season, journal.Joined(at=1, by=name, person=name, substitute=True, capacity=6))


def _day(rng: random.Random, held: Lived) -> Iterator[Lived]:
    """Everything that happens until the next draw: all matches end, or, on a rolling day, some."""
    rolling = held.season.rules.format in ("rolling", "ladder")
    if held.season.rules.format == "ladder":
        _challenge(rng, held)
        yield held
    for _ in range(200):
        still = held.season.open_matches()
        if not still or (rolling and rng.random() < 0.3):
            return
        _happen(rng, held, rng.choice(still).match)
        held.create()
        yield held


def _challenge(rng: random.Random, held: Lived) -> None:
    order = ladders.order(held.season)
    with suppress(acts.NotNow, ValueError):
        one = rng.randrange(1, len(order))
        other = rng.randrange(max(0, one - 5), one)
        held.do(acts.challenge_player, order[one], order[other], held.at)
        (asked,) = held.season.challenges.values()
        held.do(acts.answer_challenge, asked.match, order[other], held.at, accept=rng.random() < 0.8)
        held.create()


def _happen(rng: random.Random, held: Lived, match: str) -> None:
    """One thing that may happen to a season that runs."""
    made, kind, season = held.season.matches[match], rng.random(), held.season
    if not made.ready:
        with suppress(acts.NotNow):
            bidder = season.holders[rng.choice(made.slots)]
            held.do(acts.bid, SEED, match, bidder, rng.choice(list(Side)), rng.randint(0, 4), held.at)
        if made.bids and rng.random() < 0.5:
            held.at += DAY
        return
    leg = next(number for number, one in enumerate(made.legs) if not one.settled)
    told: dict[str, Any] = {"at": held.at, "match": match, "points": rng.choice(_POINTS), "leg": leg}
    if kind < 0.1:
        held.do(acts.withdraw_player, season.holders[rng.choice(made.slots)], held.at, silent=rng.random() < 0.5)
    elif kind < 0.18 and season.waiting():
        slot = rng.choice([*season.gone, *made.slots])
        with suppress(acts.NotNow):
            held.do(acts.replace_player, season.holders.get(slot, slot), season.waiting()[0], held.at, by=CHIEF)
    elif kind < 0.24:
        with suppress(acts.NotNow):
            name = f"late{len(season.entrants)}"
            held.do(acts.join_season, journal.Joined(at=held.at, by=name, person=name, capacity=2))
    elif kind < 0.27:
        with suppress(acts.NotNow):
            held.do(acts.conclude_season, CHIEF, held.at)
    elif kind < 0.34 or not made.legs[leg].game:
        held.do(acts.rule_game, journal.Ruled(by=CHIEF, reason="time", **told))
    else:
        held.do(acts.report_result, journal.Resulted(game=made.legs[leg].game, margin=rng.randint(-9, 9), **told))


__all__ = ["FORMATS", "Lived", "lived"]
