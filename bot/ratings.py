"""Ratings of a pool, as seasons and puzzles use them: what each player is worth, and by how much one side is better than the other.

Bradley and Terry's model as `openskill` carries it out, with one more unknown: the advantage of the first side, learned from the
same games. A pool is one scenario and ruleset; a rebuild from the same results in the same order gives the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

START_MU, START_SIGMA = 25.0, 25.0 / 3.0
BETA, TAU = 25.0 / 6.0, 25.0 / 300.0
_PROVISIONAL = 6.0
_SIDE_SIGMA = 2.0
_CONFIDENCE = 1.96
_SHOWN_MIDDLE, _SHOWN_SCALE = 1500, 24.0
_MODEL = BradleyTerryFull(mu=START_MU, sigma=START_SIGMA, beta=BETA, tau=TAU)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player: the mean, its uncertainty, the rated games and the month of the last one (months since year 0)."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0
    month: int | None = None

    @property
    def provisional(self) -> bool:
        """True while too little is known to stand in one list with others."""
        return self.sigma > _PROVISIONAL

    @property
    def shown(self) -> tuple[int, int]:
        """The figure for people and what it may be off by: two deviations."""
        return round(_SHOWN_MIDDLE + _SHOWN_SCALE * (self.mu - START_MU)), round(2 * _SHOWN_SCALE * self.sigma)

    def rested(self, month: int) -> Rating:
        """Return the rating in a later month: with every month without a game less is certain, never less than at the start."""
        if self.month is None or month <= self.month:
            return self
        sigma = min(START_SIGMA, math.sqrt(self.sigma**2 + (month - self.month)))
        return Rating(self.mu, max(sigma, self.sigma), self.games, month)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts: who had which side, what the first side got of it (0, 0.5 or 1), and in which month.

    `handicap` are the points that the first side ceded for its side, less than 0 where the second did; the sides are worth
    something else for each.
    """

    first: str
    second: str
    share: float
    month: int
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class Advantage:
    """By how much the first side is better, as a difference of ratings, and how uncertain that is."""

    mu: float = 0.0
    sigma: float = _SIDE_SIGMA


def likely(share: float, count: int) -> tuple[float, float]:
    """Between what the true share lies in 19 of 20 cases, where so much was taken of so many games (Wilson's interval)."""
    if not count:
        return 0.0, 1.0
    spread = _CONFIDENCE**2 / count
    middle = (share + spread / 2) / (1 + spread)
    off = _CONFIDENCE * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return max(0.0, middle - off), min(1.0, middle + off)


class Pool:
    """The ratings of one scenario and ruleset."""

    def __init__(self) -> None:
        self._ratings: dict[str, Rating] = {}
        self.advantages: dict[int, Advantage] = {}

    @classmethod
    def rebuilt(cls, games: Iterable[RatedGame]) -> Pool:
        """Return a pool from the results alone, in the order in which they came."""
        pool = cls()
        for game in games:
            pool.count(game)
        return pool

    @classmethod
    def resumed(cls, ratings: Mapping[str, Rating], advantages: Mapping[int, Advantage]) -> Pool:
        """Return a pool that goes on where it stood; whoever is left out counts as new."""
        pool = cls()
        pool._ratings.update(ratings)
        pool.advantages.update(advantages)
        return pool

    @property
    def advantage(self) -> Advantage:
        """That of the first side where nothing is ceded."""
        return self.advantages.get(0, Advantage())

    def of(self, name: str, month: int | None = None) -> Rating:
        """Somebody's rating, as of a month if one is given."""
        rating = self._ratings.get(name, Rating())
        return rating if month is None else rating.rested(month)

    def names(self) -> list[str]:
        """Everybody with a rated game, the best first."""
        return sorted(self._ratings, key=lambda name: (-self._ratings[name].mu, name))

    def expected(self, first: str, second: str, month: int, handicap: int = 0) -> float:
        """Return what the first side can expect of a game, between 0 and 1."""
        one, other = self.of(first, month), self.of(second, month)
        gain = self.advantages.get(handicap, Advantage()).mu
        return _chance(one.mu + gain - other.mu, _spread(one, other))

    def count(self, game: RatedGame) -> None:
        """Count one game.

        Raises:
            ValueError: a share that is none, or somebody against himself.
        """
        if game.share not in (0.0, 0.5, 1.0) or game.first == game.second:
            raise ValueError(f"no game to rate: {game.first} against {game.second}, share {game.share}")
        one, other = self.of(game.first, game.month), self.of(game.second, game.month)
        advantage = self.advantages.get(game.handicap, Advantage())
        gain = advantage.mu
        ranks = {1.0: [1.0, 2.0], 0.5: [1.0, 1.0], 0.0: [2.0, 1.0]}[game.share]
        teams = [
            [_MODEL.rating(mu=one.mu + gain, sigma=one.sigma)],
            [_MODEL.rating(mu=other.mu, sigma=other.sigma)],
        ]
        (after_one,), (after_other,) = _MODEL.rate(teams, ranks=ranks)
        self.advantages[game.handicap] = _learned(advantage, one, other, game.share)
        self._ratings[game.first] = Rating(after_one.mu - gain, after_one.sigma, one.games + 1, game.month)
        self._ratings[game.second] = Rating(after_other.mu, after_other.sigma, other.games + 1, game.month)


def _spread(one: Rating, other: Rating) -> float:
    """How far chance and ignorance reach in one game."""
    return math.sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA**2)


def _chance(difference: float, spread: float) -> float:
    return 1 / (1 + math.exp(-difference / spread))


def _learned(advantage: Advantage, one: Rating, other: Rating, share: float) -> Advantage:
    """Return the advantage after one more game: a step of the logistic model, as large as what is still unknown of it."""
    spread = _spread(one, other)
    chance = _chance(one.mu + advantage.mu - other.mu, spread)
    precision = advantage.sigma**-2 + chance * (1 - chance) / spread**2
    return Advantage(advantage.mu + (share - chance) / spread / precision, precision**-0.5)
