"""Cost of activating a space, and which spaces can be activated (9.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.core.bits import first, mask, members
from engine.pog.content.records import AP
from engine.pog.rules import supply, targets
from engine.pog.rules.activation_costs import CostException, nationalities
from engine.pog.state import State


def cost(state: State, side: int, space: int, attack: bool) -> int:
    """Return the OPS to activate a space (9.2.3): its nationalities, modified by the ordered exceptions.

    Each exception of the ruleset may name its own price or pass; the first price
    named applies.
    """
    return costs(state, side, (space,), attack)[0]


def costs(state: State, side: int, spaces: Iterable[int], attack: bool) -> list[int]:
    """Return the OPS to activate each of several spaces for a use (9.2.3)."""
    exceptions = exceptions_in_force(state, side)
    return [price(state, exceptions, side, space, attack) + _added_ops(state, side, space, attack) for space in spaces]


def cost_and_exception(state: State, side: int, space: int, attack: bool) -> tuple[int, str]:
    """Return the OPS to activate a space, and the name of the exception that sets the price, "" if none does."""
    named, found = _exception_price(state, exceptions_in_force(state, side), side, space, attack)
    return found + _added_ops(state, side, space, attack), named


def exceptions_in_force(state: State, side: int) -> list[CostException]:
    """Return the exceptions that can matter for a side now, in their order."""
    return [exception for exception in state.rules.tables.prices if exception.in_force(state, side)]


def price(state: State, exceptions: Iterable[CostException], side: int, space: int, attack: bool) -> int:
    """Return the first price named by one of the given exceptions, else the number of nationalities."""
    return _exception_price(state, exceptions, side, space, attack)[1]


def _exception_price(
    state: State, exceptions: Iterable[CostException], side: int, space: int, attack: bool
) -> tuple[str, int]:
    """Return the name of the first exception that sets a price, with that price; "" with the nationalities if none does."""
    for exception in exceptions:
        found = exception.price(state, space, attack)
        if found is not None:
            return exception.name, found
    return "", nationalities(state, side, space)


def _added_ops(state: State, side: int, space: int, attack: bool) -> int:
    """Return the OPS in addition to the price."""
    return sum(surcharge(state, side, space, attack) for surcharge in state.rules.tables.surcharges)


def affordable(state: State, side: int, to_move: int, to_attack: int, ops: int) -> tuple[int, int]:
    """Return, for each use, those of the spaces whose price is at most a number of OPS."""
    exceptions = exceptions_in_force(state, side)
    surcharged = bool(state.rules.tables.surcharges)
    if not surcharged and not any(exception.by_use for exception in exceptions):  # 9.2.2: one price for both
        payable = _payable(state, exceptions, side, to_move | to_attack, ops, attack=False)
        return to_move & payable, to_attack & payable
    to_move = _payable(state, exceptions, side, to_move, ops, attack=False)
    to_attack = _payable(state, exceptions, side, to_attack, ops, attack=True)
    if surcharged:
        to_move = mask(space for space in members(to_move) if cost(state, side, space, False) <= ops)
        to_attack = mask(space for space in members(to_attack) if cost(state, side, space, True) <= ops)
    return to_move, to_attack


def _payable(
    state: State, exceptions: Collection[CostException], side: int, spaces: int, ops: int, attack: bool
) -> int:
    """Return those of the spaces whose price, without surcharges, is at most a number of OPS.

    Spaces with no more units than OPS need no look-up: a space costs at most one for each unit, except where an
    exception is dear.
    """
    dear = 0
    for exception in exceptions:
        dear |= exception.dear(state)
    units_at = state.units_at
    found = 0
    if ops >= state.rules.stacking_limit - 1:
        found = spaces & ~(dear | state.full[side])
    for space in members(spaces & ~found):
        few = units_at[space].bit_count() <= ops and not dear >> space & 1
        if few or price(state, exceptions, side, space, attack) <= ops:
            found |= 1 << space
    return found


def may_activate(state: State, side: int, spaces: int, attack: bool) -> int:
    """Return those of the spaces that no rule closes to activation for a use."""
    for allowed in state.rules.tables.may_activate:
        spaces = allowed(state, side, spaces, attack)
    return spaces


def outside_deserts(state: State, side: int, spaces: int, attack: bool) -> int:
    """Return the spaces without deserts for attacks in summer (15.2.5)."""
    closed = attack and state.rules.content.turns[state.turn - 1].desert_closed
    return spaces & ~state.rules.board.terrain["desert"] if closed else spaces


def within_near_east_limit(state: State, side: int, spaces: int, attack: bool) -> int:
    """Return the spaces without the Near East if the Allies have used up its attacks of the round (9.2.7)."""
    if not attack or side != AP or not near_east_limit_reached(state):
        return spaces
    near_east = spaces & state.rules.board.near_east
    return spaces & ~sum(1 << space for space in members(near_east) if counts_for_near_east(state, space))


#: Rules that close spaces to activation.
MAY_ACTIVATE = (outside_deserts, within_near_east_limit)


def able_units(state: State, side: int) -> tuple[int, int]:
    """Return the units that can be activated to move and to attack: those in supply (9.2.6, 14.1.1), and others the ruleset names."""
    supplied = supply.supplied_units(state, side) & ~_on_attrition_supply(state)
    return supplied | supply.acting(state, side, attack=False), supplied | supply.acting(state, side, attack=True)


def without_supply(state: State, spaces: int, attack: bool) -> int:
    """Return the units that were out of supply when the markers were placed, even if a line opens later (14.1.1.1)."""
    operation = state.operation
    assert operation is not None
    side = operation.side
    marked = sum(state.units_of(side, space) for space in members(spaces))
    fed = mask(unit for unit in members(marked & ~supply.frozen_units(state)) if supply.in_supply(state, unit))
    return marked & ~(fed | supply.acting(state, side, attack))


#: Units that take no part in an operation although their space is marked.
IDLE = (without_supply,)


def _on_attrition_supply(state: State) -> int:
    """Return the Turkish units in Medina that live on its special supply and can do nothing else (14.1.5)."""
    rules = state.rules
    units = sum(state.units_at[space] for space in members(rules.strongholds)) & rules.of_nation["tu"]
    return sum(1 << unit for unit in members(units) if not supply.in_supply(state, unit))


def movable(state: State, able: int) -> int:
    """Return the spaces that can be activated for movement: those with an able unit, all of one side (9.2.6)."""
    if not able:
        return 0
    side = state.rules.side_of[first(able)]
    result = state.occupied[side]
    for unit in members(state.standing[side] & ~able):
        space = state.loc[unit]
        if not state.units_at[space] & able:
            result &= ~(1 << space)
    return result


def attackable(state: State, side: int, supplied: int) -> int:
    """Return the spaces that can be activated for attack: those with a unit that has a target (9.2.5)."""
    board = state.rules.board
    spaces = may_activate(state, side, movable(state, supplied), attack=True)
    # 12.1.10: units in London need a partner, which depends on what can still be activated (`without_partner`)
    result = spaces & board.spaces("london")
    enemies = targets.enemy_spaces(state, side, later=True)
    joined, besieged, units_at = board.joined, state.besieged, state.units_at
    known: targets.ClosedTo = {}
    for space in members(spaces):
        if not joined[space] & enemies and not besieged >> space & 1:
            continue
        for unit in members(units_at[space] & supplied):
            if targets.possible(state, unit, enemies=enemies, known=known):
                result |= 1 << space
                break
    return result


def without_partner(state: State, to_attack: int, partners: int) -> int:
    """Return London if it is to be activated but nobody could join an attack of its units (12.1.10), else nothing.

    Args:
        state: the position, with an operation under way.
        to_attack: the spaces that can be activated for attack.
        partners: the spaces that are activated, or still could be in addition to London.
    """
    board, operation = state.rules.board, state.operation
    assert operation is not None
    london = to_attack & board.spaces("london")
    if not london:
        return 0
    at = first(london)
    enemies = targets.enemy_spaces(state, operation.side, later=True)
    here = [unit for unit in members(state.units_at[at]) if board.lines[unit][at] & enemies]
    for space in members(partners & board.lands("fr", "be")) if here else ():
        for unit in members(state.units_at[space] & ~(operation.idle | operation.attacked)):
            if not supply.may_act(state, unit, attack=True):
                continue
            if any(targets.common(state, 1 << unit | 1 << other, enemies) for other in here):
                return 0
    return london


def alone_in_london(state: State, to_attack: int) -> int:
    """Return London if the OPS left after its price activate no partner for an attack of its units (12.1.10), else nothing."""
    operation, board = state.operation, state.rules.board
    london = to_attack & board.spaces("london")
    if not london or operation is None:
        return 0
    left = operation.ops - cost(state, operation.side, first(london), True)
    _, partners = affordable(state, operation.side, 0, to_attack & ~london, left)
    return without_partner(state, london, partners | operation.attack)


def counts_for_near_east(state: State, space: int) -> bool:
    """Return whether a space counts for the Near East limit: all there do, except the beachhead and the NE Army's space (9.2.7)."""
    rules = state.rules
    if not rules.board.near_east >> space & 1 or space == state.beachhead:
        return False
    return not state.units_at[space] & rules.limited.get("near_east_attack_free", 0)


def near_east_limit_reached(state: State) -> bool:
    """Return whether the AP has activated its one Near East space for combat this round (9.2.7)."""
    operation = state.operation
    if operation is None:
        return False
    used = sum(counts_for_near_east(state, space) for space in members(operation.attack))
    return used >= state.rules.content.activation.near_east_attack_spaces
