"""What each side stands to lose in the enemy's next actions: open spaces, stacks that can be struck, units that can be cut off.

A side that acts next makes more of its chances than one whose enemy can answer first; chances that no action
is left for count for nothing.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import members
from engine.pog.content.records import AP, CP, FireTable
from engine.pog.networks import AP_SPACES, CP_SPACES
from engine.pog.opponent import values
from engine.pog.rules import areas, supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Stacks by space: combat factors, and whether an army is among them.
Powers = dict[int, tuple[int, bool]]
#: How likely an open space falls, by the steps of the nearest enemy; armies move three spaces, most corps four.
_OPEN = (0.0, 0.64, 0.60, 0.55, 0.34, 0.16, 0.12)
#: The same of one that only an intact fort holds.
_FORT = (0.0, 0.2, 0.16, 0.12, 0.05, 0.0, 0.0)
_FAR = len(_OPEN) - 1
#: Each further open space keeps such a share: the enemy's OPS are few.
_NEXT_OPEN = 0.8
#: What each further struck stack counts, by likelihood of being among those that are struck.
_STRUCK = (1.0, 0.8, 0.5, 0.3)
#: A loss point inflicted or suffered, in VP.
_POINT = 0.34
#: What it means that a stack is thrown back from the front.
_GAP = 0.3
#: Share of a unit that is lost where the enemy can cut it off by one step, by a move.
_CUT_AT_ONCE, _CUT_BY_MOVE = 0.35, 0.16
#: Rounds of a turn (9.0).
ROUNDS = 6


def weights(state: State, acting: int) -> tuple[float, float]:
    """How much the threats by each side count after one of them has acted: most if it acts next, nothing if it acts no more."""
    last = state.turn >= state.rules.scenario.last_turn
    if last and state.round >= ROUNDS and acting in (AP, CP):
        return (0.0, 0.0) if acting == AP else (1.0, 0.0)
    if acting == CP:
        return 1.0, 0.5
    if last and state.round >= ROUNDS - 1 and acting == AP:
        return 0.45, 0.9
    return 0.5, 1.0


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


def struck(state: State, owner: int, power: Powers, defences: Powers) -> float:
    """What attacks on the stacks of a side would bring its enemy, the best ones first.

    `power` are the enemy's stacks in supply, `defences` the side's own stacks: by space, factors and whether an army is there.
    """
    rules = state.rules
    common, spaces = rules.board.common, values.table(rules).spaces
    forts, held = state.intact_forts(owner), state.control[owner]
    near: dict[int, list[int]] = {}
    armies = 0
    for space, (factors, army) in power.items():
        for number in members(common[space] & state.occupied[owner]):
            near.setdefault(number, []).append(factors)
            if army:
                armies |= 1 << number
    gains = []
    for number, strikers in near.items():
        strikers.sort(reverse=True)
        attack = sum(strikers[:3])
        if not attack:
            continue
        defence, defending = defences.get(number, (0, False))
        if forts >> number & 1:
            defence += state.fort_values[number]
        level, digger = state.trench(number)
        gain = _attack(
            rules,
            (min(attack, 20), armies >> number & 1, min(defence, 20), defending, state.units_at[number].bit_count()),
            (rules.content.spaces[number].terrain, level if digger == owner else 0),
            spaces[number] if held >> number & 1 else values.GROUND,
        )
        if gain > 0.0:
            gains.append(gain)
    gains.sort(reverse=True)
    return sum(gain * share for gain, share in zip(gains, _STRUCK, strict=False))


@lru_cache(maxsize=65_536)
def _attack(rules: Ruleset, strength: tuple[int, int, int, bool, int], place: tuple[str, int], ground: float) -> float:
    """Expected worth of an attack for the attacker, without cards and flank (12.2).

    `strength`: factors and whether an army attacks, the same of the defender, how many units he has; `place`: terrain and trench.
    """
    attack, army, defence, defending_army, units = strength
    terrain, trench = place
    content = rules.content
    rows = [content.terrain[terrain]] + ([content.terrain[f"trench_{trench}"]] if trench else [])
    hits = _fire(content.army_fire if army else content.corps_fire, attack, sum(row.attacker_shift for row in rows))
    back = _fire(
        content.army_fire if defending_army else content.corps_fire, defence, sum(row.defender_shift for row in rows)
    )
    most = 6 if defending_army else 2
    if units > 1:
        most += 3
    total, wins = 0.0, 0
    for hit in hits:
        for answer in back:
            total += (min(hit, most) - min(answer, 6)) * _POINT
            wins += hit > answer
    stands = 0.55 if any(row.may_stand for row in rows) else 0.9
    return total / 36 + wins / 36 * stands * (ground + _GAP)


def _fire(table: FireTable, factors: int, shift: int) -> tuple[int, ...]:
    column = min(max(table.column_for(factors) + shift, 0), len(table.columns) - 1)
    return tuple(table.result(column, die) for die in range(1, 7))


def cut_off(state: State, side: int, taken: int) -> int:
    """Spaces of a side's stacks that would be out of supply if the enemy stood in the given spaces (14.1)."""
    kept = state.occupied[1 - side]
    state.occupied[1 - side] = kept | taken & ~state.occupied[side]
    try:
        fed = supply.reach(state, AP_SPACES if side == AP else CP_SPACES)[1]
    finally:
        state.occupied[1 - side] = kept
    return state.occupied[side] & ~fed


def may_be_cut(state: State, side: int, rings: list[int]) -> float:
    """What is lost by units that the enemy may cut off soon; `rings` are his reach."""
    table, mine = values.table(state.rules), state.rules.units_of_side[side]
    already = cut_off(state, side, 0)
    taken = rings[1]
    total = 0.0
    for share, ring in ((_CUT_AT_ONCE - _CUT_BY_MOVE, 0), (_CUT_BY_MOVE, rings[2] | rings[3])):
        taken |= ring
        for space in members(cut_off(state, side, taken) & ~already):
            total += share * table.stack(state, state.units_at[space] & mine)[0]
    return total


__all__ = ["cut_off", "may_be_cut", "open_spaces", "struck", "weights"]
