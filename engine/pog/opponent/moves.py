"""Better places for stacks: moves in an operation and redeployments, weighed by the resulting position (11.1, 13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.opponent import campaigns, enemy_reach, position_cache, weights, worth
from engine.pog.opponent.levels import OFFICER, Level
from engine.pog.rules import control, movement
from engine.pog.state import State

#: Maximum number of moves kept for one stack, the best first.
KEPT = 4


@dataclass(frozen=True, slots=True)
class Move:
    """A possible move, and its gain for the side in VP."""

    units: int
    path: tuple[int, ...]
    worth: float


class _Table(Game[State]):
    """A bare position for the rules to change, without frames, dice or events."""

    def __init__(self, state: State) -> None:
        self.state, self.listening = state, False


def after(state: State, units: int, path: Sequence[int], side: int) -> State:
    """Return the position after units moved along a path, with its consequences: control, trenches, VP, nations entering the war (11.1.14)."""
    twin = state.copy()
    end = path[-1]
    for unit in members(units):
        twin.place(unit, end)
    table = _Table(twin)
    for space in path:
        if control.takes(twin, units, space, ends=space == end):
            control.enter(table, space, side, units)
    return twin


def gain(state: State, units: int, path: Sequence[int], side: int, before: float) -> float:
    """Return what a move gains a side compared with the position before, in VP."""
    return worth.for_side(worth.position(after(state, units, path, side), side) - before, side)


def parts(state: State, units: int, must: int = 0, parted: bool = False) -> Iterator[int]:
    """Yield the groups of a stack to send, each with the units that must go: all, all but one, one alone.

    Unless `parted`, only the weakest stays behind and only the strongest goes alone.
    """
    ordered = sorted(members(units), key=lambda unit: (worth.unit(state, unit), unit))
    alone = [1 << unit for unit in reversed(ordered)]
    stay = [units & ~(1 << unit) for unit in ordered]
    seen = set()
    for some in [units, *stay, *alone] if parted else [units, stay[0], alone[0]]:
        group = some | must
        kind = tuple(sorted((state.rules.kin[unit], worth.unit(state, unit)) for unit in members(group & ~must)))
        if group and kind not in seen:
            seen.add(kind)
            yield group


def ends_worth_a_look(state: State, side: int, ends: Iterable[int], most: int = OFFICER.ends) -> list[int]:
    """Return the reachable spaces where something changes: enemy ground, the front, VP spaces."""
    enemy = state.control[1 - side]
    spared = campaigns.spared(state, side)
    ends = [space for space in ends if not spared >> space & 1] if spared else ends
    near = enemy_reach.front(state, side)
    rings = enemy_reach.away(state, 1 - side)
    vp, judged = state.rules.vp_spaces, weights.now().moves

    def interest(space: int) -> float:
        flag = 1 << space
        value = judged.enemy_ground * bool(enemy & flag)
        value += judged.front * bool(near & flag) + judged.victory_space * bool(vp & flag)
        if not state.occupied[side] & flag:
            value += next((judged.near_enemy / at for at in range(1, len(rings)) if rings[at] & flag), 0.0)
        return value

    return sorted(ends, key=lambda space: (-interest(space), space))[:most]


def best_moves(state: State, side: int, units: int, must: int = 0, level: Level = OFFICER) -> tuple[Move, ...]:
    """Return the best moves of a stack or part of it; empty if staying is best."""
    key = (side, units, must, level.name)
    known = position_cache.of(state)
    found = known.get(key)
    if found is None:
        found = known[key] = _best_moves(state, side, units, must, level)
    return found


def _best_moves(state: State, side: int, units: int, must: int, level: Level) -> tuple[Move, ...]:
    before = worth.position(state, side)
    found: list[Move] = []
    for group in parts(state, units, must, level.parted):
        at = state.loc[group.bit_length() - 1]
        left = min(state.rules.movement(state, unit) for unit in members(group))
        ways = movement.reachable(state, group, at, left)
        found += [
            Move(group, ways[end], gain(state, group, ways[end], side, before))
            for end in ends_worth_a_look(state, side, ways, level.ends)
        ]
    found.sort(key=lambda move: (-move.worth, move.units, move.path))
    least = weights.now().moves.least
    return tuple(move for move in found[:KEPT] if move.worth >= least)


def best_move(state: State, side: int, units: int, must: int = 0, level: Level = OFFICER) -> Move | None:
    """Return the best move of a stack or part of it; None if staying is best."""
    found = best_moves(state, side, units, must, level)
    return found[0] if found else None
