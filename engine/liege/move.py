"""Marches (chapter 7): hex by hex, with transit, zones of control and forced marches, and a facing at the end.

A march is a value until it ends: the position changes when the unit halts, so a march can be tried, undone step by step
and searched without a copy. Refusals carry their rule; anything that is not refused is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from engine.errors import Reason
from engine.liege.facts import FOOT, HexUnit
from engine.liege.fog import possible_zones
from engine.liege.grid import NOWHERE
from engine.liege.stack import too_many
from engine.liege.state import (
    ACTED,
    ARRIVED,
    DEPLOYED,
    EXHAUSTED,
    FIRED,
    FORCED,
    FORCED_BEFORE,
    LEFT,
    MARCHED,
    TIRED,
    LiegeState,
)
from engine.liege.supply import Supply, supply_of
from engine.liege.weather import is_hot
from engine.liege.zones import ground_of, width_of, zone_of

#: Points of a forced march: for French and German infantry and cavalry of the better ranks, and for others (7.5.3).
FORCED_POINTS: Final = (30, 20)
GOOD_RANKS: Final = frozenset({"A+", "A", "B"})
#: Siege artillery that takes up its firing position at the end of its march (7.9.1, 7.9.2).
BY_ROAD: Final = ("motor", "austrian")


class HexMarch(NamedTuple):
    """A march under way: the unit, the hexes so far including the first, and the points spent."""

    unit: int
    path: tuple[int, ...]
    spent: int
    #: Whether it has entered a zone of control that ends its march (7.6.1).
    over: bool = False
    #: Whether it has gone from zone to zone through a friendly unit (7.6.3).
    through: bool = False

    @property
    def hex(self) -> int:
        """The hex where the unit is."""
        return self.path[-1]

    @property
    def moved(self) -> bool:
        """Return True if it has entered a hex."""
        return len(self.path) > 1


# -- who may march -----------------------------------------------------------------------------------------------


def points_of(state: LiegeState, unit: int) -> int:
    """Return the movement factor of a unit at its attrition level, reduced by heavy rain (2.5.9, 7.1.2, 15.1.2)."""
    factor = state.facts.units[unit].mf[state.level[unit]]
    return max(factor - state.facts.lines.figures["rain_points"], 0) if state.raining else factor


def forced_points(state: LiegeState, unit: int) -> int:
    """Return the points that a forced march adds; 0 for units that may not force one (7.5.2, 7.5.3, 7.5.5, 13.3.2, 15.1.1, 15.1.2)."""
    own = state.facts.units[unit]
    most = 1 if own.type in FOOT else 0
    if not own.fights or state.level[unit] > most or state.has(unit, FORCED_BEFORE):
        return 0
    if state.raining or supply_of(state, unit) == Supply.OUT:
        return 0
    points = FORCED_POINTS[0 if own.nation in ("ge", "fr") and own.rank in GOOD_RANKS else 1]
    return points - state.facts.lines.figures["heat_points"] if is_hot(state) else points


def cannot_act(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may neither move nor turn in this Movement Phase."""
    own = state.facts.units[unit]
    data = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "7.1.1", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if state.has(unit, FIRED):
        return Reason("fired_already", "8.1.3", data)
    if state.has(unit, ARRIVED):
        return Reason("arrived_this_turn", "7.7.1", data)
    return Reason("moved_already", "7.1.2", data) if state.has(unit, MARCHED) else None


