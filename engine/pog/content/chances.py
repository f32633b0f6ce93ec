"""What the staff's estimate of a war's result weighs, read from ``assets/pog/opponent/chances.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.pog.content.schema import Slug


class Made(BaseModel):
    """How the weights were made, and how well they tell games that they were not fitted on.

    Attributes:
        command: what makes them again.
        games: by scenario, how many games.
        positions: how many positions of these were looked at.
        brier: mean squared error over the three results in the games held out; `brier_before` that of always saying
            how often each result came.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: str
    games: dict[Slug, int]
    positions: int
    brier: float
    brier_before: float


class Weights(BaseModel):
    """Factors of the terms (see `chances` of the opponent); `time` is by scenario, 0 where none is given."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    vp: Annotated[float, Field(gt=0)]
    units: Annotated[float, Field(ge=0)]
    threats: Annotated[float, Field(ge=0)]
    status: float
    draw: float
    time: dict[Slug, float] = Field(default_factory=dict)
    made: Made

    def factors(self, scenario: str) -> tuple[float, float, float, float, float]:
        """In the order of the terms."""
        return self.vp, self.units, self.threats, self.status, self.time.get(scenario, 0.0)


@cache
def load_chances() -> Weights:
    """The weights that ship; raises pydantic.ValidationError, which is a ValueError, if the file says something else."""
    raw = (resources.files("assets") / "pog" / "opponent" / "chances.toml").read_text(encoding="utf-8")
    return Weights.model_validate(tomllib.loads(raw))
