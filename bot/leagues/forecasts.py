"""Forecasts of games and their quality: the ranking by Brier score.

A forecast is the predicted chance of the first side, from 0 to 1; its score is the squared error, so that 0 is best,
and always predicting one half gives 0.25 if there are no draws. Walkovers are not scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean

from bot.leagues.journal import Person
from bot.leagues.rated_games import Ended

FEWEST = 5
"""Minimum number of forecasts to be ranked."""
Game = tuple[str, int]
"""A match and its leg."""


@dataclass(frozen=True, slots=True)
class Forecaster:
    """A person's forecasts of finished games: their number and mean score."""

    person: Person
    count: int
    score: float


@dataclass(frozen=True, slots=True)
class Brier:
    """Ranked forecasters, best first, and those with too few forecasts; `crowd` is the score of everyone's mean."""

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
    """Return the ranking of forecasters.

    Args:
        forecasts: per game the chance of the first side by person; players' own forecasts of it don't count.
        games: the finished games.
        now: merged persons and whom they became; of their forecasts of one game the last counts.
        fewest: minimum number of forecasts to be ranked.

    Raises:
        ValueError: a chance is invalid.
    """
    scores: dict[Person, list[float]] = {}
    crowd = []
    for game in games:
        told = _counted_forecasts(forecasts.get((game.match, game.leg), {}), now or {}, game)
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
    """Return the squared error of a forecast; `share` is the first side's share of the points, from 0 to 1.

    Raises:
        ValueError: the chance is not from 0 to 1.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"{chance} is no chance: it lies between 0 and 1")
    return (chance - share) ** 2


def _counted_forecasts(told: Mapping[Person, float], now: Mapping[Person, Person], game: Ended) -> dict[Person, float]:
    players = {now.get(one, one) for one in game.persons}
    found = {now.get(person, person): chance for person, chance in told.items()}
    return {person: chance for person, chance in found.items() if person not in players}


def _order(one: Forecaster) -> tuple[float, int, str]:
    return one.score, -one.count, one.person


__all__ = ["FEWEST", "Brier", "Forecaster", "score", "table"]
