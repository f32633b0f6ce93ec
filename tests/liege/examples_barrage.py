"""Examples 7, 8, 13 and 14 of the rulebook: barrages at units and forts, and assaults.

Their units and forts are in no scenario, so they are placed on hexes of our map with the same terrain: Givet in V33,
which is rough, and the two hexes of Maubeuge in Y36 and Y37, with the Germans in X37.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.core.bits import mask
from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.liege.barrage import FortBarrage, UnitBarrage, hits
from engine.liege.facts import Fort, HexUnit
from engine.liege.sequence.barrages import bombard, shell
from engine.liege.state import DEPLOYED, LiegeState
from engine.liege.system import LiegeSystem
from engine.liege.tables import TableResult
from tests.liege.support import FACTS, hex_, ordered, playing, position, told

PATTERN: Final = FACTS.units[FACTS.unit_ids["ge_13_id"]]


def own_unit(
    name: str,
    nation: str,
    type_: str = "INF",
    *,
    cab: int = 12,
    arf: int = 0,
    aff: int = 0,
    rank: str = "B",
    steps: int = 1,
) -> HexUnit:
    """Return a unit with the figures printed in an example."""
    same = (arf,) * steps
    return replace(
        PATTERN, name=name, title=name, nation=nation, type=type_, rank=rank if type_ in ("INF", "CAV") else "", steps=steps, aff=aff,
        cab=(cab,) * steps, cbf=same, arf=same, mf=(50,) * steps, drive="motor" if type_ == "SAR" else "foot", fortress=False, shells="",
    )  # fmt: skip


def standing(
    units: Mapping[HexUnit, str], forts: tuple[Fort, ...] = (), camp: tuple[str, ...] = (), *, side: str = "ge"
) -> LiegeState:
    """Return a position with these units as "HEX facing" and these forts, all active."""
    state = position({}, side=side)
    names = {unit.name: number for number, unit in enumerate(units)}
    state.facts = replace(
        FACTS, units=tuple(units), unit_ids=names, forts=forts, camp=mask(hex_(one) for one in camp), shells=()
    )
    state.scenario = replace(state.scenario, arrivals={}, shells={}, lines=False)
    state.at, state.facing, state.level = [], [], []
    for where in units.values():
        at, facing = where.split()
        state.at.append(hex_(at))
        state.facing.append(("n", "ne", "se", "s", "sw", "nw").index(facing))
        state.level.append(0)
    state.marks = [DEPLOYED if unit.type == "SAR" else 0 for unit in units]
    state.shells, state.supply, state.forts = [], [0] * len(units), (1 << len(forts)) - 1
    state.changed()
    return state


def thrown(state: LiegeState, **dice: list[int]) -> Game[LiegeState]:
    """Return a game at a position, with no order under way and the dice of an example."""
    return Game(LiegeSystem(state.scenario.name, state.facts), state, ScriptedChance(dice))


def same(what: str, printed: object, ours: object) -> list[str]:
    """Return an empty list if both are equal, otherwise the difference."""
    return [] if printed == ours else [f"{what}: the book has {printed}, ours is {ours}"]


def at_units(example: Mapping[str, Any]) -> list[str]:
    """Play example 7: three French units fire at a division, a cavalry division and a battalion of heavy guns."""
    french = {own_unit("1 DI", "fr", arf=12, steps=4): "X37 ne", own_unit("2 DI", "fr", arf=11, steps=4): "W38 s", own_unit("155 CTR", "fr", "HAR", arf=7): "W38 s"}  # fmt: skip
    german = {own_unit("18.ID", "ge", steps=4): "W37 n", own_unit("5.KD", "ge", "CAV", steps=2): "W37 n", own_unit("II/RFussa.2", "ge", "HAR"): "W37 n"}  # fmt: skip
    state = standing({**french, **german}, side="fr")
    fired, targets = UnitBarrage(hex_("W37"), guns=0b111), [3, 4, 5]
    found = same("targets", len(targets), hits(state, fired))
    game = thrown(state, barrage=[example["die"]], cab=[row["die"] for row in example["target"]])
    shell(game, fired, targets)
    found += same("sum", example["sum"], told(game, "shelled")[0]["arf"])
    for row, event in zip(example["target"], told(game, "unit_shelled"), strict=True):
        wanted = (example["column"], row["row"], row["result"], row["cab"] + 0, "loses" in row["outcome"])
        ours = (event["column"], event["row"], str(TableResult(*event["result"])), event["cab"], event["destroyed"])
        found += same(row["unit"], wanted, ours)
        found += same(
            f"{row['unit']}, modifiers",
            [one["value"] for one in row["modifiers"]],
            [value for _, value in event["rows"]],
        )
    return found


def givet(*germans: HexUnit) -> LiegeState:
    """Return a position with Charlemont's citadel in a rough hex and Germans next to it."""
    citadel = Fort("charlemont", "Charlemont", hex_("V33"), "masonry", 12, 8, 0)
    return standing(dict.fromkeys(germans, "U33 sw"), (citadel,))


