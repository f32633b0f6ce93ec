"""How many units redeploy between Europe and the Near East in a turn (13.2)."""

from __future__ import annotations

from engine.pog.content.records import CP
from engine.pog.rules.areas import BRITISH_SR, CENTRAL_SR, RUSSIAN_SR
from engine.pog.state import State


def within_limits(state: State, unit: int, origin: int, spaces: int) -> int:
    """Of these spaces those that the limits of the Near East leave open by land (13.2)."""
    if _russian_crossing_closed(state, unit):
        near_east = state.rules.board.near_east
        spaces &= near_east if near_east >> origin & 1 else ~near_east
    return _central_limit(state, unit, origin, spaces) if state.limits_used & CENTRAL_SR else spaces


def _russian_crossing_closed(state: State, unit: int) -> bool:
    """13.2.2: one Russian corps a turn, never an army, ends its SR on the other map."""
    if not state.rules.of_nation["ru"] >> unit & 1:
        return False
    return bool(state.rules.armies >> unit & 1 or state.limits_used & RUSSIAN_SR)


def _central_limit(state: State, unit: int, origin: int, spaces: int) -> int:
    """13.2.3: one CP corps a turn to or from the Near East, Turks not counted; this one comes after it."""
    rules = state.rules
    if rules.side_of[unit] != CP or rules.content.units[unit].nation in rules.content.sr.near_east_cp_exempt:
        return spaces
    near_east = rules.board.near_east
    outside = not near_east >> origin & 1 if rules.board.on_map[origin] else True
    return spaces & ~near_east if outside else spaces & near_east


def near_east_for(state: State, unit: int) -> int:
    """Return the spaces that the limit of a unit's SR speaks of: the Near East, or by the ruleset what no other map shows (13.2.1)."""
    rules = state.rules
    sr = rules.content.sr
    alone = sr.near_east_alone and rules.content.units[unit].group in sr.near_east_groups
    return rules.board.near_east & ~rules.board.on_both_maps if alone else rules.board.near_east


def may_sail(state: State, unit: int) -> bool:
    """13.2.1: who goes to or from the Near East by sea: those that the Reserve Box takes there, or by the ruleset others."""
    sr = state.rules.content.sr
    free = sr.near_east_sea_free and state.rules.content.units[unit].group not in sr.near_east_groups
    return free or may_use_reserve_for_near_east(state, unit)


def may_use_reserve_for_near_east(state: State, unit: int) -> bool:
    """13.2.1: one BR or AUS corps a turn by sea or Reserve Box to or from the Near East."""
    rules = state.rules
    if rules.side_of[unit] == CP:
        return True
    spec = rules.content.units[unit]
    if spec.group not in rules.content.sr.near_east_groups:
        return False
    return not state.limits_used & BRITISH_SR


def near_east_by_reserve(state: State, unit: int) -> bool:
    """Return True if the unit may go between the Reserve Box and the Near East now."""
    rules = state.rules
    spec = rules.content.units[unit]
    if spec.nation == "ru":
        return not state.limits_used & RUSSIAN_SR
    if spec.side == CP:
        exempt = spec.nation in rules.content.sr.near_east_cp_exempt
        return exempt or not state.limits_used & CENTRAL_SR
    return may_use_reserve_for_near_east(state, unit)
