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
    """Spaces of which one should have an army of the side, and what that is worth in VP."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    spaces: Annotated[list[Slug], Field(min_length=1)]
    worth: float


class HistoricalPlan(BaseModel):
    """One plan of one side.

    Attributes:
        name: as it is told.
        side: who follows it.
        turns: the first and the last turn in which it is followed.
        wars: the scenarios in which it is followed; all if empty.
        open: the card that opens the war as its event; none if empty.
        declare: what is declared where the side says which war it opens; nothing if empty.
        neutral: the power that must be neutral for it to be followed; none if empty.
        spares: nations whose ground is neither attacked nor entered, as long as it is followed.
        aims: what holding a space is worth in VP, beside its own worth.
        posts: where an army is to stay.
        guards: what it costs in VP to leave a space of the side empty while an enemy army stands beside it.
        events: what playing a card as its event is worth in VP, beside what the position shows at once.
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
    """All plans that ship; raises pydantic.ValidationError, which is a ValueError, if the file says something else."""
    raw = (resources.files("assets") / "pog" / "opponent" / "plans.toml").read_text(encoding="utf-8")
    return tuple(PlansFile.model_validate(tomllib.loads(raw)).plans)
