"""Applies a result to both sides of a combat (chapter 9.3): losses in order, retreats, and guns left alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.liege.cab import cab_of, unit_passes
from engine.liege.camp import sheltered
from engine.liege.combat import BEST_RANKS, HexAttack, defenders_of
from engine.liege.combat_facts import Cover, Work
from engine.liege.combat_result import CombatResult, covered_in, taken_off
from engine.liege.grid import NOWHERE
from engine.liege.retreat import hurt
from engine.liege.state import FOUGHT, LOST, LiegeState
from engine.liege.tables import TableResult

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame


@dataclass
class Fight:
    """One combat while its result is carried out."""

    attack: HexAttack
    defenders: tuple[int, ...]
    #: The CAB of every unit that may have to test, before the result (5.1.3, 9.5.4).
    cabs: dict[int, int]
    covered: dict[int, Cover]
    #: The side that lost the first step: it alone retreats; NOWHERE until then (9.3.3).
    loser: int = NOWHERE
    #: Steps lost so far, by unit.
    lost: dict[int, int] = field(default_factory=dict)
    #: Units that must retreat, and units that can, having passed their test.
    leaving: list[int] = field(default_factory=list)
    choosing: list[int] = field(default_factory=list)


def carry_out(game: LiegeGame, attack: HexAttack, outcome: CombatResult) -> Fight:
    """Carry out a result: the side with the worse one takes it first, automatic losses before tests (9.3.3)."""
    fight = begun(game.state, attack)
    attacker = (attack.full, outcome.attacker)
    defender = (fight.defenders, outcome.defender)
    for units, result in (defender, attacker) if outcome.defender_first else (attacker, defender):
        _apply_result(game, fight, units, result)
    return fight


def begun(state: LiegeState, attack: HexAttack) -> Fight:
    """Return a combat before its result: test CABs are computed while all units are there."""
    defenders = tuple(defenders_of(state, attack.hex))
    covered = covered_in(state, attack)
    works = frozenset(cover.work for cover in covered.values())
    off_attackers, off_defenders = taken_off(state, defenders), taken_off(state, attack.full, works)
    enemy = 1 - state.side
    cabs = {unit: cab_of(state, unit, fighting=True) + off_attackers for unit in attack.full}
    cabs |= {
        unit: cab_of(state, unit, fighting=True) + off_defenders
        for unit in state.units_at(attack.hex)
        if state.facts.units[unit].side == enemy
    }
    return Fight(attack, defenders, cabs, covered)


def _apply_result(game: LiegeGame, fight: Fight, units: Sequence[int], result: TableResult) -> None:
    """Apply its result to one side: infantry and cavalry, then guns and headquarters left alone (9.3.3)."""
    state = game.state
    if not units:
        return
    hexes = dict.fromkeys(state.at[unit] for unit in units)
    troops = [unit for unit in units if state.facts.units[unit].fights]
    _take(game, fight, troops, result)
    for hex_ in hexes:
        _take_alone(game, fight, left_alone(state, fight, units, hex_), result)


def _take(game: LiegeGame, fight: Fight, units: Sequence[int], result: TableResult) -> None:
    """Apply a result to some units: all take automatic losses, then all that are left test (9.3.2)."""
    for unit in units:
        if result.automatic:
            _lose(game, fight, unit, result.automatic)
    for unit in units:
        if game.state.at[unit] != LOST and not unit_passes(
            game, unit, fight.cabs[unit] + result.modifier, "combat_test"
        ):
            _lose(game, fight, unit, 1)
    for unit in units:
        if game.state.at[unit] != LOST and must_retreat(game.state, fight, unit, result):
            fight.leaving.append(unit)


def _take_alone(game: LiegeGame, fight: Fight, units: Sequence[int], result: TableResult) -> None:
    """Apply the result to units left alone; a railway gun is last, and lost without a die if no other unit is left."""
    state, kinds = game.state, game.state.facts.units
    trains = [unit for unit in units if kinds[unit].drive == "rail"]
    others = [unit for unit in units if unit not in trains]
    _take(game, fight, others, result)
    for train in trains:
        if all(state.at[unit] == LOST or unit in fight.leaving for unit in others) and len(trains) == 1:
            hurt(game, train, state.steps(train), "no_time")
            _note(state, fight, train, 1)
        else:
            _take(game, fight, [train], result)
    fight.choosing += [unit for unit in units if state.at[unit] != LOST and unit not in fight.leaving]


def _lose(game: LiegeGame, fight: Fight, unit: int, steps: int) -> None:
    steps = min(steps, game.state.steps(unit))
    hurt(game, unit, steps, "combat")
    _note(game.state, fight, unit, steps)


def _note(state: LiegeState, fight: Fight, unit: int, steps: int) -> None:
    if fight.loser == NOWHERE:
        fight.loser = state.facts.units[unit].side
    fight.lost[unit] = fight.lost.get(unit, 0) + steps


def must_retreat(state: LiegeState, fight: Fight, unit: int, result: TableResult) -> bool:
    """Return True if a unit has to leave its hex: its side lost the first step, and the unit lost one (9.3.3)."""
    if state.facts.units[unit].side != fight.loser or not fight.lost.get(unit):
        return False
    return gives_way(state, fight, unit, state.level[unit], result)


def gives_way(state: LiegeState, fight: Fight, unit: int, level: int, result: TableResult) -> bool:
    """Return True if a unit that lost a step and is now at a level leaves its hex, if its side is the one that retreats.

    The best ranks hold on until level 2, as do units in entrenchments; regular ones are also left after an automatic
    loss (9.3.3, 11.1.6, 11.6.3).
    """
    if level >= 2:
        return True
    work = fight.covered[unit].work if unit in fight.covered else Work.NONE
    if state.facts.units[unit].rank in BEST_RANKS or work is Work.STRENGTHENED:
        return False
    return work is not Work.REGULAR or result.automatic > 0


def left_alone(state: LiegeState, fight: Fight, units: Iterable[int], hex_: int) -> list[int]:
    """Return the units that take a result because no infantry or cavalry that can fight is left in their hex (9.3.3).

    For the attackers these are committed guns; for the defenders all units not sheltered by a fort, including those that
    fought before in this turn.
    """
    kinds, involved = state.facts.units, set(units)
    side = next(kinds[unit].side for unit in involved)
    there = [unit for unit in state.units_at(hex_) if kinds[unit].side == side and unit not in fight.leaving]
    if any(kinds[unit].fights and (unit in involved or not state.has(unit, FOUGHT)) for unit in there):
        return []
    if hex_ != fight.attack.hex:
        return [unit for unit in there if unit in involved]
    return [unit for unit in there if not sheltered(state, unit)]


__all__ = ["Fight", "begun", "carry_out", "gives_way", "left_alone", "must_retreat"]
