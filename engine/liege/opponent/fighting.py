"""Choosing attacks, and decisions around a combat: the recruit attacks where the enemy is expected to lose more."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from engine.core.bits import mask, members
from engine.core.options import Choice
from engine.liege import combat, combat_result
from engine.liege.breach import is_city_open, may_slip_through, open_gaps
from engine.liege.camp import support_of_forts
from engine.liege.combat import HexAttack
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.fight import begun
from engine.liege.fog import hidden_hexes
from engine.liege.opponent import marching
from engine.liege.opponent.orders import looks_at
from engine.liege.opponent.reach import reachable
from engine.liege.opponent.seat import LiegeSeat
from engine.liege.state import ACTED, ASSAULTS, FIRED, HURT, HURT_TWICE, WAITING, LiegeState
from engine.liege.tables import FACES, Table, TableResult, chance_to_fail
from engine.liege.zones import ground_of

#: Minimum gain of an attack, in steps.
WORTH_AN_ATTACK: Final = 0.2
#: Value of driving the enemy out of a hex, and out of the city, or at night from the way to it.
AN_EMPTY_HEX, THE_CITY = 0.3, 3.0
#: Value of a gun that would be left alone, by its type.
GUNS: Final = {"HAR": 1.5, "SAR": 4.0}
#: Ratio of nearby strength to the defence that makes the march to an attack worthwhile.
AT_NIGHT, BY_DAY = 1.4, 2.0
#: Factor for the one unit imagined under a marker: others can be there, or arrive unseen.
UNDER_A_MARKER: Final = 2.0
#: Factor of works on a CBF.
IN_CAMP, IN_OPEN = 1.7, 1.2
#: Ratio of enemy CBF around the city to a lone German's CBF up to which entering it pays.
HELD_AGAINST: Final = 1.7
#: Share of the CBF of Belgians who are still to arrive.
DUE: Final = 0.5
#: Distance in hexes that counts as near.
REACH: Final = 3


class Estimate(NamedTuple):
    """Estimated result of an attack, as if every unit tested alone and the first loss decided."""

    own_steps: float
    enemy_steps: float
    #: Probability that the enemy retreats, and that the attackers do.
    breaks: float
    falls_back: float


def estimate(state: LiegeState, attack: HexAttack) -> Estimate:
    """Return the estimated result of an attack; exact odds are too slow for checking every hex."""
    fight, units, tables = begun(state, attack), state.facts.units, state.facts.tables
    own = tuple(fight.cabs[unit] for unit in attack.full if units[unit].fights)
    enemy = tuple(fight.cabs[unit] for unit in fight.defenders if units[unit].fights) or tuple(
        fight.cabs[unit] for unit in fight.defenders
    )
    column = combat.column_of(state, combat.strength_of(state, attack)) or 0
    rows = sum(one.value for one in combat_result.modifiers_of(state, attack))
    return _estimate(tables.attacker, tables.defender, column, rows, own, enemy)


@lru_cache(maxsize=16_384)
def _estimate(
    attacker: Table, defender: Table, column: int, rows: int, own: tuple[int, ...], enemy: tuple[int, ...]
) -> Estimate:
    found = [0.0] * 4
    for die in range(1, FACES + 1):
        mine, yours = attacker.read(column, die + rows), defender.read(column, die + rows)
        assert mine is not None
        assert yours is not None
        ours, theirs = _expected(own, mine), _expected(enemy, yours)
        defender_first = yours.harshness >= mine.harshness
        first, second = (theirs.none, ours.none) if defender_first else (ours.none, theirs.none)
        ends = 1 - first, first * (1 - second)
        breaks, back = ends if defender_first else ends[::-1]
        for at, value in enumerate((ours.steps, theirs.steps, breaks, back)):
            found[at] += value / FACES
    return Estimate(*found)


class _Losses(NamedTuple):
    steps: float
    #: Probability that no step is lost.
    none: float


def _expected(cabs: tuple[int, ...], result: TableResult) -> _Losses:
    failing = [chance_to_fail(cab + result.modifier) / FACES for cab in cabs]
    return _Losses(
        result.automatic * len(cabs) + sum(failing), 0.0 if result.automatic else prod(1 - one for one in failing)
    )


def weighed(state: LiegeState, attack: HexAttack) -> float:
    """Return the expected gain of an attack, in steps."""
    prize = THE_CITY if attack.hex == state.scenario.city or opens_city(state, attack) else AN_EMPTY_HEX
    found = estimate(state, attack)
    return found.enemy_steps - found.own_steps + prize * found.breaks - found.falls_back * _left_behind(state, attack)


def _left_behind(state: LiegeState, attack: HexAttack) -> float:
    """Return the value of the guns left unguarded if the attackers have to retreat: a mortar, and a siege gun."""
    units, found = state.facts.units, 0.0
    for hex_ in {state.at[unit] for unit in attack.full}:
        there = [unit for unit in state.units_at(hex_) if units[unit].side == state.side]
        if not any(units[unit].fights and unit not in attack.full for unit in there):
            found += sum(GUNS.get(units[unit].type, 0.0) for unit in there)
    return found


def opens_city(state: LiegeState, attack: HexAttack) -> bool:
    """Return True if a success lets an attacker into the city that would hold it: by night, while there is no infantry."""
    if state.side != GERMAN or not combat.is_dark(state) or not state.scenario.breach >> attack.hex & 1:
        return False
    would_hold = any(would_hold_city(state, unit) for unit in attack.full)
    return would_hold and is_city_open(state, GERMAN) and not _units_slipping_through(state)


def best_attack(state: LiegeState, hex_: int) -> tuple[float, HexAttack]:
    """Return the attack on a hex with the highest gain, and the gain.

    It starts with the strongest units and adds any that improve it; then it drops any that worsen it, such as cavalry in
    rough terrain or a division without its corps.
    """
    able = sorted(combat.able(state, hex_), key=lambda one: -state.facts.units[one].cbf[state.level[one]])
    able = [unit for unit in able if state.facts.units[unit].type != "SAR"]
    attack, prefixes = HexAttack(hex_), list[HexAttack]()
    for unit in able:
        if combat.cannot_join(state, attack, unit) is None:
            attack = attack._replace(full=(*attack.full, unit))
            prefixes.append(attack)
    value, best = max(((_worth(state, one), one) for one in prefixes), default=(-1.0, attack), key=lambda one: one[0])
    for start in (attack, best):
        found = _drop_useless_units(state, start)
        value, best = max((value, best), found, key=lambda one: one[0])
    return value, best


def _drop_useless_units(state: LiegeState, attack: HexAttack) -> tuple[float, HexAttack]:
    """Drop one unit after another as long as the attack gains by it."""
    value = _worth(state, attack)
    while len(attack.full) > 1:
        fewer = [attack._replace(full=tuple(one for one in attack.full if one != unit)) for unit in attack.full]
        found, less = max(((_worth(state, one), one) for one in fewer), key=lambda one: one[0])
        if found <= value:
            break
        value, attack = found, less
    return value, attack


def _worth(state: LiegeState, attack: HexAttack) -> float:
    return -99.0 if combat.cannot_begin(state, attack) is not None else weighed(state, attack)


def focus(state: LiegeState) -> int:
    """Return the hexes to which the Germans march for an attack: at night the weakest of the camp, by day all that are weak.

    By night an open gap counts too until a unit is before it, since one can get through there into the city.
    """
    if state.side != GERMAN:
        return 0
    ground = ground_of(state)
    if not combat.is_dark(state):
        return mask(
            hex_
            for hex_ in members(ground.held[ALLIED])
            if _strength_near(state, hex_, REACH) >= BY_DAY * _defence(state, hex_)
        )
    troops = members(ground.held[ALLIED] & state.facts.camp)
    for ratio in (_ratio, _ratio_after_march):
        found = max(((ratio(state, hex_), -hex_) for hex_ in troops), default=(0.0, 0))
        if found[0] >= AT_NIGHT:
            return _gap_to_face(state) | 1 << -found[1]
    return _gap_to_face(state)


def _gap_to_face(state: LiegeState) -> int:
    """Return the open gaps that a unit able to hold the city can get in front of, if none is there yet."""
    if _units_slipping_through(state):
        return 0
    units, grid = state.facts.units, state.facts.grid
    able = [unit for unit, own in enumerate(units) if own.side == GERMAN and own.fights and state.at[unit] >= 0]
    holding = [unit for unit in able if would_hold_city(state, unit)]
    return mask(
        hex_
        for hex_ in members(open_gaps(state))
        if any(_can_be_before(state, unit, hex_, grid.ring(1 << hex_)) for unit in holding)
    )


def _units_slipping_through(state: LiegeState) -> list[int]:
    """Return the units that slip through an open gap if they are asked."""
    return [unit for unit in may_slip_through(state) if would_hold_city(state, unit)]


def would_hold_city(state: LiegeState, unit: int) -> bool:
    """Return True if a German unit alone in the city is worth the next attack on it: by the Belgians around it and those due."""
    units, city = state.facts.units, state.scenario.city
    near = state.facts.grid.ring(1 << city) | 1 << city
    against = 0.0
    for one, own in enumerate(units):
        due = state.scenario.arrivals.get(one)
        waits = state.at[one] == WAITING and due is not None and due.turn <= state.turn
        where = due.hex if waits and due is not None else state.at[one]
        if own.side == ALLIED and where >= 0 and near >> where & 1:
            against += own.cbf[state.level[one]] * (DUE if waits else 1.0)
    return against <= HELD_AGAINST * units[unit].cbf[state.level[unit]]


def _strength_near(state: LiegeState, hex_: int, reach: int) -> int:
    """Return the CBF of German infantry and cavalry near a hex that can attack."""
    units, grid = state.facts.units, state.facts.grid
    return sum(
        own.cbf[state.level[unit]]
        for unit, own in enumerate(units)
        if own.side == GERMAN
        and state.at[unit] >= 0
        and own.fights
        and not state.has(unit, FIRED | ASSAULTS | HURT | HURT_TWICE)
        and grid.distance(state.at[unit], hex_) <= reach
    )


def _defence(state: LiegeState, hex_: int) -> float:
    """Return the CBF of the Belgians in a hex with its possible works, and of its forts; twice that for a marker."""
    units, works = state.facts.units, IN_CAMP if state.facts.camp >> hex_ & 1 else IN_OPEN
    there = [unit for unit in state.units_at(hex_) if units[unit].side == ALLIED]
    seen = works * sum(units[unit].cbf[state.level[unit]] for unit in there) + support_of_forts(state, hex_) + 1
    return UNDER_A_MARKER * seen if hidden_hexes(state, ALLIED) >> hex_ & 1 else seen


def _ratio(state: LiegeState, hex_: int) -> float:
    """Return the ratio of the infantry around a hex to its defenders in their works."""
    units, ring = state.facts.units, state.facts.grid.ring(1 << hex_)
    near = [
        unit
        for unit, at in enumerate(state.at)
        if at >= 0 and ring >> at & 1 and units[unit].side == GERMAN and units[unit].fights
    ]
    defence = combat.strength_of(state, HexAttack(hex_, tuple(near))).defence
    return 10 * sum(units[unit].cbf[state.level[unit]] for unit in near) / defence if defence else 0.0


def _ratio_after_march(state: LiegeState, hex_: int) -> float:
    """Return the ratio of the infantry that can face a hex this turn to its defenders in the camp's works."""
    units, ring = state.facts.units, state.facts.grid.ring(1 << hex_)
    near = sum(
        own.cbf[state.level[unit]]
        for unit, own in enumerate(units)
        if own.side == GERMAN and own.fights and state.at[unit] >= 0 and _can_be_before(state, unit, hex_, ring)
    )
    defence = sum(units[unit].cbf[state.level[unit]] for unit in state.units_at(hex_))
    return near / (IN_CAMP * defence) if defence else 0.0