def at_fort(example: Mapping[str, Any]) -> list[str]:
    """Play example 8: eight 21 cm mortars fire at the citadel, joined in the next turn by Austrian howitzers."""
    found: list[str] = []
    mortars, howitzers = own_unit("III/Fussa.1", "ge", "HAR", aff=12), own_unit("OeFAB.2", "ge", "SAR", aff=40)
    for row in example["lookup"]:
        state = givet(mortars, *([howitzers] if row["aff"] > 12 else []))
        game = thrown(state, barrage=[row["die"]], cab=[row["test_die"]] if "test_die" in row else [])
        bombard(game, FortBarrage((0,), guns=(1 << len(state.at)) - 1))
        (fired,), (test,) = told(game, "bombarded"), told(game, "fort_tested")
        wanted = (
            row["aff"],
            row["column"],
            row["row"],
            row["result"],
            row["cab"],
            row.get("test_die", 0),
            "destroyed" in row["outcome"],
        )
        ours = (
            fired["aff"],
            fired["column"],
            fired["row"],
            str(TableResult(*fired["result"])),
            test["cab"],
            test["die"],
            not state.active(0),
        )
        found += same(f"AFF {row['aff']}", wanted, ours)
    return found


def with_assault(example: Mapping[str, Any]) -> list[str]:
    """Play example 13: the mortars shell the citadel, and the 24th reserve division assaults it."""
    (row,), storm = example["lookup"], example["lookup"][0]["assault"]
    state = givet(own_unit("III/Fussa.1", "ge", "HAR", aff=12), own_unit("24.RD", "ge", rank="C", steps=4))
    game = playing(state, barrage=[row["die"]], cab=[row["test_die"], storm["die"]])
    ordered(game, "done", "fort charlemont", "gun III/Fussa.1", "by 24.RD", "declare", "done")
    (fired,), (fort,), (unit,) = told(game, "assaulted"), told(game, "fort_tested"), told(game, "assault_tested")
    wanted = (row["column"], row["row"], row["result"], row["cab"], True, 8, False, 1)
    ours = (
        fired["column"],
        fired["row"],
        str(TableResult(*fired["result"])),
        fort["cab"],
        fort["passed"],
        unit["cab"],
        unit["passed"],
        state.level[1],
    )
    found = same("the assault", wanted, ours) + same(
        "columns to the right", row["shift"], sum(value for _, value in fired["shifts"])
    )
    return found + same("the division stays", "U33", FACTS.grid.names[state.at[1]])


MAUBEUGE: Final = ("Y36", "Y37")


