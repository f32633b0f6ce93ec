"""Rules on single nations from the content: rows of ``nations.toml`` as answers of the ruleset.

Nothing here names a nation. Whatever depends on a whole action (which units were where, which ground was supplied through
which) is noted in marks when it begins, so that no step of a move changes where the move can end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.pog.board import Board
from engine.pog.cards import legality
from engine.pog.content import Content
from engine.pog.content import nations as rows
from engine.pog.content.tokens import parse_need
from engine.pog.networks import usual_network
from engine.pog.rules import replacement, supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State
from engine.pog.tables import Closing, Moments, Tables

_Spaces: TypeAlias = "Callable[[State, int], int]"
_Limited: TypeAlias = "rows.NationClosing | rows.Quota"
#: Refusal codes by what a row closes.
_CODES = {"attack": "not_to_attack", "leave": "bound_there"}


def laid_over(tables: Tables, content: Content) -> Tables:
    """Return the answers with the rows of the content appended."""
    nations = content.nations
    quotas = {row.name: row for row in nations.quotas}

    def closings(way: str) -> tuple[Closing, ...]:
        return tuple(
            _closing(row, quotas, _CODES.get(way, "kept_out")) for row in nations.closings if way in row.closes
        )

    return replace(
        tables,
        barred=(*tables.barred, *closings("enter")),
        no_stop=(*tables.no_stop, *closings("stop"), *(_closed_when_full(row) for row in nations.quotas)),
        no_entry=(*tables.no_entry, *closings("advance")),
        attack_bars=(*tables.attack_bars, *closings("attack")),
        stays=(*tables.stays, *closings("leave")),
        no_sea=(*tables.no_sea, *closings("sea")),
        no_sr=(*tables.no_sr, *closings("sr")),
        untraced=(*tables.untraced, *closings("trace")),
        may_stack=(*tables.may_stack, *(_apart(row) for row in nations.apart)),
        may_end=(*tables.may_end, *(_within_quota(row) for row in nations.quotas)),
        surcharges=(*tables.surcharges, *(_surcharge(row) for row in nations.surcharges)),
        may_restore=(*tables.may_restore, *(_points_left(row) for row in nations.points)),
        moments=_moments_with_notes(tables.moments, nations),
        marks={**tables.marks, **dict.fromkeys(_marks(content), 0)},
    )


# -- ground -----------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def ground(board: Board, row: rows.NationGround) -> int:
    """Return the spaces that a row covers; the whole map if it names none."""
    named = board.lands(*row.lands) | mask(row.spaces)
    for space in members(board.all) if row.maps else ():
        if board.content.spaces[space].map in row.maps:
            named |= 1 << space
    if not (row.lands or row.spaces or row.maps):
        named = board.all
    named &= ~(mask(row.but) | board.lands(*row.but_lands))
    return board.all & ~named if row.outside else named


def _zone(state: State, row: _Limited, unit: int) -> int:
    """Return the ground of a row, plus what was supplied only through it for a unit when the action began."""
    rules = state.rules
    spaces = ground(rules.board, row.ground)
    return spaces | state.marks[_behind(row.name, rules.networks[unit])] if row.through else spaces


def _behind(name: str, network: int) -> str:
    return f"{name}_{network}"


def _all_hold(tokens: tuple[str, ...], side: int) -> Callable[[State], bool]:
    """Return a test that all the conditions hold, from a side's point of view."""
    needs = [parse_need(token) for token in tokens]
    return lambda state: all(legality.holds(state, side, need.kind, need.args) for need in needs)


# -- what is closed -----------------------------------------------------------------------


def _closing(row: rows.NationClosing, quotas: dict[str, rows.Quota], code: str) -> Closing:
    units = _group(row.units)
    spared = units if "enter" in row.closes else _group(0)
    pursued = "pursuit" in row.closes
    if row.when or row.through or row.alone or row.uncontrolled or row.relief or row.but_quota:
        spaces = _spaces_now(row, quotas.get(row.but_quota))
        return Closing(row.name, row.rule, units, spaces=spaces, spared=spared, advance=pursued, code=code)
    return Closing(row.name, row.rule, units, fixed=_fixed(row), spared=spared, advance=pursued, code=code)


