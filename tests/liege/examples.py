"""Replays the worked examples of the rulebook: `python -m tests.acceptance liege`.

`examples.toml` contains them in our words. An example whose rules are not all implemented is listed by name with what is
missing; it counts as agreeing only if all of it is played. The printed result table values are looked up in any case.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.liege.facts import HexUnit, facts
from engine.liege.grid import SIDES
from engine.liege.move import begin, cannot_enter, entries, step
from engine.liege.stack import limit_of, stacked, too_many
from engine.liege.state import LiegeState
from engine.liege.tables import Table, half
from tests.acceptance import Report
from tests.liege import examples_barrage, examples_own_phases, examples_railways
from tests.liege.examples_combat import COMBAT
from tests.liege.support import position, same, unit

EXAMPLES: Final = Path(__file__).parent / "examples.toml"
#: Pairs of attacker's and defender's results printed in the legend of the combat table (9.3.2).
LEGEND: Final = (("O-4", "O-4"), ("O+6", "BO0"), ("O+8", "BBO-4"))
#: By number: the missing rules because of which an example can't be played.
MISSING: Final[dict[int, str]] = {}


@cache
def examples() -> dict[int, dict[str, Any]]:
    """Return the examples by number."""
    return {row["number"]: row for row in tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))["example"]}


def values_of(example: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return the result-table values printed in an example: where each is, the book's value and ours."""
    found: list[tuple[str, str, str]] = []
    for at, row in enumerate(example.get("lookup", ())):
        where = f"example {example['number']}, table value {at + 1}"
        if row["table"] == "crt":
            found += [
                (f"{where}, {whose}", row[whose], _combat(example, row, whose)) for whose in ("attacker", "defender")
            ]
        elif row["table"] != "none":
            found.append((where, row["result"], _barrage(row)))
    for row in example.get("target", ()):
        found.append((f"example {example['number']}, {row['unit']}", row["result"], _barrage_on(example, row)))
    return [(where, printed, ours) for where, printed, ours in found if printed != "?"]


def _barrage(row: Mapping[str, Any]) -> str:
    """Return our value for a barrage; its column, shifts, halved die and modifiers must match the book too."""
    tables = facts().tables
    table = tables.units if row["table"] == "abu" else tables.forts[row["table"].removeprefix("abf_")]
    before = row.get("column_before", row["column"])
    column = table.column(row.get("aff", before))
    if column is None or table.columns[column][0] != before:
        return f"column {None if column is None else table.columns[column][0]}"
    column += row.get("shift", 0)
    if table.columns[column][0] != row["column"]:
        return f"column {table.columns[column][0]}"
    return _read(table, column, row)


