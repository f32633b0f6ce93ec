"""What each side can lose to the enemy's next actions: open spaces, stacks that can be attacked, units that can be cut off.

Threats count more for the side that acts next than for one whose enemy can respond first; threats for which
no action is left count for nothing.
"""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP, FireTable
from engine.pog.content.weights import Prospects
from engine.pog.opponent import lines, values, weights
from engine.pog.opponent.lines import SupplyGround
from engine.pog.rules import areas, attrition
from engine.pog.rules.rounds import ACTION_ROUNDS, action_rounds
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Stacks by space: combat factors, and whether an army is among them.
Powers = dict[int, tuple[int, bool]]
#: A stack, or a fort alone, and who can attack it; see `_attack`.
Meeting = tuple[int, int, int, bool, bool, int, int, bool, bool, bool]
#: Factors above which the fire tables give no higher results (12.2.8).
_MOST = 20
#: For a side without any actions left.
_NEVER = Prospects(0.0, 0.0, 0.0, 0.0, 0.0)
#: Action rounds of a turn in most wars; weights per turn are based on it (8.1.1).
ROUNDS = ACTION_ROUNDS
#: By grade: how many more actions of its side can bring a unit back into supply, once the current one is over. Its
#: marker rises after every action of either side, and after the last grade the unit is lost (Suicide of Europe 14.3.5).
_TO_RELIEVE = (2, 2, 1, 1, 0, 0)
#: The grade of a unit that the enemy cuts off with his next action.
_ONCE_CUT = 3


def rounds_left(state: State) -> int:
    """Return the action rounds left in this turn; their number depends on the war."""
    return max(0, action_rounds(state) - state.round)


def prospects(state: State, acting: int) -> tuple[Prospects, Prospects]:
    """Return how much each side's threats count after one of them has acted: less if the other side acts first.

    Zero if no action is left for them.
    """
    judged = weights.now().threats
    if state.turn >= state.rules.scenario.last_turn and not rounds_left(state):
        return (judged.next, _NEVER) if acting == CP else (_NEVER, _NEVER)
    return (judged.next, judged.later) if acting == CP else (judged.later, judged.next)


def actions_left(state: State, side: int, acting: int) -> int:
    """Return the actions a side has left in this turn after one of them has acted; the Central Powers act first (9.0)."""
    return rounds_left(state) + (side == AP and acting == CP)


def actions_to_relieve(state: State, unit: int, left: int) -> int:
    """Return the actions left to bring a unit back into supply: by its marker's grade if there are grades, else those of the turn (14.3.5)."""
    graded = state.rules.tables.grade
    if not graded:
        return left
    return _TO_RELIEVE[max(grade(state, unit) for grade in graded)]


def open_spaces(state: State, owner: int, rings: list[int]) -> float:
    """Return what a side will probably lose in unoccupied VP spaces; `rings` is the enemy's reach."""
    near = 0
    for ring in rings[1:]:
        near |= ring
    near &= state.rules.vp_spaces & state.control[owner] & ~state.occupied[owner]
    if owner == AP and near:
        near &= ~areas.coast_closed(state)
    if not near:
        return 0.0
    forts = state.unbesieged_forts(owner)
    worth, judged = values.table(state.rules).spaces, weights.now().threats
    lost = sorted(
        (
            (judged.open_fort if forts >> number & 1 else judged.open_space)[steps] * worth[number]
            for steps in range(1, len(rings))
            for number in members(rings[steps] & near)
        ),
        reverse=True,
    )
    total, share = 0.0, 1.0
    for one in lost:
        total += one * share
        share *= judged.next_open_space
    return total


def lone_forts(state: State, owner: int) -> int:
    """Return spaces held only by an intact fort of a side: attacked like a stack, but passed like open ground (12.1, 15.1)."""
    held = state.intact_forts(owner) & state.control[owner] & ~(state.occupied[AP] | state.occupied[CP] | state.closed)
    return held & ~areas.coast_closed(state) if owner == AP and held else held


