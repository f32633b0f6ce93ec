"""Movement cost of a step, and the MP a stack has left (11.1.1).

Paths begin with the space where the stack set out. The cost of a step can depend on the steps before it, but
not on anything that moves in the operation change: a stack's spent MP are computed from its path.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.bits import members
from engine.pog.state import State

Path = tuple[int, ...]
#: The cost of a step that no stack may take.
NEVER = 99


def step(state: State, stack: int, path: Path, space: int) -> int:
    """Return the MP for the step from the end of the path into a space: the first cost an entry names, else 1."""
    for costs in state.rules.tables.step_cost:
        found = costs(state, stack, path, space)
        if found is not None:
            return found
    return 1


def spent(state: State, stack: int, path: Path) -> int:
    """Return the MP used by the path so far."""
    if not state.rules.tables.step_cost:
        return len(path) - 1
    return sum(step(state, stack, path[:at], path[at]) for at in range(1, len(path)))


def left(state: State, stack: int, path: Path) -> int:
    """Return the MP that every unit of the stack has left at the end of the path."""
    slowest = min((state.rules.movement(state, unit) for unit in members(stack)), default=0)
    return slowest - spent(state, stack, path)


def within(state: State, stack: int, path: Path, spaces: int, points: int) -> Iterator[tuple[int, int]]:
    """Yield those of the neighbouring spaces that a number of MP reach, each with the MP left there."""
    if not state.rules.tables.step_cost:
        for space in members(spaces) if points > 0 else ():
            yield space, points - 1
        return
    for space in members(spaces):
        rest = points - step(state, stack, path, space)
        if rest >= 0:
            yield space, rest