def _barrage_on(example: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    table = facts().tables.units
    column = table.column(example["sum"])
    assert column is not None
    return _read(table, column, {**row, "die": example["die"]})


def _read(table: Table, column: int, row: Mapping[str, Any]) -> str:
    if "die" in row:
        reached = half(row["die"]) + sum(one["value"] for one in row.get("modifiers", ()))
        if reached != row["row"]:
            return f"row {reached}"
    return str(table.read(column, row["row"]))


def _combat(example: Mapping[str, Any], row: Mapping[str, Any], whose: str) -> str:
    tables = facts().tables
    table = tables.attacker if whose == "attacker" else tables.defender
    odds = example["odds"]
    column = table.column(odds["attack"], odds["defence"])
    assert column is not None
    die = row["die"] + example.get("modifier_sum", 0)
    if die != row.get("row_before", row["row"]):
        return f"row {die}"
    return str(table.read(column, die))


def legend() -> list[tuple[str, str, str]]:
    """Return the pairs of the legend, each value looked up in a cell pair of the combat table."""
    tables = facts().tables
    pairs = [
        (str(one), str(other))
        for a, d in zip(tables.attacker.cells, tables.defender.cells, strict=True)
        for one, other in zip(a, d, strict=True)
    ]
    found: list[tuple[str, str, str]] = []
    for attacker, defender in LEGEND:
        there = (attacker, defender) if (attacker, defender) in pairs else ("not in the table", "not in the table")
        found += [
            (f"legend {attacker}/{defender}", attacker, there[0]),
            (f"legend {attacker}/{defender}", defender, there[1]),
        ]
    return found


def french(*names: tuple[str, int, int]) -> LiegeState:
    """Return a position with French units, which no scenario has: their names, full steps and attrition levels, all in hex S33."""
    shipped = facts()
    pattern = shipped.units[unit("ge_13_id")]
    units = tuple(_unit(pattern, name, steps) for name, steps, _ in names)
    state = position({})
    state.facts = replace(shipped, units=units)
    state.at, state.facing, state.marks = [shipped.hex_of("S33")] * len(units), [0] * len(units), [0] * len(units)
    state.level = [level for _, _, level in names]
    return state


def _unit(pattern: HexUnit, name: str, steps: int) -> HexUnit:
    same = (10,) * steps
    return replace(pattern, name=name, title=name, nation="fr", steps=steps, cab=same, cbf=same, arf=same, mf=same)


def total_steps(example: Mapping[str, Any]) -> list[str]:
    """Play example 2: three steps left of the 1st division, and four of the 71st."""
    found = french(("1 DI", 4, 1), ("71 DR", 4, 0)).total_steps(0, 1)
    return same("total steps", example["result"]["total_steps"], found)


def stacking(example: Mapping[str, Any]) -> list[str]:
    """Play example 3: three units in a rough hex, the last of which joins the other two."""
    state = french(("1 DI", 4, 0), ("51 DR", 4, 1), ("8 Bde", 2, 0))
    rough = state.facts.hex_of("S33")
    wanted = example["result"]
    found = same("steps", wanted["total_steps"], stacked(state, rough)) + same(
        "limit", wanted["limit"], limit_of(state, rough)
    )
    state.place(2, state.facts.hex_of("S34"), 0)
    return found + same("allowed", wanted["allowed"], too_many(state, 2, rough) is None)


def leaving_a_zone(example: Mapping[str, Any]) -> list[str]:
    """Play example 6, with Belgians for the French: A, surrounded by three Germans, goes to B, which C observes, and on to D.

    Hexes, types and facings are lost, so they are ours: A in V34, B in V33, D in V32; C, in W32, holds V33 alone.
    """
    del example
    state = position(
        {"be_9_11_bm": "V34 n", "be_12_14_bm": "V33 n", "ge_13_id": "V35 s", "ge_27_ib": "U33 nw", "ge_14_ib": "W33 ne", "ge_11_ib": "W32 ne"},
        side="be",
    )  # fmt: skip
    a, b, d = unit("be_9_11_bm"), state.facts.hex_of("V33"), state.facts.hex_of("V32")
    start = begin(state, a)
    found = same("A to B", None, cannot_enter(state, start, b, force=False))
    found += same("the ways out of A's hex", [b], entries(state, start, force=False))
    found += same("A to B to D", None, cannot_enter(state, step(state, start, b), d, force=False))
    state.place(unit("ge_11_ib"), state.facts.hex_of("W32"), SIDES.index("se"))
    state.place(unit("ge_43_ib"), state.facts.hex_of("U32"), SIDES.index("nw"))
    state.place(unit("ge_38_ib"), state.facts.hex_of("W33"), SIDES.index("se"))
    return found + same("A to B to D in a zone", False, d in entries(state, step(state, start, b), force=False))


#: By number: the function that plays an example completely and returns the differences.
PLAYED: Final[Mapping[int, Callable[[Mapping[str, Any]], list[str]]]] = {
    2: total_steps, 3: stacking, 6: leaving_a_zone, **examples_own_phases.PLAYED, **examples_railways.PLAYED, **examples_barrage.PLAYED, **COMBAT,
}  # fmt: skip
#: By number: where an example is played by the rule because the book itself deviates from it there.
BY_RULE: Final[Mapping[int, str]] = {**examples_barrage.BY_RULE}


def run() -> Report:
    """Look up all printed values, play what can be played, and report the differences."""
    lines: list[str] = []
    differences: list[str] = []
    agree = lost = later = 0
    values = legend()
    for number, example in examples().items():
        if example["status"] == "lost":
            lost += 1
            lines.append(f"{number:>2} lost: {example['why']}")
            continue
        printed = values_of(example)
        values += printed
        wrong = PLAYED[number](example) if number in PLAYED else []
        differences += [f"example {number}: {each}" for each in wrong]
        if number in PLAYED:
            agree += not wrong
            state = (
                "differs"
                if wrong
                else f"as the rule, not as printed: {BY_RULE[number]}"
                if number in BY_RULE
                else "agrees"
            )
        else:
            later += 1
            state = f"not built yet ({MISSING[number]})" + (
                f"; table values looked up: {len(printed)}" if printed else ""
            )
        lines.append(f"{number:>2} {example['title']}: {state}")
    wrong_values = [f"{where}: the book has {book}, our table {ours}" for where, book, ours in values if book != ours]
    differences += wrong_values
    lines.append(f"{len(values) - len(wrong_values)} of {len(values)} printed table values agree")
    unfinished = f"{agree} agree, {later} not built yet, " if later else ""
    summary = (
        f"{len(PLAYED) + later} examples, {unfinished}{len(differences)} differences; {lost} lost; "
        f"{len(BY_RULE)} as the rule, not as printed"
    )
    return Report(lines, differences, summary)