def _group(units: int) -> Callable[[Ruleset], int]:
    return lambda rules: units


def _fixed(row: rows.NationClosing) -> Callable[[Ruleset], int]:
    return lambda rules: ground(rules.board, row.ground)


def _spaces_now(row: rows.NationClosing, quota: rows.Quota | None) -> _Spaces:
    """Return a function giving the spaces that a row closes to a unit in a position."""
    in_force = _all_hold(row.when, row.side)

    def spaces(state: State, unit: int) -> int:
        if not in_force(state) or (quota is not None and _fills(state, quota, unit, row.but_room)):
            return 0
        closed = _zone(state, row, unit)
        if row.uncontrolled:
            closed &= ~state.control[row.side]
        if row.alone:
            closed &= ~_with_others(state, row)
        if row.relief:
            closed &= ~_relieving(state, row, closed)
        return closed

    return spaces


def _with_others(state: State, row: rows.NationClosing) -> int:
    """Return the spaces with enemy units of other nations than those of `alone`."""
    rules = state.rules
    others = rules.units_of_side[1 - row.side] & ~rules.nation_units(*row.alone)
    return mask(space for space in members(state.occupied[1 - row.side]) if state.units_at[space] & others)


def _relieving(state: State, row: rows.NationClosing, spaces: int) -> int:
    """Return those of the spaces whose capture would bring a unit of the row back into supply."""
    on_map = state.rules.board.on_map
    lost = [unit for unit in members(row.units) if on_map[state.loc[unit]] and not supply.in_supply(state, unit)]
    if not lost:
        return 0
    side, control, occupied = row.side, state.control[:], state.occupied[:]
    found = 0
    for space in members(spaces & ~(control[side] & ~occupied[1 - side])):
        flag = 1 << space
        state.control = [held | flag if owner == side else held & ~flag for owner, held in enumerate(control)]
        state.occupied = [there if owner == side else there & ~flag for owner, there in enumerate(occupied)]
        if any(supply.in_supply(state, unit) for unit in lost):
            found |= flag
    state.control, state.occupied = control, occupied
    return found


# -- how many -------------------------------------------------------------------------


def _guests(name: str) -> str:
    return f"{name}_guests"


def _units_on_ground(state: State, row: rows.Quota) -> int:
    """Return the units of a row on its ground, or in the zone beyond it."""
    rules = state.rules
    within = ground(rules.board, row.ground)
    zone = within
    for number in _networks_of(rules, row.units) if row.through else ():
        zone |= state.marks[_behind(row.name, number)]
    standing = state.standing[row.side] & row.units
    there = mask(unit for unit in members(standing) if zone >> state.loc[unit] & 1)
    return mask(unit for unit in members(there) if _zone(state, row, unit) >> state.loc[unit] & 1)


@lru_cache(maxsize=256)
def _networks_of(rules: Ruleset, units: int) -> tuple[int, ...]:
    return tuple({rules.networks[unit] for unit in members(units)})


def _quota_units(state: State, row: rows.Quota) -> int:
    """Return the units that fill a quota, except those in the middle of a move."""
    guests, inside = state.marks[_guests(row.name)], _units_on_ground(state, row)
    if state.operation is not None:
        inside &= guests | state.operation.moved
    if row.count == "standing":
        return inside
    return inside | guests if row.count == "start" else inside & ~guests


def _filling(state: State, row: rows.Quota) -> int:
    """Return the first units on the ground of a quota, as many as it allows."""
    return mask(list(members(_units_on_ground(state, row)))[: row.at_most])


def _fills(state: State, row: rows.Quota, unit: int, room: bool) -> bool:
    """Return whether a unit is one of those that a quota allows, or with `room` could become one."""
    if not row.units >> unit & 1:
        return False
    filling = _filling(state, row)
    return bool(filling >> unit & 1) or (room and filling.bit_count() < row.at_most)


def _closed_when_full(row: rows.Quota) -> Closing:
    in_force = _all_hold(row.when, row.side)

    def spaces(state: State, unit: int) -> int:
        if state.marks[_guests(row.name)] >> unit & 1 or not in_force(state):
            return 0
        full = (_quota_units(state, row) & ~(1 << unit)).bit_count() >= row.at_most
        return _zone(state, row, unit) if full else 0

    return Closing(row.name, row.rule, _group(row.units), spaces=spaces, strays=False, code="kept_out")


