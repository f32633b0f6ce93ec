"""Which guns fire at which fort, what is stormed, and whom forts and divisions shell: by the exact chances of each.

A gun goes where it adds most to the chance that a fort falls. A fort is stormed where twice the chance that this gains is more
than the chance to lose a step. Forts fire where the enemy is expected to lose most.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.bits import members
from engine.liege import assault, barrage
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.cab import total
from engine.liege.sequence.barrages import firing_at
from engine.liege.state import DeclaredAssault, LiegeState
from engine.liege.tables import FACES, Table, chances_to_fall
from engine.liege.zones import in_front

#: Throws of two dice, and of three.
TWO_DICE, THREE_DICE = FACES**2, FACES**3
#: What it is worth that a fort falls, in steps of one's own (1 point for it, and 1 that it does not bring the enemy).
FORT: Final = 2.0
#: Units with work of their own fire at others only for so many expected steps.
WORTH_A_DIVISION: Final = 0.4
#: Forts have nothing better to do.
WORTH_A_SHELL: Final = 0.01


class Storm(NamedTuple):
    """An assault that is worth its price, and by how much."""

    one: DeclaredAssault
    gain: float


@lru_cache(maxsize=4_096)
def _chance(table: Table, column: int, rows: int, cab: int) -> float:
    return chances_to_fall(table, column, rows, cab) / TWO_DICE


def chance_to_fall(state: LiegeState, fort: int, guns: int) -> float:
    """Return the chance that a barrage by some guns destroys a fort."""
    aim = barrage.aim_at_fort(state, fort, barrage.aff_of(state, guns), guns=guns)
    return 0.0 if aim.column is None else _chance(aim.table, aim.column, total(aim.rows), aim.cab)


def guns_by_fort(state: LiegeState) -> dict[int, int]:
    """Return by fort the set of guns that fire at it: each where it adds most, one after the other; pioneers are kept."""
    forts = [one for one in members(state.forts) if barrage.cannot_be_bombarded(state, one) is None]
    reach = {
        gun: [fort for fort in forts if barrage.cannot_bombard(state, gun, fort) is None]
        for gun, own in enumerate(state.facts.units)
        if own.aff and own.type != "PIO" and state.at[gun] >= 0 and own.side == state.side
    }
    given: dict[int, int] = {}
    while any(reach.values()):
        rises = [
            (
                chance_to_fall(state, fort, given.get(fort, 0) | 1 << gun)
                - chance_to_fall(state, fort, given.get(fort, 0)),
                -fort,
                -gun,
            )
            for gun, targets in reach.items()
            for fort in targets
        ]
        _, fort, gun = max(rises)
        given[-fort] = given.get(-fort, 0) | 1 << -gun
        del reach[-gun]
    return given


def storms(state: LiegeState, guns: dict[int, int]) -> list[Storm]:
    """Return the assaults that are worth their price with the guns that each fort has been given; the best first."""
    found: list[Storm] = []
    busy = 0
    for fort in sorted(members(state.forts), key=lambda one: (-barrage.aff_of(state, guns.get(one, 0)), one)):
        if assault.cannot_be_stormed(state, fort) is not None:
            continue
        hex_ = state.facts.forts[fort].hex
        able = [unit for unit in assault.stormers(state, fort) if not busy >> unit & 1 and in_front(state, unit, hex_)]
        weighed = [_weighed(state, fort, unit, guns.get(fort, 0)) for unit in able]
        if weighed and (best := max(weighed, key=lambda storm: storm.gain)).gain > 0:
            busy |= 1 << best.one.unit
            found.append(best)
    return sorted(found, key=lambda storm: -storm.gain)


def _weighed(state: LiegeState, fort: int, unit: int, guns: int) -> Storm:
    one = DeclaredAssault(fort, unit, guns)
    aim = assault.aim_of(state, one)
    if aim.column is None:
        return Storm(one, -1.0)
    falls = _chance(aim.table, aim.column, total(aim.rows), aim.cab)
    lost = sum(weight for result, weight in assault.chances_of(state, one).items() if result.lost) / THREE_DICE
    return Storm(one, FORT * (falls - (chance_to_fall(state, fort, guns) if guns else 0.0)) - lost)


class FirePlan(NamedTuple):
    """What a side does in its Barrage Phase."""

    forts: list[FortBarrage]
    units: list[UnitBarrage]


def plan_fire(state: LiegeState, free: int, *, storming: bool = True) -> FirePlan:
    """Return the barrages of a side; guns of an assault are kept for it. `free` are the units that may fire at others."""
    given = guns_by_fort(state)
    kept = {storm.one.fort for storm in storms(state, given)} if storming else set()
    forts = [FortBarrage((fort,), guns) for fort, guns in given.items() if fort not in kept]
    enemies = {at for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].side != state.side}
    found = [
        (at_units(state, hex_, free), hex_)
        for hex_ in sorted(enemies)
        if barrage.cannot_be_shelled(state, hex_) is None
    ]
    best = [(value, fired) for (value, fired), _ in found if fired is not None]
    units = [max(best, key=lambda one: one[0])[1]] if best else []
    return FirePlan(forts, units)


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


__all__ = ["FORT", "FirePlan", "Storm", "at_units", "chance_to_fall", "guns_by_fort", "losses", "plan_fire", "storms"]
