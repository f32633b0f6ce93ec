"""Strategic redeployment: where a unit may go by land and by sea (13.0); the Reserve Box is in `reserve_box`."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.bits import mask, members
from engine.pog.content.records import AP, CP
from engine.pog.rules import areas, stacking, supply
from engine.pog.rules.areas import BRITISH_SR, CENTRAL_SR, RUSSIAN_SR
from engine.pog.rules.near_east_limits import may_sail, near_east_for, within_limits
from engine.pog.rules.reserve_box import exits, from_reserve, homes, open_from_reserve, spaces_with_supplied, to_reserve
from engine.pog.state import State


class _Ground(NamedTuple):
    """The map for one redeploying unit: spaces it can pass, spaces where it can end, and spaces where it is in supply."""

    way: int
    ends: int
    fed: int


def price(state: State, unit: int) -> int:
    """Return the SR points for one unit: 1 for a corps, 4 for an army (13.1.2)."""
    sr = state.rules.content.sr
    return sr.army_cost if state.rules.armies >> unit & 1 else sr.corps_cost


def _payable(state: State, points: int) -> int:
    """Return all units that a number of SR points can pay for."""
    rules = state.rules
    sr, armies = rules.content.sr, rules.armies
    return (armies if points >= sr.army_cost else 0) | (~armies if points >= sr.corps_cost else 0)


def destinations(state: State, unit: int, crowded: int = 0) -> int:
    """Return the spaces (and the Reserve Box) a unit may redeploy to now.

    `crowded` are full spaces that it may enter nevertheless, because a unit there can
    still redeploy in this action (10.1.2).
    """
    side = state.rules.side_of[unit]
    return _destinations(state, unit, _ground(state, unit, supply.passable(state, side), crowded))


def _destinations(state: State, unit: int, ground: _Ground) -> int:
    rules = state.rules
    board = rules.board
    side = rules.side_of[unit]
    origin = state.loc[unit]
    if origin == board.reserve[side]:
        return from_reserve(state, unit, ground.ends)
    if not _may_go(state, unit, origin) or not ground.fed >> origin & 1:
        return 0
    if rules.limited.get("immobile", 0) >> unit & 1:
        return to_reserve(state, unit, origin)
    result = _overland(state, unit, origin, ground.way) & ground.ends
    if not rules.armies >> unit & 1:
        result |= _by_sea(state, unit, origin) & ground.ends
        result |= to_reserve(state, unit, origin)
    return result & ~(1 << origin)


def _goes_somewhere(state: State, unit: int, ground: _Ground) -> bool:
    """Return True if there is any destination; an army usually finds one next door, a corps in reserve at home."""
    rules = state.rules
    origin = state.loc[unit]
    if origin == rules.board.reserve[rules.side_of[unit]]:
        open_spaces = open_from_reserve(state, unit, ground.ends)
        return bool(open_spaces & homes(rules.board, unit) or open_spaces & spaces_with_supplied(state, unit))
    if rules.marching >> unit & 1 and rules.board.on_map[origin] and ground.fed >> origin & 1:
        beside = _passable(state, unit, origin, rules.board.lines[unit][origin] & ground.way & ground.ends)
        if beside and within_limits(state, unit, origin, beside) and _may_go(state, unit, origin):
            return True
    return _destinations(state, unit, ground) != 0


def can_go(state: State, unit: int) -> bool:
    """Return True if there is any destination; a corps on the map can usually go to the Reserve Box."""
    origin = state.loc[unit]
    if state.rules.board.on_map[origin] and exits(state, unit) >> origin & 1 and _may_go(state, unit, origin):
        return True
    return destinations(state, unit) != 0


def able(state: State, candidates: int, points: int) -> tuple[int, int]:
    """Return the units that can be paid for and have a destination, and those that have none yet.

    Units of a kind in a space have the same destinations, so each kind is checked once.
    """
    kin, loc, ne_outside = state.rules.kin, state.loc, state.ne_outside
    candidates &= _payable(state, points)
    found = _leaving(state, candidates & (state.standing[AP] | state.standing[CP]) & ~state.rules.armies)
    ways: dict[int, int] = {}
    grounds: dict[tuple[int, int], _Ground] = {}
    known: dict[tuple[int, int, int], bool] = {}
    stuck = 0
    for unit in members(candidates & ~found):
        kind, outside = kin[unit], ne_outside >> unit & 1
        key = (kind, outside, loc[unit])
        goes = known.get(key)
        if goes is None:
            ground = grounds.get((kind, outside))
            if ground is None:
                side = state.rules.side_of[unit]
                if side not in ways:
                    ways[side] = supply.passable(state, side)
                ground = grounds[kind, outside] = _ground(state, unit, ways[side], 0)
            goes = known[key] = _goes_somewhere(state, unit, ground)
        if goes:
            found |= 1 << unit
        else:
            stuck |= 1 << unit
    return found, stuck


def _leaving(state: State, corps: int) -> int:
    """Return those of the corps on the map that may go to the Reserve Box; units of a kind leave from the same spaces."""
    rules, loc = state.rules, state.loc
    at_will = 0 if rules.tied or rules.no_sr else ~state.besieged
    ways_out: dict[int, int] = {}
    found = 0
    kin = rules.kin
    for unit in members(corps):
        space, kind = loc[unit], kin[unit]
        way_out = ways_out.get(kind)
        if way_out is None:
            way_out = ways_out[kind] = exits(state, unit)
        if way_out >> space & 1 and (at_will >> space & 1 or _may_go(state, unit, space)):
            found |= 1 << unit
    return found


def making_room(state: State, mover: int, points: int, done: int) -> int:
    """Return the full spaces that another unit can still leave with a number of points (10.1.2)."""
    if points <= 0:
        return 0
    side = state.rules.side_of[mover]
    over = stacking.overstacked(state, side)
    result = 0
    for space in members(state.full[side] & ~over):
        after = state
        if state.besieged >> space & 1:  # 13.1.5: an arriving unit can maintain the siege for one that leaves
            after = state.copy()
            after.place(mover, space)
        for unit in members(state.units_at[space] & ~done & ~(1 << mover)):
            if price(state, unit) <= points and can_go(after, unit):
                result |= 1 << space
                break
    return result


def _ground(state: State, unit: int, passable: int, crowded: int) -> _Ground:
    """Return the ground for a unit: passable spaces open to it; it can end in supplied ones with room (10.1.2, 13.1.5)."""
    rules = state.rules
    side = rules.side_of[unit]
    way = passable & ~areas.barred(state, unit)
    fed = supply.fed(state, unit)
    friendly = way & ~areas.no_stop(state, unit) & fed
    if rules.no_sr:
        friendly &= ~rules.no_sr[unit].to(state, unit)
    if rules.tables.may_end or rules.tables.may_stack:
        friendly = mask(space for space in members(friendly) if areas.may_end(state, 1 << unit, space))
    for ends in rules.tables.sr_ends:
        friendly = ends(state, unit, friendly)
    return _Ground(way, friendly & ~(state.full[side] & ~crowded), fed)


def _may_go(state: State, unit: int, origin: int) -> bool:
    """Return whether neither a siege nor a rule of the ruleset keeps the unit where it is."""
    rules = state.rules
    if state.besieged >> origin & 1 and not _siege_survives(state, unit, origin):
        return False
    if rules.tied and not areas.may_leave(state, 1 << unit, origin):
        return False
    return not (rules.no_sr and rules.no_sr[unit].to(state, unit) >> origin & 1)


def _siege_survives(state: State, unit: int, origin: int) -> bool:
    """Return whether the siege holds without the unit, which otherwise may not leave the besieged fort (13.1.5)."""
    rest = state.units_of(state.rules.side_of[unit], origin) & ~(1 << unit)
    return state.can_besiege(rest, origin)


def overland(state: State, unit: int, origin: int) -> int:
    """Return the spaces that a unit on the map can reach by land."""
    passable = supply.passable(state, state.rules.side_of[unit])
    return _overland(state, unit, origin, passable & ~areas.barred(state, unit))


def _overland(state: State, unit: int, origin: int, way: int) -> int:
    """Return the spaces reached through friendly spaces free of enemies (13.1.5)."""
    own = _passable(state, unit, origin, way)
    if not own:
        return 0
    seen = supply.walk(state, state.rules.content.units[unit].nation, origin, own)
    return within_limits(state, unit, origin, seen)


def _passable(state: State, unit: int, origin: int, way: int) -> int:
    """Return the passable spaces; for Russians only those within Russia."""
    rules = state.rules
    if not rules.of_nation["ru"] >> unit & 1:
        return way
    russia = rules.board.lands("ru")
    return way & russia if russia >> origin & 1 else 0


def _by_sea(state: State, unit: int, origin: int) -> int:
    """Return the friendly ports reached by sea from a friendly port; never for Russians (13.1.7)."""
    rules = state.rules
    side = rules.side_of[unit]
    if rules.of_nation["ru"] >> unit & 1:
        return 0
    ports = supply.friendly_ports(state, side)
    if rules.no_sea:
        ports &= ~rules.no_sea[unit].to(state, unit)
    if side == AP and state.beachhead >= 0:
        ports |= 1 << state.beachhead
    if not ports >> origin & 1:
        return 0
    near_east = near_east_for(state, unit)
    if not may_sail(state, unit):
        ports &= near_east if near_east >> origin & 1 else ~near_east
    return ports


def by_sea_from_beach(state: State, unit: int) -> int:
    """Return the ports with room that a corps on the beachhead may redeploy to (13.1.7)."""
    beach = 1 << state.beachhead
    passable = supply.passable(state, state.rules.side_of[unit])
    return _by_sea(state, unit, state.beachhead) & _ground(state, unit, passable, 0).ends & ~beach


def note_limits(state: State, unit: int, origin: int, to: int) -> None:
    """Use up the Near East limits of the turn (13.2)."""
    rules = state.rules
    board = rules.board
    near_east = near_east_for(state, unit)
    inside = near_east >> origin & 1 if board.on_map[origin] else 0
    arrives = near_east >> to & 1 if board.on_map[to] else 0
    if inside == arrives:
        return
    spec = rules.content.units[unit]
    if spec.nation == "ru":
        state.limits_used |= RUSSIAN_SR
    elif spec.side == CP:
        if spec.nation not in rules.content.sr.near_east_cp_exempt:
            state.limits_used |= CENTRAL_SR
    elif spec.group in rules.content.sr.near_east_groups and not (
        board.on_map[origin] and overland(state, unit, origin) >> to & 1
    ):
        state.limits_used |= BRITISH_SR
