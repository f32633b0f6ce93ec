"""Works (chapters 10, 11.1, 11.6, 11.7): fieldworks, the camp's entrenchments, old fortifications, and the units in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.core.bits import mask, members
from engine.errors import Reason
from engine.liege.cab import cab_of
from engine.liege.combat_facts import Cover, Work
from engine.liege.facts import FOOT, GERMAN
from engine.liege.state import (
    ACTED,
    ARRIVED,
    ASSAULTS,
    BUSY,
    DUG,
    FIRED,
    FORCED,
    FOUGHT,
    LiegeState,
)
from engine.liege.zones import CAMP_OWNER, Aspect, aspects_of, ground_of

#: The game turn from which regular entrenchments are better than fieldworks (11.1.3, 11.1.4).
OPERATIONAL: Final = 3


def camp_work(state: LiegeState, hex_: int) -> Work:
    """Return the current level of a hex's printed works (11.1.3, 11.6.5, 11.6.6, 11.6.11)."""
    printed = state.facts.combat.printed.get(hex_)
    if printed is None:
        return Work.NONE
    work, operational = printed
    level = work - (operational is None or state.turn < operational)
    if level == Work.REGULAR and state.turn < OPERATIONAL:
        level = Work.FIELDWORKS
    return Work(max(level - (not ground_of(state).forts >> hex_ & 1), 0))


def all_round(state: LiegeState, hex_: int, side: int) -> bool:
    """Return True where all sides are front for units of a side: in a hex of their camp with an active fort (11.6.9)."""
    return side == CAMP_OWNER and bool(ground_of(state).forts >> hex_ & 1)


def covers(state: LiegeState, hex_: int, units: Sequence[int], across: int) -> dict[int, Cover]:
    """Return the cover works give units of one side in a hex attacked across some of its sides.

    Each unit gets the best available; works are not cumulative (11.7.2). The owner is assumed to declare an old fortification.
    """
    if not units:
        return {}
    side, facts = state.facts.units[units[0]].side, state.facts.combat
    found: dict[int, Cover] = {}
    for work, able in _works_against(state, hex_, units, across, side):
        cover = facts.covers[work, side]
        for unit in strongest(state, [one for one in able if one not in found], cover.steps):
            found[unit] = cover
    return found


def _works_against(
    state: LiegeState, hex_: int, units: Sequence[int], across: int, side: int
) -> list[tuple[Work, list[int]]]:
    """Return the works of a hex that count against an attack, the strongest first, and the units that can be in each."""
    facts = state.facts
    found: list[tuple[Work, list[int]]] = []
    walls = camp_work(state, hex_) if side == CAMP_OWNER else Work.NONE
    on_foot = [unit for unit in units if facts.units[unit].type != "CAV" and not facts.units[unit].soft]
    if walls > Work.FIELDWORKS and across & facts.combat.outer[hex_]:
        found.append((walls, on_foot))
    if facts.combat.old >> hex_ & 1:
        found.append((Work.OLD, on_foot))
    front = sides_of(state, hex_, units) if not all_round(state, hex_, side) else 63
    if not across & ~front:
        dug = [unit for unit in units if state.has(unit, DUG)]
        behind = on_foot if walls == Work.FIELDWORKS and across & facts.combat.outer[hex_] else []
        if across & sides_of(state, hex_, dug):
            behind = [unit for unit in units if unit in behind or unit in dug]
        found.append((Work.FIELDWORKS, behind))
    return found


def cover_from_fire(state: LiegeState, hex_: int, unit: int, across: int) -> Cover | None:
    """Return the cover of a unit shelled across some sides of its hex: the least it has against any (10.2.1, 11.1.4)."""
    units = [one for one in state.units_at(hex_) if state.facts.units[one].side == state.facts.units[unit].side]
    found = [covers(state, hex_, units, 1 << side).get(unit) for side in members(across)]
    return (
        min((one for one in found if one is not None), key=lambda one: -one.arf, default=None) if all(found) else None
    )


