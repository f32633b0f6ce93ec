"""Schema of ``nations.toml``: where units of single nations may be, and what it costs; pydantic models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.pog.content.schema import File, Pool, Row, Side, Slug, Small, SpaceNation, Text, UnitNation

#: What a closing forbids, see the head of ``nations.toml``.
Closes = Literal["stop", "advance", "pursuit", "enter", "attack", "leave", "trace", "sea", "sr"]
MapName = Literal["europe", "near_east", "both"]


class GroundRow(Row):
    """Spaces: nations, maps and named spaces, minus exceptions; all others if `outside`."""

    name: Slug
    rule: Text
    lands: list[SpaceNation] = Field(default_factory=list)
    maps: list[MapName] = Field(default_factory=list)
    spaces: list[Slug] = Field(default_factory=list)
    but: list[Slug] = Field(default_factory=list)
    but_lands: list[SpaceNation] = Field(default_factory=list)
    outside: bool = False


class UnitsRow(GroundRow):
    """A rule on some units: of nations, of a side except some nations, or named; all, or only armies or corps."""

    nations: list[UnitNation] = Field(default_factory=list)
    side: Side | None = None
    but_nations: list[UnitNation] = Field(default_factory=list)
    units: list[Slug] = Field(default_factory=list)
    size: Literal["army", "corps"] | None = None


class LimitedRow(UnitsRow):
    """A rule on ground for units, under conditions."""

    when: list[Text] = Field(default_factory=list)
    through: bool = False


class ClosingRow(LimitedRow):
    """Ground that is closed to units."""

    closes: Annotated[list[Closes], Field(min_length=1)]
    alone: list[UnitNation] = Field(default_factory=list)
    uncontrolled: bool = False
    relief: bool = False
    but_quota: Slug | None = None
    but_room: bool = False


class QuotaRow(LimitedRow):
    """Ground on which only a limited number of the units may be."""

    at_most: Small
    count: Literal["standing", "start", "round"]


class ApartRow(Row):
    """Nations that may not stack together, unless a third is there."""

    name: Slug
    rule: Text
    nations: Annotated[list[UnitNation], Field(min_length=1)]
    others: Annotated[list[UnitNation], Field(min_length=1)]
    unless: list[UnitNation] = Field(default_factory=list)


class SurchargeRow(UnitsRow):
    """Additional OPS for a space that holds such units."""

    ops: Small


class PointsRow(GroundRow):
    """Half points of a pool that can be spent in a turn on units there."""

    pool: Pool
    half_points: Small


class NationsFile(File):
    """``nations.toml``."""

    closings: list[ClosingRow]
    quotas: list[QuotaRow]
    apart: list[ApartRow]
    surcharges: list[SurchargeRow]
    points: list[PointsRow]
