"""Weights of the computer's estimate of who will win, read from ``assets/pog/opponent/chances.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.pog.content.schema import Slug


class Bin(BaseModel):
    """Validation positions with about the same estimate of the Central Powers winning.

    Attributes:
        said: the mean estimate.
        came: the share of them the Central Powers won; each game counts once, divided among its positions.
        low: with `high` the 95 % interval of `came`, for the effective number of games.
        worth: the effective number of games.
        positions: number of positions, from `games` games.
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
    """Accuracy on games used neither for fitting nor for calibration; each game counts once.

    Attributes:
        games: number of games, of all kinds of players.
        brier: mean squared error over the three results; `brier_usual` that of always giving the scenario's frequencies.
        log: mean negative logarithm of the probability given to the actual result; `log_usual` likewise.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    games: int
    brier: float
    brier_usual: float
    log: float
    log_usual: float


class ChancesOrigin(BaseModel):
    """How the weights were made, and how accurate they are on games used neither for fitting nor for calibration.

    Attributes:
        command: the command that reproduces them.
        weights: the version of the computer's weights with which its own games were played.
        games: number of games by kind of players.
        positions: number of positions used from these games.
        scenarios: accuracy on the validation games, by scenario.
        kinds: by kind of players, accuracy on its games with weights fitted without any game of that kind.
        covered: the share of groups of games by such kinds that lie within the predicted range; the target is 0.8.
        reliability: estimates against results in the validation games; `middle` the same by scenario for estimates
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
    """Parameters that differ between scenarios.

    Attributes:
        sharpness: factor of all terms and of the gap between the victory levels.
        lean: constant bias towards the Central Powers.
        time: bias towards them in proportion to the share of the war that is left.
        draw: how much wider the draw band is than the gap between the levels.
        usual: share of games won by the Central Powers, drawn, and won by the Allies.
        trust: how far the estimate moves from there to what the terms say, 0 to 1.
        spread: how much games of other players deviate from the estimate, as a standard deviation of the log odds.
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
    """Factors of the terms (see `chances` of the opponent) and parameters by scenario; `other` is for scenarios without games."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    vp: Annotated[float, Field(gt=0)]
    units: Annotated[float, Field(ge=0)]
    threats: Annotated[float, Field(ge=0)]
    status: float
    other: ScenarioChances
    scenarios: dict[Slug, ScenarioChances]
    made: ChancesOrigin

    def of(self, scenario: str) -> ScenarioChances:
        """Return the parameters of a scenario."""
        return self.scenarios.get(scenario, self.other)


@cache
def load_chances() -> ChanceWeights:
    """Return the shipped weights; raises pydantic.ValidationError (a ValueError) for an invalid file."""
    raw = (resources.files("assets") / "pog" / "opponent" / "chances.toml").read_text(encoding="utf-8")
    return ChanceWeights.model_validate(tomllib.loads(raw))
