"""Scenarios: turns, forces, weather, special rules, and points. All of it is data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources.abc import Traversable
from typing import Any, Final

from engine.core.bits import mask
from engine.errors import ContentError
from engine.liege.grid import FRONTS, Grid
from engine.liege.pieces import Fort, HexUnit
from engine.liege.reading import FactRow, hex_in, rows_of, toml_of

#: Contents of a points file: what scores, when, and the final scores needed, by front width of a small unit.
EARNED: Final = (
    "fort",
    "city",
    "railway",
    "headquarters",
    "allied_step",
    "german_step",
    "saved_step",
    "camp_hex",
    "fort_left",
)
TURNS: Final = ("camp_hex_from", "camp_hex_to")
MARGINS: Final = tuple(f"{end}_{front}" for front in FRONTS for end in ("win", "draw"))


@dataclass(frozen=True, slots=True)
class UnitArrival:
    """When and where a unit arrives, and whether in firing position (3.3.1, 7.7.1)."""

    turn: int
    hex: int
    deployed: bool


@dataclass(frozen=True, slots=True)
class Worth:
    """The points for each achievement, and the scores that decide the game."""

    #: By name (`EARNED`); a step can be worth a fraction of a point.
    each: Mapping[str, Fraction]
    #: Turns at the end of which hexes of the camp score.
    turns: range
    #: The Germans win from this score on; from the other one on it is a draw.
    win: int
    draw: int


@dataclass(frozen=True, slots=True)
class LiegeScenario:
    """One scenario: its turns, units, weather and points, the front width of a small unit, and special rules (1.1.7)."""

    name: str
    first: int
    last: int
    arrivals: Mapping[int, UnitArrival]
    heat: frozenset[int]
    small_front: int
    #: By kind of shell: the number of barrages available (8.8.2).
    shells: Mapping[str, int]
    #: Turns in which it may rain (15.1.2).
    rain: frozenset[int]
    worth: Worth
    #: The city hex, and those of the railway.
    city: int
    railway: int
    #: Forts that have fallen before the scenario begins.
    fallen: int
    #: From which turn and hexes units of a nation may leave the map (7.1.8); turn 0 for never.
    leave_from: int
    leave_nation: str
    leave_hexes: int
    #: Railway hexes that the Germans control at the start (12.1.2).
    rails: int
    #: Whether lines of communications are used; without them all units have one (13.1).
    lines: bool
    #: Whether units are hidden by default (19).
    fog: bool
    #: How often building fieldworks can fail, for each side in a game turn (10.1.5).
    digs: int
    #: Game turns of night attacks: forts add nothing to defenders, and terrain does not count.
    dark: frozenset[int]
    #: Hexes whose defenders, if beaten in such a turn, let one attacker through into the city.
    breach: int


class _Raw:
    """The table of one scenario, with checked access to its values."""

    def __init__(self, file: str, raw: Mapping[str, Any], grid: Grid, forts: Sequence[Fort]) -> None:
        self.file, self.raw, self.grid = file, raw, grid
        self.fort_ids = {fort.name: number for number, fort in enumerate(forts)}

    def wrong(self, key: str, problem: str) -> ContentError:
        return ContentError(self.file, str(self.raw.get("name", "")), key, problem)

    def need(self, key: str, good: Callable[[Any], bool], meant: str) -> Any:
        value = self.raw.get(key)
        if not good(value):
            raise self.wrong(key, f"{value!r} is not {meant}")
        return value

    def text(self, key: str, meant: str) -> str:
        return str(self.need(key, lambda value: isinstance(value, str) and value != "", meant))

    def flag(self, key: str) -> bool:
        return bool(self.need(key, lambda value: isinstance(value, bool), "true or false"))

    def turns(self, key: str) -> frozenset[int]:
        return frozenset(
            self.need(
                key,
                lambda value: isinstance(value, list) and all(type(one) is int for one in value),
                "a list of turns",
            )
        )

    def names(self, key: str, known: Mapping[str, int], meant: str) -> list[int]:
        listed = self.need(key, lambda value: isinstance(value, list), f"a list of {meant}s")
        if unknown := next((one for one in listed if one not in known), None):
            raise self.wrong(key, f"{unknown!r} is no {meant} of the map")
        return [known[one] for one in listed]


def read_scenarios(
    folder: Traversable, file: str, grid: Grid, closed: int, units: Sequence[HexUnit], forts: Sequence[Fort]
) -> list[LiegeScenario]:
    """Read all scenarios of a file; raises ContentError with file, row and field."""
    raws = toml_of(folder, file).get("scenarios", [])
    found = [_scenario(folder, _Raw(file, raw, grid, forts), closed, units) for raw in raws]
    if not found:
        raise ContentError(file, None, None, "there is no scenario")
    names = [one.name for one in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ContentError(file, twice, "name", "two scenarios have this name")
    return found


def _scenario(folder: Traversable, raw: _Raw, closed: int, units: Sequence[HexUnit]) -> LiegeScenario:
    name = raw.text("name", "a name")
    first = raw.need("first", lambda value: isinstance(value, int) and value >= 1, "a game turn")
    last = raw.need("last", lambda value: isinstance(value, int) and value >= first, "a game turn from the first on")
    front = raw.need("front", lambda value: type(value) is int and value in FRONTS, "1, 3 or 6")
    ids = {unit.name: number for number, unit in enumerate(units)}
    rows = rows_of(folder, raw.text("arrivals", "a file"), "unit")
    arrivals = {
        ids[row.one_of("unit", ids)]: _arrival(row, raw.grid, closed, units[ids[row.label]], last) for row in rows
    }
    leave = raw.need(
        "leave_from", lambda value: type(value) is int and 0 <= value <= last, "a game turn, or 0 for never"
    )
    return LiegeScenario(
        name, first, last, arrivals, raw.turns("heat"), front, _shells(raw, {units[unit].shells for unit in arrivals} - {""}),
        raw.turns("rain"),
        _worth(folder, raw.text("points", "a file"), front),
        raw.names("city", raw.grid.ids, "hex")[0] if raw.raw.get("city") else -1,
        mask(raw.names("railway", raw.grid.ids, "hex")),
        mask(raw.names("fallen", raw.fort_ids, "fort")),
        leave,
        raw.text("leave_nation", "a nation") if leave else "",
        mask(raw.names("leave_hexes", raw.grid.ids, "hex")) if leave else 0,
        mask(raw.names("rails", raw.grid.ids, "hex")), raw.flag("lines"), raw.flag("fog"),
        raw.need("digs", lambda value: type(value) is int and value >= 0, "a whole number"), raw.turns("dark"),
        mask(raw.names("breach", raw.grid.ids, "hex")),
    )  # fmt: skip


def _shells(raw: _Raw, counted: set[str]) -> dict[str, int]:
    """Return the number of barrages with shells, by kind of gun; every counted kind needs a number (8.8.2)."""
    shells: dict[str, int] = raw.need(
        "shells", lambda value: isinstance(value, dict) and counted <= value.keys(), "a table with each kind of shell"
    )
    if bad := next((kind for kind, left in shells.items() if type(left) is not int or left < 0), None):
        raise raw.wrong("shells", f"{bad}: {shells[bad]!r} is no number of barrages")
    return shells


def _arrival(row: FactRow, grid: Grid, closed: int, unit: HexUnit, last: int) -> UnitArrival:
    at, turn = hex_in(row, "hex", grid), row.number("turn", 1)
    if closed >> at & 1:
        raise row.wrong("hex", f"{row.text('hex')} is closed to both sides")
    if turn > last:
        raise row.wrong("turn", f"the scenario ends with game turn {last}")
    deployed = row.one_of("in", ("", "FIP")) == "FIP"
    if deployed and unit.type != "SAR":
        raise row.wrong("in", "siege artillery alone has a firing position")
    return UnitArrival(turn, at, deployed)


def _worth(folder: Traversable, file: str, front: int) -> Worth:
    """Return the points; margins for other front widths than the scenario's can be missing."""
    rows = {row.one_of("param", (*EARNED, *TURNS, *MARGINS)): row for row in rows_of(folder, file, "param")}
    needed = (*EARNED, *TURNS, f"win_{front}", f"draw_{front}")
    if missing := next((name for name in needed if name not in rows), None):
        raise ContentError(file, missing, None, "the row is missing")
    from_, to = (rows[name].number("value") for name in TURNS)
    win, draw = (rows[f"{end}_{front}"].number("value") for end in ("win", "draw"))
    if draw > win:
        raise rows[f"draw_{front}"].wrong("value", f"{draw} is more than the {win} that win")
    each = {name: _part(rows[name]) for name in EARNED}
    return Worth(each, range(from_, to + 1) if from_ else range(0), win, draw)


def _part(row: FactRow) -> Fraction:
    """Return points that can be fractional, like 0.5."""
    written = row.text("value")
    whole, _, part = written.partition(".")
    if not (written.isascii() and whole.isdigit() and (part.isdigit() or "." not in written)):
        raise row.wrong("value", f"{written!r} is no number of points")
    return Fraction(written)


__all__ = ["EARNED", "LiegeScenario", "UnitArrival", "Worth", "read_scenarios"]
