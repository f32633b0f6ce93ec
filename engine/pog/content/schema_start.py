"""Schema of ``assets/pog/starts``: a war that begins later than August 1914."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.pog.content.schema import Deck, File, Pool, Row, Slug, UnitNation

TurnNumber = Annotated[int, Field(ge=1, le=20)]
#: A unit, with a minus sign after its name if reduced.
Counter = Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*-?$")]
TrenchLevel = Annotated[int, Field(ge=1, le=2)]


class SideNumbers(Row):
    """A number for each side."""

    ap: Annotated[int, Field(ge=0, le=30)]
    cp: Annotated[int, Field(ge=0, le=30)]


class SideLevels(Row):
    """The commitment level of each side."""

    ap: Deck
    cp: Deck


class SideNames(Row):
    """Names of spaces or cards for each side."""

    ap: list[Slug] = Field(default_factory=list)
    cp: list[Slug] = Field(default_factory=list)


class SideTrenches(Row):
    """Trench levels by space for each side."""

    ap: dict[Slug, TrenchLevel] = Field(default_factory=dict)
    cp: dict[Slug, TrenchLevel] = Field(default_factory=dict)


class StartFile(File):
    """One start; see the head of the file."""

    turn: TurnNumber
    phase: Literal["replacements"]
    vp: Annotated[int, Field(ge=1, le=19)]
    us_entry: Slug
    russian_capitulation: Slug
    greece_limited: bool = False
    beachhead: Slug | None = None
    destroyed_forts: list[Slug] = Field(default_factory=list)
    war_status: SideNumbers
    commitment: SideLevels
    at_war: dict[UnitNation, TurnNumber]
    rp: dict[Pool, Annotated[int, Field(ge=1, le=20)]]
    control: SideNames
    trenches: SideTrenches
    scored: dict[Slug, list[TurnNumber]]
    events: dict[Slug, TurnNumber]
    removed: SideNames
    discard: SideNames = Field(default_factory=SideNames)
    units: dict[Slug, list[Counter]]
