"""Facts of the game: hexes, hexsides, units, forts and scenarios, read from `assets/liege` and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from engine.core.bits import mask
from engine.liege.combat_facts import CombatFacts, read_combat
from engine.liege.figures import Figures, read_figures
from engine.liege.grid import FRONTS, NOWHERE, Grid, grid_of
from engine.liege.line_facts import LineFacts, read_lines
from engine.liege.pieces import ALLIED, DRIVES, FOOT, GERMAN, NATIONS, RANKS, TYPES, Fort, HexUnit
from engine.liege.reading import FactRow, hex_in, rows_of
from engine.liege.recon_facts import ReconFacts, read_recon
from engine.liege.scenarios import LiegeScenario, UnitArrival, Worth, read_scenarios
from engine.liege.table_files import CLASSES, read_tables
from engine.liege.tables import ResultTables
from engine.liege.terrain import Edge, Terrain

#: Which units project a zone of control across a hexside: all, or those of ARF 6 or more (6.1.3).
ZONES: Final = ("all", "heavy")
#: Value for no limit on the steps that may cross a hexside.
NO_LIMIT: Final = 1_000
#: Maps: the folder below `assets/liege`, and the suffix of its unit and scenario files.
MAPS: Final[Mapping[str, tuple[str, str]]] = {
    "": ("", ""), "maubeuge": ("maubeuge", ""), "lesson": ("maubeuge", "_lesson"),
}  # fmt: skip


@dataclass(frozen=True)
class LiegeFacts:
    """All facts; hexes, units and forts are numbers. Crossings number the hexsides that have terrain."""

    grid: Grid
    terrain: tuple[Terrain, ...]
    closed: int
    camp: int
    crossings: tuple[Edge, ...]
    #: By hex and side: the crossing, or NOWHERE in open terrain.
    crossing: tuple[tuple[int, ...], ...]
    #: By hex and side: the cost of the step, or NOWHERE off the map and into closed hexes.
    price: tuple[tuple[int, ...], ...]
    #: By width, heavy, hex and facing: the set of hexes in the zone of control (6.1.2, 6.1.3).
    zones: Mapping[int, tuple[tuple[tuple[int, ...], ...], ...]]
    units: tuple[HexUnit, ...]
    unit_ids: Mapping[str, int]
    forts: tuple[Fort, ...]
    #: Points for a gun to enter and leave its firing position, by its drive (7.9, 12.5.1).
    firing_position: Mapping[str, tuple[int, int]]
    scenarios: Mapping[str, LiegeScenario]
    tables: ResultTables
    #: Railways, headquarters and the figures of supply and weather.
    lines: LineFacts
    recon: ReconFacts
    figures: Figures
    #: Figures of combat and works.
    combat: CombatFacts
    #: Kinds of shells that are counted, in order of the guns (2.5.17).
    shells: tuple[str, ...]

    @cached_property
    def camp_forts(self) -> int:
        """The set of forts of the camp (11.6.4)."""
        return mask(number for number, fort in enumerate(self.forts) if self.camp >> fort.hex & 1)

    def hex_of(self, name: str) -> int:
        """Return a hex by name; raises KeyError for one not on the map."""
        return self.grid.ids[name]


def facts(place: str = "") -> LiegeFacts:
    """Return the shipped facts of a map: of Liège, or of another one by its name (`MAPS`)."""
    return _shipped(place)


@cache
def _shipped(place: str) -> LiegeFacts:
    shipped = resources.files("assets") / "liege"
    folder, part = MAPS[place]
    return load(shipped / folder if folder else shipped, shipped, part)


def facts_of(scenario: str) -> LiegeFacts:
    """Return the shipped facts of a scenario; raises KeyError for an unknown name."""
    for place in MAPS:
        if scenario in facts(place).scenarios:
            return facts(place)
    raise KeyError(scenario)


def load(folder: Traversable, shared: Traversable | None = None, part: str = "") -> LiegeFacts:
    """Read and check all fact files of a folder; raises ContentError with file, row and field.

    `shared` is the folder with the tables, if another one; `part` is the suffix of the unit and scenario files,
    so that a map can be played with other units.
    """
    rules = shared if shared is not None else folder
    terrains = {row.text("terrain"): _terrain(row) for row in rows_of(rules, "tables/hex_terrain.csv", "terrain")}
    edges = {row.text("kind"): _edge(row) for row in rows_of(rules, "tables/hexside_terrain.csv", "kind")}
    hexes = list(rows_of(folder, "hexes.csv", "hex"))
    grid = _grid(hexes)
    terrain = tuple(terrains[row.one_of("terrain", terrains)] for row in hexes)
    closed = mask(hex_ for hex_, row in enumerate(hexes) if row.flag("closed"))
    camp = mask(hex_ for hex_, row in enumerate(hexes) if row.flag("camp"))
    crossings, crossing = _crossings(grid, list(rows_of(folder, "hexsides.csv", "hexside")), edges)
    units = tuple(_unit(row) for row in rows_of(folder, f"units{part}.csv", "unit"))
    ids = {unit.name: number for number, unit in enumerate(units)}
    forts = tuple(_fort(row, grid, camp) for row in rows_of(folder, "forts.csv", "fort"))
    if bare := [hex_ for hex_ in range(len(hexes)) if camp >> hex_ & 1 and all(fort.hex != hex_ for fort in forts)]:
        raise hexes[bare[0]].wrong("camp", "a hex of the camp has a fort")
    return LiegeFacts(
        grid, terrain, closed, camp, crossings, crossing,
        _prices(grid, terrain, closed),
        _zones(grid, crossings, crossing), units, ids, forts,
        {row.one_of("drive", DRIVES[1:]): (row.number("deploy"), row.number("leave"))
         for row in rows_of(rules, "tables/drives.csv", "drive")},
        {one.name: one for one in read_scenarios(folder, f"scenarios{part}.toml", grid, closed, units, forts)}, read_tables(rules),
        read_lines(folder, rules, grid, units), read_recon(folder, rules, terrain, ids), read_figures(rules),
        read_combat(folder, rules, grid, list(terrains), camp, ids),
        tuple(dict.fromkeys(unit.shells for unit in units if unit.shells)),
    )  # fmt: skip


def _grid(hexes: list[FactRow]) -> Grid:
    for row in hexes:
        try:
            grid_of([row.label])
        except ValueError as problem:
            raise row.wrong("hex", str(problem)) from problem
    return grid_of(row.label for row in hexes)


def _terrain(row: FactRow) -> Terrain:
    return Terrain(
        row.label,
        row.number("stack", 1),
        row.number("price", 1),
        row.number("abu"),
        row.number("abf"),
        row.signed("assault"),
    )


def _edge(row: FactRow) -> Edge:
    return Edge(
        row.label,
        row.number_or("transit", NO_LIMIT),
        row.one_of("zone", ZONES),
        row.signed("assault"),
        row.number("combat"),
    )


def _crossings(
    grid: Grid, rows: list[FactRow], edges: Mapping[str, Edge]
) -> tuple[tuple[Edge, ...], tuple[tuple[int, ...], ...]]:
    """Number the hexsides that have terrain, each for both of its hexes."""
    found = [[NOWHERE] * 6 for _ in grid.names]
    for number, row in enumerate(rows):
        one, _, other = row.label.partition("|")
        a, b = grid.ids.get(one, NOWHERE), grid.ids.get(other, NOWHERE)
        side = grid.side_toward(a, b) if a != NOWHERE else NOWHERE
        if side == NOWHERE:
            raise row.wrong("hexside", "a hexside is two hexes of the map next to each other, like V35|V36")
        if found[a][side] != NOWHERE:
            raise row.wrong("hexside", "the same hexside is there twice")
        found[a][side] = found[b][(side + 3) % 6] = number
    return tuple(edges[row.one_of("kind", edges)] for row in rows), tuple(map(tuple, found))


def _unit(row: FactRow) -> HexUnit:
    type_, steps = row.one_of("type", TYPES), row.number("steps", 1)
    most = {"INF": 5, "CAV": 3}.get(type_, 1)
    if steps > most:
        raise row.wrong("steps", f"{type_} has at most {most} (2.4.3 to 2.4.5)")
    rank = row.one_of("rank", RANKS if type_ in ("INF", "CAV") else ("",))
    unit = HexUnit(
        row.label, row.text("title"), row.one_of("side", NATIONS), type_, rank, steps, row.numbers("cab"), row.numbers("cbf"),
        row.numbers("arf"), row.number("aff"), row.numbers("mf"), row.one_of("drive", DRIVES),
        row.one_of("mark", ("", "fortress")) == "fortress", row.text("shells"),
    )  # fmt: skip
    for field, ratings in (("cab", unit.cab), ("cbf", unit.cbf), ("arf", unit.arf), ("mf", unit.mf)):
        if len(ratings) != steps:
            raise row.wrong(field, f"{len(ratings)} ratings for {steps} steps: one for each attrition level")
        if list(ratings) != sorted(ratings, reverse=True):
            raise row.wrong(field, "a rating rises with losses")
    return unit


def _fort(row: FactRow, grid: Grid, camp: int) -> Fort:
    at = hex_in(row, "hex", grid)
    if not camp >> at & 1:
        raise row.wrong("hex", f"{row.text('hex')} is no hex of the camp")
    kind = row.one_of("class", CLASSES)
    return Fort(row.label, row.text("title"), at, kind, row.number("cab", 1), row.number("cbf"), row.number("arf"))


def _prices(grid: Grid, terrain: tuple[Terrain, ...], closed: int) -> tuple[tuple[int, ...], ...]:
    """Return the cost of each step (7.1.7); NOWHERE off the map and into closed hexes."""
    return tuple(
        tuple(NOWHERE if to == NOWHERE or closed >> to & 1 else terrain[to].price for to in row) for row in grid.beyond
    )


def _zones(
    grid: Grid, crossings: tuple[Edge, ...], crossing: tuple[tuple[int, ...], ...]
) -> Mapping[int, tuple[tuple[tuple[int, ...], ...], ...]]:
    """Return the zones of every front (6.1.2, 6.1.3)."""

    def across(hex_: int, side: int, heavy: bool) -> bool:
        edge = crossing[hex_][side]
        return edge == NOWHERE or heavy or crossings[edge].zone == "all"

    def zone(width: int, heavy: bool, hex_: int, facing: int) -> int:
        sides = (side for side in grid.front(hex_, facing, width) if across(hex_, side, heavy))
        return mask(to for side in sides if (to := grid.beyond[hex_][side]) != NOWHERE)

    return {
        width: tuple(
            tuple(tuple(zone(width, heavy, hex_, facing) for facing in range(6)) for hex_ in range(len(grid.names)))
            for heavy in (False, True)
        )
        for width in FRONTS
    }


__all__ = [
    "ALLIED",
    "DRIVES",
    "FOOT",
    "GERMAN",
    "MAPS",
    "NATIONS",
    "RANKS",
    "TYPES",
    "Edge",
    "Fort",
    "HexUnit",
    "LiegeFacts",
    "LiegeScenario",
    "Terrain",
    "UnitArrival",
    "Worth",
    "facts",
    "facts_of",
    "load",
]  # fmt: skip