def sides_of(state: LiegeState, hex_: int, units: Sequence[int]) -> int:
    """Return the combined front sides of some units in a hex (6.3.1, 10.1.7)."""
    return mask(side for side, aspect in enumerate(aspects_of(state, hex_, units)) if aspect is Aspect.FRONT)


def strongest(state: LiegeState, units: list[int], steps: int) -> list[int]:
    """Return the units with the highest total CBF within a number of steps; all of them for 0 (11.1.4)."""
    if not steps or state.total_steps(*units) <= steps:
        return units

    def cbf(chosen: Sequence[int]) -> int:
        return sum(state.facts.units[unit].cbf[state.level[unit]] for unit in chosen)

    fitting: list[tuple[int, ...]] = [
        chosen
        for size in range(len(units))
        for chosen in combinations(units, size)
        if state.total_steps(*chosen) <= steps
    ]
    best = max(fitting, key=cbf)
    return list(best)


# -- digging ------------------------------------------------------------------------------------------------------


def cannot_dig(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may not try to build fieldworks now (10.1.1, 10.1.2, 10.1.5)."""
    own = state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "10.1.2", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if own.type not in FOOT and own.type != "HAR":
        return Reason("does_not_dig", "10.1.1", data)
    if state.has(unit, DUG):
        return Reason("has_dug", "10.1.4", data)
    if own.type == "HAR" and state.has(unit, FIRED):
        return Reason("guns_fired", "10.1.1", data)
    if state.has(unit, FORCED):
        return Reason("marched_by_force", "10.1.2", data)
    if state.has(unit, FOUGHT | ASSAULTS):
        return Reason("fought_already", "3.2.5", data)
    if state.has(unit, BUSY):
        return Reason("acted_in_this_phase", "3.2.5", data)
    limit = state.scenario.digs
    return (
        Reason("too_many_failures", "10.1.5", {**data, "limit": limit})
        if state.failed_digs[own.side] >= limit
        else None
    )


def dig_cab(state: LiegeState, units: Sequence[int]) -> int:
    """Return the CAB of a fieldworks test: the lowest of the infantry, or of guns if they are alone (10.1.3).

    Infantry that fired spoils it for all; it is easier only if no unit acted in the Movement Phase.
    """
    figures = state.facts.combat.figures
    infantry = [unit for unit in units if state.facts.units[unit].type in FOOT]
    cab = min(cab_of(state, unit, fighting=True) for unit in infantry or units)
    if any(state.has(unit, FIRED) for unit in infantry):
        cab += figures["dig_fired"]
    if not any(state.has(unit, ACTED | ARRIVED) for unit in units):
        cab += figures["dig_idle"]
    return cab + figures["dig_german" if state.side == GERMAN else "dig_allied"]


def dig(state: LiegeState, units: Sequence[int], passed: bool) -> None:
    """Note an attempt at fieldworks: the units have acted, and are in fieldworks if the test passed (10.1.4)."""
    if not passed:
        state.failed_digs[state.side] += 1
    for unit in units:
        state.mark(unit, BUSY | (DUG if passed else 0))


def able_to_dig(state: LiegeState, hex_: int) -> list[int]:
    """Return the units of a hex that can build fieldworks together (10.1.3)."""
    return [unit for unit in state.units_at(hex_) if cannot_dig(state, unit) is None]


def dug(state: LiegeState) -> int:
    """Return the hexes with fieldworks; a marker is removed with the last unit in them (10.3.2)."""
    return mask(at for unit, at in enumerate(state.at) if at >= 0 and state.has(unit, DUG))


__all__ = [
    "able_to_dig", "all_round", "camp_work", "cannot_dig", "cover_from_fire", "covers", "dig", "dig_cab", "dug", "sides_of", "strongest",
]  # fmt: skip
