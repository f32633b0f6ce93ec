"""What things are worth to a staff, in victory points: units, steps, spaces, layouts.

The figures are judgements, not rules: they were tried in games of the levels against each other and live
together here, so that a plan, an attack and a loss are weighed on one scale. Positive is good for the Central
Powers in `position`, as on the VP track; everywhere else for the side that asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.bits import members
from engine.pog.content.records import AP, CP
from engine.pog.opponent import sight
from engine.pog.rules import supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: A combat factor, a loss factor, and the side of an army that can no longer be lost for good.
_CF, _LF = 0.26, 0.12
#: Share of a unit that is left to it off the map or without supply.
IN_RESERVE, ELIMINATED, UNSUPPLIED = 0.7, 0.3, 0.3
#: Share of a unit that is lost where the enemy can cut it off by so many steps of all that stand near.
_CUT = (0.0, 0.5, 0.18)
#: How likely an open space falls whose nearest enemy is so many steps away.
_OPEN = (0.0, 0.6, 0.3, 0.12, 0.04)
#: The same of one that only an intact fort holds.
_FORT = (0.0, 0.22, 0.08, 0.02, 0.0)
#: Share of an open space that counts where each of the enemy's stacks near has another to take.
_BEYOND = 0.15
#: What a space without VP is worth to whoever holds it: a way of supply, room to retreat.
GROUND = 0.07
_CAPITAL = 0.5
#: War status, which opens the better decks and the late war; and a card in hand.
_STATUS = 0.12


@lru_cache(maxsize=16)
def units(rules: Ruleset) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Worth of each unit by id, full and reduced."""
    full, reduced = [], []
    for unit in rules.content.units:
        weak = _CF * unit.reduced_cf + _LF * unit.reduced_lf
        strong = _CF * unit.cf + _LF * unit.lf + 0.5 * weak
        full.append(strong)
        reduced.append(min(weak, 0.75 * strong))
    return tuple(full), tuple(reduced)


def unit(state: State, number: int) -> float:
    """Worth of a unit as it is now."""
    return units(state.rules)[state.reduced >> number & 1][number]


def step(state: State, number: int) -> float:
    """What the next step of a unit is worth."""
    full, reduced = units(state.rules)
    return reduced[number] if state.reduced >> number & 1 else full[number] - reduced[number]


def space(state: State, number: int) -> float:
    """What it is worth to hold a space: its VP, its fort, its lines."""
    rules = state.rules
    spec = rules.content.spaces[number]
    worth = GROUND + (1.0 if rules.vp_spaces >> number & 1 else 0.0)
    if spec.capital_of:
        worth += _CAPITAL
    return worth + (0.1 if spec.port is not None else 0.0)


def material(state: State) -> float:
    """All units, those of the Central Powers counted up; whoever is cut off, or may be, counts for less."""
    rules, board = state.rules, state.rules.board
    table = units(rules)
    frozen = supply.frozen_units(state)
    total = 0.0
    for side, sign in ((AP, -1.0), (CP, 1.0)):
        fed = supply.supplied_units(state, side) | frozen
        soon = [cut_off(state, side, steps) & fed & ~frozen for steps in (1, 2)]
        for number in members(rules.units_of_side[side]):
            at = state.loc[number]
            if board.on_map[at]:
                share = 1.0 if fed >> number & 1 else UNSUPPLIED
                share -= _CUT[1] if soon[0] >> number & 1 else _CUT[2] if soon[1] >> number & 1 else 0.0
            elif at == board.reserve[side]:
                share = IN_RESERVE
            elif at == board.eliminated[side] and rules.content.units[number].pool:
                share = ELIMINATED
            else:
                continue
            total += sign * share * table[state.reduced >> number & 1][number]
    return total * horizon(state)


def horizon(state: State) -> float:
    """How much units still count: less, the fewer turns are left to use them."""
    left = state.rules.scenario.last_turn - state.turn + (6 - state.round) / 6
    return min(1.0, 0.3 + 0.2 * left)


def cut_off(state: State, side: int, steps: int) -> int:
    """Units of a side that would be out of supply if the enemy stood wherever so many steps lead (14.1)."""
    rings = sight.away(state, 1 - side, steps)
    taken = 0
    for ring in rings[1:]:
        taken |= ring
    kept = state.occupied[1 - side]
    state.occupied[1 - side] = kept | taken & ~state.occupied[side]
    try:
        fed = supply.supplied_units(state, side)
    finally:
        state.occupied[1 - side] = kept
    return state.rules.units_of_side[side] & ~fed


def risk(state: State, number: int, owner: int, away: Sequence[int], strength: Sequence[Sequence[int]]) -> float:
    """How likely a space is lost to its owner in the next rounds, from 0 to 1.

    `away` are the enemy's spaces by steps, `strength` the factors that can strike a space by side.
    """
    flag = 1 << number
    held = state.units_of(owner, number)
    if not held:
        table = _FORT if state.unbesieged_forts(owner) & flag else _OPEN
        for steps in range(1, len(away)):
            if away[steps] & flag:
                return table[steps]
        return 0.0
    attack = strength[1 - owner][number]
    if not attack:
        return 0.0
    level, digger = state.trench(number)
    cover = (
        1.0 + (0.35 * level if digger == owner else 0.0) + 0.1 * (state.rules.content.spaces[number].terrain != "clear")
    )
    defence = (
        sight.factors(state, held) + state.rules.board.fort_value[number] * bool(state.intact_forts(owner) & flag)
    ) * cover
    return min(0.6, max(0.0, 0.32 * (attack / (defence + 1.0) - 0.9)))


def layout(state: State) -> float:
    """VP spaces (and capitals) that will probably change hands, for the Central Powers."""
    strength = sight.strength(state)
    return threatened(state, AP, strength) - threatened(state, CP, strength)


def threatened(state: State, owner: int, strength: Sequence[Sequence[int]]) -> float:
    """What a side will probably lose in VP spaces: of open ones no more than the enemy has stacks to take them with."""
    away = sight.away(state, 1 - owner)
    held, open_ones, near = 0.0, [], 0
    for number in members(state.rules.vp_spaces & state.control[owner]):
        lost = risk(state, number, owner, away, strength) * space(state, number)
        if not lost:
            continue
        if state.units_of(owner, number):
            held += lost
        else:
            open_ones.append(lost)
            near |= 1 << number
    open_ones.sort(reverse=True)
    stacks = (sight.beside(state, sight.beside(state, near)) & state.occupied[1 - owner]).bit_count()
    return held + sum(lost * (1.0 if place < stacks else _BEYOND) for place, lost in enumerate(open_ones))


def position(state: State) -> float:
    """The whole position in VP for the Central Powers, 0 in the middle of the track."""
    status = _STATUS * (state.war_status[CP] - state.war_status[AP])
    return state.vp - 10 + layout(state) + material(state) + status


def for_side(value: float, side: int) -> float:
    """A value of the track as a side sees it."""
    return value if side == CP else -value
