"""A general's ideas before anything is raced: single marches, entrenchments and attacks with their prices (9.2)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.bits import mask, members
from engine.pog.combat_state import Operation
from engine.pog.opponent import attacks, enemy_reach, moves, plans, weights
from engine.pog.opponent.levels import GENERAL
from engine.pog.opponent.orders import Dig, March, Order, Strike
from engine.pog.rules import activation, movement
from engine.pog.state import State


@dataclass(frozen=True, slots=True)
class Idea:
    """Orders for units of some spaces, the markers they need, the cost in OPS, and the estimated value in VP."""

    orders: tuple[Order, ...]
    spaces: tuple[int, ...]
    cost: int
    worth: float
    attack: bool

    @property
    def rate(self) -> float:
        """Value per OPS."""
        return self.worth / max(self.cost, weights.now().actions.free_task)


def all_ideas(state: State, side: int, ops: int) -> list[Idea]:
    """Return everything that could be done with a number of OPS, whether or not an operation is under way."""
    if state.operation is None:
        state = state.copy()
        state.operation = Operation(side=side, ops=ops)
    to_move, to_attack = activation.able_units(state, side)
    movable = activation.may_activate(state, side, activation.movable(state, to_move), attack=False)
    attackable = activation.may_activate(state, side, activation.attackable(state, side, to_attack), attack=True)
    found = [*_strikes(state, side, attackable, to_attack), *_marches(state, side, movable, to_move)]
    return [idea for idea in found if idea.cost <= ops]


def _strikes(state: State, side: int, attackable: int, able: int) -> Iterable[Idea]:
    assert state.operation is not None
    marked, used = state.operation.attack, state.operation.move
    stacks = {space: state.units_of(side, space) & able for space in members((attackable | marked) & ~used)}
    stacks = {space: units for space, units in stacks.items() if units}
    price = {space: 0 if marked >> space & 1 else activation.cost(state, side, space, True) for space in stacks}
    least = weights.now().attacks.least_thought_of
    for found in attacks.all_attacks(state, side, stacks):
        if found.worth >= least:
            spaces = tuple(members(found.spaces))
            order = Strike(found.units, found.spaces, found.target)
            yield Idea((order,), spaces, sum(price[space] for space in spaces), found.worth, True)


def _marches(state: State, side: int, movable: int, able: int) -> Iterable[Idea]:
    """Return the best moves out of each space, and entrenchments; those nearest to the enemy first."""
    assert state.operation is not None
    marked = state.operation.move
    near = enemy_reach.front(state, side)
    empty = plans.bare(state, side, 0)
    rings = enemy_reach.away(state, 1 - side)
    distance = {space: steps for steps in range(len(rings) - 1, -1, -1) for space in members(rings[steps])}
    spaces = sorted(
        members(movable & ~state.operation.attack), key=lambda space: (distance.get(space, len(rings)), space)
    )
    for space in spaces[: GENERAL.stacks]:
        units = mask(unit for unit in members(state.units_of(side, space) & able) if state.rules.movement(state, unit))
        if not units:
            continue
        price = 0 if marked >> space & 1 else activation.cost(state, side, space, False)
        dug = plans.digging(state, side, space, units, near)
        if dug:
            yield Idea((Dig(_diggers(state, units, space), space),), (space,), price, dug, False)
        for move in moves.best_moves(empty, side, units, level=GENERAL):
            orders: tuple[Order, ...] = (March(move.units, space, move.path),)
            rest = units & ~move.units
            extra = plans.digging(state, side, space, rest, near) if rest and dug else 0.0
            if extra:
                orders += (Dig(_diggers(state, rest, space), space),)
            yield Idea(orders, (space,), price, move.worth + extra, False)


def _diggers(state: State, units: int, space: int) -> int:
    """Return the weakest army that can entrench: the others stay with it anyway."""
    able = [unit for unit in members(units & state.rules.armies) if movement.may_dig(state, 1 << unit, space)]
    return 1 << max(able, key=lambda unit: (state.rules.loss_factor(state, unit), -unit)) if able else 0


def of_orders(state: State, side: int, orders: Iterable[Order]) -> list[Idea]:
    """Turn orders from another source into ideas, one for what each space does, with a trial value."""
    marked, unweighed = state.operation, weights.now().actions.unweighed
    moving: dict[int, list[Order]] = {}
    found = []
    for order in orders:
        if isinstance(order, Strike):
            spaces = tuple(members(order.spaces))
            to_pay = [space for space in spaces if not marked or not marked.attack >> space & 1]
            cost = sum(activation.cost(state, side, space, True) for space in to_pay)
            found.append(Idea((order,), spaces, cost, unweighed, True))
        else:
            moving.setdefault(order.origin, []).append(order)
    for space, own in moving.items():
        free = marked is not None and marked.move >> space & 1
        cost = 0 if free else activation.cost(state, side, space, False)
        found.append(Idea(tuple(own), (space,), cost, unweighed, False))
    return found


def chosen(ideas: Sequence[Idea], ops: int, weigh: Sequence[float], already: Sequence[Idea] = ()) -> tuple[Idea, ...]:
    """Return ideas that fit into a number of OPS: the given ones, then the best for their price; a space is used only once.

    `weigh` has a factor for the value of each idea.
    """
    picked = list(already)
    left, least = ops - sum(idea.cost for idea in picked), weights.now().moves.least
    used = {space for idea in picked for space in idea.spaces}
    aims = {order.target for idea in picked for order in idea.orders if isinstance(order, Strike)}
    ranked = sorted(
        zip(ideas, weigh, strict=True), key=lambda pair: -(pair[0].rate * pair[1]) if pair[0].worth > 0 else 1.0
    )
    for idea, factor in ranked:
        if idea.worth * factor < least or idea.cost > left or used.intersection(idea.spaces):
            continue
        here = {order.target for order in idea.orders if isinstance(order, Strike)}
        if here & aims:
            continue
        picked.append(idea)
        left -= idea.cost
        used.update(idea.spaces)
        aims |= here
    return tuple(picked)


#: Manners of choosing: factors for the value of attacks and of marches.
MANNERS = ((1.0, 1.0), (2.0, 1.0), (1.0, 2.5), (0.0, 1.0), (1.0, 0.0))


def manners(ideas: Sequence[Idea], ops: int, rng: random.Random, more: int) -> list[tuple[Idea, ...]]:
    """Return the sets of ideas in each manner, and some more in which every value is misjudged."""
    found = [
        chosen(ideas, ops, [attacking if idea.attack else marching for idea in ideas])
        for attacking, marching in MANNERS
    ]
    found += [chosen(ideas, ops, [rng.lognormvariate(0.0, 0.6) for _ in ideas]) for _ in range(more)]
    return list(dict.fromkeys(found))


def varied(given: tuple[Idea, ...], ideas: Sequence[Idea], ops: int, rng: random.Random) -> tuple[Idea, ...]:
    """Return a variation of a set of ideas: one dropped or one more added, the remaining OPS spent again."""
    kept = list(given)
    if kept and rng.random() < 0.6:
        kept.pop(rng.randrange(len(kept)))
    if rng.random() < 0.75:
        new = rng.choice(ideas)
        kept = [new] + [idea for idea in kept if not set(idea.spaces) & set(new.spaces)]
        while sum(idea.cost for idea in kept) > ops and len(kept) > 1:
            kept.pop()
    else:
        rng.shuffle(kept)
    return chosen(ideas, ops, [rng.lognormvariate(0.0, 0.5) for _ in ideas], kept)
