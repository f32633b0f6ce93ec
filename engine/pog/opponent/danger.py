"""What each side stands to lose in the enemy's next actions: open spaces, stacks that can be struck, units that can be cut off.

A side that acts next makes more of its chances than one whose enemy can answer first; chances that no action
is left for count for nothing.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import members
from engine.pog.content.records import AP, CP, FireTable
from engine.pog.networks import AP_SPACES, CP_SPACES
from engine.pog.opponent import sight, values
from engine.pog.rules import areas, supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Stacks by space: combat factors, and whether an army is among them.
Powers = dict[int, tuple[int, bool]]
#: A stack and who can strike it; see `_attack`.
Meeting = tuple[int, int, int, bool, bool, int, int, bool, bool]
#: How likely an open space falls, by the steps of the nearest enemy; armies move three spaces, most corps four.
_OPEN = (0.0, 0.64, 0.60, 0.55, 0.34, 0.2)
#: The same of one that only an intact fort holds.
_FORT = (0.0, 0.2, 0.16, 0.12, 0.05, 0.0)
_FAR = len(_OPEN) - 1
#: Each further open space keeps such a share: the enemy's OPS are few.
_NEXT_OPEN = 0.8
#: What each further struck stack counts, by likelihood of being among those that are struck.
_STRUCK = (1.0, 0.8, 0.5, 0.3)
#: Spaces that strike one together at most, and factors beyond which the fire tables give no more (12.2.8).
_STRIKERS, _MOST = 3, 20
#: A loss point inflicted or suffered, in VP.
_POINT = 0.34
#: What it means that a stack is thrown back from the front, and for each open VP space two steps behind.
_GAP, _BEHIND = 0.2, 0.12
#: Shares of what cutting a stack off costs it, where the enemy can do so within one, two, three steps of his.
_CUT = (0.4, 0.3, 0.3)
#: Share of a unit that is lost once it is cut off, by the actions that its side has left in the turn (14.3).
_LOST = (0.9, 0.62, 0.48, 0.4, 0.34, 0.3)
#: The same where the enemy can do it only in the next turn.
_LOST_LATER = 0.2
#: How much a side's chances count, fitted to what came of them in games of the staff against itself: to take open spaces,
#: to strike stacks, to cut stacks off, to cut them off by striking others; for whoever acts next, for whoever acts after the enemy, and if no action is left.
Weights = tuple[float, float, float, float]
_NEXT, _LATER, _NEVER = (0.8, 0.35, 1.3, 0.8), (0.5, 0.2, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
#: Rounds of a turn (9.0).
ROUNDS = 6


def weights(state: State, acting: int) -> tuple[Weights, Weights]:
    """How much the threats by each side count after one of them has acted: less if the other can answer first.

    Nothing if no action is left for them.
    """
    if state.turn < state.rules.scenario.last_turn or state.round < ROUNDS - 1:
        return (_NEXT, _LATER) if acting == CP else (_LATER, _NEXT)
    if state.round >= ROUNDS:
        return (_NEXT, _NEVER) if acting == CP else (_NEVER, _NEVER)
    return (_NEXT, _LATER) if acting == CP else (_LATER, _NEXT)


def actions_left(state: State, side: int, acting: int) -> int:
    """Actions that a side has left in this turn after one of them has acted; the Central Powers act first (9.0)."""
    return max(0, ROUNDS - state.round) + (side == AP and acting == CP)


def open_spaces(state: State, owner: int, rings: list[int]) -> float:
    """What a side will probably lose in VP spaces that nobody holds, `rings` being the enemy's reach."""
    near = 0
    for ring in rings[1:]:
        near |= ring
    near &= state.rules.vp_spaces & state.control[owner] & ~state.occupied[owner]
    if owner == AP and near:
        near &= ~areas.coast_closed(state)
    if not near:
        return 0.0
    forts = state.unbesieged_forts(owner)
    worth = values.table(state.rules).spaces
    lost = sorted(
        (
            (_FORT if forts >> number & 1 else _OPEN)[steps] * worth[number]
            for steps in range(1, len(rings))
            for number in members(rings[steps] & near)
        ),
        reverse=True,
    )
    total, share = 0.0, 1.0
    for one in lost:
        total += one * share
        share *= _NEXT_OPEN
    return total


