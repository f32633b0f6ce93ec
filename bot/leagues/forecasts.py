"""Forecasts of games, and how good they were: the table by Brier's score.

A forecast is the chance that somebody gives the first side, from 0 to 1; its score is the square of how far it was off, so that 0 is
best and 0.25 what whoever always says one half gets where there are no draws. Walkovers are nobody's to foretell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean

from bot.leagues.journal import Person
from bot.leagues.rated_games import Ended

FEWEST = 5
"""Forecasts that it takes to stand in the table."""
Game = tuple[str, int]
"""A match and the leg of it."""


@dataclass(frozen=True, slots=True)
class Forecaster:
    """Somebody's forecasts of games that have ended: how many, and their mean score."""

    person: Person
    count: int
    score: float


@dataclass(frozen=True, slots=True)
class Brier:
    """Who foretold best, the best first, and apart from them who foretold too little; `crowd` is the score of everybody's mean."""

    ranked: tuple[Forecaster, ...]
    others: tuple[Forecaster, ...]
    crowd: float | None


def table(
    forecasts: Mapping[Game, Mapping[Person, float]],
    games: Iterable[Ended],
    *,
    now: Mapping[Person, Person] | None = None,
    fewest: int = FEWEST,
) -> Brier:
    """Return the table of forecasts by game.

    Args:
        forecasts: the chance of the first side by person; nobody's of a game that they play counts.
        games: those that have ended.
        now: who persons turned out to be, where that is somebody else; their forecasts of one game count as the last of them.
        fewest: forecasts that it takes to be ranked.

    Raises:
        ValueError: a chance that is none.
    """
    scores: dict[Person, list[float]] = {}
    crowd = []
    for game in games:
        told = _by(forecasts.get((game.match, game.leg), {}), now or {}, game)
        if not told or not game.played or game.points is None:
            continue
        for person, chance in told.items():
            scores.setdefault(person, []).append(score(chance, game.points))
        crowd.append(score(fmean(told.values()), game.points))
    found = sorted((Forecaster(one, len(own), fmean(own)) for one, own in scores.items()), key=_order)
    return Brier(
        tuple(one for one in found if one.count >= fewest),
        tuple(one for one in found if one.count < fewest),
        fmean(crowd) if crowd else None,
    )


def score(chance: float, share: float) -> float:
    """Return the squared error of a forecast; `share` is what the first side got, from 0 to 1.

    Raises:
        ValueError: the chance is not from 0 to 1.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"{chance} is no chance: it lies between 0 and 1")
    return (chance - share) ** 2


def _by(told: Mapping[Person, float], now: Mapping[Person, Person], game: Ended) -> dict[Person, float]:
    players = {now.get(one, one) for one in game.persons}
    found = {now.get(person, person): chance for person, chance in told.items()}
    return {person: chance for person, chance in found.items() if person not in players}


def _order(one: Forecaster) -> tuple[float, int, str]:
    return one.score, -one.count, one.person


__all__ = ["FEWEST", "Brier", "Forecaster", "score", "table"]