def _within_quota(row: rows.Quota) -> Callable[[State, int, int], bool]:
    """Return a test that a stack does not exceed the quota."""
    in_force = _all_hold(row.when, row.side)

    def allowed(state: State, stack: int, space: int) -> bool:
        new = stack & row.units & ~state.marks[_guests(row.name)]
        new = mask(unit for unit in members(new) if _zone(state, row, unit) >> space & 1)
        if not new or not in_force(state):
            return True
        return (_quota_units(state, row) & ~new).bit_count() + new.bit_count() <= row.at_most

    return allowed


def _apart(row: rows.Apart) -> Callable[[State, int], bool]:
    return lambda state, units: not (units & row.units and units & row.others) or bool(units & row.unless)


# -- what it costs ----------------------------------------------------------------------


def _surcharge(row: rows.Surcharge) -> Callable[[State, int, int, bool], int]:
    def ops(state: State, side: int, space: int, attack: bool) -> int:
        dear = side == row.side and ground(state.rules.board, row.ground) >> space & 1
        return row.ops if dear and state.units_at[space] & row.units else 0

    return ops


def _spent(name: str) -> str:
    return f"{name}_spent"


def _points_left(row: rows.PointsLimit) -> Callable[[State, int], bool]:
    def points_left(state: State, unit: int) -> bool:
        if not _on_limited_ground(state, row, unit):
            return True
        return state.marks[_spent(row.name)] + replacement.flip_price(state, unit) <= row.half_points

    return points_left


def _on_limited_ground(state: State, row: rows.PointsLimit, unit: int) -> bool:
    rules = state.rules
    at = state.loc[unit]
    pooled = rules.content.units[unit].pool == row.pool
    return pooled and rules.board.on_map[at] and bool(ground(rules.board, row.ground) >> at & 1)


# -- what is noted ------------------------------------------------------------------------


def _marks(content: Content) -> list[str]:
    nations = content.nations
    limited: tuple[_Limited, ...] = (*nations.closings, *nations.quotas)
    numbers = sorted(set(_usual_networks(content)))
    return [
        *(_behind(row.name, number) for row in limited if row.through for number in numbers),
        *(_guests(row.name) for row in nations.quotas),
        *(_spent(row.name) for row in nations.points),
    ]


def _usual_networks(content: Content) -> list[int]:
    return [usual_network(unit) for unit in content.units]


def _moments_with_notes(moments: Moments, nations: rows.Nations) -> Moments:
    """Return the moments, extended by what the rows note at them."""
    limited: tuple[_Limited, ...] = (*nations.closings, *nations.quotas)
    through = tuple(row for row in limited if row.through)

    def action_begins(game: Game[State], side: int) -> None:
        state = game.state
        for row in through:
            if row.side == side:
                _note_what_lies_behind(state, row)
        for quota in nations.quotas:
            state.marks[_guests(quota.name)] = _units_on_ground(state, quota)

    def turn_begins(game: Game[State]) -> None:
        for row in nations.points:
            game.state.marks[_spent(row.name)] = 0

    def restored(game: Game[State], unit: int, cost: int) -> None:
        for row in nations.points:
            if _on_limited_ground(game.state, row, unit):
                game.state.marks[_spent(row.name)] += cost

    return replace(
        moments,
        action_begins=(*moments.action_begins, *([action_begins] if nations.quotas or through else [])),
        turn_begins=(*moments.turn_begins, *([turn_begins] if nations.points else [])),
        restored=(*moments.restored, *([restored] if nations.points else [])),
    )


def _note_what_lies_behind(state: State, row: _Limited) -> None:
    """Note the spaces that the networks of the row's units reach only over its ground."""
    rules = state.rules
    shut = ground(rules.board, row.ground)
    for number in {rules.networks[unit] for unit in members(row.units)}:
        behind = supply.reach(state, number)[1] & ~supply.reach(state, number, shut=shut)[1]
        state.marks[_behind(row.name, number)] = behind & rules.board.all & ~shut


__all__ = ["ground", "laid_over"]