def _can_be_before(state: LiegeState, unit: int, hex_: int, ring: int) -> bool:
    """Return True for a unit that faces a hex, or can still turn to it or march next to it."""
    if state.has(unit, FIRED | ASSAULTS | HURT | HURT_TWICE):
        return False
    if looks_at(state, unit, hex_) or (ring >> state.at[unit] & 1 and not state.has(unit, ACTED)):
        return True
    return any(ring >> march.hex & 1 for march in reachable(state, unit))


# -- answers -------------------------------------------------------------------------------------------------------


def _withdraw(seat: LiegeSeat) -> Choice | None:
    """Withdraw headquarters and cavalry, as far as possible from the enemy."""
    return _farthest(seat, "go") or Choice("stand")


def _retreat(seat: LiegeSeat) -> Choice | None:
    if seat.options.of("to"):
        return _farthest(seat, "to")
    return _face(seat, seat.field("units")[0])


def _farthest(seat: LiegeSeat, verb: str) -> Choice | None:
    """Choose the best hex to go back to: with active forts of its side, far from enemies."""
    state, grid = seat.state, seat.state.facts.grid
    foes, forts = members(ground_of(state).held[1 - seat.side]), ground_of(state).forts

    def safety(hex_: int) -> tuple[bool, int]:
        return seat.side == ALLIED and forts >> hex_ & 1 == 1, min(
            (grid.distance(hex_, foe) for foe in foes), default=0
        )

    return Choice(verb, max(seat.options.of(verb), key=safety)) if seat.options.of(verb) else None


