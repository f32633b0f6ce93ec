"""Why units may not advance, or not beyond the space that was attacked (12.7)."""

from __future__ import annotations

from bot.table.table import Table
from bot.titles.pog.notation import area_refusals
from bot.titles.pog.notation.stacks import stands, weakened
from engine.core.bits import mask, members
from engine.errors import Reason
from engine.pog.combat_state import Combat
from engine.pog.rules import areas
from engine.pog.rules import combat as fight
from engine.pog.rulesets.suicide import advance, supply
from engine.pog.state import State


def free_beyond(state: State) -> bool:
    """Return True if a second space need not be one a defender retreated through (Suicide of Europe 12.7.4)."""
    return advance.beyond in state.rules.tables.advance_beyond


def why_no_farther(state: State, units: list[int], space: int) -> Reason | None:
    """Return why units advancing toward a space next to the attacked one must stop in the attacked space; None if they need not."""
    combat = state.combat
    if combat is None or not state.rules.board.common[combat.target] >> space & 1:
        return None
    rule, data = "12.7.4" if free_beyond(state) else "12.7.3", {"space": combat.target}
    if _all_stayed_near(state, combat):
        return Reason("advance_one_space", "12.7.2", data)
    if fight.terrain_effect(state, combat.target).stops_advance:
        return Reason("advance_stops", rule, {**data, "terrain": state.rules.content.spaces[combat.target].terrain})
    if not free_beyond(state):
        return None
    if supply.cut_off(combat, mask(units)):
        return Reason("advance_unsupplied", rule, {"units": tuple(members(supply.cut_off(combat, mask(units))))})
    return Reason("advance_takes", rule, data) if advance.stops_in_target(state, combat) else None


def _all_stayed_near(state: State, combat: Combat) -> bool:
    """Return True if the defenders have retreated at most one space and won't go farther (12.5.2)."""
    if not combat.retreats or any(len(path) != 1 for _, path in combat.retreats):
        return False
    return not advance.of_two_spaces(state, combat) if free_beyond(state) else combat.retreat_length == 1


def why_no_advance(table: Table, unit: int) -> Reason | None:
    """Return why a unit may not advance after combat (12.7.1)."""
    state = table.game.state
    combat = state.combat
    data = {"unit": unit, "space": combat.target}
    if not combat.attackers >> unit & 1:
        return Reason("not_in_combat", "12.1.8", data)
    if weakened(table) >> unit & 1:
        return Reason("reduced_stays", "12.7.1", data)
    if stands(table, unit) == combat.target or any(unit == moved for moved, _ in combat.advances):
        return Reason("advanced_already", "12.7.1", data)
    if (why := area_refusals.why_barred(table, unit, combat.target)) is not None:
        return why
    if (why := area_refusals.why_no_line(table, unit, stands(table, unit), combat.target)) is not None:
        return why
    if (why := area_refusals.why_not_in(table, unit, stands(table, unit), combat.target)) is not None:
        return why
    together = state.units_of(table.side, combat.target) | int(table.field("stack", 0)) | 1 << unit
    if not areas.may_stack(state, together):
        return Reason("not_in_company", "10.1", data)
    return Reason("no_room", "10.1.1", {"space": combat.target, "most": state.rules.stacking_limit})


def why_not_named(table: Table, unit: int) -> Reason | None:
    """Return why a unit can't be declared to occupy the space of a beaten defender (12.5.1)."""
    state, space = table.game.state, int(table.field("space", -1))
    combat = state.combat
    if space == combat.target:
        return why_no_advance(table, unit)
    if not combat.attackers >> unit & 1:
        return Reason("not_in_combat", "12.1.8", {"unit": unit})
    if weakened(table) >> unit & 1:
        return Reason("reduced_stays", "12.7.1", {"unit": unit})
    if stands(table, unit) == combat.target and state.intact_forts(1 - table.side) >> combat.target & 1:
        return Reason("halts_at_fort", "12.7.6", {"units": (unit,), "place": combat.target, "space": space})
    for at, goal in ((stands(table, unit), combat.target), (combat.target, space)):
        if at != goal and (why := _why_not_after(table, unit, at, goal)) is not None:
            return why
    return Reason("no_room", "10.1.1", {"space": space, "most": state.rules.stacking_limit})


def _why_not_after(table: Table, unit: int, at: int, goal: int) -> Reason | None:
    """Return why a unit may not follow those who retreat from a space into the next."""
    for asked in (area_refusals.why_no_line, area_refusals.why_not_in):
        if (why := asked(table, unit, at, goal)) is not None:
            return why
    return area_refusals.why_barred(table, unit, goal)


__all__ = ["free_beyond", "why_no_advance", "why_no_farther", "why_not_named"]
