"""Where the units of a side go in its Movement Phase, and where they look.

Each unit weighs the hexes that it can reach: guns want forts before them, infantry wants to be beside guns that have forts to
storm, before the hex that is to be attacked, or in the city; nobody wants to be under the fire of the forts for nothing.
Belgians wait, cover the city, and leave in the west as soon as they may.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.core.bits import members
from engine.liege import march_search, move
from engine.liege.camp import forts_at
from engine.liege.facts import ALLIED, FOOT, GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.move import HexMarch
from engine.liege.state import ACTED, ASSAULTS, LiegeState
from engine.liege.zones import ground_of, width_of

#: Who moves first: guns, pioneers, infantry, and then everybody else.
TURN: Final = {"SAR": 0, "HAR": 1, "PIO": 2, "INF": 3, "CAV": 4, "ENG": 5, "HQ": 6}
#: A march has to gain so much over staying; a change of facing has to gain anything.
WORTH_A_MARCH: Final = 0.5
#: What a point of the enemy forts' ARF over a hex costs, and a hex of distance.
DANGER, DISTANCE = 0.06, 0.4
#: What it is worth to have one more hex of the camp in front.
LOOK: Final = 0.05
#: What it is worth to be before a hex that is to be attacked, and to have forts before one's gun.
AN_ATTACK, A_TARGET = 4.0, 3.0
#: The AFF that is enough for one fort a turn.
ENOUGH: Final = 40


class MarchOrder(NamedTuple):
    """What one unit does: a march with its end, or a turn in its place (the march has one hex)."""

    march: HexMarch
    facing: int
    deploy: bool = False
    leave: bool = False

    @property
    def turns(self) -> bool:
        """It stays in its hex and looks elsewhere."""
        return not (self.march.moved or self.deploy or self.leave)


def in_turn(state: LiegeState) -> list[int]:
    """Return the units that may act now in the order in which they are asked: Belgians from the west, so that nobody bars a way."""
    units = state.facts.units
    able = [one for one, own in enumerate(units) if own.side == state.side and move.cannot_act(state, one) is None]
    if state.side == ALLIED:
        return sorted(able, key=lambda one: (-state.facts.grid.places[state.at[one]][0], one))
    return sorted(able, key=lambda one: (TURN[units[one].type], -state.steps(one), one))


def order_of(state: LiegeState, unit: int, focus: int, later: int = 0) -> MarchOrder | None:
    """Return what a unit does, or None if it stays as it is; Belgians leave so many turns later than they may."""
    if state.side == ALLIED:
        return _allied(state, unit, later)
    own = state.facts.units[unit]
    if own.type in ("HQ", "ENG") or state.has(unit, ASSAULTS):
        return None
    sight, here = MarchSight(state, unit, focus), state.at[unit]
    value, facing = sight.best(here)
    now = sight.base(here) + sight.looking(here, state.facing[unit])
    best: tuple[float, MarchOrder] | None = None
    if value > now + 1e-9 and facing != state.facing[unit] and not state.has(unit, ACTED):
        best = value, MarchOrder(move.begin(state, unit), facing)
    for march in march_search.marches(state, unit, force=False):
        deploy = own.type == "SAR" and move.can_deploy(state, march)
        if not march.moved or (own.type == "SAR" and not deploy):
            continue
        there, looks = sight.best(march.hex)
        if there > max(now, value) + WORTH_A_MARCH and (best is None or there > best[0]):
            best = there, MarchOrder(march, looks, deploy)
    return None if best is None else best[1]


def best_facing(state: LiegeState, unit: int, hex_: int, focus: int) -> int:
    """Return the facing that is best for a German unit in a hex."""
    return MarchSight(state, unit, focus).best(hex_)[1]


class MarchSight:
    """What one German unit sees when it weighs hexes: where forts fire, what is worth a march, who is there already."""

    def __init__(self, state: LiegeState, unit: int, focus: int) -> None:
        self._state, self._unit, self._focus = state, unit, focus
        self._own = state.facts.units[unit]
        self._wide = width_of(self._own, state.steps(unit), state.scenario.small_front)
        self._forts = {hex_: len(forts_at(state, hex_)) for hex_ in members(forts_left(state))}
        self._goals = members(forts_left(state) | focus or state.facts.camp)
        self._known: dict[int, tuple[float, int]] = {}
        self._targets: dict[int, float] = {}

    def best(self, hex_: int) -> tuple[float, int]:
        """Return what the unit is worth in a hex with its best facing, and that facing."""
        if hex_ not in self._known:
            facings = range(1) if self._wide == 6 else range(6)
            look, facing = max((self.looking(hex_, facing), -facing) for facing in facings)
            self._known[hex_] = self.base(hex_) + look, -facing
        return self._known[hex_]

    def base(self, hex_: int) -> float:
        """Return what it is worth to be in a hex, wherever the unit looks."""
        state, grid = self._state, self._state.facts.grid
        value = -DANGER * fire_over(state, hex_)
        if self._own.type == "CAV":
            return 2 * value - DISTANCE * min((grid.distance(hex_, goal) for goal in members(self._focus)), default=0)
        value -= DISTANCE * min(grid.distance(hex_, goal) for goal in self._goals)
        return value if self._own.type in ("HAR", "SAR") else value + self._in_city(hex_)

    def looking(self, hex_: int, facing: int) -> float:
        """Return what it is worth to look somewhere from a hex."""
        grid = self._state.facts.grid
        before = [to for side in grid.front(hex_, facing, self._wide) if (to := grid.beyond[hex_][side]) != NOWHERE]
        attacks = any(self._focus >> to & 1 for to in before)
        if self._own.type == "CAV":
            return AN_ATTACK if attacks else 0.0
        if self._own.type in ("HAR", "SAR"):
            return max((A_TARGET + self._target(to) for to in before if to in self._forts), default=0.0)
        value = LOOK * sum(self._state.facts.camp >> to & 1 for to in before)
        if attacks and self._own.type == "INF":
            value += AN_ATTACK
        return value + self._beside_guns(hex_, before)

    def _target(self, hex_: int) -> float:
        """Return what a hex is worth as a target of a gun: its forts, less those at which enough guns look already."""
        if hex_ not in self._targets:
            state = self._state
            aimed = sum(
                own.aff
                for gun, own in enumerate(state.facts.units)
                if gun != self._unit
                and own.type in ("HAR", "SAR")
                and state.at[gun] >= 0
                and _looks_at(state, gun, hex_)
            )
            self._targets[hex_] = self._forts[hex_] - aimed / ENOUGH + (not _troops(state, hex_))
        return self._targets[hex_]

    def _in_city(self, hex_: int) -> float:
        """Return what it is worth to hold the city: it needs one unit."""
        state = self._state
        if hex_ != state.scenario.city:
            return 0.0
        return (
            1.0
            if any(one != self._unit and state.facts.units[one].type == "INF" for one in state.units_at(hex_))
            else 6.0
        )

    def _beside_guns(self, hex_: int, before: list[int]) -> float:
        """Return what it is worth to be beside guns with forts before them: one stormer for each fort, pioneers first."""
        state, units, found = self._state, self._state.facts.units, 0.0
        for to in before:
            if to not in self._forts or _troops(state, to):
                continue
            looking = [one for one in state.units_at(hex_) if one != self._unit and _looks_at(state, one, to)]
            guns = any(units[one].type in ("HAR", "SAR") for one in looking)
            if sum(units[one].type in FOOT for one in looking) < self._forts[to]:
                found = max(found, (2.5 if guns else 1.0) + (1.5 if self._own.type == "PIO" else 0.0))
        return found


def _looks_at(state: LiegeState, unit: int, hex_: int) -> bool:
    own, at, grid = state.facts.units[unit], state.at[unit], state.facts.grid
    side = grid.side_toward(at, hex_)
    wide = width_of(own, state.steps(unit), state.scenario.small_front)
    return side != NOWHERE and side in grid.front(at, state.facing[unit], wide)


def forts_left(state: LiegeState) -> int:
    """Return the hexes with active forts."""
    return ground_of(state).forts


def fire_over(state: LiegeState, hex_: int) -> int:
    """Return the ARF of all forts that reach a hex."""
    return sum(
        fort.arf
        for number, fort in enumerate(state.facts.forts)
        if state.active(number) and hex_ in state.facts.grid.beyond[fort.hex]
    )


def _troops(state: LiegeState, hex_: int) -> bool:
    """Return True if Belgian troops are in a hex, so that its forts are not stormed."""
    units = state.facts.units
    return any(units[unit].side == ALLIED and units[unit].stacks for unit in state.units_at(hex_))


def toward(state: LiegeState, unit: int, hex_: int, enemy: int) -> int:
    """Return the facing of a unit in a hex that looks at the nearest of some enemy hexes."""
    if not enemy or width_of(state.facts.units[unit], state.steps(unit), state.scenario.small_front) == 6:
        return 0
    grid = state.facts.grid
    sides = [
        (min(grid.distance(to, one) for one in members(enemy)), side)
        for side, to in enumerate(grid.beyond[hex_])
        if to != NOWHERE
    ]
    return min(sides)[1]


def enemies(state: LiegeState, side: int) -> int:
    """Return the hexes of the enemy's troops; for Germans that see none, the camp."""
    held = ground_of(state).held[1 - side]
    return held | (state.facts.camp if side == GERMAN else 0)


