"""Movement Phase of the Belgians: hold the camp while that pays, cover the city, and leave in the west in time."""

from __future__ import annotations

from engine.core.bits import members
from engine.liege import march_search, move
from engine.liege.facts import ALLIED, FOOT, GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.move import HexMarch
from engine.liege.opponent.manner import PLAIN, Manner
from engine.liege.opponent.orders import MarchOrder, enemies, looks_at, toward
from engine.liege.opponent.reach import reachable
from engine.liege.state import ACTED, LiegeState
from engine.liege.zones import ground_of


def order_of(state: LiegeState, unit: int, manner: Manner) -> MarchOrder | None:
    """Return a Belgian unit's order, or None if it stays as it is."""
    if goes(state, unit, manner):
        return _march_west(state, unit)
    return _face_intruder(state, unit) or _cover_city(state, unit)


def goes(state: LiegeState, unit: int, manner: Manner = PLAIN) -> bool:
    """Return True if a unit leaves now: as soon as it may and holds nothing that scores."""
    scenario = state.scenario
    if not scenario.leave_from or (manner.rearguard and state.facts.units[unit].fortress):
        return False
    if manner.leaves is not None:
        return state.turn >= manner.leaves
    return state.turn >= scenario.leave_from and not _holds_camp(state, unit)


def _holds_camp(state: LiegeState, unit: int) -> bool:
    """Return True if a unit holds a hex of the camp that scores at the end of this turn, with infantry of the field army.

    A fortress regiment there helps to hold the hex. In the last of these turns units leave: the point is worth less than
    the time they need to get away. Headquarters and cavalry hold nothing and leave at once, as long as they can.
    """
    units, here = state.facts.units, state.at[unit]
    held = state.facts.camp & ground_of(state).forts
    if state.turn not in state.scenario.worth.turns[:-1] or units[unit].type not in FOOT or not held >> here & 1:
        return False
    beside = (units[one] for one in state.units_at(here))
    return any(one.side == ALLIED and one.type in FOOT and not one.fortress for one in beside)


def _march_west(state: LiegeState, unit: int) -> MarchOrder | None:
    """Leave the map, or get as close to its western edge as possible; force a march only if it leads off the map."""
    grid, goals = state.facts.grid, members(state.scenario.leave_hexes)

    def left(hex_: int) -> int:
        return min(grid.distance(hex_, goal) for goal in goals)

    best: tuple[tuple[int, int], HexMarch] | None = None
    for march in reachable(state, unit, force=True):
        if move.cannot_leave(state, march, force=True) is None:
            return MarchOrder(march, 0, leave=True)
        if march.spent <= move.points_of(state, unit):
            key = left(march.hex), march.spent
            if best is None or key < best[0]:
                best = key, march
    if best is None or not best[1].moved:
        return None
    return MarchOrder(best[1], toward(state, unit, best[1].hex, enemies(state, ALLIED)))


def _face_intruder(state: LiegeState, unit: int) -> MarchOrder | None:
    """Turn infantry next to the city towards Germans who have entered it."""
    city, own = state.scenario.city, state.facts.units[unit]
    if city < 0 or not ground_of(state).held[GERMAN] >> city & 1 or own.type != "INF" or state.has(unit, ACTED):
        return None
    side = state.facts.grid.side_toward(state.at[unit], city)
    if side == NOWHERE or looks_at(state, unit, city):
        return None
    return MarchOrder(move.begin(state, unit), side)


def _cover_city(state: LiegeState, unit: int) -> MarchOrder | None:
    """Bring infantry without adjacent enemies into the city, if it has none."""
    city, units = state.scenario.city, state.facts.units
    if city < 0 or units[unit].type != "INF" or any(units[one].type == "INF" for one in state.units_at(city)):
        return None
    held = ground_of(state).held[GERMAN]
    if state.facts.grid.ring(1 << state.at[unit]) & held:
        return None
    march = march_search.march_to(state, unit, city, force=False)
    return None if march is None else MarchOrder(march, toward(state, unit, city, enemies(state, ALLIED)))


__all__ = ["goes", "order_of"]
