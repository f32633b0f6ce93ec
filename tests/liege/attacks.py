"""Attacks on Z36 out of the hexes around it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.liege import combat_result
from engine.liege.combat import HexAttack
from engine.liege.state import LiegeState
from tests.liege.fields import Made
from tests.liege.support import hex_

NORTH = Made("north", "Z37 s", cbf=30, arf=12)
ENEMY = Made("enemy", "Z36 n", "be", cbf=20)


def attack(state: LiegeState, *full: str, where: str = "Z36", partly: Iterable[str] = ()) -> HexAttack:
    ids = state.facts.unit_ids
    return HexAttack(hex_(where), tuple(ids[name] for name in full), tuple(ids[name] for name in partly))


def causes(state: LiegeState, *full: str, where: str = "Z36") -> dict[str, int]:
    return {one.cause: one.value for one in combat_result.modifiers_of(state, attack(state, *full, where=where))}
