"""Retreat and advance: where units may or must go (12.5, 12.7)."""

from __future__ import annotations

from engine.core.bits import mask, members
from engine.pog.combat_state import Combat
from engine.pog.rules import areas, stacking, supply
from engine.pog.rules import combat as fight
from engine.pog.rules.losses import replacement_kinds
from engine.pog.state import State


def may_stand(state: State, combat: Combat) -> int:
    """Return the units that could take the extra step loss to cancel the retreat; 0 if not allowed (12.5.3)."""
    if not any(row.may_stand for row in fight.works(state, combat)):
        return 0
    result = 0
    for unit in members(combat.defenders):
        others = fight.steps_left(state, combat.defenders & ~(1 << unit))
        left = others + (1 if not state.is_reduced(unit) else 0)
        if left or (state.rules.armies >> unit & 1 and replacement_kinds(state, unit)):
            result |= 1 << unit
    return result


def steps(state: State, combat: Combat, unit: int, path: tuple[int, ...]) -> int:
    """Return the spaces a retreating unit may enter next.

    Empty if it cannot retreat (any farther) and is eliminated (12.5.4).
    """
    if state.rules.limited.get("immobile", 0) >> unit & 1:
        return 0
    ways = -1
    for found in state.rules.tables.retreat_ways:
        ways = found(state, combat, unit, path) & ways
    return _without_last_resorts(state, unit, ways)


def _without_last_resorts(state: State, unit: int, spaces: int) -> int:
    """Return spaces of one priority without those the ruleset retreats into only as a last resort."""
    shunned = 0
    for found in state.rules.tables.shunned:
        shunned |= found(state, unit)
    return spaces & ~shunned or spaces


def by_priority(state: State, combat: Combat, unit: int, path: tuple[int, ...]) -> int:
    """Return the neighbours by the priorities of 12.5.5: the retreat can continue, friendly, in supply."""
    side = state.rules.side_of[unit]
    last = len(path) + 1 == combat.retreat_length
    candidates = enterable(state, combat, unit, path)
    if last:
        candidates = _with_room(state, unit, candidates)
    elif candidates:
        at = path[-1] if path else combat.target
        onward = sum(
            1 << space
            for space in members(candidates)
            if _with_room(state, unit, _open_neighbours(state, combat, unit, space, at))
        )
        candidates = onward or candidates
    friendly = candidates & (state.control[side] | state.besieged & state.rules.board.printed[1 - side])
    candidates = friendly or candidates
    return in_supply_there(state, combat, unit, candidates) or candidates


#: Where a unit may retreat.
RETREAT_WAYS = (by_priority,)


def in_supply_there(state: State, combat: Combat, unit: int, spaces: int) -> int:
    """Return the spaces where the unit would be in supply once all defenders have left (12.5.5).

    Their siege in the attacked space is over by then, and nobody traces through it.
    """
    held = state.besieged
    state.besieged &= ~(1 << combat.target)
    try:
        return sum(1 << space for space in members(spaces) if supply.in_supply(state, unit, space))
    finally:
        state.besieged = held


def enterable(state: State, combat: Combat, unit: int, path: tuple[int, ...]) -> int:
    """Return the neighbours of the last space of a retreat that may be entered at all (12.5.5)."""
    way = (combat.target, *path)
    return _open_neighbours(state, combat, unit, way[-1], way[-2] if path else None)


def _open_neighbours(state: State, combat: Combat, unit: int, at: int, via: int | None = None) -> int:
    """Return the neighbours without enemies, unbesieged enemy forts or a closed border (12.5.5).

    `via` is the space from which `at` was entered: a passage between the maps
    that this step used up is closed to the next.
    """
    side = state.rules.side_of[unit]
    result = areas.steps_from(state, 1 << unit, at)
    result &= ~(state.occupied[1 - side] | areas.retreat_barred(state, unit) | 1 << combat.target)
    result &= ~state.unbesieged_forts(1 - side)
    if via is not None and state.rules.of_nation["ru"] >> unit & 1 and areas.crosses(state, via, at):
        result &= ~sum(1 << space for space in members(result) if areas.crosses(state, at, space))
    return result


def _with_room(state: State, unit: int, spaces: int) -> int:
    return spaces & ~state.full[state.rules.side_of[unit]]


# -- advance ------------------------------------------------------------------------


def advancers(state: State, combat: Combat) -> int:
    """Return the attackers that may still advance (12.7.1)."""
    able = 0
    for found in state.rules.tables.advancers:
        able |= found(state, combat)
    done = sum(1 << unit for unit, _ in combat.advances)
    immobile = state.rules.limited.get("immobile", 0)
    return able & ~done & ~immobile


def at_full_strength(state: State, combat: Combat) -> int:
    """Return the attackers at full strength."""
    return combat.attackers & ~state.reduced


#: Rules for which attackers may advance.
ADVANCERS = (at_full_strength,)