def struck(
    state: State,
    owner: int,
    pressure: Powers,
    defences: Powers,
    ground: SupplyGround | None = None,
    acting: int = AP,
) -> tuple[float, float]:
    """Return what attacks on a side's stacks and lone forts would bring its enemy, best first, and by stacks those attacks cut off.

    `pressure` is what the enemy's stacks can attack with together, `defences` the side's own stacks: by space, factors and
    whether an army is there; `ground` the side's supply ground, None to ignore stacks that would be cut off.
    """
    best = _best_attacks(state, owner, pressure, defences)
    shares = weights.now().threats.struck
    gained = sum(gain * share for (gain, _, _), share in zip(best, shares, strict=False) if gain > 0.0)
    if ground is None:
        return gained, 0.0
    worse = lost_when_cut(state, owner, acting)
    hanging = sorted(
        (worse * thrown * _dependent_stacks(state, owner, number, ground) for _, thrown, number in best), reverse=True
    )
    return gained, sum(loss * share for loss, share in zip(hanging, shares, strict=False))


def _best_attacks(state: State, owner: int, pressure: Powers, defences: Powers) -> list[tuple[float, float, int]]:
    """Return the best attacks on a side: expected gain, probability of driving it out, and the space."""
    rules, units_at = state.rules, state.units_at
    held, own = state.occupied[owner], state.control[owner]
    forts, dug = state.intact_forts(owner), state.trench_1 | state.trench_2
    exposed = rules.vp_spaces & own & ~held
    table = values.table(rules)
    known, two_steps = table.attacks, table.two_steps
    gains = []
    for number, (attack, army) in pressure.items():
        flag = 1 << number
        defence, defending = defences.get(number, (0, False))
        if forts & flag:
            defence += state.fort_values[number]
        trench = 0
        if dug & flag:
            level, digger = state.trench(number)
            trench = level if digger == owner else 0
        units = units_at[number]
        key = (
            number, min(_MOST, attack), min(_MOST, defence), army, defending, trench,
            (two_steps[number] & exposed).bit_count(), own & flag != 0, units & (units - 1) != 0, not units,
        )  # fmt: skip
        found = known.get(key)
        if found is None:
            found = known[key] = _attack(rules, key)
        gains.append((*found, number))
    gains.sort(reverse=True)
    return gains[: len(weights.now().threats.struck)]


def _dependent_stacks(state: State, side: int, number: int, ground: SupplyGround) -> float:
    """Return the value of a side's stacks elsewhere that are supplied only through one space."""
    flag = 1 << number
    if not ground.reached & flag:
        return 0.0
    table, mine = values.table(state.rules), state.rules.units_of_side[side]
    cut = state.occupied[side] & ground.covered & ~ground.fed(flag) & ~flag
    return sum(table.stack(state, state.units_at[space] & mine)[0] for space in members(cut)) if cut else 0.0


def _attack(rules: Ruleset, meeting: Meeting) -> tuple[float, float]:
    """Return the attacker's expected gain, without cards and flank, and the probability that the space falls (12.2).

    The meeting holds each side's factors and whether an army fights; the defender's trench; open VP spaces behind him;
    whether he controls the space; whether he has more than one unit; and whether a fort is there alone, which loses no
    steps and falls to a loss number of at least its strength.
    """
    number, attack, defence, army, defending, trench, behind, held, several, alone = meeting
    content, judged = rules.content, weights.now()
    threats = judged.threats
    ground = threats.thrown_back + threats.open_behind * behind
    ground += values.table(rules).spaces[number] if held else judged.spaces.ground
    rows = [content.terrain[content.spaces[number].terrain]]
    rows += [content.terrain[f"trench_{trench}"]] if trench else []
    hits = _fire(content.army_fire if army else content.corps_fire, attack, sum(row.attacker_shift for row in rows))
    back = _fire(
        content.army_fire if defending else content.corps_fire, defence, sum(row.defender_shift for row in rows)
    )
    most = threats.army_absorbs if defending else threats.corps_absorbs
    if several:
        most += threats.several_absorb
    total, wins = 0.0, 0
    for hit in hits:
        for answer in back:
            total += (min(hit, 0 if alone else most) - min(answer, threats.attackers_absorb)) * threats.loss_point
            wins += hit >= defence if alone else hit > answer
    held_off = not alone and any(row.may_stand for row in rows)
    falls = wins / 36 * (judged.attacks.falls_where_held if held_off else judged.attacks.falls)
    return total / 36 + falls * ground, falls