def cannot_march(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may not begin a march."""
    if (reason := cannot_act(state, unit)) is not None:
        return reason
    own = state.facts.units[unit]
    return Reason("moves_by_railway", "2.2.3", {"unit": own.name}) if own.drive == "rail" else None


def begin(state: LiegeState, unit: int) -> HexMarch:
    """Begin a march; siege artillery pays to leave its firing position (7.9.1)."""
    leaving = state.facts.firing_position[_drive(state, unit)][1] if state.has(unit, DEPLOYED) else 0
    return HexMarch(unit, (state.at[unit],), leaving)


def _drive(state: LiegeState, unit: int) -> str:
    return state.facts.units[unit].drive


# -- steps -------------------------------------------------------------------------------------------------------


def cannot_enter(
    state: LiegeState, march: HexMarch, to: int, *, force: bool, zones: int | None = None
) -> Reason | None:
    """Return why a march may not continue into a hex; `force` allows the points of a forced march too.

    `zones` are the hexes that the enemy controls, if different from those of the position.
    """
    facts, here = state.facts, march.hex
    side = facts.grid.side_toward(here, to)
    data: dict[str, object] = {"hex": facts.grid.names[to], "unit": facts.units[march.unit].name}
    if side == NOWHERE:
        return Reason("not_next_to_it", "7.1.3", data)
    if facts.price[here][side] == NOWHERE:
        return Reason("closed_border", "1.1.7", data)
    if march.over:
        return Reason("zone_stops_it", "7.6.1", data)
    reason = _closing_enemies(state, march, to, data) or _zone_to_zone(state, march, to, data, zones)
    if reason is not None:
        return reason
    left = points_of(state, march.unit) + (forced_points(state, march.unit) if force else 0) - march.spent
    if facts.price[here][side] > left:
        return Reason("too_few_points", "7.1.2", {**data, "price": facts.price[here][side], "left": max(left, 0)})
    return _no_transit(state, march, side, data)


def _closing_enemies(state: LiegeState, march: HexMarch, to: int, data: dict[str, object]) -> Reason | None:
    """Return which enemies close a hex: forts, any unit in a camp, units (7.1.6, 11.3.2, 11.6.7)."""
    ground, own = ground_of(state), state.facts.units[march.unit]
    if ground.barred[own.side] >> to & 1:
        fort = ground.forts >> to & 1
        return Reason("active_fort", "11.3.2", data) if fort else Reason("camp_is_held", "11.6.7", data)
    if ground.held[1 - own.side] >> to & 1:
        return Reason("enemy_units", "7.1.6", data)
    if ground.soft[1 - own.side] >> to & 1 and not own.fights:
        return Reason("only_troops_take_it", "7.1.6", data)
    return None


def _zone_to_zone(
    state: LiegeState, march: HexMarch, to: int, data: dict[str, object], zones: int | None
) -> Reason | None:
    """Return why a unit in an enemy zone may not go directly into another one (7.6.2, 7.6.3)."""
    zones = ground_of(state).zones[1 - state.facts.units[march.unit].side] if zones is None else zones
    if not zones >> march.hex & 1 or not zones >> to & 1:
        return None
    if march.moved:
        return Reason("zone_to_zone", "7.6.2" if state.facts.units[march.unit].type == "CAV" else "7.6.3", data)
    if not friend_holds(state, march.unit, to):
        return Reason("zone_to_zone", "7.6.3", data)
    return Reason("others_moved_before", "7.6.3", data) if state.settled else None


def friend_holds(state: LiegeState, unit: int, hex_: int) -> bool:
    """Return True if infantry or cavalry of a unit's nation has held a hex since the phase began, with a zone over the unit (7.6.3)."""
    units, at = state.facts.units, state.at[unit]
    return any(
        units[other].fights
        and units[other].nation == units[unit].nation
        and not state.has(other, MARCHED | ARRIVED)
        and zone_of(state, other) >> at & 1
        for other in state.units_at(hex_)
    )


def _no_transit(state: LiegeState, march: HexMarch, side: int, data: dict[str, object]) -> Reason | None:
    """Return why no more steps may cross a hexside in this phase (7.3.2, 7.3.3)."""
    facts = state.facts
    edge = facts.crossing[march.hex][side]
    if edge == NOWHERE:
        return None
    steps, limit = state.steps(march.unit), facts.crossings[edge].transit
    used = state.crossed[edge] + steps * sum(one == edge for one in crossed(state, march))
    if used + steps <= limit:
        return None
    return Reason("transit_is_used_up", "7.3.3", {**data, "used": used, "steps": steps, "limit": limit})


def crossed(state: LiegeState, march: HexMarch) -> Iterator[int]:
    """Yield the hexsides with terrain that a march has crossed."""
    facts = state.facts
    for one, other in pairwise(march.path):
        edge = facts.crossing[one][facts.grid.side_toward(one, other)]
        if edge != NOWHERE:
            yield edge


def entries(state: LiegeState, march: HexMarch, *, force: bool, zones: int | None = None) -> list[int]:
    """Return the hexes that a march may enter next."""
    around = state.facts.grid.beyond[march.hex]
    return [to for to in around if to != NOWHERE and cannot_enter(state, march, to, force=force, zones=zones) is None]


def ways_on(state: LiegeState, march: HexMarch, *, force: bool) -> list[int]:
    """Return the hexes that a march may enter next and still end, there or further on: it may not stop in a full hex (6.4.1).

    Real zones count only next to the unit. Further on hidden enemies count as controlling all hexes around them: otherwise
    the options would reveal more about them than the rules do (19.2.3).
    """
    around = state.facts.grid.beyond[march.hex]
    return [to for to in around if to != NOWHERE and _leads_on(state, march, to, force=force)]


def goes_on(state: LiegeState, march: HexMarch, *, force: bool) -> bool:
    """Return True if there is a hex that a march may enter and still end: faster than listing all."""
    return any(to != NOWHERE and _leads_on(state, march, to, force=force) for to in state.facts.grid.beyond[march.hex])


def _leads_on(state: LiegeState, march: HexMarch, to: int, *, force: bool) -> bool:
    if cannot_enter(state, march, to, force=force) is not None:
        return False
    after = step(state, march, to)
    if _ends_here(state, after, force=force):
        return True
    zones = possible_zones(state, state.facts.units[march.unit].side)
    if state.hidden and not after.over and not after.through:
        after = after._replace(over=step(state, march, to, zones=zones).over)
    return _can_end(state, after, force=force, zones=zones)


def _ends_here(state: LiegeState, march: HexMarch, *, force: bool) -> bool:
    if cannot_halt(state, march) is None:
        return True
    return may_leave(state, march.hex) and cannot_leave(state, march, force=force) is None


def _can_end(state: LiegeState, march: HexMarch, *, force: bool, zones: int) -> bool:
    if _ends_here(state, march, force=force):
        return True
    return any(
        _can_end(state, step(state, march, to, zones=zones), force=force, zones=zones)
        for to in entries(state, march, force=force, zones=zones)
    )


def step(state: LiegeState, march: HexMarch, to: int, *, zones: int | None = None) -> HexMarch:
    """Return a march extended by one hex; the step must be allowed (7.1.3, 7.6)."""
    facts, here = state.facts, march.hex
    own = facts.units[march.unit]
    zones = ground_of(state).zones[1 - own.side] if zones is None else zones
    into = zones >> to & 1 == 1
    through = into and not march.moved and zones >> here & 1 == 1
    price = facts.price[here][facts.grid.side_toward(here, to)]
    over = into and not through and own.type != "CAV"
    return HexMarch(march.unit, (*march.path, to), march.spent + price, over, march.through or through)


# -- the end of a march -------------------------------------------------------------------------------------------


def cannot_halt(state: LiegeState, march: HexMarch) -> Reason | None:
    """Return why a march may not end where it is: it would overstack (6.4.1).

    The rule speaks of the end of the phase, but a march that ends overstacked could not be corrected later.
    """
    return too_many(state, march.unit, march.hex)


def can_deploy(state: LiegeState, march: HexMarch) -> bool:
    """Return True if siege artillery has enough points left to take up its firing position (7.9.1)."""
    own = state.facts.units[march.unit]
    if own.drive not in BY_ROAD:
        return False
    return march.spent + state.facts.firing_position[own.drive][0] <= points_of(state, march.unit)


def may_leave(state: LiegeState, hex_: int) -> bool:
    """Return True if units may leave the map from a hex in this turn (7.1.8)."""
    return state.scenario.leave_hexes >> hex_ & 1 == 1 and state.turn >= state.scenario.leave_from


def cannot_leave(state: LiegeState, march: HexMarch, *, force: bool) -> Reason | None:
    """Return why a march may not continue off the map, which costs as much as a hex like the last one (7.1.8, ruling)."""
    scenario, own = state.scenario, state.facts.units[march.unit]
    data: dict[str, object] = {"unit": own.name, "turn": scenario.leave_from}
    if own.nation != scenario.leave_nation or not scenario.leave_hexes >> march.hex & 1:
        return Reason("no_way_off_the_map", "7.1.8", data)
    if state.turn < scenario.leave_from:
        return Reason("leaves_later", "7.1.8", data)
    if march.over:
        return Reason("zone_stops_it", "7.6.1", {**data, "hex": state.facts.grid.names[march.hex]})
    price = state.facts.terrain[march.hex].price
    left = points_of(state, march.unit) + (forced_points(state, march.unit) if force else 0) - march.spent
    if price > left:
        return Reason("too_few_points_to_leave", "7.1.2", {**data, "price": price, "left": max(left, 0)})
    return None


def leave(state: LiegeState, march: HexMarch) -> None:
    """Take a unit off the map permanently; its steps are saved."""
    halt(state, march, 0)
    state.marks[march.unit] = 0
    state.place(march.unit, LEFT, 0)


def halt(state: LiegeState, march: HexMarch, facing: int, *, deploy: bool = False) -> list[int]:
    """End a march: place the unit with its facing and note what it did; return the enemies it destroyed (7.1.6)."""
    unit, own = march.unit, state.facts.units[march.unit]
    taken = pass_through(state, march)
    if march.moved and not march.through:
        state.settled = True
    state.mark(unit, _marks(state, march))
    if own.type == "SAR":
        state.marks[unit] &= ~DEPLOYED
        if deploy:
            state.mark(unit, DEPLOYED)
    state.place(unit, march.hex, facing_of(state, own, unit, facing))
    return taken


def pass_through(state: LiegeState, march: HexMarch) -> list[int]:
    """Apply what a unit does on its way: transit and railways; return the enemies it destroyed.

    Headquarters and engineers alone in a hex entered by infantry or cavalry are destroyed (7.1.6, 7.3.2, 12.1.3).
    """
    unit, units = march.unit, state.facts.units
    steps = state.steps(unit)
    for edge in crossed(state, march):
        state.crossed[edge] += steps
    taken: list[int] = []
    for hex_ in march.path[1:]:
        state.take_railway(unit, hex_)
        taken += [enemy for enemy in state.units_at(hex_) if units[enemy].side != units[unit].side]
    for enemy in taken:
        state.destroy(enemy)
    return taken


def _marks(state: LiegeState, march: HexMarch) -> int:
    """Return the marks of a march: extended from half of the unit's points on, forced beyond all (7.4.1, 7.5.4)."""
    own, factor = state.facts.units[march.unit], points_of(state, march.unit)
    marks = ACTED | MARCHED
    if own.fights and march.spent:
        if march.spent >= factor:
            marks |= EXHAUSTED
        elif 2 * march.spent >= factor:
            marks |= TIRED
        if march.spent > factor:
            marks |= FORCED
    return marks


def facing_of(state: LiegeState, own: HexUnit, unit: int, facing: int) -> int:
    """Return the facing to store: always the first for units without one (6.2.1)."""
    return 0 if width_of(own, state.steps(unit), state.scenario.small_front) == 6 else facing


def turn(state: LiegeState, unit: int, facing: int) -> None:
    """Turn a unit in place: free, but it counts as having acted (7.1.4)."""
    state.mark(unit, ACTED)
    state.place(unit, state.at[unit], facing_of(state, state.facts.units[unit], unit, facing))


__all__ = [
    "HexMarch", "begin", "can_deploy", "cannot_act", "cannot_enter", "cannot_halt", "cannot_leave", "cannot_march", "crossed", "entries", "facing_of",
    "forced_points", "friend_holds", "goes_on", "halt", "leave", "may_leave", "pass_through", "points_of", "step", "turn", "ways_on",
]  # fmt: skip
