"""Consolidation (chapter 6.5): in its Combat Phase a unit regains a step from another one in its hex."""

from __future__ import annotations

from engine.errors import Reason
from engine.liege.facts import RANKS
from engine.liege.state import BUSY, FIRED, FOUGHT, GAVE, LOST, LiegeState
from engine.liege.zones import ground_of

#: Types with more than one step and a rank; others cannot regain steps (2.4.5).
TYPES = frozenset({"INF", "CAV"})


def orphaned(state: LiegeState, unit: int) -> bool:
    """Return True if every other unit of a corps is destroyed (2.5.7)."""
    corps = state.facts.lines.corps
    others = [other for other, name in corps.items() if name == corps.get(unit) and other != unit]
    return bool(others) and all(state.at[other] == LOST for other in others)


def cannot_take_part(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may neither regain a step nor give one (6.5.1, 6.5.2)."""
    own = state.facts.units[unit]
    data = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "3.2.5", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if own.type not in TYPES:
        return Reason("has_one_step", "6.5.1", data)
    if state.has(unit, FIRED):
        return Reason("fired_already", "3.2.5", data)
    if state.has(unit, FOUGHT):
        return Reason("has_fought", "6.5.2", data)
    if unit in state.facts.lines.corps and not orphaned(state, unit):
        return Reason("is_of_a_corps", "6.5.2", {**data, "corps": state.facts.lines.corps[unit]})
    if ground_of(state).zones[1 - own.side] >> state.at[unit] & 1:
        return Reason("in_enemy_zone", "6.5.2", data)
    return None


def cannot_regain(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit cannot regain a step (6.5.1, 6.5.2)."""
    if (reason := cannot_take_part(state, unit)) is not None:
        return reason
    data = {"unit": state.facts.units[unit].name}
    if state.has(unit, BUSY):
        return Reason("has_done_something", "3.2.5", data)
    if not state.level[unit]:
        return Reason("at_full_strength", "6.5.1", data)
    return None if givers(state, unit) else Reason("nobody_gives_a_step", "6.5.2", data)


def cannot_give(state: LiegeState, unit: int, giver: int) -> Reason | None:
    """Return why a unit cannot give one of its steps to another (6.5.1 to 6.5.4)."""
    if (reason := cannot_take_part(state, giver)) is not None:
        return reason
    one, other = state.facts.units[unit], state.facts.units[giver]
    data: dict[str, object] = {"unit": other.name, "to": one.name}
    if giver == unit or (one.type, one.nation) != (other.type, other.nation):
        return Reason("of_another_kind", "6.5.1", data)
    if state.at[unit] != state.at[giver]:
        return Reason("in_another_hex", "6.5.2", data)
    if state.has(giver, BUSY) and not state.has(giver, GAVE):
        return Reason("has_done_something", "6.5.2", data)
    apart = abs(RANKS.index(one.rank) - RANKS.index(other.rank))
    if apart > 1:
        return Reason("ranks_too_far_apart", "6.5.4", data)
    more, rule = (2, "6.5.3") if not apart else (0, "6.5.4")
    for field, needed, given in zip(("cbf", "arf"), needs(state, unit), gives(state, giver), strict=True):
        if needed > given + more:
            return Reason("gives_too_little", rule, {**data, "field": field, "needed": needed, "given": given + more})
    return None


def needs(state: LiegeState, unit: int) -> tuple[int, int]:
    """Return the CBF and the ARF that a unit gains at its next better level (6.5.3, 6.5.4)."""
    own, level = state.facts.units[unit], state.level[unit]
    return own.cbf[level - 1] - own.cbf[level], own.arf[level - 1] - own.arf[level]


def gives(state: LiegeState, giver: int) -> tuple[int, int]:
    """Return the CBF and the ARF that a unit loses with its next step: everything with its last (ruling)."""
    own, level = state.facts.units[giver], state.level[giver]
    if state.steps(giver) == 1:
        return own.cbf[level], own.arf[level]
    return own.cbf[level] - own.cbf[level + 1], own.arf[level] - own.arf[level + 1]


def givers(state: LiegeState, unit: int) -> list[int]:
    """Return the units that can give a step to a unit."""
    return [other for other in state.units_at(state.at[unit]) if cannot_give(state, unit, other) is None]


def consolidate(state: LiegeState, unit: int, giver: int) -> None:
    """Move a step from one unit to another; a unit that gives its last one is removed, and a giver can give again (6.5.1, 6.5.2)."""
    state.mark(giver, BUSY | GAVE)
    state.lose(giver)
    state.regain(unit)
    state.mark(unit, BUSY)


__all__ = ["cannot_give", "cannot_regain", "cannot_take_part", "consolidate", "givers", "gives", "needs", "orphaned"]