def _fire(table: FireTable, factors: int, shift: int) -> tuple[int, ...]:
    column = min(max(table.column_for(factors) + shift, 0), len(table.columns) - 1)
    return tuple(table.result(column, die) for die in range(1, 7))


def cut_off(state: State, side: int, taken: int, through: int = 0) -> int:
    """Return the spaces of a side's stacks that would be out of supply with enemy units in the given spaces (14.1).

    The enemy counts as present only where the side is not, except in the spaces `through`.
    """
    held = state.occupied[side]
    return held & ~lines.ground(state, side).fed(taken & (~held | through))


def lapsing(state: State, side: int, ground: SupplyGround, acting: int) -> float:
    """Return what a side will probably lose in unsupplied VP spaces, which the enemy gains at the end of the turn (14.3.6).

    Where units out of supply have grades, their spaces are lost once the units are.
    """
    held = state.rules.vp_spaces & state.control[side]
    if not held & ~ground.covered:
        return 0.0
    shares, worth = weights.now().spaces.lapses, values.table(state.rules).spaces
    share = shares[min(actions_left(state, side, acting), len(shares) - 1)]
    doomed = attrition.doomed_spaces(state, side)
    if state.rules.tables.grade:
        doomed |= attrition.cut_off_spaces(state, side) & state.occupied[side]
    return share * sum(worth[number] for number in members(held & doomed))


def lost_when_cut(state: State, side: int, acting: int) -> float:
    """Return the share of a unit that is lost if the enemy cuts it off with his next action."""
    judged = weights.now().threats
    if state.rules.tables.grade:  # its timing does not depend on the end of the turn
        return judged.lost_when_cut[_ONCE_CUT]
    if not actions_left(state, 1 - side, acting):
        return judged.lost_when_cut_later
    left = actions_left(state, side, acting) - (acting != side)
    return judged.lost_when_cut[max(0, min(left, len(judged.lost_when_cut) - 1))]


def may_be_cut(state: State, side: int, rings: list[int], ground: SupplyGround, acting: int) -> tuple[float, float]:
    """Return the losses in units, and in VP spaces, that the enemy can cut off with his next action; `rings` is his reach."""
    table, mine, occupied = values.table(state.rules), state.rules.units_of_side[side], state.occupied[side]
    worse = lost_when_cut(state, side, acting)
    safe = occupied & ground.covered
    held = state.rules.vp_spaces & state.control[side] & ~state.intact_forts(side) & ground.covered
    taken, units, spaces = 0, 0.0, 0.0
    for share, ring in zip(weights.now().threats.cut, rings[1:], strict=False):
        taken |= ring
        hungry = ~ground.fed(taken & ~occupied)
        for space in members(safe & hungry):
            units += share * table.stack(state, state.units_at[space] & mine)[0]
        for space in members(held & hungry & ~taken):
            spaces += share * table.spaces[space]
    return worse * units, worse * spaces


__all__ = [
    "ROUNDS",
    "actions_left",
    "actions_to_relieve",
    "cut_off",
    "lapsing",
    "lone_forts",
    "may_be_cut",
    "open_spaces",
    "prospects",
    "rounds_left",
    "struck",
]
