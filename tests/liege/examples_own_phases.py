"""Plays the examples of phases that involve one side only: consolidation and lines of communications."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import assets
from engine.liege.consolidate import cannot_give, cannot_regain, consolidate, gives, needs
from engine.liege.facts import GERMAN, HexUnit, LiegeFacts, facts, load
from engine.liege.grid import NOWHERE
from engine.liege.state import ALWAYS, LOST, WAITING, LiegeState
from engine.liege.supply import determine, lengths, supply_of, usable
from tests.liege.support import playing, position, same


def two_french(
    first: tuple[str, int, tuple[int, ...], tuple[int, ...]], second: tuple[str, int, tuple[int, ...], tuple[int, ...]]
) -> LiegeState:
    """Return two French units in S33 outside enemy zones: rank, attrition level, CBF and ARF by level."""
    shipped = facts()
    pattern = next(unit for unit in shipped.units if unit.type == "INF")
    state = position({}, side="be", turn=4)
    lines = replace(shipped.lines, corps={}, divisions=frozenset(), free=frozenset(), headquarters={})
    state.facts = replace(shipped, units=tuple(_french(pattern, *row) for row in (first, second)), lines=lines)
    state.at, state.facing, state.marks, state.supply = [shipped.hex_of("S33")] * 2, [0, 0], [0, 0], [0, 0]
    state.level = [first[1], second[1]]
    state.changed()
    return state


def _french(pattern: HexUnit, rank: str, level: int, cbf: tuple[int, ...], arf: tuple[int, ...]) -> HexUnit:
    del level
    same = (10,) * len(cbf)
    return replace(
        pattern, name=f"fr_{rank}", nation="fr", rank=rank, steps=len(cbf), cab=same, cbf=cbf, arf=arf, mf=same
    )


def same_rank(example: Mapping[str, Any]) -> list[str]:
    """Play example 4: the 22nd division, two steps down, needs 7 and 2; the 145th regiment gives 6 + 2 and 1 + 2.

    The absolute ratings of the division are lost, so they are ours; what it needs is printed.
    """
    need = example["needs"]["cbf"], example["needs"]["arf"]
    state = two_french(("B", 2, (30, 27, 20, 9), (11, 10, 8, 3)), ("B", 0, (6,), (1,)))
    found = same("needed", need, needs(state, 0)) + same("given", (6, 1), gives(state, 1))
    found += same("allowed", None, cannot_regain(state, 0)) + same("allowed", None, cannot_give(state, 0, 1))
    consolidate(state, 0, 1)
    found += same("level of the 22nd", 1, state.level[0]) + same("the 145th is removed", LOST, state.at[1])
    poorer = two_french(("B", 2, (30, 29, 20, 9), (11, 10, 8, 3)), ("B", 0, (6,), (1,)))
    refused = cannot_give(poorer, 0, 1)
    return found + same("nine points", ("gives_too_little", "6.5.3"), refused and (refused.code, refused.rule))


def one_rank_apart(example: Mapping[str, Any]) -> list[str]:
    """Play example 5: the 22nd division, one step down, needs 3 and 1; the last step of the 52nd gives 5 and 2, without a bonus."""
    need = example["needs"]["cbf"], example["needs"]["arf"]
    last = ("C", 3, (20, 15, 10, 5), (8, 6, 4, 2))
    state = two_french(("B", 1, (30, 27, 20, 9), (11, 10, 8, 3)), last)
    found = same("needed", need, needs(state, 0)) + same("given", (5, 2), gives(state, 1))
    found += same("allowed", None, cannot_give(state, 0, 1))
    consolidate(state, 0, 1)
    found += same("level of the 22nd", 0, state.level[0]) + same("the 52nd is removed", LOST, state.at[1])
    greedy = two_french(("B", 1, (33, 27, 20, 9), (11, 10, 8, 3)), last)
    refused = cannot_give(greedy, 0, 1)
    return found + same("six points", ("gives_too_little", "6.5.4"), refused and (refused.code, refused.rule))


def _without_way(facts_: LiegeFacts, one: str, other: str) -> LiegeFacts:
    """Return the facts with one hexside made impassable."""
    from_, to = facts_.hex_of(one), facts_.hex_of(other)
    price = [list(row) for row in facts_.price]
    for a, b in ((from_, to), (to, from_)):
        price[a][facts_.grid.side_toward(a, b)] = NOWHERE
    return replace(facts_, price=tuple(map(tuple, price)))


def supply_at_liege(example: Mapping[str, Any]) -> list[str]:
    """Play example 17: A, B and C are within five hexes of their headquarters, D is not, and E of a cavalry corps is far west.

    Hexes and terrain are lost, so they are ours: E in AB34, which is added to the map, T32 and U32 clear, and no way from V33
    to W32, which would be shorter than the one measured in the book.
    """
    del example
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "liege"
        shutil.copytree(Path(assets.__file__).parent / "liege", copy)
        hexes = (
            (copy / "hexes.csv")
            .read_text(encoding="utf-8")
            .replace("T32,Rough", "T32,Clear")
            .replace("U32,Rough", "U32,Clear")
        )
        (copy / "hexes.csv").write_text(hexes + "AB34,Clear,,,,50.55,5.0,\n", encoding="utf-8")
        here = _without_way(load(copy), "V33", "W32")
    names = {"A": "ge_13_id", "B": "ge_14_id", "C": "ge_19_id", "D": "ge_20_id", "E": "ge_2_kd"}
    places = {"A": "U34", "B": "V34", "C": "U35", "D": "Z32", "E": "AB34"}
    state = position({}, turn=4, forts=("all",))
    state.facts = here
    for letter, name in names.items():
        state.place(here.unit_ids[name], here.hex_of(places[letter]), 0)
    state.place(here.unit_ids["ge_hq_2_aok"], here.hex_of("T35"), 0)

    def verdicts() -> list[str]:
        determine(state)
        return [supply_of(state, here.unit_ids[name]).name for name in names.values()]

    def line() -> int | None:
        return lengths(state, GERMAN, usable(state, GERMAN)).get(here.hex_of("AB34"))

    found = same("A to E", ["FULL", "FULL", "FULL", "OUT", "LIMITED"], verdicts()) + same("E's line", 112, line())
    state.place(here.unit_ids["ge_27_ib"], here.hex_of("W33"), 0)
    found += same("E with W33", "FULL", verdicts()[-1]) + same("E's line with W33", 92, line())
    state.at[here.unit_ids["ge_27_ib"]] = WAITING
    state.changed()
    state.place(here.unit_ids["ge_9_kd"], here.hex_of("W33"), 0)
    return found + same("E with cavalry in W33", 92, line())


def seen_from_the_air(example: Mapping[str, Any]) -> list[str]:
    """Play example 19: a die of 6, two steps, a headquarters four to eight hexes away: not seen, but "small unit" is announced.

    Sides and hexes are ours, because Allied units march and a German headquarters watches them; four steps would be seen.
    """
    (band, steps), die = (row["value"] for row in example["modifiers"]), example["die"]
    found: list[str] = []
    for name, seen, small in (("be_15_bm", False, True), ("be_four", True, False)):
        state = position({"ge_hq_2_aok": "S35 n", "be_15_bm": "X37 n"}, side="be", turn=5, hidden=("be_15_bm",))
        unit_, figures = state.facts.unit_ids["be_15_bm"], state.facts.recon.figures
        if name == "be_four":
            four = replace(state.facts.units[unit_], steps=4, cab=(12,) * 4, cbf=(9,) * 4, arf=(2,) * 4, mf=(40,) * 4)
            state.facts = replace(
                state.facts, units=tuple(four if one == unit_ else each for one, each in enumerate(state.facts.units))
            )
        found += same("modifiers", (band, steps), (figures["air_far_value"], figures["air_steps_2"]))
        state.air_orders = [ALWAYS, ALWAYS]
        game = playing(state, air=[die])
        for order in ("unit be_15_bm", "step X36"):
            game.apply(game.parse(order))
        told = next(event.data for event in game.events if event.kind == "air")
        found += same(f"{name} is seen, and said to be small", (seen, small), (told["seen"], told["small"]))
    return found


#: By number: the function that plays an example completely and returns the differences.
PLAYED: Final[Mapping[int, Callable[[Mapping[str, Any]], list[str]]]] = {
    4: same_rank,
    5: one_rank_apart,
    17: supply_at_liege,
    19: seen_from_the_air,
}
