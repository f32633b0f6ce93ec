"""Assaults on forts (chapter 11.5): guns shell a fort, and immediately afterwards one unit storms it.

An assault is declared in the Barrage Phase and carried out at the start of the Combat Phase. Its odds are exact.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.errors import Reason
from engine.liege.barrage import (
    Aim,
    aff_of,
    aim_at_fort,
    cannot_be_bombarded,
    cannot_bombard,
    second_modifier,
    strike,
)
from engine.liege.cab import Cause, cab_of_fort, causes_of, total
from engine.liege.camp import forts_at
from engine.liege.facts import FOOT
from engine.liege.grid import NOWHERE
from engine.liege.move import forced_points, points_of
from engine.liege.phase_records import DeclaredAssault
from engine.liege.stack import too_many
from engine.liege.state import ASSAULTS, FIRED, HURT, HURT_TWICE, LiegeState
from engine.liege.supply import Supply, supply_of
from engine.liege.tables import FACES, chance_to_fail, rows_of_barrage
from engine.liege.zones import CAMP_OWNER, ground_of, in_front

#: CBFs of a fort that worsen the test of the storming unit (11.5.6).
STRONG, VERY_STRONG = 5, 7
#: Lowest cost of a step: bounds how far a unit could have marched before its assault.
CHEAPEST: Final = 10


class AssaultTest(NamedTuple):
    """The test of a unit that has stormed a fort: its CAB, and its modifiers."""

    cab: int
    tests: tuple[Cause, ...]


# -- declaring -----------------------------------------------------------------------------------------------------


def cannot_be_stormed(state: LiegeState, fort: int) -> Reason | None:
    """Return why no assault on a fort may be declared (11.5.1, 11.5.4)."""
    if (reason := cannot_be_bombarded(state, fort)) is not None:
        return reason
    hex_ = state.facts.forts[fort].hex
    if any(blocks(state, unit) for unit in state.units_at(hex_)):
        names = {"fort": state.facts.forts[fort].name, "hex": state.facts.grid.names[hex_]}
        return Reason("troops_beside_fort", "11.5.1", names)
    return None


def blocks(state: LiegeState, unit: int) -> bool:
    """Return True for enemies in a fort's hex that prevent an assault on it: infantry, cavalry and heavy artillery (11.5.1, 11.6.9)."""
    own = state.facts.units[unit]
    return own.stacks and own.side == CAMP_OWNER


def cannot_support(state: LiegeState, unit: int, fort: int) -> Reason | None:
    """Return why a gun may not shell a fort before an assault: as in a barrage; pioneers storm instead (8.5.1, 11.5.7)."""
    own = state.facts.units[unit]
    if own.type in FOOT:
        return Reason("not_a_gun", "11.5.7", {"unit": own.name})
    if state.has(unit, ASSAULTS):
        return Reason("assaults_already", "11.5.7", {"unit": own.name})
    return cannot_bombard(state, unit, fort)


