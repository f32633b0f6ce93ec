"""Value of a whole position for a computer player, in victory points: what is held, threatened, and where units are.

Positive is good for the Central Powers, as on the VP track. Values of single things are in `values`, possible losses
in `danger`.
"""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP
from engine.pog.opponent import campaigns, danger, enemy_reach, goals, lines, position_cache, stacks, values, weights
from engine.pog.opponent.values import space, step, unit
from engine.pog.rules import supply, victory
from engine.pog.rules.rounds import action_rounds
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: War status needed for Limited War, for Total War, and an unreachable total (16.1).
_LIMITED, _TOTAL, _NO_MORE = 4, 11, 40
#: Maximum number of cached positions over all rulesets, about 3 kB each; the cache is emptied when full.
_POSITIONS = 6_000
_KNOWN: dict[tuple[object, ...], tuple[float, ...]] = {}
#: Terms of a position's value: VP on the track, units, war status, aims of the plans, VP spaces that can be taken next,
#: stacks that can be attacked, what is or can be cut off, and what the expected VP promise for the result.
PARTS = ("vp", "units", "status", "aims", "open", "struck", "cut", "promise")
#: The middle of the VP track.
MIDDLE = 10.0


def horizon(state: State, later: int = 0) -> float:
    """Return how much units still count, now or some turns later: less as fewer turns are left to use them."""
    each = weights.now().units
    rounds = action_rounds(state)
    left = -later + state.rules.scenario.last_turn - state.turn + (rounds - state.round) / rounds
    return min(each.at_most, each.at_the_end + each.each_turn * left)


def status(state: State, side: int) -> float:
    """Return the value of a side's war status (16.1)."""
    each = weights.now().war_status
    if state.rules.scenario.last_turn < each.long_war:
        return 0.0
    points, worth, done = state.war_status[side], 0.0, 0
    ends = state.rules.scenario.ends_at_commitment is not None
    for until, point in ((_LIMITED, each.until_limited_war), (_TOTAL, each.until_total_war), (_NO_MORE, each.after)):
        # In a war that ends with Total War, only the side that would win in this position moves towards it.
        hurry = not ends or done < _LIMITED or victory.decide(state, state.vp) == side
        worth += point * hurry * max(0, min(points, until) - done)
        done = until
    return worth * min(1.0, each.each_turn_left * (state.rules.scenario.last_turn - state.turn))


def position(state: State, acting: int | None = None) -> float:
    """Return the value of a position in VP for the Central Powers, 0 in the middle of the track.

    The opponent of the acting side acts next; by default the acting side is the phasing one.
    """
    return sum(parts(state, acting))


def parts(state: State, acting: int | None = None) -> tuple[float, ...]:
    """Return the value split into the terms of `PARTS`, in their order; the value is their sum.

    Results are cached: two of three positions that a computer player weighs differ from an earlier one only in imagined hands.
    """
    if acting is None:
        acting = state.phasing
    key = (values.table(state.rules), acting, *position_cache.seen(state))
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= _POSITIONS:
            forget()
        found = _KNOWN[key] = _parts(state, acting)
    return found


def forget() -> None:
    """Clear the cached positions of every ruleset."""
    _KNOWN.clear()


def _parts(state: State, acting: int) -> tuple[float, ...]:
    chances = danger.prospects(state, acting)
    left = horizon(state)
    vp, units_there, war, aims, taken, struck, cut, lapsing = float(state.vp), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    grounds = [lines.ground(state, side) for side in (AP, CP)]
    fed = [supply.supplied_units(state, side, grounds[side].of_network) for side in (AP, CP)]
    forces = [stacks.standing(state, side, fed[side], acting) for side in (AP, CP)]
    for side, sign in ((AP, -1.0), (CP, 1.0)):
        enemy, own, theirs = 1 - side, forces[side], forces[1 - side]
        units_there += sign * left * (own.worth + own.away)
        war += sign * status(state, side)
        held = state.control[side]
        aims += (
            sign * left * sum(worth for space, worth in campaigns.aims(state.rules, state.turn, side) if space & held)
        )
        aims += sign * left * _armies_in_place(state, side)
        if side == acting:  # spaces that the enemy's last action left empty earn no credit for units next to them
            aims -= sign * left * _unguarded_cost(state, side, theirs)
        lapsing -= sign * danger.lapsing(state, side, grounds[side], acting)
        may = chances[side]
        if may.take:
            rings, ground = enemy_reach.reach(state, side, own.start), grounds[enemy]
            taken += sign * may.take * danger.open_spaces(state, enemy, rings)
            lines_asked = ground if may.cut_off_by_attack else None
            pressed = own.pressure(state.occupied[enemy] | danger.lone_forts(state, enemy))
            strike, hanging = danger.struck(state, enemy, pressed, theirs.stands, lines_asked, acting)
            struck += sign * left * may.strike * strike
            cut += sign * left * may.cut_off_by_attack * hanging
            if may.cut_off:
                units_cut, spaces_cut = danger.may_be_cut(state, enemy, rings, ground, acting)
                cut += sign * left * may.cut_off * units_cut
                lapsing += sign * may.cut_off_space * spaces_cut
    return vp - MIDDLE, units_there, war, aims, taken, struck, cut + lapsing, goals.promise(state, vp + taken + lapsing)


def _armies_in_place(state: State, side: int) -> float:
    """Return the value of armies in places where a plan wants one."""
    armies, occupied = state.rules.armies, state.occupied[side]
    return sum(
        worth
        for spaces, worth in campaigns.posts(state.rules, state.turn, side)
        if any(state.units_at[space] & armies for space in members(spaces & occupied))
    )


def _unguarded_cost(state: State, side: int, enemy: stacks.Standing) -> float:
    """Return the cost of empty spaces next to an enemy army that a plan wants guarded."""
    wanted = campaigns.guards(state.rules, state.turn, side)
    if not wanted:
        return 0.0
    common, near = state.rules.board.common, 0
    for number, (_, army) in enemy.strikes.items():
        if army:
            near |= common[number]
    near &= state.control[side] & ~state.occupied[side]
    return sum(worth for space, worth in wanted.items() if near >> space & 1) if near else 0.0


def for_side(value: float, side: int) -> float:
    """Return a value of the track from a side's point of view."""
    return value if side == CP else -value


def units(rules: Ruleset) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the values of each unit by id, full and reduced."""
    found = values.table(rules)
    return found.full, found.reduced


__all__ = ["MIDDLE", "PARTS", "for_side", "forget", "horizon", "parts", "position", "space", "step", "unit", "units"]
