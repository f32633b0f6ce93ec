"""Exact odds of an attack: every die, and every outcome of the tests that follow.

Units test independently, so the hexes of both sides are evaluated one by one, not all outcomes of all tests together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

from engine.liege.camp import sheltered
from engine.liege.combat import HexAttack
from engine.liege.combat_result import CombatResult, outcome_of
from engine.liege.fight import Fight, begun, gives_way
from engine.liege.state import FOUGHT, LiegeState
from engine.liege.tables import FACES, TableResult, chance_to_fail

NEVER: Final = Fraction(0)


class CombatOdds(NamedTuple):
    """Odds of an attack without withdrawals, before retreats and the losses they cause."""

    attacker_retreats: Fraction
    defender_retreats: Fraction
    #: Nobody is left in the hex except units that can choose to stay.
    emptied: Fraction
    #: Mean number of steps that each side loses.
    attacker_steps: Fraction
    defender_steps: Fraction
    #: By unit: the probability of losing a step or more.
    hit: dict[int, Fraction]


class _Share:
    """One side's prospects under one result: the probabilities that no step is lost, and that all units are gone."""

    def __init__(self) -> None:
        self.quiet, self.gone = Fraction(1), Fraction(1)
        self.steps: dict[int, Fraction] = {}
        self.hit: dict[int, Fraction] = {}


class _Ending(NamedTuple):
    """One outcome of the tests of some units: its probability, the steps each loses, and the units that are gone."""

    chance: Fraction
    lost: dict[int, int]
    gone: frozenset[int]


def odds_of(state: LiegeState, attack: HexAttack) -> CombatOdds:
    """Return the odds of an attack that may begin, without changing the position."""
    fight = begun(state, attack)
    retreats, emptied = [NEVER, NEVER], NEVER
    steps: dict[int, Fraction] = {}
    hit: dict[int, Fraction] = {}
    for (attacker, defender), faces in _results(state, attack).items():
        weight = Fraction(faces, FACES)
        sides = [(1 - state.side, fight.defenders, defender), (state.side, attack.full, attacker)]
        if not CombatResult(0, attacker, defender).defender_first:
            sides.reverse()
        (first, units, result), (second, others, other) = sides
        one = _share(state, fight, units, result, leads=True)
        for chance, leads in ((one.quiet, True), (1 - one.quiet, False)):
            two = _share(state, fight, others, other, leads=leads)
            retreats[second] += weight * chance * (1 - two.quiet) if leads else NEVER
            emptied += weight * chance * (two.gone if second != state.side else NEVER)
            _add(two, weight * chance, steps, hit)
        retreats[first] += weight * (1 - one.quiet)
        emptied += weight * (one.gone if first != state.side else NEVER)
        _add(one, weight, steps, hit)
    of_side = [
        sum((lost for unit, lost in steps.items() if state.facts.units[unit].side == side), NEVER) for side in (0, 1)
    ]
    side = state.side
    return CombatOdds(
        retreats[side],
        retreats[1 - side],
        emptied,
        of_side[side],
        of_side[1 - side],
        {unit: chance for unit, chance in hit.items() if chance},
    )


def _results(state: LiegeState, attack: HexAttack) -> Counter[tuple[TableResult, TableResult]]:
    """Return how many faces of the die lead to each pair of results."""
    found: Counter[tuple[TableResult, TableResult]] = Counter()
    for die in range(1, FACES + 1):
        result = outcome_of(state, attack, die)
        found[result.attacker, result.defender] += 1
    return found


def _add(share: _Share, weight: Fraction, steps: dict[int, Fraction], hit: dict[int, Fraction]) -> None:
    for into, found in ((steps, share.steps), (hit, share.hit)):
        for unit, value in found.items():
            into[unit] = into.get(unit, NEVER) + weight * value


def _share(state: LiegeState, fight: Fight, units: Sequence[int], result: TableResult, *, leads: bool) -> _Share:
    """Evaluate the losses of one side; `leads` says that it retreats if it loses a step, since the other has lost none."""
    share = _Share()
    for hex_ in dict.fromkeys(state.at[unit] for unit in units):
        here = [unit for unit in units if state.at[unit] == hex_]
        quiet = gone = NEVER
        for ending in _of_hex(state, fight, here, result, leads):
            quiet += ending.chance if not any(ending.lost.values()) else NEVER
            gone += ending.chance if ending.gone.issuperset(here) else NEVER
            for unit, lost in ending.lost.items():
                if lost:
                    share.steps[unit] = share.steps.get(unit, NEVER) + ending.chance * lost
                    share.hit[unit] = share.hit.get(unit, NEVER) + ending.chance
        share.quiet, share.gone = share.quiet * quiet, share.gone * gone
    return share


def _of_hex(
    state: LiegeState, fight: Fight, here: Sequence[int], result: TableResult, leads: bool
) -> Iterator[_Ending]:
    """Yield the outcomes for a hex: its troops, then the units they leave alone (9.3.3)."""
    kinds, hex_ = state.facts.units, state.at[here[0]]
    side = kinds[here[0]].side
    troops = [unit for unit in here if kinds[unit].fights]
    there = [unit for unit in state.units_at(hex_) if kinds[unit].side == side and unit not in troops]
    company = any(kinds[unit].fights and unit not in here and not state.has(unit, FOUGHT) for unit in there)
    alone = [unit for unit in there if (unit in here if hex_ != fight.attack.hex else not sheltered(state, unit))]
    for ending in _endings(state, fight, troops, result, leads):
        if company or not ending.gone.issuperset(troops):
            yield ending
            continue
        for rest in _left_alone(state, fight, alone, result, leads):
            yield _Ending(ending.chance * rest.chance, {**ending.lost, **rest.lost}, ending.gone | rest.gone)


def _left_alone(
    state: LiegeState, fight: Fight, alone: Sequence[int], result: TableResult, leads: bool
) -> Iterator[_Ending]:
    """Yield the outcomes for units left alone: a railway gun is lost without a die if no other unit is left (9.3.3)."""
    trains = [unit for unit in alone if state.facts.units[unit].drive == "rail"]
    others = [unit for unit in alone if unit not in trains]
    for ending in _endings(state, fight, others, result, leads):
        if len(trains) == 1 and ending.gone.issuperset(others):
            (train,) = trains
            yield _Ending(ending.chance, {**ending.lost, train: state.steps(train)}, ending.gone | {train})
            continue
        for rest in _endings(state, fight, trains, result, leads):
            yield _Ending(ending.chance * rest.chance, {**ending.lost, **rest.lost}, ending.gone | rest.gone)


def _endings(
    state: LiegeState, fight: Fight, units: Sequence[int], result: TableResult, leads: bool
) -> Iterator[_Ending]:
    """Yield every outcome of a result for some units: automatic losses, then a test for each that is left (9.3.2)."""
    ways = []
    for unit in units:
        steps = state.steps(unit)
        lost, failing = min(result.automatic, steps), chance_to_fail(fight.cabs[unit] + result.modifier)
        tests = [(lost, FACES - failing), (lost + 1, failing)] if lost < steps else [(lost, FACES)]
        ways.append([(unit, more, Fraction(faces, FACES)) for more, faces in tests if faces])
    for way in product(*ways):
        chance = Fraction(1)
        for _, _, each in way:
            chance *= each
        gone = frozenset(
            unit
            for unit, lost, _ in way
            if lost >= state.steps(unit)
            or (leads and lost and gives_way(state, fight, unit, state.level[unit] + lost, result))
        )
        yield _Ending(chance, {unit: lost for unit, lost, _ in way}, gone)


__all__ = ["CombatOdds", "odds_of"]