def cannot_storm(state: LiegeState, unit: int, fort: int) -> Reason | None:
    """Return why a unit cannot be named for an assault; its position is checked when the assault is carried out (11.5.1, 11.5.2)."""
    own, hex_ = state.facts.units[unit], state.facts.forts[fort].hex
    data: dict[str, object] = {"unit": own.name, "fort": state.facts.forts[fort].name}
    if own.side != state.side:
        return Reason("not_your_unit", "11.5.1", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if not own.fights:
        return Reason("does_not_storm", "11.5.1", data)
    if supply_of(state, unit) == Supply.OUT:
        return Reason("out_of_supply", "13.3.2", data)
    if state.has(unit, FIRED):
        return Reason("fired_already", "8.1.3", data)
    if state.has(unit, ASSAULTS):
        return Reason("assaults_already", "11.5.4", data)
    if state.has(unit, HURT | HURT_TWICE):
        return Reason("lost_a_step", "8.3.4", data)
    reach = 1 + (points_of(state, unit) + forced_points(state, unit)) // CHEAPEST
    return None if state.facts.grid.distance(state.at[unit], hex_) <= reach else Reason("too_far", "11.5.2", data)


def aff_of_assault(state: LiegeState, guns: int, unit: int) -> int:
    """Return the AFF of an assault: its guns plus storming pioneers (11.5.5); `unit` is NOWHERE until one is named."""
    pioneers = unit != NOWHERE and state.facts.units[unit].type == "PIO"
    return aff_of(state, guns) + (state.facts.units[unit].aff if pioneers else 0)


# -- carrying out --------------------------------------------------------------------------------------------------


def cannot_be_carried_out(state: LiegeState, one: DeclaredAssault) -> Reason | None:
    """Return why a declared assault does not take place: its fort has fallen (11.5.10), or the unit is not facing it (11.5.2)."""
    forts, units = state.facts.forts, state.facts.units
    data: dict[str, object] = {"fort": forts[one.fort].name, "unit": units[one.unit].name}
    if not state.active(one.fort):
        return Reason("fort_has_fallen", "11.5.10", data)
    if state.at[one.unit] < 0 or not in_front(state, one.unit, forts[one.fort].hex):
        return Reason("not_before_the_fort", "11.5.2", data)
    return None


def shift_of(state: LiegeState, one: DeclaredAssault) -> tuple[Cause, ...]:
    """Return the column shifts: right for the unit (11.5.2, 11.5.5), left for another fort that is free to fire (11.5.3)."""
    facts, own = state.facts, state.facts.units[one.unit]
    found: list[Cause] = [
        ("assault_unit", facts.figures.shift(own.rank if own.type == "INF" else own.type, facts.forts[one.fort].cbf))
    ]
    targets = state.bombarded | sum(1 << other.fort for other in state.assaults)
    if any(not targets >> fort & 1 for fort in forts_at(state, facts.forts[one.fort].hex) if fort != one.fort):
        found.append(("assault_open", facts.figures.modifiers["assault_open"]))
    return tuple(found)


def aim_of(state: LiegeState, one: DeclaredAssault) -> Aim:
    """Return the table look-up of an assault's barrage (11.5.1, 11.5.2); the unit's supply counts too (13.3.1)."""
    aff, shift = aff_of_assault(state, one.guns, one.unit), total(shift_of(state, one))
    return aim_at_fort(state, one.fort, aff, shift, one.guns | 1 << one.unit)


def test_of_unit(state: LiegeState, unit: int, fort: int, *, fallen: bool) -> AssaultTest:
    """Return the test of a unit after the last fort it stormed (11.5.6); modifiers in the table result do not apply."""
    facts, figures, own = state.facts, state.facts.figures.modifiers, state.facts.units[unit]
    target = facts.forts[fort]
    found = list(causes_of(state, unit, fighting=True))
    if target.cbf >= STRONG:
        name = "assault_cbf_7" if target.cbf >= VERY_STRONG else "assault_cbf_5"
        found.append((name, figures[name]))
    if ground := facts.terrain[target.hex].assault:
        found.append(("terrain", ground))
    side = facts.grid.side_toward(state.at[unit], target.hex)
    # A unit that still has to march may come from another hex.
    edge = facts.crossing[state.at[unit]][side] if side != NOWHERE else NOWHERE
    if edge != NOWHERE and facts.crossings[edge].assault:
        found.append(("river", facts.crossings[edge].assault))
    if own.type == "PIO":
        found.append(("assault_pioneers", figures["assault_pioneers"]))
    if fallen:
        found.append(("assault_success", figures["assault_success"]))
    return AssaultTest(own.cab[state.level[unit]] + total(found), tuple(found))


def others_to_storm(state: LiegeState, fort: int) -> tuple[int, ...]:
    """Return the other forts of the hex that an assault can continue against after a filled circle (11.5.4)."""
    return tuple(other for other in forts_at(state, state.facts.forts[fort].hex) if other != fort)


def cab_of_next(state: LiegeState, first: int, second: int, modifier: int, *, fallen: int = 0) -> int:
    """Return the CAB of a second fort's test: by the same result, without its circle (8.6.4, 11.5.4, 11.6.14)."""
    return cab_of_fort(state, second, fallen=fallen) + second_modifier(state, first, second, modifier)


def can_enter(state: LiegeState, unit: int, hex_: int) -> bool:
    """Return True if a unit may enter the hex it has stormed: no active fort or enemy is left, and it fits (11.5.8, 11.5.9)."""
    ground, side = ground_of(state), state.facts.units[unit].side
    held = ground.held[1 - side] | ground.barred[side]
    return state.at[unit] >= 0 and not held >> hex_ & 1 and too_many(state, unit, hex_) is None


# -- chances -------------------------------------------------------------------------------------------------------


class AssaultResult(NamedTuple):
    """A possible result of an assault: the set of forts that fall, and whether the unit loses a step."""

    fallen: int
    lost: bool


def chances_of(state: LiegeState, one: DeclaredAssault, second: int = NOWHERE) -> dict[AssaultResult, int]:
    """Return by result the number of the 8,000 throws of three dice that lead to it.

    `second` is the fort that the unit continues against after a filled circle, NOWHERE if it stops then.
    """
    aim, found = aim_of(state, one), dict[AssaultResult, int]()
    for half in rows_of_barrage(0):
        for fallen, fort, dies, weight in _after_barrage(state, one, aim, half, second):
            test = None if dies else test_of_unit(state, one.unit, fort, fallen=fallen >> fort & 1 == 1)
            failing = 0 if test is None else chance_to_fail(test.cab)
            for lost, share in ((False, FACES - failing), (True, failing)):
                if share and weight:
                    result = AssaultResult(fallen, lost)
                    found[result] = found.get(result, 0) + weight * share
    return found


def _after_barrage(
    state: LiegeState, one: DeclaredAssault, aim: Aim, half: int, second: int
) -> list[tuple[int, int, bool, int]]:
    """Return the possible states after a halved die: forts fallen, the last fort, whether the unit needs no test, and the weight out of 20."""
    result = aim.read(half)
    if result is None:
        return [(0, one.fort, False, FACES)]
    if result.automatic:
        first = 1 << one.fort
        if second == NOWHERE:
            return [(first, one.fort, True, FACES)]
        failing = chance_to_fail(cab_of_next(state, one.fort, second, result.modifier, fallen=first))
        return [(first | 1 << second, second, False, failing), (first, second, False, FACES - failing)]
    _, test = strike(state, (one.fort,), result)
    assert test is not None
    if test.cab <= 0:
        return [(1 << one.fort, one.fort, True, FACES)]
    failing = chance_to_fail(test.cab)
    return [(1 << one.fort, one.fort, False, failing), (0, one.fort, False, FACES - failing)]


def support_in_reach(state: LiegeState, fort: int) -> list[int]:
    """Return the guns that can shell a fort before an assault on it."""
    units = (unit for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].aff)
    return [unit for unit in units if cannot_support(state, unit, fort) is None]


def stormers(state: LiegeState, fort: int) -> list[int]:
    """Return the units that can be named for an assault on a fort."""
    units = (unit for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].fights)
    return [unit for unit in units if cannot_storm(state, unit, fort) is None]


__all__ = [
    "AssaultResult", "AssaultTest", "aff_of_assault", "aim_of", "blocks", "cab_of_next", "can_enter", "cannot_be_carried_out",
    "cannot_be_stormed", "cannot_storm", "cannot_support", "chances_of", "others_to_storm", "shift_of",
    "stormers", "support_in_reach", "test_of_unit",
]  # fmt: skip
