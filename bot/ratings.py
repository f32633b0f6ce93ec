"""Ratings of a pool, for seasons and puzzles: each player's strength and the advantage of one side.

Bradley and Terry's model as implemented by `openskill`, with one more unknown: the advantage of the first side, learned
from the same games. A pool is one scenario and ruleset; rebuilding it from the same results in the same order gives the
same figures.
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
    """A player's rating: the mean, its uncertainty, the rated games and the month of the last one (months since year 0)."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0
    month: int | None = None

    @property
    def provisional(self) -> bool:
        """True while the rating is too uncertain to be ranked with others."""
        return self.sigma > _PROVISIONAL

    @property
    def shown(self) -> tuple[int, int]:
        """The displayed rating and its margin: two standard deviations."""
        return round(_SHOWN_MIDDLE + _SHOWN_SCALE * (self.mu - START_MU)), round(2 * _SHOWN_SCALE * self.sigma)

    def rested(self, month: int) -> Rating:
        """Return the rating as of a later month: uncertainty grows each month without a game, up to a new player's."""
        if self.month is None or month <= self.month:
            return self
        sigma = min(START_SIGMA, math.sqrt(self.sigma**2 + (month - self.month)))
        return Rating(self.mu, max(sigma, self.sigma), self.games, month)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game: who had which side, the first side's share (0, 0.5 or 1), and the month.

    `handicap` is the number of points the first side ceded for its side, negative where the second side did; the
    advantage is learned separately for each value.
    """

    first: str
    second: str
    share: float
    month: int
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class Advantage:
    """The first side's advantage as a rating difference, with its uncertainty."""

    mu: float = 0.0
    sigma: float = _SIDE_SIGMA


def likely(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of the true share, given the observed share of `count` games."""
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
        """Build a pool from results, in chronological order."""
        pool = cls()
        for game in games:
            pool.count(game)
        return pool

    @classmethod
    def resumed(cls, ratings: Mapping[str, Rating], advantages: Mapping[int, Advantage]) -> Pool:
        """Build a pool from stored ratings and advantages; players left out count as new."""
        pool = cls()
        pool._ratings.update(ratings)
        pool.advantages.update(advantages)
        return pool

    @property
    def advantage(self) -> Advantage:
        """The first side's advantage where nothing is ceded."""
        return self.advantages.get(0, Advantage())

    def of(self, name: str, month: int | None = None) -> Rating:
        """Return a player's rating, as of a month if one is given."""
        rating = self._ratings.get(name, Rating())
        return rating if month is None else rating.rested(month)

    def names(self) -> list[str]:
        """Return all players with a rated game, the best first."""
        return sorted(self._ratings, key=lambda name: (-self._ratings[name].mu, name))

    def expected(self, first: str, second: str, month: int, handicap: int = 0) -> float:
        """Return the first side's expected share of a game, between 0 and 1."""
        one, other = self.of(first, month), self.of(second, month)
        gain = self.advantages.get(handicap, Advantage()).mu
        return _chance(one.mu + gain - other.mu, _spread(one, other))

    def count(self, game: RatedGame) -> None:
        """Update the ratings with one game.

        Raises:
            ValueError: the share is invalid, or a player plays against himself.
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
        self.advantages[game.handicap] = _updated(advantage, one, other, game.share)
        self._ratings[game.first] = Rating(after_one.mu - gain, after_one.sigma, one.games + 1, game.month)
        self._ratings[game.second] = Rating(after_other.mu, after_other.sigma, other.games + 1, game.month)


def _spread(one: Rating, other: Rating) -> float:
    """Return the scale of one game's outcome: chance plus the uncertainty of both ratings."""
    return math.sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA**2)


def _chance(difference: float, spread: float) -> float:
    return 1 / (1 + math.exp(-difference / spread))


def _updated(advantage: Advantage, one: Rating, other: Rating, share: float) -> Advantage:
    """Return the advantage after one more game: a step of the logistic model, scaled by the remaining uncertainty."""
    spread = _spread(one, other)
    chance = _chance(one.mu + advantage.mu - other.mu, spread)
    precision = advantage.sigma**-2 + chance * (1 - chance) / spread**2
    return Advantage(advantage.mu + (share - chance) / spread / precision, precision**-0.5)
