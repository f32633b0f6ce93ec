"""Which guns fire at which fort, assaults, and barrages by forts and divisions: by exact odds.

A gun goes where it adds most to the expected result at a fort: of a barrage alone, or of one followed by an assault,
minus the unit's expected loss. Units next to a fort can be named to storm it, since they can still turn. Forts fire
where the enemy is expected to lose most.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.bits import mask, members
from engine.liege import assault, barrage
from engine.liege.barrage import UnitBarrage
from engine.liege.cab import total
from engine.liege.grid import NOWHERE
from engine.liege.phase_records import DeclaredAssault
from engine.liege.pieces import FOOT
from engine.liege.sequence.barrages import firing_at
from engine.liege.state import ASSAULTS, LiegeState
from engine.liege.tables import FACES, Table, chance_to_fail, chances_to_fall, rows_of_barrage

#: Number of throws of two dice.
TWO_DICE: Final = FACES**2
#: Additional value of a fort of the city, and of one on the railway: these score separately once their forts are down.
AT_THE_CITY, ON_RAILWAY = 0.8, 0.4
#: Minimum lead of an assault over a barrage alone: a unit that has lost a step cannot attack for a while.
STORM_PRICE: Final = 0.5
#: Minimum expected steps for units with other tasks to fire at enemy units.
WORTH_A_DIVISION: Final = 0.4
#: The same for forts, which have no other task.
WORTH_A_SHELL: Final = 0.01


class FortFire(NamedTuple):
    """The action against one fort: the set of guns, the storming unit (NOWHERE for none), and its value in points."""

    fort: int
    guns: int = 0
    unit: int = NOWHERE
    value: float = 0.0

    @property
    def one(self) -> DeclaredAssault:
        """The assault as it is declared."""
        return DeclaredAssault(self.fort, self.unit, self.guns)


class FirePlan(NamedTuple):
    """A side's plan for its Barrage Phase."""

    forts: list[FortFire]
    storms: list[FortFire]
    units: list[UnitBarrage]


@lru_cache(maxsize=4_096)
def _chance(table: Table, column: int, rows: int, cab: int) -> float:
    return chances_to_fall(table, column, rows, cab) / TWO_DICE


@lru_cache(maxsize=16_384)
def _storm_chances(table: Table, column: int, rows: int, cab: int, fallen: int, standing: int) -> tuple[float, float]:
    """Return the probabilities that a fort falls to an assault and that the unit loses a step; its tests depend on the outcome."""
    falls = lost = 0.0
    for half in rows_of_barrage(0):
        result = table.read(column, half + rows)
        if result is None:
            lost += chance_to_fail(standing) / FACES
        elif result.automatic or cab + result.modifier <= 0:
            falls += 1
        else:
            down = chance_to_fail(cab + result.modifier) / FACES
            falls += down
            lost += (down * chance_to_fail(fallen) + (1 - down) * chance_to_fail(standing)) / FACES
    return falls / FACES, lost / FACES


def worth_of(state: LiegeState, fort: int) -> float:
    """Return the value in points of destroying a fort: its own points, and those it no longer gives the enemy."""
    each = state.scenario.worth.each
    hex_ = state.facts.forts[fort].hex
    prize = AT_THE_CITY * (hex_ == state.scenario.city) + ON_RAILWAY * (state.scenario.railway >> hex_ & 1)
    return each["fort"] + each["fort_left"] + prize


def chance_to_fall(state: LiegeState, fort: int, guns: int) -> float:
    """Return the probability that a barrage by some guns destroys a fort."""
    aim = barrage.aim_at_fort(state, fort, barrage.aff_of(state, guns), guns=guns)
    return 0.0 if aim.column is None else _chance(aim.table, aim.column, total(aim.rows), aim.cab)


def weighed(state: LiegeState, one: DeclaredAssault) -> float:
    """Return the value of an assault in points: its gain minus the unit's expected loss."""
    aim = assault.aim_of(state, one)
    if aim.column is None:
        return -1.0
    fallen, standing = (assault.test_of_unit(state, one.unit, one.fort, fallen=down).cab for down in (True, False))
    falls, lost = _storm_chances(aim.table, aim.column, total(aim.rows), aim.cab, fallen, standing)
    return worth_of(state, one.fort) * falls - state.scenario.worth.each["german_step"] * lost


