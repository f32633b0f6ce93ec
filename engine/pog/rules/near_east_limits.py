"""Limits on redeployment between Europe and the Near East in a turn (13.2)."""

from __future__ import annotations

from engine.pog.content.records import CP
from engine.pog.rules.areas import BRITISH_SR, CENTRAL_SR, RUSSIAN_SR
from engine.pog.state import State


def within_limits(state: State, unit: int, origin: int, spaces: int) -> int:
    """Return those of the spaces that the Near East limits allow by land (13.2)."""
    if _russian_crossing_closed(state, unit):
        near_east = state.rules.board.near_east
        spaces &= near_east if near_east >> origin & 1 else ~near_east
    return _central_limit(state, unit, origin, spaces) if state.limits_used & CENTRAL_SR else spaces


def _russian_crossing_closed(state: State, unit: int) -> bool:
    """Return whether the unit may not end its SR on the other map: one Russian corps a turn, never an army (13.2.2)."""
    if not state.rules.of_nation["ru"] >> unit & 1:
        return False
    return bool(state.rules.armies >> unit & 1 or state.limits_used & RUSSIAN_SR)


def _central_limit(state: State, unit: int, origin: int, spaces: int) -> int:
    """Return the spaces without those closed by the limit of one non-Turkish CP corps a turn to or from the Near East (13.2.3)."""
    rules = state.rules
    if rules.side_of[unit] != CP or rules.content.units[unit].nation in rules.content.sr.near_east_cp_exempt:
        return spaces
    near_east = rules.board.near_east
    outside = not near_east >> origin & 1 if rules.board.on_map[origin] else True
    return spaces & ~near_east if outside else spaces & near_east


def near_east_for(state: State, unit: int) -> int:
    """Return the spaces to which a unit's SR limit applies: the Near East, or in some rulesets those on no other map (13.2.1)."""
    rules = state.rules
    sr = rules.content.sr
    alone = sr.near_east_alone and rules.content.units[unit].group in sr.near_east_groups
    return rules.board.near_east & ~rules.board.on_both_maps if alone else rules.board.near_east


def may_sail(state: State, unit: int) -> bool:
    """Return whether a unit may go to or from the Near East by sea: those the Reserve Box takes there, and others by ruleset (13.2.1)."""
    sr = state.rules.content.sr
    free = sr.near_east_sea_free and state.rules.content.units[unit].group not in sr.near_east_groups
    return free or may_use_reserve_for_near_east(state, unit)


def may_use_reserve_for_near_east(state: State, unit: int) -> bool:
    """Return whether a unit may use sea or Reserve Box to or from the Near East: one BR or AUS corps a turn (13.2.1)."""
    rules = state.rules
    if rules.side_of[unit] == CP:
        return True
    spec = rules.content.units[unit]
    if spec.group not in rules.content.sr.near_east_groups:
        return False
    return not state.limits_used & BRITISH_SR


def near_east_by_reserve(state: State, unit: int) -> bool:
    """Return True if the unit may now go between the Reserve Box and the Near East."""
    rules = state.rules
    spec = rules.content.units[unit]
    if spec.nation == "ru":
        return not state.limits_used & RUSSIAN_SR
    if spec.side == CP:
        exempt = spec.nation in rules.content.sr.near_east_cp_exempt
        return exempt or not state.limits_used & CENTRAL_SR
    return may_use_reserve_for_near_east(state, unit)
