"""Plays the examples of what a side does by itself: consolidation and lines of communications."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.liege.consolidate import cannot_give, cannot_regain, consolidate, gives, needs
from engine.liege.facts import HexUnit, facts
from engine.liege.state import LOST, LiegeState
from tests.liege.support import position


def two_french(
    first: tuple[str, int, tuple[int, ...], tuple[int, ...]], second: tuple[str, int, tuple[int, ...], tuple[int, ...]]
) -> LiegeState:
    """Two French units in S33 out of enemy zones: rank, attrition level, CBF and ARF by level."""
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
    """Example 4: the 22nd division, two steps down, needs 7 and 2; the 145th regiment gives 6 + 2 and 1 + 2.

    The absolute ratings of the division are lost, so they are ours; what it needs is printed.
    """
    need = example["needs"]["cbf"], example["needs"]["arf"]
    state = two_french(("B", 2, (30, 27, 20, 9), (11, 10, 8, 3)), ("B", 0, (6,), (1,)))
    found = _same("needed", need, needs(state, 0)) + _same("given", (6, 1), gives(state, 1))
    found += _same("allowed", None, cannot_regain(state, 0)) + _same("allowed", None, cannot_give(state, 0, 1))
    consolidate(state, 0, 1)
    found += _same("level of the 22nd", 1, state.level[0]) + _same("the 145th is removed", LOST, state.at[1])
    poorer = two_french(("B", 2, (30, 29, 20, 9), (11, 10, 8, 3)), ("B", 0, (6,), (1,)))
    refused = cannot_give(poorer, 0, 1)
    return found + _same("nine points", ("gives_too_little", "6.5.3"), refused and (refused.code, refused.rule))


def one_rank_apart(example: Mapping[str, Any]) -> list[str]:
    """Example 5: the 22nd division, one step down, needs 3 and 1; the last step of the 52nd gives 5 and 2, and no bonus."""
    need = example["needs"]["cbf"], example["needs"]["arf"]
    last = ("C", 3, (20, 15, 10, 5), (8, 6, 4, 2))
    state = two_french(("B", 1, (30, 27, 20, 9), (11, 10, 8, 3)), last)
    found = _same("needed", need, needs(state, 0)) + _same("given", (5, 2), gives(state, 1))
    found += _same("allowed", None, cannot_give(state, 0, 1))
    consolidate(state, 0, 1)
    found += _same("level of the 22nd", 0, state.level[0]) + _same("the 52nd is removed", LOST, state.at[1])
    greedy = two_french(("B", 1, (33, 27, 20, 9), (11, 10, 8, 3)), last)
    refused = cannot_give(greedy, 0, 1)
    return found + _same("six points", ("gives_too_little", "6.5.4"), refused and (refused.code, refused.rule))


def _same(what: str, printed: object, ours: object) -> list[str]:
    return [] if printed == ours else [f"{what}: the book has {printed}, ours is {ours}"]


#: By number: what plays an example whole and returns what differs.
PLAYED: Final[Mapping[int, Callable[[Mapping[str, Any]], list[str]]]] = {4: same_rank, 5: one_rank_apart}
