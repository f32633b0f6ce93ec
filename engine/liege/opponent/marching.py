"""Where a side's units go in its Movement Phase, and their facings.

Each unit evaluates the hexes it can reach: guns want to face forts; infantry wants to be with guns that have forts to
storm, in front of the hex to be attacked, or in the city; no unit wants to be under fire of the forts for nothing.
Belgians wait, cover the city, and leave in the west as soon as they may.
"""

from __future__ import annotations

from typing import Final

from engine.core.bits import members
from engine.liege import move
from engine.liege.camp import forts_at
from engine.liege.facts import ALLIED, FOOT
from engine.liege.grid import NOWHERE
from engine.liege.opponent import leaving
from engine.liege.opponent.manner import PLAIN, Manner
from engine.liege.opponent.orders import MarchOrder, enemies, looks_at, toward
from engine.liege.opponent.reach import reachable
from engine.liege.state import ACTED, ASSAULTS, LiegeState
from engine.liege.zones import ground_of, width_of

#: Order of movement: guns, pioneers, infantry, then the others.
TURN: Final = {"SAR": 0, "HAR": 1, "PIO": 2, "INF": 3, "CAV": 4, "ENG": 5, "HQ": 6}
#: Minimum gain of a march over staying; a change of facing needs any gain.
WORTH_A_MARCH: Final = 0.5
#: Cost of a point of the enemy forts' ARF over a hex, and of a hex of distance.
DANGER, DISTANCE = 0.06, 0.4
#: Value of one more hex of the camp in front.
LOOK: Final = 0.05
#: Value of facing a hex to be attacked, and for a gun of facing forts.
AN_ATTACK, A_TARGET = 4.0, 3.0
#: Additional value if a hex of forts is the city, or has the railway.
AT_THE_CITY, ON_RAILWAY = 1.5, 0.5
#: Value of guarding guns, and the CBF of infantry that is enough for it.
A_GUARD, ENOUGH_GUARDS = 3.0, 30
#: The AFF that is enough for one fort each turn.
ENOUGH: Final = 40


def in_turn(state: LiegeState) -> list[int]:
    """Return the units that may act now in the order they are asked: Belgians from the west, so that nobody is in the way."""
    units = state.facts.units
    able = [one for one, own in enumerate(units) if own.side == state.side and move.cannot_act(state, one) is None]
    if state.side == ALLIED:
        return sorted(able, key=lambda one: (-state.facts.grid.places[state.at[one]][0], one))
    return sorted(able, key=lambda one: (TURN[units[one].type], -state.steps(one), one))


def order_of(state: LiegeState, unit: int, focus: int, manner: Manner = PLAIN) -> MarchOrder | None:
    """Return a unit's order, or None if it stays as it is."""
    if state.side == ALLIED:
        return leaving.order_of(state, unit, manner)
    own = state.facts.units[unit]
    if state.has(unit, ASSAULTS):
        return _to_its_fort(state, unit)
    if own.type in ("HQ", "ENG"):
        return None
    sight, here = MarchSight(state, unit, focus, city=manner.city), state.at[unit]
    value, facing = sight.best(here)
    now = sight.base(here) + sight.looking(here, state.facing[unit])
    best: tuple[float, MarchOrder] | None = None
    if value > now + 1e-9 and facing != state.facing[unit] and not state.has(unit, ACTED):
        best = value, MarchOrder(move.begin(state, unit), facing)
    for march in reachable(state, unit):
        deploy = own.type == "SAR" and move.can_deploy(state, march)
        if not march.moved or (own.type == "SAR" and not deploy):
            continue
        there, looks = sight.best(march.hex)
        if there > max(now, value) + WORTH_A_MARCH and (best is None or there > best[0]):
            best = there, MarchOrder(march, looks, deploy)
    return None if best is None else best[1]


def _to_its_fort(state: LiegeState, unit: int) -> MarchOrder | None:
    """Turn a unit towards the fort it is to storm."""
    fort = next((one.fort for one in state.assaults if one.unit == unit), NOWHERE)
    if fort == NOWHERE or state.has(unit, ACTED):
        return None
    hex_ = state.facts.forts[fort].hex
    side = state.facts.grid.side_toward(state.at[unit], hex_)
    return None if side == NOWHERE or looks_at(state, unit, hex_) else MarchOrder(move.begin(state, unit), side)


