"""The historical plans of the computer, read from ``assets/pog/opponent/plans.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.pog.content.schema import Slug

TurnNumber = Annotated[int, Field(ge=1, le=20)]


class Post(BaseModel):
    """Spaces one of which should have an army of the side, and what that is worth in VP."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    spaces: Annotated[list[Slug], Field(min_length=1)]
    worth: float


class HistoricalPlan(BaseModel):
    """One plan of one side.

    Attributes:
        name: as shown to players.
        side: the side that follows it.
        turns: the first and the last turn in which it is followed.
        wars: the scenarios in which it is followed; all if empty.
        open: the card that opens the war as its event; none if empty.
        declare: the choice if the side declares how it opens the war; none if empty.
        neutral: the power that must be neutral for it to be followed; none if empty.
        spares: nations whose spaces are neither attacked nor entered while it is followed.
        aims: what holding a space is worth in VP, in addition to its own value.
        posts: where an army should stay.
        guards: the cost in VP of leaving a space of the side empty with an enemy army next to it.
        events: what playing a card as its event is worth in VP, in addition to its immediate effect on the position.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Slug
    side: Literal["ap", "cp"]
    turns: tuple[TurnNumber, TurnNumber]
    wars: list[Slug] = Field(default_factory=list)
    open: str = ""
    declare: str = ""
    neutral: str = ""
    spares: list[Slug] = Field(default_factory=list)
    aims: dict[Slug, float] = Field(default_factory=dict)
    posts: list[Post] = Field(default_factory=list)
    guards: dict[Slug, Annotated[float, Field(gt=0)]] = Field(default_factory=dict)
    events: dict[Slug, float] = Field(default_factory=dict)


class PlansFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    plans: list[HistoricalPlan]


@cache
def load_plans() -> tuple[HistoricalPlan, ...]:
    """Return all shipped plans; raises pydantic.ValidationError (a ValueError) for an invalid file."""
    raw = (resources.files("assets") / "pog" / "opponent" / "plans.toml").read_text(encoding="utf-8")
    return tuple(PlansFile.model_validate(tomllib.loads(raw)).plans)
