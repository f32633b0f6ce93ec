"""What the staff's estimate of a war's result weighs, read from ``assets/pog/opponent/chances.toml``."""

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
        positions: how many, from how many `games`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    said: float
    came: float
    low: float
    high: float
    positions: int
    games: int


class Made(BaseModel):
    """How the weights were made, and how well they tell games that served neither to fit them nor to put them right.

    Attributes:
        command: what makes them again.
        weights: the version of the staff's weights that the games were played with.
        games: by scenario, how many games.
        positions: how many positions of these were looked at.
        brier: mean squared error over the three results in the games held out, a game counting once; `brier_unright` the same before the
            weights were put right, `brier_before` that of always saying how often each result came.
        brier_in_turn: the mean of `brier` if each third is held out in turn.
        reliability: what was said and what came of it in the games held out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: str
    weights: Slug
    games: dict[Slug, int]
    positions: int
    brier: float
    brier_unright: float
    brier_before: float
    brier_in_turn: float
    reliability: tuple[Bin, ...] = ()


class Scenario(BaseModel):
    """What differs from scenario to scenario.

    Attributes:
        sharpness: how much all terms and the gap between the levels count.
        lean: what leans to the Central Powers however it stands.
        time: what leans to them for the share of the war that is left.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    sharpness: Annotated[float, Field(gt=0)]
    lean: float
    time: float


class Weights(BaseModel):
    """Factors of the terms (see `chances` of the opponent), and by scenario how they count.

    `draw` is how much wider than the gap between the levels a draw is; `other` is for scenarios without games.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    vp: Annotated[float, Field(gt=0)]
    units: Annotated[float, Field(ge=0)]
    threats: Annotated[float, Field(ge=0)]
    status: float
    draw: float
    other: Scenario
    scenarios: dict[Slug, Scenario]
    made: Made

    def of(self, scenario: str) -> Scenario:
        """How the terms count in a scenario."""
        return self.scenarios.get(scenario, self.other)


@cache
def load_chances() -> Weights:
    """The weights that ship; raises pydantic.ValidationError, which is a ValueError, if the file says something else."""
    raw = (resources.files("assets") / "pog" / "opponent" / "chances.toml").read_text(encoding="utf-8")
    return Weights.model_validate(tomllib.loads(raw))
