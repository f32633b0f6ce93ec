"""The worth of a whole position to a staff, in victory points: what is held, what is threatened, what stands where.

Positive is good for the Central Powers, as on the VP track. What single things are worth is in `values`, what may be lost
next in `danger`.
"""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP
from engine.pog.opponent import campaigns, danger, goals, sight, values
from engine.pog.opponent.values import space, step, unit
from engine.pog.rules import supply, victory
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Share of a unit that is left to it in the Reserve Box: the first corps of a nation stand in for armies that are lost.
_FIRST_IN_RESERVE, _IN_RESERVE, _SPARE = 1.0, 0.62, 2
#: The same off the map, and without supply by the actions left in the turn to feed it again (14.3).
ELIMINATED, UNSUPPLIED = 0.3, (0.0, 0.22, 0.3, 0.36, 0.4, 0.44)
#: Share of a unit that is idle for each step between it and enemy ground, and how many steps count.
_IDLE, _STEPS = 0.02, 12
#: Share of units and aims that counts when the war is over, for each turn that is left, and at most.
_AT_THE_END, _EACH_TURN, _AT_MOST = 0.03, 0.2, 0.55
#: What a point of war status is worth until Limited War, until Total War, after it: it opens the better decks (16.1).
_LIMITED = 4
_STATUS = ((_LIMITED, 1.4), (11, 0.35), (40, 0.08))
#: Sums of boxes remembered at most; the memory is emptied when it is full.
_REMEMBERED = 2_000
#: What the worth of a position is made of: VP on the track, units, war status, aims of the plans, VP spaces that may be taken next,
#: stacks that may be struck, units that may be cut off, and what the VP that are to be expected promise for the result.
PARTS = ("vp", "units", "status", "aims", "open", "struck", "cut", "promise")
#: The middle of the VP track.
MIDDLE = 10.0
#: Turns from which a scenario is long enough for war status to count.
_LONG = 6


def horizon(state: State, later: int = 0) -> float:
    """How much units still count, now or some turns later: less, the fewer turns are left to use them."""
    left = -later + state.rules.scenario.last_turn - state.turn + (danger.ROUNDS - state.round) / danger.ROUNDS
    return min(_AT_MOST, _AT_THE_END + _EACH_TURN * left)


def off_map(state: State, side: int) -> float:
    """Units in the Reserve and Eliminated Boxes."""
    rules, board = state.rules, state.rules.board
    table, loc = values.table(rules), state.loc
    away = rules.units_of_side[side]
    for number in members(state.occupied[side]):
        away &= ~state.units_at[number]
    places = [loc[number] for number in members(away)]
    key = (away, state.reduced & away, *places)
    known = table.off_map.get(key)
    if known is not None:
        return known
    reserve, eliminated = board.reserve[side], board.eliminated[side]
    specs = rules.content.units
    total = 0.0
    corps: dict[str, int] = {}
    for number, at in zip(members(away), places, strict=True):
        if at == reserve:
            nation = rules.parents[number]
            corps[nation] = corps.get(nation, 0) + 1
            share = _FIRST_IN_RESERVE if corps[nation] <= _SPARE else _IN_RESERVE
        elif at == eliminated and specs[number].pool:
            share = ELIMINATED
        else:
            continue
        total += share * (table.reduced[number] if state.reduced >> number & 1 else table.full[number])
    if len(table.off_map) >= _REMEMBERED:
        table.off_map.clear()
    table.off_map[key] = total
    return total


def on_map(state: State, side: int, fed: int, acting: int) -> tuple[float, danger.Powers, danger.Powers]:
    """Units on the map: less for those without supply, a little less for those far from the enemy.

    Also by space what can strike, and what can defend.
    """
    rules = state.rules
    table, mine, armies = values.table(rules), rules.units_of_side[side] & ~supply.frozen_units(state), rules.armies
    total = 0.0
    hunger = UNSUPPLIED[min(danger.actions_left(state, side, acting), len(UNSUPPLIED) - 1)]
    idle = _idle(state, side)
    strikes: danger.Powers = {}
    stands: danger.Powers = {}
    for number in members(state.occupied[side]):
        units = state.units_at[number] & mine
        if units & ~fed:
            total += hunger * table.stack(state, units & ~fed)[0]
            stands[number] = (table.stack(state, units)[1], bool(units & armies))
            units &= fed
            if not units:
                continue
            worth, factors = table.stack(state, units)
            strikes[number] = (factors, bool(units & armies))
        else:
            worth, factors = table.stack(state, units)
            strikes[number] = stands[number] = (factors, bool(units & armies))
        total += worth * idle[number]
    return total, strikes, stands


def _idle(state: State, side: int) -> list[float]:
    """By space: the share of a unit there that counts for its distance from enemy ground."""
    return sight.shares(state, state.control[1 - side], _IDLE, _STEPS)


def status(state: State, side: int) -> float:
    """What a side's war status is worth (16.1)."""
    if state.rules.scenario.last_turn < _LONG:
        return 0.0
    points, worth, done = state.war_status[side], 0.0, 0
    ends = state.rules.scenario.ends_at_commitment is not None
    for until, each in _STATUS:
        # Where the war is over with Total War, only whoever wins it as it stands goes there.
        hurry = not ends or done < _LIMITED or victory.decide(state, state.vp) == side
        worth += each * hurry * max(0, min(points, until) - done)
        done = until
    return worth * min(1.0, 0.15 * (state.rules.scenario.last_turn - state.turn))


def position(state: State, acting: int | None = None) -> float:
    """The whole position in VP for the Central Powers, 0 in the middle of the track.

    The other side than the acting one acts next; without it, other than the phasing one.
    """
    return sum(parts(state, acting))


def parts(state: State, acting: int | None = None) -> tuple[float, ...]:
    """The same by what it is made of, in the order of `PARTS`; the worth is their sum."""
    if acting is None:
        acting = state.phasing
    chances = danger.weights(state, acting)
    left = horizon(state)
    vp, units_there, war, aims, taken, struck, cut = float(state.vp), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    fed = [supply.supplied_units(state, side) for side in (AP, CP)]
    stacks = [on_map(state, side, fed[side], acting) for side in (AP, CP)]
    for side, sign in ((AP, -1.0), (CP, 1.0)):
        units_there += sign * left * (stacks[side][0] + off_map(state, side))
        war += sign * status(state, side)
        aims += (
            sign
            * left
            * sum(
                worth for space, worth in campaigns.aims(state.rules, state.turn, side) if space & state.control[side]
            )
        )
        takes, strikes, cuts, hangs = chances[side]
        if takes:
            power = stacks[side][1]
            rings = sight.reach(state, side, power)
            taken += sign * takes * danger.open_spaces(state, 1 - side, rings)
            hungry = danger.cut_off(state, 1 - side, 0) if cuts else None
            strike, hanging = danger.struck(state, 1 - side, power, stacks[1 - side][2], hungry, acting)
            struck += sign * left * strikes * strike
            cut += sign * left * hangs * hanging
            if hungry is not None:
                cut += sign * left * cuts * danger.may_be_cut(state, 1 - side, rings, hungry, acting)
    return vp - MIDDLE, units_there, war, aims, taken, struck, cut, goals.promise(state, vp + taken)


def for_side(value: float, side: int) -> float:
    """A value of the track as a side sees it."""
    return value if side == CP else -value


def units(rules: Ruleset) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Worth of each unit by id, full and reduced."""
    found = values.table(rules)
    return found.full, found.reduced


__all__ = ["MIDDLE", "PARTS", "for_side", "horizon", "parts", "position", "space", "step", "unit", "units"]
