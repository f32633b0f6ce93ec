"""What an operation is for: attacks and moves with their prices, the best for its OPS first (9.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.bits import mask, members
from engine.pog.combat_state import Operation
from engine.pog.opponent import attacks, moves, sight, worth
from engine.pog.opponent.attacks import Attack
from engine.pog.rules import activation, movement, sieges
from engine.pog.state import State

#: Stacks whose moves are weighed for one marker: those on ground where something goes on.
_STACKS = 10
#: Share that each further task keeps of its worth.
_FOLLOWS = 0.8


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: the spaces still to be marked for it, what they cost in OPS, and its worth in VP."""

    attack: bool
    spaces: tuple[int, ...]
    cost: int
    worth: float

    @property
    def rate(self) -> float:
        """Worth for each OPS; what costs nothing more comes first."""
        return self.worth / max(self.cost, 0.4)


def attack_tasks(state: State, side: int, attackable: int) -> list[Task]:
    """Attacks from spaces that are marked or could be."""
    operation = state.operation
    marked = operation.attack if operation else 0
    able = activation.able_units(state, side)[1]
    stacks = {space: state.units_of(side, space) & able for space in members(attackable | marked)}
    stacks = {space: units for space, units in stacks.items() if units}
    prices = {space: activation.cost(state, side, space, True) for space in stacks if not marked >> space & 1}
    return [_task_of(attack, prices) for attack in attacks.all_attacks(state, side, stacks)]


def _task_of(attack: Attack, prices: dict[int, int]) -> Task:
    to_mark = tuple(space for space in members(attack.spaces) if space in prices)
    return Task(True, to_mark, sum(prices[space] for space in to_mark), attack.worth)


def move_tasks(state: State, side: int, movable: int) -> list[Task]:
    """Moves, and digging in, from spaces that could be marked."""
    near = sight.front(state, side)
    rings = sight.away(state, 1 - side)
    open_ground = mask(space for ring in rings[1:4] for space in members(ring))
    live = movable & (near | open_ground | sight.beside(state, near))
    idle = movable & ~live
    found = []
    for space in [*members(live), *members(idle)][:_STACKS]:
        units = mask(unit for unit in members(state.units_of(side, space)) if state.rules.movement(state, unit))
        if not units:
            continue
        best = moves.best_move(state, side, units)
        value = max(best.worth if best else 0.0, digging(state, side, space, units, near))
        if value >= moves.LEAST:
            found.append(Task(False, (space,), activation.cost(state, side, space, False), value))
    return found


def digging(state: State, side: int, space: int, units: int, near: int) -> float:
    """What a try to dig in where units stand is worth (11.2)."""
    if not near >> space & 1 or state.trench(space)[0]:
        return 0.0
    army = next((unit for unit in members(units) if state.rules.armies >> unit & 1), None)
    if army is None or not movement.may_dig(state, 1 << army, space):
        return 0.0
    return moves.DIGGING + 0.3 * worth.space(state, space) * (state.rules.vp_spaces >> space & 1)


def ordered(tasks: Iterable[Task], ops: int) -> list[Task]:
    """Tasks that so many OPS pay for together, the best rate first; a space serves one of them."""
    left, used = ops, set[int]()
    chosen = []
    for task in sorted(tasks, key=lambda task: (-task.rate, task.attack, task.spaces)):
        least = attacks.LEAST if task.attack else moves.LEAST
        if task.worth < least or task.cost > left or used & set(task.spaces):
            continue
        chosen.append(task)
        left -= task.cost
        used |= set(task.spaces)
    return chosen


def worth_of_ops(state: State, side: int, ops: int) -> float:
    """What an operation with so many OPS would bring, roughly, from a position without one."""
    twin = state.copy()
    twin.operation = Operation(side=side, ops=ops)
    to_move, to_attack = activation.able_units(twin, side)
    movable, attackable = activation.movable(twin, to_move), activation.attackable(twin, side, to_attack)
    movable = activation.may_activate(twin, side, movable, attack=False)
    attackable = activation.may_activate(twin, side, attackable, attack=True)
    tasks = attack_tasks(twin, side, attackable) + move_tasks(twin, side, movable)
    return together(ordered(tasks, ops))


def together(tasks: Iterable[Task]) -> float:
    """Worth of tasks that are done one after another: those that follow find less to do."""
    return sum(task.worth * _FOLLOWS**place for place, task in enumerate(tasks))


def movers(state: State, side: int, space: int) -> int:
    """Units of a space that may still move in this operation."""
    return sieges.movers(state, side) & state.units_of(side, space)