def fire_at_forts(state: LiegeState, *, storming: bool = True) -> list[FortFire]:
    """Return the actions against forts, the best first: each gun where it adds most, one after another.

    Pioneers that cannot storm any fort count as guns.
    """
    forts = [one for one in members(state.forts) if barrage.cannot_be_bombarded(state, one) is None]
    able = {fort: _stormers(state, fort) if storming else [] for fort in forts}
    storms = {unit for units in able.values() for unit in units}
    reach = {
        gun: [fort for fort in forts if barrage.cannot_bombard(state, gun, fort) is None]
        for gun, own in enumerate(state.facts.units)
        if own.aff
        and not state.has(gun, ASSAULTS)
        and gun not in (storms if own.type == "PIO" else ())
        and state.at[gun] >= 0
        and own.side == state.side
    }
    able_set = {fort: mask(units) for fort, units in able.items()}
    known: dict[tuple[int, int, int], FortFire] = {}
    plan = {fort: FortFire(fort) for fort in forts}

    def best(fort: int, guns: int) -> FortFire:
        """Return the best use of some guns at a fort; a unit that storms another fort is not available."""
        busy = able_set[fort] & mask(one.unit for one in plan.values() if one.unit != NOWHERE and one.fort != fort)
        if (fort, guns, busy) not in known:
            known[fort, guns, busy] = _best(state, fort, guns, [unit for unit in able[fort] if not busy >> unit & 1])
        return known[fort, guns, busy]

    while any(reach.values()):
        rises = [
            (best(fort, plan[fort].guns | 1 << gun).value - plan[fort].value, -fort, -gun)
            for gun, targets in reach.items()
            for fort in targets
        ]
        _, fort, gun = max(rises)
        plan[-fort] = best(-fort, plan[-fort].guns | 1 << -gun)
        del reach[-gun]
    for fort in forts:
        plan[fort] = best(fort, plan[fort].guns)
    found = [one for one in plan.values() if one.value > 0 and (one.guns or one.unit != NOWHERE)]
    return sorted(found, key=lambda one: (-one.value, one.fort))


def _best(state: LiegeState, fort: int, guns: int, free: list[int]) -> FortFire:
    """Return the better of a barrage and assaults by the first unit of each kind."""
    found = FortFire(fort, guns, NOWHERE, worth_of(state, fort) * chance_to_fall(state, fort, guns))
    heavy = mask(gun for gun in members(guns) if state.facts.units[gun].type not in FOOT)  # pioneers storm instead
    for unit in _first_of_each(state, free):
        value = weighed(state, DeclaredAssault(fort, unit, heavy))
        if value - STORM_PRICE > found.value:
            found = FortFire(fort, heavy, unit, value)
    return found


def _stormers(state: LiegeState, fort: int) -> list[int]:
    """Return the units that can storm a fort: next to it and able to turn to it; the best testers first."""
    hex_ = state.facts.forts[fort].hex
    if assault.cannot_be_stormed(state, fort) is not None:
        return []
    near = [unit for unit in assault.stormers(state, fort) if state.at[unit] in state.facts.grid.beyond[hex_]]
    return sorted(near, key=lambda unit: (-assault.test_of_unit(state, unit, fort, fallen=False).cab, unit))


def _first_of_each(state: LiegeState, units: list[int]) -> list[int]:
    """Return the first pioneers, infantry and cavalry of some units."""
    found: dict[str, int] = {}
    for unit in units:
        found.setdefault(state.facts.units[unit].type, unit)
    return list(found.values())


def plan_fire(state: LiegeState, free: int, *, storming: bool = True) -> FirePlan:
    """Return a side's barrages and assaults, keeping guns for assaults. `free` are the units that can fire at enemy units."""
    given = fire_at_forts(state, storming=storming)
    forts = [one for one in given if one.unit == NOWHERE]
    enemies = {at for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].side != state.side}
    found = [at_units(state, hex_, free) for hex_ in sorted(enemies) if barrage.cannot_be_shelled(state, hex_) is None]
    best = [(value, fired) for value, fired in found if fired is not None]
    units = [max(best, key=lambda one: one[0])[1]] if best else []
    return FirePlan(forts, [one for one in given if one.unit != NOWHERE], units)


def at_units(state: LiegeState, hex_: int, free: int) -> tuple[float, UnitBarrage | None]:
    """Return the best worthwhile barrage at the units of a hex, and its expected loss in steps."""
    guns, forts = firing_at(state, UnitBarrage(hex_))
    found: tuple[float, UnitBarrage | None] = (0.0, None)
    for fired, least in (
        (UnitBarrage(hex_, 0, forts), WORTH_A_SHELL),
        (UnitBarrage(hex_, guns & free, 0), WORTH_A_DIVISION),
    ):
        if (fired.guns or fired.forts) and barrage.too_weak(state, fired) is None:
            value = sum(sorted(losses(state, fired).values(), reverse=True)[: barrage.hits(state, fired)])
            if value >= least and value > found[0]:
                found = value, fired
    return found


def losses(state: LiegeState, fired: UnitBarrage) -> dict[int, float]:
    """Return by target the expected loss in steps of a barrage."""
    return {
        unit: sum(lost * weight for lost, weight in barrage.chances_of_steps(state, fired, unit).items()) / TWO_DICE
        for unit in barrage.targets_at(state, fired.hex)
    }


__all__ = [
    "FirePlan", "FortFire", "at_units", "chance_to_fall", "fire_at_forts", "losses", "plan_fire", "weighed", "worth_of",
]  # fmt: skip
