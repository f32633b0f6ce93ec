"""Facts about lines of communications: railways and their ends, headquarters, and the figures of supply and weather."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Final

from engine.core.bits import mask
from engine.liege.grid import NOWHERE, Grid
from engine.liege.pieces import HexUnit
from engine.liege.railways import RailNetwork
from engine.liege.reading import FactRow, figures_of, hex_in, rows_of

#: Figures of lines and weather (12.1.3, 12.1.6, 13.1.4, 13.1.5, 13.1.9, 13.2.1, 15.1).
FIGURES: Final = (
    "line", "long_line", "camp_range", "camp_steps", "control_steps", "cutting_arf", "reduced_to", "heat_points", "rain_from",
    "rain_points",
)  # fmt: skip
#: Steps that can board or leave a train, by place (12.2.1).
ENTRAINING: Final = (
    "low_dead_end", "low_dead_end_in_town", "high_dead_end", "rough", "open", "small_town", "normal_town", "large_town",
)  # fmt: skip
#: Kinds of corps.
KINDS: Final = ("army", "cavalry")


@dataclass(frozen=True, slots=True)
class Headquarters:
    """Command range of a headquarters in hexes: in general, and for divisions of a German corps (2.5.20, 13.1.1, 13.2.1)."""

    reach: int
    reduced: int


@dataclass(frozen=True, slots=True)
class LineFacts:
    """High-capacity railways, headquarters and figures."""

    #: Hexes with a railway, and the tracks between them.
    rails: int
    network: RailNetwork
    #: By side: hexes where its own network enters the map, with the points from there to the railway (12.1.5).
    ends: Mapping[int, tuple[tuple[int, int], ...]]
    headquarters: Mapping[int, Headquarters]
    #: Units of a cavalry corps, which need no headquarters (13.1.2).
    free: frozenset[int]
    #: Divisions of an army corps, for which German headquarters have a shorter range (13.2.1).
    divisions: frozenset[int]
    #: The corps of a unit that is not autonomous (2.5.7).
    corps: Mapping[int, str]
    figures: Mapping[str, int]
    entraining: Mapping[str, int]


def read_lines(folder: Traversable, rules: Traversable, grid: Grid, units: Sequence[HexUnit]) -> LineFacts:
    """Read all facts; raises ContentError with file, row and field."""
    tracks = dict.fromkeys((_track(row, grid) for row in rows_of(folder, "railway.csv", "track")), "high")
    rails = mask(grid.ids[name] for track in tracks for name in track)
    ids = {unit.name: number for number, unit in enumerate(units)}
    commands = {ids[row.one_of("unit", ids)]: row for row in rows_of(folder, "commands.csv", "unit")}
    headquarters = {unit: _headquarters(row, units[unit]) for unit, row in commands.items() if units[unit].type == "HQ"}
    if bare := [unit for unit in units if unit.type == "HQ" and ids[unit.name] not in headquarters]:
        raise FactRow("commands.csv", bare[0].name, {}).wrong("unit", "the headquarters has no row")
    kinds = {unit: row.one_of("kind", KINDS) for unit, row in commands.items() if unit not in headquarters}
    return LineFacts(
        rails, RailNetwork(tracks), _ends(folder, grid), headquarters,
        frozenset(unit for unit, kind in kinds.items() if kind == "cavalry"),
        frozenset(unit for unit, kind in kinds.items() if kind == "army"),
        {unit: commands[unit].text("corps") for unit in kinds},
        figures_of(rules, "tables/lines.csv", FIGURES), figures_of(rules, "tables/entraining.csv", ENTRAINING),
    )  # fmt: skip


def _track(row: FactRow, grid: Grid) -> tuple[str, str]:
    one, _, other = row.label.partition("|")
    a, b = grid.ids.get(one, NOWHERE), grid.ids.get(other, NOWHERE)
    if a == NOWHERE or grid.side_toward(a, b) == NOWHERE:
        raise row.wrong("track", "a track joins two hexes of the map next to each other, like S36|T36")
    return one, other


def _ends(folder: Traversable, grid: Grid) -> dict[int, tuple[tuple[int, int], ...]]:
    found: dict[int, tuple[tuple[int, int], ...]] = {0: (), 1: ()}
    for row in rows_of(folder, "railway_ends.csv", "hex"):
        side = ("ge", "be").index(row.one_of("side", ("ge", "be")))
        found[side] += ((hex_in(row, "hex", grid), row.number("points")),)
    return found


def _headquarters(row: FactRow, own: HexUnit) -> Headquarters:
    if row.text("corps") or row.text("kind"):
        raise row.wrong("corps", f"{own.name} is a headquarters and of no corps")
    found = Headquarters(row.number("range", 1), row.number_or("reduced", row.number("range")))
    if found.reduced > found.reach:
        raise row.wrong("reduced", f"{found.reduced} is more than the range of {found.reach}")
    return found


__all__ = ["FIGURES", "Headquarters", "LineFacts", "read_lines"]