def struck(
    state: State, owner: int, power: Powers, defences: Powers, hungry: int | None = None, acting: int = AP
) -> tuple[float, float]:
    """What attacks on the stacks of a side would bring its enemy, the best ones first, and by stacks cut off behind those.

    `power` are the enemy's stacks in supply, `defences` the side's own stacks: by space, factors and whether an army is there;
    `hungry` the side's spaces without supply now, None if what would be cut off is not asked for.
    """
    rules = state.rules
    common, held = rules.board.common, state.occupied[owner]
    near: dict[int, list[int]] = {}
    armies = 0
    for space, (factors, army) in power.items():
        touched = common[space] & held
        if touched and factors:
            if army:
                armies |= touched
            for number in members(touched):
                if number in near:
                    near[number].append(factors)
                else:
                    near[number] = [factors]
    gains = []
    forts, dug = state.intact_forts(owner), state.trench_1 | state.trench_2
    exposed = rules.vp_spaces & state.control[owner] & ~held
    known = values.table(rules).attacks
    for number, strikers in near.items():
        flag = 1 << number
        if len(strikers) > _STRIKERS:
            strikers.sort(reverse=True)
            del strikers[_STRIKERS:]
        defence, defending = defences.get(number, (0, False))
        if forts & flag:
            defence += state.fort_values[number]
        trench = 0
        if dug & flag:
            level, digger = state.trench(number)
            trench = level if digger == owner else 0
        attack = sum(strikers)
        behind = (_two_steps(rules, number) & exposed).bit_count()
        key = (
            number, min(_MOST, attack), min(_MOST, defence),
            bool(armies & flag), defending, trench, behind, bool(state.control[owner] & flag),
            state.units_at[number].bit_count() > 1,
        )  # fmt: skip
        found = known.get(key)
        if found is None:
            found = known[key] = _attack(rules, key)
        gains.append((*found, number))
    gains.sort(reverse=True)
    best = gains[: len(_STRUCK)]
    gained = sum(gain * share for (gain, _, _), share in zip(best, _STRUCK, strict=False) if gain > 0.0)
    if hungry is None:
        return gained, 0.0
    worse = lost_when_cut(state, owner, acting)
    hanging = sorted(
        (worse * thrown * _hang_on(state, owner, number, hungry) for _, thrown, number in best), reverse=True
    )
    return gained, sum(loss * share for loss, share in zip(hanging, _STRUCK, strict=False))


def _hang_on(state: State, side: int, number: int, hungry: int) -> float:
    """Worth of the stacks of a side elsewhere that are fed through a space alone."""
    table, mine, flag = values.table(state.rules), state.rules.units_of_side[side], 1 << number
    cut = cut_off(state, side, flag, through=flag) & ~hungry & ~flag
    return sum(table.stack(state, state.units_at[space] & mine)[0] for space in members(cut)) if cut else 0.0


@lru_cache(maxsize=4_096)
def _two_steps(rules: Ruleset, number: int) -> int:
    """Spaces no more than two steps from one."""
    near = rules.board.common[number]
    return near | sight.beside_on(rules, near)


def _attack(rules: Ruleset, meeting: Meeting) -> tuple[float, float]:
    """Expected worth of an attack for the attacker, without cards and flank, and how likely the space falls (12.2).

    Of each side the factors and whether an army fights; the defender's trench, open VP spaces behind him, whether the
    space is his, whether he has more than one unit.
    """
    number, attack, defence, army, defending, trench, behind, held, several = meeting
    content = rules.content
    ground = _GAP + _BEHIND * behind + (values.table(rules).spaces[number] if held else values.GROUND)
    rows = [content.terrain[content.spaces[number].terrain]]
    rows += [content.terrain[f"trench_{trench}"]] if trench else []
    hits = _fire(content.army_fire if army else content.corps_fire, attack, sum(row.attacker_shift for row in rows))
    back = _fire(
        content.army_fire if defending else content.corps_fire, defence, sum(row.defender_shift for row in rows)
    )
    most = 6 if defending else 2
    if several:
        most += 3
    total, wins = 0.0, 0
    for hit in hits:
        for answer in back:
            total += (min(hit, most) - min(answer, 6)) * _POINT
            wins += hit > answer
    stands = 0.55 if any(row.may_stand for row in rows) else 0.9
    falls = wins / 36 * stands
    return total / 36 + falls * ground, falls


def _fire(table: FireTable, factors: int, shift: int) -> tuple[int, ...]:
    column = min(max(table.column_for(factors) + shift, 0), len(table.columns) - 1)
    return tuple(table.result(column, die) for die in range(1, 7))


def cut_off(state: State, side: int, taken: int, through: int = 0) -> int:
    """Spaces of a side's stacks that would be out of supply if the enemy stood in the given spaces (14.1).

    He is taken to stand only where the side does not, except in the spaces `through`.
    """
    kept = state.occupied[1 - side]
    state.occupied[1 - side] = kept | taken & (~state.occupied[side] | through)
    try:
        fed = supply.reach(state, AP_SPACES if side == AP else CP_SPACES)[1]
    finally:
        state.occupied[1 - side] = kept
    return state.occupied[side] & ~fed


def lost_when_cut(state: State, side: int, acting: int) -> float:
    """Share of a unit of a side that is lost if the enemy cuts it off in his next action."""
    if not actions_left(state, 1 - side, acting):
        return _LOST_LATER
    left = actions_left(state, side, acting) - (acting != side)
    return _LOST[max(0, min(left, len(_LOST) - 1))]


def may_be_cut(state: State, side: int, rings: list[int], hungry: int, acting: int) -> float:
    """What is lost by units that the enemy may cut off in his next action; `rings` are his reach, `hungry` as in `struck`."""
    table, mine = values.table(state.rules), state.rules.units_of_side[side]
    worse = lost_when_cut(state, side, acting)
    safe = state.occupied[side] & ~hungry
    taken, total = 0, 0.0
    for share, ring in zip(_CUT, rings[1:], strict=False):
        taken |= ring
        for space in members(cut_off(state, side, taken) & safe):
            total += share * table.stack(state, state.units_at[space] & mine)[0]
    return worse * total


__all__ = ["actions_left", "cut_off", "may_be_cut", "open_spaces", "struck", "weights"]
