"""Facts about combat and works: modifiers, terrain, cover of works, and unit markings that matter only in combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from engine.core.bits import mask
from engine.errors import ContentError
from engine.liege.grid import Grid
from engine.liege.reading import FactRow, rows_of

#: Sides by the name used in the files.
SIDES_OF: Final = {"ge": 0, "be": 1}
#: Every figure that the rules look up by name; the file has exactly these.
FIGURES: Final = frozenset({
    "hexes_2", "hexes_3", "hexes_4", "hexes_5", "flank", "rear", "uniform", "corps", "cavalry_attacks", "cavalry_defends",
    "limited_attacks", "limited_defends", "out_attacks", "out_defends", "rain",
    "red", "pioneers", "guns_5", "guns_12", "siege_guns",
    "zone_0", "zone_1", "zone_5", "zone_12", "zone_cavalry", "dig_fired", "dig_german", "dig_allied", "dig_idle",
})  # fmt: skip


class Work(IntEnum):
    """Works by strength; each can be one level lower (11.6.5, 11.6.11). An old fortification is not one of these levels."""

    NONE = 0
    FIELDWORKS = 1
    REGULAR = 2
    STRENGTHENED = 3
    OLD = 4


class Cover(NamedTuple):
    """What works give the units in them: CBF in tenths, the enemy's ARF in hundredths, a barrage modifier, a limit in steps."""

    work: Work
    cbf: int
    arf: int
    barrage: int
    #: Number of steps they hold; 0 for any number.
    steps: int


class CombatGround(NamedTuple):
    """Combat terrain: the number of steps that may attack out of a hex, and the modifier (9.4.4)."""

    steps: int
    modifier: int


@dataclass(frozen=True)
class CombatFacts:
    """All figures of combat, works and tests other than unit ratings."""

    figures: Mapping[str, int]
    #: By the terrain of defender and attacker.
    terrain: Mapping[tuple[str, str], CombatGround]
    #: By work and side.
    covers: Mapping[tuple[Work, int], Cover]
    #: By hex: the printed works, and the turn from which they are operational; None for never (11.6.5, 11.6.6).
    printed: Mapping[int, tuple[Work, int | None]]
    #: By hex with printed works: the sides they cover.
    outer: Mapping[int, int]
    #: Hexes with an old fortification (11.7.1).
    old: int
    #: Units with a red ARF (2.5.11), and with conspicuous uniforms (2.5.18).
    red: frozenset[int]
    uniform: frozenset[int]


def read_combat(
    folder: Traversable, rules: Traversable, grid: Grid, terrains: Sequence[str], camp: int, ids: Mapping[str, int]
) -> CombatFacts:
    """Read the files of a map and the tables of the rules folder; raises ContentError with file, row and field."""
    marks = list(rows_of(folder, "marks.csv", "unit"))
    unit = {row.label: ids[row.one_of("unit", ids)] for row in marks}
    works = list(rows_of(folder, "works.csv", "hex"))
    hexes = {row.label: grid.ids[row.one_of("hex", grid.ids)] for row in works}
    return CombatFacts(
        figures=_figures(rules),
        terrain=_terrain(rules, terrains),
        covers=_covers(rules),
        printed={hexes[row.label]: _printed(row) for row in works},
        outer={hex_: mask(side for side, to in enumerate(grid.beyond[hex_]) if to < 0 or not camp >> to & 1) for hex_ in hexes.values()},
        old=mask(hexes[row.label] for row in works if row.flag("old")),
        red=frozenset(unit[row.label] for row in marks if row.flag("red")),
        uniform=frozenset(unit[row.label] for row in marks if row.flag("uniform")),
    )  # fmt: skip


def _figures(folder: Traversable) -> Mapping[str, int]:
    file = "tables/figures.csv"
    found = {row.one_of("figure", FIGURES): row.signed("value") for row in rows_of(folder, file, "figure")}
    if missing := sorted(FIGURES - found.keys()):
        raise ContentError(file, missing[0], None, "the figure is missing")
    return found


def _terrain(folder: Traversable, terrains: Sequence[str]) -> Mapping[tuple[str, str], CombatGround]:
    file = "tables/combat_terrain.csv"
    found = {
        (row.one_of("defender", terrains), row.one_of("attacker", terrains)): CombatGround(
            row.number("steps", 1), row.signed("modifier")
        )
        for row in rows_of(folder, file, "terrain")
    }
    if missing := [f"{one} from {other}" for one in terrains for other in terrains if (one, other) not in found]:
        raise ContentError(file, missing[0], None, "the pair of terrains is missing")
    return found


def _covers(folder: Traversable) -> Mapping[tuple[Work, int], Cover]:
    file = "tables/works.csv"
    kinds = {work.name.lower(): work for work in Work if work}
    found = {}
    for row in rows_of(folder, file, "works"):
        work, side = kinds[row.one_of("work", kinds)], SIDES_OF[row.one_of("side", SIDES_OF)]
        found[work, side] = Cover(
            work, row.number("cbf", 10), row.number("arf"), row.number("barrage"), row.number_or("steps", 0)
        )
    if missing := [f"{name} of {side}" for name, work in kinds.items() for side, at in SIDES_OF.items() if (work, at) not in found]:  # fmt: skip
        raise ContentError(file, missing[0], None, "the works are missing")
    return found


def _printed(row: FactRow) -> tuple[Work, int | None]:
    work = Work[row.one_of("printed", ("regular", "strengthened")).upper()]
    return work, row.number("operational", 1) if row.text("operational") else None


__all__ = ["FIGURES", "CombatFacts", "CombatGround", "Cover", "Work", "read_combat"]