def may_advance(state: State, combat: Combat) -> bool:
    """Return whether the space is clear of enemies, and a fort attacked alone has fallen (12.7.1)."""
    if combat.spaces >> combat.target & 1:
        return False  # 15.1.3: besiegers attacked the fort in their own space
    if state.units_of(1 - combat.side, combat.target):
        return False
    return not combat.fort or combat.fort_fell or _defended_with_units(state, combat)


def _defended_with_units(state: State, combat: Combat) -> bool:
    """Return True if enemy units were with the fort when it was attacked, not counting those a Great Retreat withdrew first."""
    stood = mask(combat.first_defenders)
    if combat.effects >> state.rules.card("ap_27_great_retreat") & 1:
        stood &= ~state.rules.of_nation["ru"]
    return bool(stood)


def may_join_advance(state: State, combat: Combat, unit: int, stack: int) -> bool:
    """Return True if the unit may enter the attacked space with the stack."""
    space = combat.target
    if areas.barred(state, unit) >> space & 1 and not _beach_taken(state, combat):
        return False
    if not _may_go_in(state, unit, stack, space):
        return False
    if not areas.steps_from(state, 1 << unit, state.loc[unit]) >> space & 1:
        return False
    there = state.units_of(combat.side, space).bit_count()
    return can_spread(state, combat, stack | 1 << unit, there)


def _may_go_in(state: State, unit: int, stack: int, space: int) -> bool:
    """Return True if the ruleset lets the unit advance into a space with the stack."""
    at = state.loc[unit]
    if areas.no_entry(state, unit, at) >> space & 1 or areas.stays(state, unit) >> at & 1:
        return False
    if not state.rules.tables.may_stack:
        return True
    return areas.may_stack(state, state.units_of(state.rules.side_of[unit], space) | stack | 1 << unit)


def _beach_taken(state: State, combat: Combat) -> bool:
    """Return True if this advance removed the marker from the attacked beach: the others may still follow (12.7.1)."""
    beach = state.rules.board.beaches >> combat.target & 1
    return bool(beach) and any(path[0] == combat.target for _, path in combat.advances)


def can_spread(state: State, combat: Combat, stack: int, there: int) -> bool:
    """Return True if a group fits into the attacked space next to a number of units, or its excess continues together (12.7.1)."""
    room = state.rules.stacking_limit - there
    excess = stack.bit_count() - room
    if excess <= 0:
        return True
    if room < 0:
        return False
    able: dict[int, int] = {}
    for unit in members(stack):
        for space in members(second_spaces(state, combat, 1 << unit)):
            able[space] = able.get(space, 0) + 1
    return any(count >= excess <= stacking.room(state, combat.side, space) for space, count in able.items())


def may_enter_first(state: State, combat: Combat, stack: int) -> bool:
    """Return whether a stack advancing into a space with an intact enemy fort can besiege it (12.7.6)."""
    space = combat.target
    if combat.fort_fell or not state.intact_forts(1 - combat.side) >> space & 1 or state.besieged >> space & 1:
        return True
    return state.can_besiege(stack | state.units_of(combat.side, space), space)


def closed_behind(state: State, unit: int, target: int) -> int:
    """Return the spaces that a unit may not enter from the attacked one."""
    return areas.barred(state, unit) | areas.no_advance(state, unit) | areas.no_entry(state, unit, target)


def second_spaces(state: State, combat: Combat, stack: int) -> int:
    """Return the spaces beyond the attacked one to which a stack may continue (12.7.3 to 12.7.7)."""
    result = 0
    for found in state.rules.tables.advance_beyond:
        result |= found(state, combat, stack)
    return result


def behind_retreats(state: State, combat: Combat, stack: int) -> int:
    """Return the spaces that retreating units passed through (12.7.3)."""
    target = combat.target
    if combat.retreat_length < 2 or fight.terrain_effect(state, target).stops_advance:
        return 0
    if state.unbesieged_forts(1 - combat.side) >> target & 1:
        return 0
    side = combat.side
    result = 0
    for _, path in combat.retreats:
        if path:
            result |= 1 << path[0]
    return open_to(state, side, stack, target, result)


#: Rules for where an advance may continue.
ADVANCE_BEYOND = (behind_retreats,)


def open_to(state: State, side: int, stack: int, target: int, spaces: int) -> int:
    """Return those of the spaces that a stack of a side may enter from the attacked one (12.7.4 to 12.7.7)."""
    result = spaces & ~state.occupied[1 - side]
    if stack:
        result &= areas.steps_from(state, stack, target)
        for unit in members(stack):
            result &= ~closed_behind(state, unit, target)
    if state.rules.tables.may_stack and stack:
        result = mask(space for space in members(result) if areas.may_stack(state, state.units_of(side, space) | stack))
    for space in members(result & state.unbesieged_forts(1 - side)):
        if not state.can_besiege(stack | state.units_of(side, space), space):
            result &= ~(1 << space)
    return result
