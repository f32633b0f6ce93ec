"""Where stacks would stand better: moves of an operation and redeployments, weighed by the position after them (11.1, 13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.bits import members
from engine.pog.content.records import CP
from engine.pog.opponent import sight, worth
from engine.pog.rules import movement
from engine.pog.state import State

#: What a move must gain to be made, in VP.
LEAST = 0.06
#: Ends of a move that are weighed at most.
_ENDS = 9
#: What a try to dig in is worth where the enemy stands near.
DIGGING = 0.14


@dataclass(frozen=True, slots=True)
class Move:
    """A move that could be made, and what it would gain its side in VP."""

    units: int
    path: tuple[int, ...]
    worth: float


def after(state: State, units: int, path: Iterable[int], side: int) -> State:
    """The position after units have gone a way: ground taken, VP counted, nothing else (11.1.14)."""
    twin = state.copy()
    end = -1
    for space in path:
        end = space
        flag = 1 << space
        if twin.control[1 - side] & flag and not twin.intact_forts(1 - side) & flag:
            twin.control[1 - side] &= ~flag
            twin.control[side] |= flag
            if twin.rules.vp_spaces & flag:
                twin.vp += 1 if side == CP else -1
    for unit in members(units):
        twin.place(unit, end)
    return twin


def gain(state: State, units: int, path: Iterable[int], side: int, before: float) -> float:
    """What a way of units gains a side against the position before, in VP."""
    return worth.for_side(worth.position(after(state, units, path, side)) - before, side)


def parts(state: State, units: int, must: int = 0) -> Iterator[int]:
    """The groups of a stack that are sent off: all, all but the weakest, the strongest alone; with those that must go."""
    ordered = sorted(members(units), key=lambda unit: (worth.unit(state, unit), unit))
    seen = set()
    for some in (units, units & ~(1 << ordered[0]), 1 << ordered[-1]):
        group = some | must
        if group and group not in seen:
            seen.add(group)
            yield group


def ends_worth_a_look(state: State, side: int, ends: Iterable[int]) -> list[int]:
    """Of the spaces that can be reached, those where something changes: enemy ground, the front, VP spaces."""
    enemy = state.control[1 - side]
    near = sight.front(state, side)
    rings = sight.away(state, 1 - side)

    def interest(space: int) -> float:
        flag = 1 << space
        value = 3.0 * bool(enemy & flag) + 2.0 * bool(near & flag) + 1.5 * bool(state.rules.vp_spaces & flag)
        return value + next((0.5 / at for at in range(1, len(rings)) if rings[at] & flag), 0.0)

    return sorted(ends, key=lambda space: (-interest(space), space))[:_ENDS]


def best_move(state: State, side: int, units: int, must: int = 0) -> Move | None:
    """The best move of a stack or a part of it from where it stands; None if it stands best there."""
    before = worth.position(state)
    found: list[Move] = []
    for group in parts(state, units, must):
        at = state.loc[group.bit_length() - 1]
        left = min(state.rules.movement(state, unit) for unit in members(group))
        ways = movement.reachable(state, group, at, left)
        found += [
            Move(group, ways[end], gain(state, group, ways[end], side, before))
            for end in ends_worth_a_look(state, side, ways)
        ]
    best = max(found, key=lambda move: (move.worth, move.units, move.path), default=None)
    return best if best is not None and best.worth >= LEAST else None
