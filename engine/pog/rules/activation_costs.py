"""Nationalities in a space, and the exceptions to the cost they imply (9.2.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.core.bits import first, members, single
from engine.pog import networks
from engine.pog.content.records import AP, CP
from engine.pog.rules import supply, targets
from engine.pog.state import State


def everywhere(state: State) -> int:
    """Return all spaces."""
    return -1


def nowhere(state: State) -> int:
    """Return no spaces."""
    return 0


class CostException(NamedTuple):
    """One exception: whether it applies to a side now, and the price it names for a space.

    `price(state, space, attack)` is None where the exception does not apply. It never exceeds the number of
    units in the space, except in the spaces of `dear(state)`.
    """

    name: str
    in_force: Callable[[State, int], bool]
    price: Callable[[State, int, bool], int | None]
    #: Whether the price of an attack differs from that of a move.
    by_use: bool = False
    dear: Callable[[State], int] = everywhere


def nationalities(state: State, side: int, space: int) -> int:
    """Return the number of different nationalities in a space, ignoring forts (9.2.3)."""
    rules = state.rules
    parents = rules.parents
    units = state.units_of(side, space)
    if not units & ~rules.of_parent[parents[first(units)]]:
        return 1
    nations = {parents[unit] for unit in members(units)}
    figures = rules.content.activation
    if {"be", "br"} <= nations and space in figures.be_as_br_spaces:
        nations.discard("be")
    if {"us", "fr"} <= nations and rules.content.spaces[space].nation in figures.us_as_fr_lands:
        nations.discard("us")
    return len(nations)


def played(card: str, side: int, cancelled_by: str = "") -> Callable[[State, int], bool]:
    """Return a test that an exception is in force for a side: from its event until the one that cancels it."""

    def test(state: State, mover: int) -> bool:
        if mover != side:
            return False
        events, id_of = state.events, state.rules.card
        return id_of(card) in events and (not cancelled_by or id_of(cancelled_by) not in events)

    return test


def moltke(state: State, space: int, attack: bool) -> int | None:
    """Return the price under Moltke, one OPS for each CP unit in Belgium and France (AP 9, until Falkenhayn)."""
    if not state.rules.board.lands("be", "fr") >> space & 1:
        return None
    return state.units_of(CP, space).bit_count()


def sud_army(state: State, space: int, attack: bool) -> int | None:
    """Return the price under Sud Army: once a round a stack of AH and German corps counts as one nationality (CP 10).

    One AH unit with one or two German corps costs 1; a second AH unit (not a second AH
    army) or another non-German corps makes it 2.
    """
    rules = state.rules
    operation = state.operation
    if operation is None or operation.sud_space not in (-1, space):
        return None
    units = state.units_of(CP, space)
    austrian = units & rules.of_nation["ah"]
    german_corps = units & rules.of_nation["ge"] & ~rules.armies
    armies = units & rules.armies
    if not austrian or not german_corps or armies & ~austrian or armies.bit_count() > 1:
        return None
    discounted = 1 if single(units & ~german_corps) else 2
    # A stack that costs no more on its own leaves the discount of the round to another.
    return discounted if discounted < nationalities(state, CP, space) else None


def eleventh_army(state: State, space: int, attack: bool) -> int | None:
    """Return the price of the 11th Army: 1 with corps only, 2 with another army (CP 29)."""
    rules = state.rules
    units = state.units_of(CP, space)
    eleventh = 1 << rules.content.unit_by_name["ge_11_army"]
    if not units & eleventh:
        return None
    discounted = 1 if units & rules.armies == eleventh else 2
    return min(discounted, nationalities(state, CP, space))


def off_the_beach(state: State) -> int:
    """Return the spaces where British units have a line to the beachhead and no other."""
    return supply.reach(state, networks.BEACH)[1] & ~supply.reach(state, networks.BRITISH)[1]


def beachhead(state: State, space: int, attack: bool) -> int | None:
    """Return the higher price of units supplied only from the beachhead (9.2.7.1)."""
    rules = state.rules
    units = state.units_of(AP, space)
    living = units & rules.limited["beachhead_supply"]
    if not living or not off_the_beach(state) >> space & 1:
        return None
    figures = rules.content.activation
    total = (living & ~rules.armies).bit_count() * figures.beachhead_corps
    if living & rules.armies:
        total += figures.beachhead_army
    others = {rules.parents[unit] for unit in members(units & ~living)} - {"br"}
    return total + len(others)


def everyone_into_battle(state: State, space: int, attack: bool) -> int | None:
    """Return the price 1 for Allied stacks in IT, FR and BE until the end of the turn (AP 51)."""
    return 1 if state.rules.board.lands("it", "fr", "be") >> space & 1 else None


def fall_of_the_tsar(state: State, space: int, attack: bool) -> int | None:
    """Return the price of attacking from a space with Russian units: one for each unit there (CP 52, 9.2.2, 16.4.5)."""
    units = state.units_of(AP, space)
    if not attack or not units & state.rules.of_nation["ru"]:
        return None
    return units.bit_count()


#: Exceptions to the price of a space, first match wins; Moltke overrides the discounts.
COST_EXCEPTIONS = (
    CostException("moltke", played("ap_09_moltke", CP, cancelled_by="cp_13_falkenhayn"), moltke, dear=nowhere),
    CostException("sud_army", played("cp_10_sud_army", CP), sud_army, dear=nowhere),
    CostException("eleventh_army", played("cp_29_11th_army", CP), eleventh_army, dear=nowhere),
    CostException("beachhead", lambda state, side: side == AP and state.beachhead >= 0, beachhead, dear=off_the_beach),
    CostException(
        "everyone_into_battle",
        lambda state, side: side == AP and targets.played_this_turn(state, "ap_51_everyone_into_battle"),
        everyone_into_battle,
        dear=nowhere,
    ),
    CostException(
        "fall_of_the_tsar", played("cp_52_fall_of_the_tsar", AP), fall_of_the_tsar, by_use=True, dear=nowhere
    ),
)
