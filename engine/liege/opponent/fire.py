"""Which guns fire at which fort, what is stormed, and whom forts and divisions shell: by the exact chances of each.

A gun goes where it adds most to what is expected at a fort: by a barrage alone, or by one that a unit storms after, which costs
what the unit may lose. Whoever is beside a fort can be named to storm it, for it may still turn. Forts fire where the enemy is
expected to lose most.
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
from engine.liege.sequence.barrages import firing_at
from engine.liege.state import LiegeState
from engine.liege.tables import FACES, Table, chance_to_fail, chances_to_fall, rows_of_barrage

#: Throws of two dice.
TWO_DICE: Final = FACES**2
#: What a fort of the city is worth besides, and one on the railway: these are points of their own once their forts are down.
AT_THE_CITY, ON_RAILWAY = 0.8, 0.4
#: What an assault has to be worth more than a barrage alone: a unit that has lost a step takes part in no attack for a while.
STORM_PRICE: Final = 0.5
#: Units with work of their own fire at others only for so many expected steps.
WORTH_A_DIVISION: Final = 0.4
#: Forts have nothing better to do.
WORTH_A_SHELL: Final = 0.01


class FortFire(NamedTuple):
    """What is done at one fort: the set of guns, who storms after them (NOWHERE for nobody), and the points that it is worth."""

    fort: int
    guns: int = 0
    unit: int = NOWHERE
    value: float = 0.0

    @property
    def one(self) -> DeclaredAssault:
        """The assault as it is declared."""
        return DeclaredAssault(self.fort, self.unit, self.guns)


class FirePlan(NamedTuple):
    """What a side does in its Barrage Phase."""

    forts: list[FortFire]
    storms: list[FortFire]
    units: list[UnitBarrage]


@lru_cache(maxsize=4_096)
def _chance(table: Table, column: int, rows: int, cab: int) -> float:
    return chances_to_fall(table, column, rows, cab) / TWO_DICE


@lru_cache(maxsize=16_384)
def _storm_chances(table: Table, column: int, rows: int, cab: int, fallen: int, standing: int) -> tuple[float, float]:
    """Return the chances that a fort falls to an assault and that the unit loses a step; its tests are those after each end."""
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
    """Return the points that it is worth that a fort falls: those for it, and those that it does not bring the enemy."""
    each = state.scenario.worth.each
    hex_ = state.facts.forts[fort].hex
    prize = AT_THE_CITY * (hex_ == state.scenario.city) + ON_RAILWAY * (state.scenario.railway >> hex_ & 1)
    return each["fort"] + each["fort_left"] + prize


def chance_to_fall(state: LiegeState, fort: int, guns: int) -> float:
    """Return the chance that a barrage by some guns destroys a fort."""
    aim = barrage.aim_at_fort(state, fort, barrage.aff_of(state, guns), guns=guns)
    return 0.0 if aim.column is None else _chance(aim.table, aim.column, total(aim.rows), aim.cab)


def weighed(state: LiegeState, one: DeclaredAssault) -> float:
    """Return the points that an assault is worth: what it gains less what the unit may lose."""
    aim = assault.aim_of(state, one)
    if aim.column is None:
        return -1.0
    fallen, standing = (assault.test_of_unit(state, one.unit, one.fort, fallen=down).cab for down in (True, False))
    falls, lost = _storm_chances(aim.table, aim.column, total(aim.rows), aim.cab, fallen, standing)
    return worth_of(state, one.fort) * falls - state.scenario.worth.each["german_step"] * lost


def fire_at_forts(state: LiegeState, *, storming: bool = True) -> list[FortFire]:
    """Return what is done at the forts, the best first: each gun where it adds most, one after the other.

    Pioneers that can storm no fort count as guns.
    """
    forts = [one for one in members(state.forts) if barrage.cannot_be_bombarded(state, one) is None]
    able = {fort: _stormers(state, fort) if storming else [] for fort in forts}
    storms = {unit for units in able.values() for unit in units}
    reach = {
        gun: [fort for fort in forts if barrage.cannot_bombard(state, gun, fort) is None]
        for gun, own in enumerate(state.facts.units)
        if own.aff
        and gun not in (storms if own.type == "PIO" else ())
        and state.at[gun] >= 0
        and own.side == state.side
    }
    able_set = {fort: mask(units) for fort, units in able.items()}
    known: dict[tuple[int, int, int], FortFire] = {}
    plan = {fort: FortFire(fort) for fort in forts}

    def best(fort: int, guns: int) -> FortFire:
        """Return the best that some guns do at a fort; a unit that storms another one is no more free."""
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
    """Return the better of a barrage and the assaults by the first of each kind of some units."""
    found = FortFire(fort, guns, NOWHERE, worth_of(state, fort) * chance_to_fall(state, fort, guns))
    for unit in _first_of_each(state, free):
        value = weighed(state, DeclaredAssault(fort, unit, guns))
        if value - STORM_PRICE > found.value:
            found = FortFire(fort, guns, unit, value)
    return found


def _stormers(state: LiegeState, fort: int) -> list[int]:
    """Return who may storm a fort: units beside it, who may still turn to it; those that pass their test best come first."""
    hex_ = state.facts.forts[fort].hex
    if assault.cannot_be_stormed(state, fort) is not None:
        return []
    near = [unit for unit in assault.stormers(state, fort) if state.at[unit] in state.facts.grid.beyond[hex_]]
    return sorted(near, key=lambda unit: (-assault.test_of_unit(state, unit, fort, fallen=False).cab, unit))


def _first_of_each(state: LiegeState, units: list[int]) -> list[int]:
    """Return the first pioneers, the first infantry and the first cavalry of some units."""
    found: dict[str, int] = {}
    for unit in units:
        found.setdefault(state.facts.units[unit].type, unit)
    return list(found.values())


def plan_fire(state: LiegeState, free: int, *, storming: bool = True) -> FirePlan:
    """Return the barrages and assaults of a side; guns of an assault are kept for it. `free` are the units that may fire at others."""
    given = fire_at_forts(state, storming=storming)
    forts = [one for one in given if one.unit == NOWHERE]
    enemies = {at for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].side != state.side}
    found = [at_units(state, hex_, free) for hex_ in sorted(enemies) if barrage.cannot_be_shelled(state, hex_) is None]
    best = [(value, fired) for value, fired in found if fired is not None]
    units = [max(best, key=lambda one: one[0])[1]] if best else []
    return FirePlan(forts, [one for one in given if one.unit != NOWHERE], units)


def at_units(state: LiegeState, hex_: int, free: int) -> tuple[float, UnitBarrage | None]:
    """Return the best barrage at the units of a hex that is worth it, and the steps that it is expected to cost them."""
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
    """Return by target the steps that a barrage is expected to cost it."""
    return {
        unit: sum(lost * weight for lost, weight in barrage.chances_of_steps(state, fired, unit).items()) / TWO_DICE
        for unit in barrage.targets_at(state, fired.hex)
    }


__all__ = [
    "FirePlan", "FortFire", "at_units", "chance_to_fall", "fire_at_forts", "losses", "plan_fire", "weighed", "worth_of",
]  # fmt: skip
