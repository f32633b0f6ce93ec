"""Expected result of an attack: both dice, losses, and the space that may be taken (12.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.bits import first, mask, members
from engine.pog.combat_state import Combat
from engine.pog.content.records import FireTable
from engine.pog.opponent import campaigns, enemy_reach, moves, weights, worth
from engine.pog.opponent.levels import OFFICER, Level
from engine.pog.rules import mandated, prospects, targets
from engine.pog.state import State
from engine.pog.view import AimView

#: Maximum number of spaces that attack together in a plan.
_SPACES = 4


@dataclass(frozen=True, slots=True)
class Attack:
    """A possible attack and its value in VP for the attacker."""

    target: int
    units: int
    spaces: int
    worth: float
    #: Probability that the attacker wins the combat.
    wins: float
    #: Part of the value that only the first such attack has: the VP of a mandated offensive (7.1.2) or of a mutiny (7.1.8).
    mandate: float = 0.0


def _losses(table: FireTable, aim: AimView | None) -> tuple[int, ...]:
    """Return the loss number for each face of the die."""
    if aim is None:
        return (0,) * 6
    drm = sum(modifier.value for modifier in aim.drms)
    return tuple(table.result(aim.column, min(max(die + drm, 1), 6)) for die in range(1, 7))


def _table(state: State, aim: AimView | None) -> FireTable:
    content = state.rules.content
    return content.army_fire if aim is not None and aim.table == "army" else content.corps_fire


def _absorbable_loss(state: State, units: int) -> tuple[int, float]:
    """Return the total loss points that units can take, and the value of a point."""
    rules = state.rules
    points, value = 0, 0.0
    for unit in members(units):
        spec = rules.content.units[unit]
        reduced = state.reduced >> unit & 1
        points += spec.reduced_lf if reduced else spec.lf + spec.reduced_lf
        value += worth.unit(state, unit)
    return points, value / points if points else 0.0


def weigh(
    state: State, side: int, units: int, target: int, combat: Combat | None = None, level: Level = OFFICER
) -> Attack:
    """Return the expected value of an attack over all pairs of dice; cards in hand are not counted."""
    prospect = prospects.prospect(state, combat) if combat else prospects.prospect_of(state, units, target)
    struck = _losses(_table(state, prospect.attacker), prospect.attacker)
    answer = _losses(_table(state, prospect.defender), prospect.defender)
    defenders = mask(prospect.defenders)
    most, each = _absorbable_loss(state, defenders)
    ours, our_each = _absorbable_loss(state, units)
    fort = state.rules.board.fort_value[target] if state.intact_forts(1 - side) >> target & 1 else 0
    gained = lost = 0.0
    wins = taken = 0
    for hit in struck:
        for back in answer:
            gained += min(hit, most) * each + (worth.space(state, target) if fort and hit >= most + fort else 0.0)
            lost += min(back, ours) * our_each
            if hit > back:
                wins += 1
                taken += hit > most or not fort
    total = len(struck) * len(answer)
    value = (gained - lost) / total * worth.horizon(state)
    if taken:
        value += taken / total * _space_falls(state, side, units, target, bool(fort), level)
    once = mandated.satisfied_by(state, side, units, target) - len(mandated.charges(state, side, units, target))
    mandate = weights.now().attacks.mandate * once
    spaces = mask({state.loc[unit] for unit in members(units)})
    return Attack(target, units, spaces, value + mandate, wins / total, mandate)


def _space_falls(state: State, side: int, units: int, target: int, fort: bool, level: Level) -> float:
    """Return the value of forcing the enemy out of a space, with or without an advance into it (12.7)."""
    full = mask(unit for unit in members(units) if not state.is_reduced(unit))
    judged = weights.now().attacks
    if not full:
        return judged.nobody_advances
    if level.follows_up:
        gained = _best_after(state, side, full, target, fort)
    else:
        gained = weights.now().threats.thrown_back + (0.0 if fort else worth.space(state, target))
    terrain = state.rules.content.terrain[state.rules.content.spaces[target].terrain]
    dug, owner = state.trench(target)
    stands = terrain.may_stand or (dug and owner != side)
    return max(0.0, gained) * (judged.falls_where_held if stands else judged.falls)


def _best_after(state: State, side: int, full: int, target: int, fort: bool) -> float:
    """Return the best gain once the enemy has left a space: by no advance, or by an advance of full-strength attackers."""
    before = worth.position(state, side)
    twin = state.copy()
    refuge = _refuge(state, 1 - side, target)
    for unit in members(state.units_of(1 - side, target)):
        twin.place(unit, refuge)
    layouts = [
        twin,
        *(moves.after(twin, ahead, (target,), side) for ahead in (() if fort else _advance_candidates(state, full))),
    ]
    return max(worth.for_side(worth.position(layout, side) - before, side) for layout in layouts)


def _refuge(state: State, side: int, space: int) -> int:
    """Return where units retreating from a space will probably go: an adjacent friendly space, else the eliminated box."""
    ground = state.rules.board.common[space] & state.control[side] & ~state.occupied[1 - side] & ~state.closed
    refuge = first(ground & state.occupied[side] or ground) if ground else -1
    return refuge if refuge >= 0 else state.rules.board.eliminated[side]


def _advance_candidates(state: State, full: int) -> set[int]:
    """Return the candidates for the advance: the full-strength units of the strongest space, or one of them."""
    spaces: dict[int, int] = {}
    for unit in members(full):
        spaces[state.loc[unit]] = spaces.get(state.loc[unit], 0) | 1 << unit
    front = max(spaces.values(), key=lambda some: (enemy_reach.factors(state, some), some))
    return {front, 1 << max(members(front), key=lambda unit: (worth.unit(state, unit), unit))}


def best_on(state: State, side: int, stacks: dict[int, int], target: int, level: Level = OFFICER) -> Iterator[Attack]:
    """Yield attacks on one space by the strongest adjacent stack, by the two strongest, and so on."""
    board = state.rules.board
    near = [space for space in stacks if (board.solid[target] | board.common[target]) >> space & 1 or space == target]
    near.sort(key=lambda space: -enemy_reach.factors(state, stacks[space]))
    units = 0
    for space in near[:_SPACES]:
        can = mask(unit for unit in members(stacks[space]) if targets.possible(state, unit) >> target & 1)
        if not can:
            continue
        units |= can
        if targets.common(state, units) >> target & 1:
            yield weigh(state, side, units, target, level=level)


def all_attacks(state: State, side: int, stacks: dict[int, int], level: Level = OFFICER) -> list[Attack]:
    """Return every attack worth considering by the stacks in these spaces."""
    enemy = state.occupied[1 - side] | state.unbesieged_forts(1 - side)
    reached = 0
    for space in stacks:
        reached |= (state.rules.board.common[space] | 1 << space) & enemy
    reached &= ~campaigns.spared(state, side)
    return [attack for target in members(reached) for attack in best_on(state, side, stacks, target, level)]


def best(attacks: Iterable[Attack], indulged: float = 0.0) -> Attack | None:
    """Return the most promising attack; None if none reaches the minimum, lowered by `indulged` VP."""
    least = weights.now().attacks.least - indulged
    good = [attack for attack in attacks if attack.worth >= least]
    return max(good, key=lambda attack: (attack.worth, -attack.target), default=None)