# -- Belgians ------------------------------------------------------------------------------------------------------


def _allied(state: LiegeState, unit: int, later: int) -> MarchOrder | None:
    scenario = state.scenario
    if scenario.leave_from and state.turn >= scenario.leave_from + later:
        return _westward(state, unit)
    return _face_intruder(state, unit) or _cover_city(state, unit)


def _westward(state: LiegeState, unit: int) -> MarchOrder | None:
    """Leave the map, or come as near to its western edge as possible; march by force only if that leads off the map."""
    grid, goals = state.facts.grid, members(state.scenario.leave_hexes)

    def left(hex_: int) -> int:
        return min(grid.distance(hex_, goal) for goal in goals)

    best: tuple[tuple[int, int], HexMarch] | None = None
    for march in march_search.marches(state, unit, force=True):
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
    """Turn infantry beside the city at Germans that have got into it."""
    city, own = state.scenario.city, state.facts.units[unit]
    if city < 0 or not ground_of(state).held[GERMAN] >> city & 1 or own.type != "INF" or state.has(unit, ACTED):
        return None
    side = state.facts.grid.side_toward(state.at[unit], city)
    if side == NOWHERE or _looks_at(state, unit, city):
        return None
    return MarchOrder(move.begin(state, unit), side)


def _cover_city(state: LiegeState, unit: int) -> MarchOrder | None:
    """Bring infantry that no enemy is next to into the city, if nobody is there."""
    city, units = state.scenario.city, state.facts.units
    if city < 0 or units[unit].type != "INF" or any(units[one].type == "INF" for one in state.units_at(city)):
        return None
    held = ground_of(state).held[GERMAN]
    if state.facts.grid.ring(1 << state.at[unit]) & held:
        return None
    march = march_search.march_to(state, unit, city, force=False)
    return None if march is None else MarchOrder(march, toward(state, unit, city, enemies(state, ALLIED)))


__all__ = [
    "MarchOrder",
    "MarchSight",
    "best_facing",
    "enemies",
    "fire_over",
    "in_turn",
    "order_of",
    "toward",
]
