"""What the computer's estimate of a war's result weighs, read from ``assets/pog/opponent/chances.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.pog.content.schema import Slug


class Bin(BaseModel):
    """Positions of games held out for which about the same was said of the Central Powers winning.

    Attributes:
        said: the mean of what was said.
        came: in which share of them they won, a game counting once, shared among its positions.
        low: with `high` the interval of 95 % about that, for as many games as these shares stand for.
        worth: for how many games these shares stand.
        positions: how many, from how many `games`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    said: float
    came: float
    low: float
    high: float
    worth: float
    positions: int
    games: int


class Held(BaseModel):
    """How well games were told that served neither to fit the weights nor to put them right; a game counts once.

    Attributes:
        games: how many, of all kinds of players.
        brier: mean squared error over the three results; `brier_usual` that of always saying how often each came in the scenario.
        log: mean of minus the logarithm of the share that the result was given; `log_usual` likewise.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    games: int
    brier: float
    brier_usual: float
    log: float
    log_usual: float


class ChancesOrigin(BaseModel):
    """How the weights were made, and how well they tell games that served neither to fit them nor to put them right.

    Attributes:
        command: what makes them again.
        weights: the version of the computer's weights that its own games were played with.
        games: by kind of players, how many games.
        positions: how many positions of these were looked at.
        scenarios: by scenario, how well the games held out are told.
        kinds: by kind of players, how well its games are told by weights that were fitted without any game of that kind.
        covered: the share of groups of games by such kinds that lie within the range that is told; 0.8 is meant.
        reliability: what was said and what came of it in the games held out; `middle` the same by scenario of all that was said
            between 0.35 and 0.75.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: str
    weights: Slug
    games: dict[Slug, int]
    positions: int
    covered: float = 0.0
    scenarios: dict[Slug, Held] = {}
    kinds: dict[Slug, Held] = {}
    reliability: tuple[Bin, ...] = ()
    middle: dict[Slug, Bin] = {}


class ScenarioChances(BaseModel):
    """What differs from scenario to scenario.

    Attributes:
        sharpness: how much all terms and the gap between the levels count.
        lean: what leans to the Central Powers however it stands.
        time: what leans to them for the share of the war that is left.
        draw: how much wider than the gap between the levels a draw is.
        usual: how often the Central Powers, nobody and the Allies won, as shares of 1.
        trust: how far the estimate goes from there to what the terms say, 0 to 1.
        spread: by how much games of other players differ from what is said, as a standard deviation of the log odds.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    sharpness: Annotated[float, Field(gt=0)]
    lean: float
    time: float
    draw: float
    usual: tuple[float, float, float]
    trust: Annotated[float, Field(ge=0, le=1)]
    spread: Annotated[float, Field(ge=0)]


class ChanceWeights(BaseModel):
    """Factors of the terms (see `chances` of the opponent), and by scenario how they count; `other` is for scenarios without games."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    vp: Annotated[float, Field(gt=0)]
    units: Annotated[float, Field(ge=0)]
    threats: Annotated[float, Field(ge=0)]
    status: float
    other: ScenarioChances
    scenarios: dict[Slug, ScenarioChances]
    made: ChancesOrigin

    def of(self, scenario: str) -> ScenarioChances:
        """How the terms count in a scenario."""
        return self.scenarios.get(scenario, self.other)


@cache
def load_chances() -> ChanceWeights:
    """Return the weights that ship; raises pydantic.ValidationError, which is a ValueError, if the file says something else."""
    raw = (resources.files("assets") / "pog" / "opponent" / "chances.toml").read_text(encoding="utf-8")
    return ChanceWeights.model_validate(tomllib.loads(raw))
