"""Command (chapter 13.2): until turn 21 each German unit is under one headquarters, and can change it in its Admin Phase."""

from __future__ import annotations

from engine.core.bits import mask
from engine.errors import Reason
from engine.liege.cab import cab_of
from engine.liege.facts import GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.state import LiegeState


def bound(state: LiegeState, unit: int) -> bool:
    """Return True for units commanded by one headquarters only; others are commanded by any of their nation (13.1.3, 13.2.1)."""
    return state.facts.units[unit].nation == "ge" and state.turn <= state.facts.lines.figures["reduced_to"]


def reach_of(state: LiegeState, unit: int, headquarters: int) -> int:
    """Return a headquarters' command range for a unit: shorter for divisions of a corps (13.2.1)."""
    one = state.facts.lines.headquarters[headquarters]
    return one.reduced if bound(state, unit) and unit in state.facts.lines.divisions else one.reach


def commands(state: LiegeState, headquarters: int, unit: int) -> bool:
    """Return True if a headquarters can command a unit from where both are, whichever one it is under (13.1.1)."""
    facts = state.facts
    if facts.units[headquarters].nation != facts.units[unit].nation or state.at[headquarters] < 0:
        return False
    return facts.grid.distance(state.at[headquarters], state.at[unit]) <= reach_of(state, unit, headquarters)


def group_of(state: LiegeState, unit: int) -> list[int]:
    """Return the units that change headquarters together: both divisions of a corps, else the unit alone (13.2.2)."""
    lines = state.facts.lines
    if unit not in lines.divisions:
        return [unit]
    return [
        other for other in sorted(lines.divisions) if lines.corps[other] == lines.corps[unit] and state.at[other] >= 0
    ]


def others_for(state: LiegeState, unit: int) -> list[int]:
    """Return the headquarters that a unit's group can change to: all of it must be in the reduced range (13.2.2)."""
    return [
        other
        for other in state.facts.lines.headquarters
        if other != state.under[unit] and all(_near(state, other, one) for one in group_of(state, unit))
    ]


def _near(state: LiegeState, headquarters: int, unit: int) -> bool:
    facts = state.facts
    if facts.units[headquarters].nation != facts.units[unit].nation or state.at[headquarters] < 0:
        return False
    reduced = facts.lines.headquarters[headquarters].reduced
    return facts.grid.distance(state.at[headquarters], state.at[unit]) <= reduced


def cannot_change(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may not change its headquarters (13.2.2)."""
    own = state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "13.2.2", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if not bound(state, unit) or own.type == "HQ" or unit in state.facts.lines.free:
        return Reason("under_nobody", "13.1.3", data)
    if state.asked_to_change >> unit & 1:
        return Reason("has_changed", "13.2.2", data)
    return None if others_for(state, unit) else Reason("no_other_headquarters", "13.2.2", data)


def able_to_change(state: LiegeState) -> int:
    """Return the units of the side to move that may try to change headquarters."""
    if state.side != GERMAN or not state.scenario.lines or not _several(state):
        return 0
    return mask(unit for unit in range(len(state.at)) if cannot_change(state, unit) is None)


def _several(state: LiegeState) -> bool:
    facts = state.facts
    return sum(facts.units[one].side == GERMAN for one in facts.lines.headquarters) > 1


def worst_cab(state: LiegeState, unit: int) -> int:
    """Return the CAB of the test: the lowest in the group (13.2.2)."""
    return min(cab_of(state, one, fighting=False) for one in group_of(state, unit))


def change(state: LiegeState, unit: int, headquarters: int, *, passed: bool) -> None:
    """Carry out a change, or note that it failed: the units are then out of command, and can complete it next turn without a test."""
    for one in group_of(state, unit):
        state.asked_to_change |= 1 << one
        if passed:
            state.under[one], state.changing[one] = headquarters, NOWHERE
        else:
            state.changing[one] = headquarters
            state.lost_command |= 1 << one


__all__ = [
    "able_to_change", "bound", "cannot_change", "change", "commands", "group_of", "others_for", "reach_of", "worst_cab",
]  # fmt: skip