def _face(seat: LiegeSeat, unit: int) -> Choice:
    state = seat.state
    return Choice("face", marching.toward(state, unit, state.at[unit], marching.enemies(state, seat.side)))


def _remain(seat: LiegeSeat) -> Choice | None:
    going = seat.options.of("go")
    return Choice("go", going[0]) if going else Choice("stay", seat.options.of("stay")[0])


def _advance(seat: LiegeSeat) -> Choice | None:
    """Enter the city and the camp with the strongest units; Belgians stay in their works."""
    state, units = seat.state, seat.state.facts.units
    entering = [unit for unit in seat.options.of("enter") if units[unit].type == "INF"]
    good = seat.field("hexes") & (state.facts.camp | mask([max(state.scenario.city, 0)]))
    if seat.side == GERMAN and entering and good:
        return Choice("enter", max(entering, key=lambda unit: (state.steps(unit), -unit)))
    return Choice("finish")


def _breach(seat: LiegeSeat) -> Choice | None:
    """Send the strongest unit into the city if it would hold it."""
    best = max(seat.options.of("enter"), key=lambda unit: (seat.state.steps(unit), -unit))
    return Choice("enter", best) if would_hold_city(seat.state, best) else Choice("stay")


def _entering(seat: LiegeSeat) -> Choice | None:
    if hexes := seat.options.of("to"):
        city = seat.state.scenario.city
        return Choice("to", city if city in hexes else hexes[0])
    return _face(seat, seat.field("unit"))


def _entrench_under_fire(seat: LiegeSeat) -> Choice | None:
    """Entrench under fire of the forts."""
    state = seat.state
    under = [
        unit for unit in seat.options.of("dig") if seat.side == GERMAN and marching.fire_over(state, state.at[unit])
    ]
    return Choice("dig", max(under, key=lambda unit: (state.steps(unit), -unit))) if under else Choice("done")


def _digging(seat: LiegeSeat) -> Choice | None:
    return Choice("all") if seat.options.allows(Choice("all")) else Choice("dig")


#: By decision: the function that answers it.
ANSWERS: Final[dict[str, Callable[[LiegeSeat], Choice | None]]] = {
    "withdraw": _withdraw, "retreat": _retreat, "remain": _remain, "advance": _advance,
    "entering": _entering, "breach": _breach, "afterwards": _entrench_under_fire, "digging": _digging,
}  # fmt: skip

__all__ = ["ANSWERS", "best_attack", "estimate", "focus", "weighed"]
