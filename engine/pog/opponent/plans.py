"""Tasks of an operation: attacks and moves with their prices, the best for its OPS first (9.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.core.bits import mask, members
from engine.pog.combat_state import Operation
from engine.pog.opponent import attacks, enemy_reach, moves, position_cache, weights, worth
from engine.pog.opponent.attacks import Attack
from engine.pog.opponent.levels import OFFICER, Level
from engine.pog.opponent.moves import Move
from engine.pog.rules import activation, movement, sieges
from engine.pog.state import State

#: Number of moves weighed again in the position that another move leads to.
_AGAIN = 6


@dataclass(frozen=True, slots=True)
class Task:
    """One task: the spaces still to be marked for it, their cost in OPS, and its value in VP."""

    attack: bool
    spaces: tuple[int, ...]
    cost: int
    worth: float
    #: For a move: the best moves of the stack, the best first.
    moves: tuple[Move, ...] = ()
    #: For an attack: the target, and the part of its value that only the first such attack has.
    target: int = -1
    once: float = 0.0

    @property
    def rate(self) -> float:
        """Value per OPS; free tasks come first."""
        return self.worth / max(self.cost, weights.now().actions.free_task)

    @property
    def worthwhile(self) -> bool:
        """True if its value reaches the minimum for its kind."""
        judged = weights.now()
        return self.worth >= (judged.attacks.least if self.attack else judged.moves.least)


def bare(state: State, side: int, ops: int) -> State:
    """Return the position with an operation in which nothing is marked yet."""
    twin = state.copy()
    twin.operation = Operation(side=side, ops=ops)
    return twin


def attack_tasks(state: State, side: int, attackable: int, level: Level = OFFICER) -> list[Task]:
    """Return the attacks from spaces that are marked or could be."""
    operation = state.operation
    marked = operation.attack if operation else 0
    able = activation.able_units(state, side)[1]
    stacks = {space: state.units_of(side, space) & able for space in members(attackable | marked)}
    stacks = {space: units for space, units in stacks.items() if units}
    prices = {space: activation.cost(state, side, space, True) for space in stacks if not marked >> space & 1}
    known = position_cache.of(state)
    key = ("attacks", side, *stacks, level.name)
    found = known.get(key)
    if found is None:
        found = known[key] = attacks.all_attacks(state, side, stacks, level)
    return [_task_of(attack, prices) for attack in found]


def _task_of(attack: Attack, prices: dict[int, int]) -> Task:
    to_mark = tuple(space for space in members(attack.spaces) if space in prices)
    return Task(
        True, to_mark, sum(prices[space] for space in to_mark), attack.worth, target=attack.target, once=attack.mandate
    )


def move_tasks(state: State, side: int, movable: int, level: Level = OFFICER) -> list[Task]:
    """Return the moves and entrenchments that are possible from spaces that could be marked."""
    near = enemy_reach.front(state, side)
    rings = enemy_reach.away(state, 1 - side)
    open_ground = mask(space for ring in rings[1:4] for space in members(ring))
    live = movable & (near | open_ground | enemy_reach.beside(state, near))
    idle = movable & ~live
    empty = bare(state, side, 0)
    found = []
    for space in [*_forceful(state, side, live), *_forceful(state, side, idle)][: level.stacks]:
        units = mask(unit for unit in members(state.units_of(side, space)) if state.rules.movement(state, unit))
        if not units:
            continue
        best = moves.best_moves(empty, side, units, level=level)
        value = max(best[0].worth if best else 0.0, digging(state, side, space, units, near))
        if value >= weights.now().moves.least:
            cost = activation.cost(state, side, space, False)
            found.append(Task(False, (space,), cost, value, best if best and best[0].worth == value else ()))
    return found


def _forceful(state: State, side: int, spaces: int) -> list[int]:
    """Return the spaces with the strongest stacks first."""
    return sorted(members(spaces), key=lambda space: (-enemy_reach.factors(state, state.units_of(side, space)), space))


def digging(state: State, side: int, space: int, units: int, near: int) -> float:
    """Return the value of an attempt to entrench (11.2)."""
    if not near >> space & 1 or state.trench(space)[0]:
        return 0.0
    army = next((unit for unit in members(units) if state.rules.armies >> unit & 1), None)
    if army is None or not movement.may_dig(state, 1 << army, space):
        return 0.0
    judged = weights.now().moves
    here = worth.space(state, space) * (state.rules.vp_spaces >> space & 1)
    return judged.digging + judged.digging_for_space * here


def planned(state: State, side: int, tasks: Iterable[Task], ops: int, level: Level = OFFICER) -> list[Task]:
    """Return the tasks to do with a number of OPS, best rate first; each move is weighed after those before it.

    A space serves one task. Spaces already marked for movement are assumed to make their best move.
    """
    left, used, struck = ops, set[int](), set[int]()
    pool = [task for task in tasks if task.worthwhile]
    chosen: list[Task] = []
    ground = bare(state, side, 0)
    again = level.ahead
    for space in members(state.operation.move & ~_spaces_all_moved(state) if state.operation else 0):
        units = mask(unit for unit in members(state.units_of(side, space)) if state.rules.movement(state, unit))
        best = moves.best_moves(bare(state, side, 0), side, units, level=level) if again and units else ()
        if best:
            ground = moves.after(ground, best[0].units, best[0].path, side)
            pool = _revalue_tasks(ground, side, pool)
    while pool:
        pool = [
            task for task in pool
            if task.cost <= left and not used.intersection(task.spaces) and task.target not in struck
        ]  # fmt: skip
        best_task = min(pool, key=lambda task: (-task.rate, task.attack, task.spaces, task.target), default=None)
        if best_task is None:
            break
        pool.remove(best_task)
        chosen.append(best_task)
        left -= best_task.cost
        used.update(best_task.spaces)
        if best_task.attack:
            struck.add(best_task.target)
            if best_task.once:
                pool = [_without_once(task) if task.once == best_task.once else task for task in pool]
                pool = [task for task in pool if task.worthwhile]
        elif best_task.moves and len(chosen) <= again:
            ground = moves.after(ground, best_task.moves[0].units, best_task.moves[0].path, side)
            pool = _revalue_tasks(ground, side, pool)
    return chosen


def _without_once(task: Task) -> Task:
    """Return a task after another one whose value for the first attack alone it shared."""
    return replace(task, worth=task.worth - task.once, once=0.0)


def _spaces_all_moved(state: State) -> int:
    """Return the spaces all of whose units have moved in this operation."""
    operation = state.operation
    assert operation is not None
    return mask(
        space for space in members(operation.move)
        if not state.units_of(operation.side, space) & ~operation.moved
    )  # fmt: skip


def _revalue_tasks(ground: State, side: int, tasks: list[Task]) -> list[Task]:
    """Return the tasks with the value of their best moves in another position; worthless ones are dropped."""
    tasks = sorted(tasks, key=lambda task: (-task.rate, task.attack, task.spaces))
    before, least = worth.position(ground, side), weights.now().moves.least
    found = []
    looked = 0
    for task in tasks:
        if not task.moves or looked >= _AGAIN:
            found.append(task)
            continue
        looked += 1
        ways = [
            Move(move.units, move.path, moves.gain(ground, move.units, move.path, side, before))
            for move in task.moves
            if (ground.units_at[move.path[-1]] | move.units).bit_count() <= ground.rules.stacking_limit
        ]
        ways.sort(key=lambda move: (-move.worth, move.units, move.path))
        if ways and ways[0].worth >= least:
            found.append(replace(task, worth=ways[0].worth, moves=tuple(ways)))
    return found


def tasks_for(state: State, side: int, movable: int, attackable: int, level: Level = OFFICER) -> list[Task]:
    """Return the possible tasks with markers on the given spaces."""
    return attack_tasks(state, side, attackable, level) + move_tasks(state, side, movable, level)


def all_tasks(state: State, side: int, level: Level = OFFICER) -> tuple[State, list[Task]]:
    """Return the possible tasks of an operation from a position without one, and that position with the operation begun."""
    twin = bare(state, side, 0)
    to_move, to_attack = activation.able_units(twin, side)
    movable, attackable = activation.movable(twin, to_move), activation.attackable(twin, side, to_attack)
    movable = activation.may_activate(twin, side, movable, attack=False)
    attackable = activation.may_activate(twin, side, attackable, attack=True)
    return twin, tasks_for(twin, side, movable, attackable, level)


def together(tasks: Iterable[Task]) -> float:
    """Return the value of tasks done one after another: later ones count less."""
    return sum(shares(tasks))


def shares(tasks: Iterable[Task]) -> list[float]:
    """Return the value of each task in such a sequence."""
    follows = weights.now().actions.follows
    return [task.worth * follows**place for place, task in enumerate(tasks)]


def goal(task: Task) -> int:
    """Return the space a task is for: the target, the end of its best march, or where it entrenches."""
    if task.attack:
        return task.target
    return task.moves[0].path[-1] if task.moves else task.spaces[0]


def movers(state: State, side: int, space: int) -> int:
    """Return the units of a space that can still move in this operation."""
    return sieges.movers(state, side) & state.units_of(side, space)