def best_facing(state: LiegeState, unit: int, hex_: int, focus: int) -> int:
    """Return the best facing for a German unit in a hex."""
    return MarchSight(state, unit, focus).best(hex_)[1]


class MarchSight:
    """What one German unit considers when it evaluates hexes: fire of forts, targets, and units already there."""

    def __init__(self, state: LiegeState, unit: int, focus: int, *, city: bool = True) -> None:
        self._state, self._unit, self._focus, self._city = state, unit, focus, city
        self._own = state.facts.units[unit]
        self._wide = width_of(self._own, state.steps(unit), state.scenario.small_front)
        self._forts = {hex_: len(forts_at(state, hex_)) for hex_ in members(forts_left(state))}
        self._goals = members(forts_left(state) | focus or state.facts.camp)
        self._known: dict[int, tuple[float, int]] = {}
        self._targets: dict[int, float] = {}

    def best(self, hex_: int) -> tuple[float, int]:
        """Return the value of the unit in a hex with its best facing, and that facing."""
        if hex_ not in self._known:
            facings = range(1) if self._wide == 6 else range(6)
            look, facing = max((self.looking(hex_, facing), -facing) for facing in facings)
            self._known[hex_] = self.base(hex_) + look, -facing
        return self._known[hex_]

    def base(self, hex_: int) -> float:
        """Return the value of being in a hex, whatever the facing."""
        state, grid = self._state, self._state.facts.grid
        value = -DANGER * fire_over(state, hex_)
        if self._own.type == "CAV":
            return 2 * value - DISTANCE * min((grid.distance(hex_, goal) for goal in members(self._focus)), default=0)
        value -= DISTANCE * min(grid.distance(hex_, goal) for goal in self._goals)
        return value if self._own.type in ("HAR", "SAR") else value + self._in_city(hex_) + self._guarding(hex_)

    def looking(self, hex_: int, facing: int) -> float:
        """Return the value of a facing in a hex."""
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
        """Return the value of a hex as a gun's target: its forts, minus those already faced by enough guns."""
        if hex_ not in self._targets:
            state = self._state
            aimed = sum(
                own.aff
                for gun, own in enumerate(state.facts.units)
                if gun != self._unit
                and own.type in ("HAR", "SAR")
                and state.at[gun] >= 0
                and looks_at(state, gun, hex_)
            )
            prize = AT_THE_CITY * (hex_ == state.scenario.city) + ON_RAILWAY * (state.scenario.railway >> hex_ & 1)
            self._targets[hex_] = self._forts[hex_] - aimed / ENOUGH + (not _troops(state, hex_)) + prize
        return self._targets[hex_]

    def _guarding(self, hex_: int) -> float:
        """Return the value of guarding the guns of a hex: they need infantry that the enemy cannot drive out."""
        state, units = self._state, self._state.facts.units
        there = [unit for unit in state.units_at(hex_) if unit != self._unit]
        guns = any(units[unit].type in ("HAR", "SAR") for unit in there)
        if self._own.type != "INF" or not guns:
            return 0.0
        return (
            A_GUARD
            if sum(units[one].cbf[state.level[one]] for one in there if units[one].type == "INF") < ENOUGH_GUARDS
            else 0.0
        )

    def _in_city(self, hex_: int) -> float:
        """Return the value of holding the city, which needs one unit."""
        state = self._state
        if hex_ != state.scenario.city or not self._city:
            return 0.0
        return (
            1.0
            if any(one != self._unit and state.facts.units[one].type == "INF" for one in state.units_at(hex_))
            else 6.0
        )

    def _beside_guns(self, hex_: int, before: list[int]) -> float:
        """Return the value of being with guns that face forts: one storming unit for each fort, pioneers first."""
        state, units, found = self._state, self._state.facts.units, 0.0
        for to in before:
            if to not in self._forts or _troops(state, to):
                continue
            looking = [one for one in state.units_at(hex_) if one != self._unit and looks_at(state, one, to)]
            guns = any(units[one].type in ("HAR", "SAR") for one in looking)
            if sum(units[one].type in FOOT for one in looking) < self._forts[to]:
                found = max(found, (2.5 if guns else 1.0) + (1.5 if self._own.type == "PIO" else 0.0))
        return found


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
    """Return True if Belgian troops are in a hex, so that its forts cannot be stormed."""
    units = state.facts.units
    return any(units[unit].side == ALLIED and units[unit].stacks for unit in state.units_at(hex_))


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
