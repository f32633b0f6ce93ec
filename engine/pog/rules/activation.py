"""What it costs to activate a space, and which spaces may be activated (9.2)."""

from __future__ import annotations

from engine.core.bits import members, single
from engine.pog.content.records import AP, CP
from engine.pog.rules import supply, targets
from engine.pog.state import State


def cost(state: State, side: int, space: int, attack: bool) -> int:
    """OPS to activate a space (9.2.3): its nationalities, changed by the ordered exceptions.

    Each exception of the ruleset may name a price of its own or pass on; the first price
    named holds.
    """
    for exception in state.rules.tables.activation_costs:
        price = exception(state, side, space, attack)
        if price is not None:
            return price
    return nationalities(state, side, space)


def nationalities(state: State, side: int, space: int) -> int:
    """Number of different nationalities in a space, forts ignored (9.2.3)."""
    rules = state.rules
    units = state.units_of(side, space)
    nations = {parent for parent, flags in rules.of_parent.items() if units & flags}
    figures = rules.content.activation
    if {"be", "br"} <= nations and space in figures.be_as_br_spaces:
        nations.discard("be")
    if {"us", "fr"} <= nations and rules.content.spaces[space].nation in figures.us_as_fr_lands:
        nations.discard("us")
    return len(nations)


def moltke(state: State, side: int, space: int, attack: bool) -> int | None:
    """AP 9: in Belgium and France the CP pays one OPS for each unit, until Falkenhayn."""
    rules = state.rules
    if side != CP or not in_force(state, "ap_09_moltke", "cp_13_falkenhayn"):
        return None
    if not rules.board.lands("be", "fr") >> space & 1:
        return None
    return state.units_of(CP, space).bit_count()


def sud_army(state: State, side: int, space: int, attack: bool) -> int | None:
    """CP 10: once a round a stack of AH and German corps counts as one nationality.

    One AH unit with one or two German corps costs 1; a second AH unit (not a second AH
    army) or another non-German corps makes it 2.
    """
    rules = state.rules
    operation = state.operation
    if side != CP or rules.card("cp_10_sud_army") not in state.events:
        return None
    if operation is None or operation.sud_space not in (-1, space):
        return None
    units = state.units_of(CP, space)
    austrian = units & rules.of_nation["ah"]
    german_corps = units & rules.of_nation["ge"] & ~rules.armies
    armies = units & rules.armies
    if not austrian or not german_corps or armies & ~austrian or armies.bit_count() > 1:
        return None
    others = units & ~german_corps
    return 1 if single(others) else 2


def eleventh_army(state: State, side: int, space: int, attack: bool) -> int | None:
    """CP 29: the 11th Army with corps only costs 1; with another army it costs 2."""
    rules = state.rules
    if side != CP or rules.card("cp_29_11th_army") not in state.events:
        return None
    units = state.units_of(CP, space)
    eleventh = 1 << rules.content.unit_by_name["ge_11_army"]
    if not units & eleventh:
        return None
    price = 1 if units & rules.armies == eleventh else 2
    return min(price, nationalities(state, side, space))


def everyone_into_battle(state: State, side: int, space: int, attack: bool) -> int | None:
    """AP 51: until the end of the turn Allied stacks in IT, FR and BE count as one nation."""
    rules = state.rules
    if side != AP or not targets.played_this_turn(state, "ap_51_everyone_into_battle"):
        return None
    return 1 if rules.board.lands("it", "fr", "be") >> space & 1 else None


def fall_of_the_tsar(state: State, side: int, space: int, attack: bool) -> int | None:
    """CP 52: attacking costs one more for each Russian unit there after the first."""
    rules = state.rules
    if side != AP or not attack or rules.card("cp_52_fall_of_the_tsar") not in state.events:
        return None
    russians = state.units_of(AP, space) & rules.of_nation["ru"]
    if not russians:
        return None
    return nationalities(state, side, space) + russians.bit_count() - 1


def beachhead(state: State, side: int, space: int, attack: bool) -> int | None:
    """9.2.7.1: units that live off the beachhead alone are dear."""
    rules = state.rules
    if side != AP or state.beachhead < 0:
        return None
    units = state.units_of(AP, space)
    living = units & rules.limited["beachhead_supply"]
    inland = supply.reach(state, supply.BRITISH)[1]
    if not living or inland >> space & 1 or not supply.reach(state, supply.BEACH)[1] >> space & 1:
        return None
    figures = rules.content.activation
    price = (living & ~rules.armies).bit_count() * figures.beachhead_corps
    if living & rules.armies:
        price += figures.beachhead_army
    others = {rules.content.units[unit].parent for unit in members(units & ~living)} - {"br"}
    return price + len(others)


#: Exceptions to the price of a space, first match wins; Moltke overrides the discounts.
COST_EXCEPTIONS = (
    moltke,
    sud_army,
    eleventh_army,
    beachhead,
    everyone_into_battle,
    fall_of_the_tsar,
)


def in_force(state: State, card: str, *cancelled_by: str) -> bool:
    """True if a lasting event was played and none of its cancelling events."""
    rules = state.rules
    return rules.card(card) in state.events and not any(rules.card(name) in state.events for name in cancelled_by)


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