def maubeuge() -> LiegeState:
    """Return a position with the four remaining forts of six, and ten German steps next to them."""
    names = (("sarts", "Y37", 7), ("leveau", "Y37", 7), ("hautmont", "Y36", 7), ("bourdiau", "Y36", 12), ("lost_1", "Y36", 7), ("lost_2", "Y37", 7))  # fmt: skip
    forts = tuple(Fort(name, name.title(), hex_(at), "strengthened", 15, cbf, 0) for name, at, cbf in names)
    germans = [
        own_unit("PiR.24", "ge", "PIO", cab=15, aff=4), own_unit("PiR.25", "ge", "PIO", cab=15, aff=4), own_unit("KMK.b3", "ge", "SAR", aff=96),
        own_unit("26.IB", "ge", steps=2), own_unit("II,III/Fussa.4", "ge", "HAR", aff=24), own_unit("13.RD", "ge", steps=4),
        own_unit("I,II/Fussa.9", "ge", "HAR", aff=18), own_unit("OeFAB.8", "ge", "SAR", aff=40),
    ]  # fmt: skip
    state = standing(dict.fromkeys(germans, "X37 sw"), forts, MAUBEUGE)
    for unit, own in enumerate(germans):
        # Y37 is the hex north-west of X37, Y36 the one south-west; each unit faces the hex it attacks.
        if own.name in ("PiR.24", "KMK.b3", "26.IB", "II,III/Fussa.4"):
            state.place(unit, hex_("X37"), 5)
    state.fell(4)
    state.fell(5)
    return state


def four_assaults(example: Mapping[str, Any]) -> list[str]:
    """Play example 14 by the rule: with four of six forts lost the third tests at -1 (11.6.14), where the book uses the -3 of three quarters."""
    first, _, third, fourth = example["lookup"]
    state = maubeuge()
    game = playing(state, barrage=[first["die"], third["die"], fourth["die"]], cab=[9, 10, 20, 20, 6, 17])
    ordered(game, "done")
    for fort, guns, unit in (
        ("leveau", ("KMK.b3",), "PiR.24"), ("sarts", ("II,III/Fussa.4",), "26.IB"),
        ("bourdiau", ("I,II/Fussa.9", "OeFAB.8"), "13.RD"), ("hautmont", (), "PiR.25"),
    ):  # fmt: skip
        ordered(game, f"fort {fort}", *(f"gun {gun}" for gun in guns), f"by {unit}", "declare")
    ordered(game, "done", "go sarts", "enter nw")
    found = same("the decision", "assault_advance", game.decision.kind)
    stormed = told(game, "assaulted")
    rows = [(row["column"], row["row"], row["result"]) for row in (first, third, fourth)]
    found += same(
        "columns, rows and results",
        rows,
        [(one["column"], one["row"], str(TableResult(*one["result"]))) for one in stormed],
    )
    tests = [
        (state.facts.forts[one["fort"]].name, one["cab"], one["die"], one["passed"])
        for one in told(game, "fort_tested")
    ]
    found += same(
        "tests of forts", [("sarts", 4, 9, False), ("bourdiau", 1, 20, False), ("hautmont", 5, 6, False)], tests
    )
    units = [
        (state.facts.units[one["unit"]].name, one["cab"], one["die"], one["passed"])
        for one in told(game, "assault_tested")
    ]
    # By the rule Bourdiau has a CAB of 1 and rolls a die, so the 13th reserve division has to test as well.
    found += same(
        "tests of units", [("PiR.24", 17, 10, True), ("13.RD", 13, 20, False), ("PiR.25", 17, 17, True)], units
    )
    idle = [(state.facts.units[one["unit"]].name, one["why"]) for one in told(game, "assault_idle")]
    found += same("who is idle", [("26.IB", "fort_has_fallen")], idle)
    return found + same("forts left", 0, state.forts) + same("PiR.24 enters", "Y37", FACTS.grid.names[state.at[0]])


#: By number: the function that plays an example completely and returns the differences.
PLAYED: Final[Mapping[int, Callable[[Mapping[str, Any]], list[str]]]] = {
    7: at_units, 8: at_fort, 13: with_assault, 14: four_assaults,
}  # fmt: skip
#: By number: an example played by the rule where the book itself deviates from it, and the book's value.
BY_RULE: Final = {14: "the third fort tests at -3 in the book; 11.6.14 says -1, with two thirds of the forts lost"}

__all__ = ["BY_RULE", "PLAYED"]
