"""Why an advance ends in the space that was attacked (12.7)."""

from __future__ import annotations

from engine.core.bits import mask, members
from engine.errors import Reason
from engine.pog.combat_state import Combat
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


__all__ = ["free_beyond", "why_no_farther"]
