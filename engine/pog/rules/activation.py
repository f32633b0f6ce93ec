"""What it costs to activate a space, and which spaces may be activated (9.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.bits import members
from engine.pog.content.records import AP
from engine.pog.rules import targets
from engine.pog.rules.activation_costs import CostException, nationalities
from engine.pog.state import State


def cost(state: State, side: int, space: int, attack: bool) -> int:
    """OPS to activate a space (9.2.3): its nationalities, changed by the ordered exceptions.

    Each exception of the ruleset may name a price of its own or pass on; the first price
    named holds.
    """
    return price(state, exceptions_in_force(state, side), side, space, attack)


def exceptions_in_force(state: State, side: int) -> list[CostException]:
    """The exceptions that can matter for a side now, in their order."""
    return [exception for exception in state.rules.tables.activation_costs if exception.in_force(state, side)]


def price(state: State, exceptions: Iterable[CostException], side: int, space: int, attack: bool) -> int:
    """The first price that one of the given exceptions names, or the nationalities."""
    for exception in exceptions:
        found = exception.price(state, space, attack)
        if found is not None:
            return found
    return nationalities(state, side, space)


def movable(state: State, side: int, supplied: int) -> int:
    """Spaces that may be activated for movement: any with a unit in supply (9.2.6, 14.1.1)."""
    return _spaces_of(state, supplied) & ~_activated(state)


def attackable(state: State, side: int, supplied: int) -> int:
    """Spaces that may be activated for attack: some unit there has a target (9.2.5)."""
    rules = state.rules
    board = rules.board
    london = board.space("london")
    near_east_used = side == AP and near_east_limit_reached(state)
    enemies = targets.enemy_spaces(state, side, later=True)
    result = 0
    for space in members(_spaces_of(state, supplied) & ~_activated(state)):
        if state.units_at[space] & supplied == 0 or _desert_closed(state, space):
            continue
        if near_east_used and counts_for_near_east(state, space):
            continue
        # 12.1.10: London may always be activated; a partner is checked at the declaration
        if space == london or any(
            targets.possible(state, unit, enemies=enemies) for unit in members(state.units_at[space] & supplied)
        ):
            result |= 1 << space
    return result


def counts_for_near_east(state: State, space: int) -> bool:
    """9.2.7: Near East spaces, except the beachhead and the one with the NE Army."""
    rules = state.rules
    if not rules.board.near_east >> space & 1 or space == state.beachhead:
        return False
    return not state.units_at[space] & rules.limited.get("near_east_attack_free", 0)


def near_east_limit_reached(state: State) -> bool:
    """The AP may activate one Near East space for combat in a round (9.2.7)."""
    operation = state.operation
    if operation is None:
        return False
    used = sum(counts_for_near_east(state, space) for space in members(operation.attack))
    return used >= state.rules.content.activation.near_east_attack_spaces


def _desert_closed(state: State, space: int) -> bool:
    """15.2.5: no combat activation in the desert in summer."""
    rules = state.rules
    return bool(rules.content.turns[state.turn - 1].desert_closed and rules.board.terrain["desert"] >> space & 1)


def _spaces_of(state: State, units: int) -> int:
    result = 0
    for unit in members(units):
        result |= 1 << state.loc[unit]
    return result


def _activated(state: State) -> int:
    return state.operation.move | state.operation.attack if state.operation else 0
