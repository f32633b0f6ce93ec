"""Value of strategic redeployments and of replacement points (13.0, 17.0)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.bits import members
from engine.pog.opponent import enemy_reach, moves, values, weights, worth
from engine.pog.opponent.levels import OFFICER, Level
from engine.pog.rules import areas, redeployment, supply
from engine.pog.state import State

#: Maximum number of redeployments to consider.
_SENT = 3


@dataclass(frozen=True, slots=True)
class Sent:
    """A possible redeployment, and its gain in VP."""

    unit: int
    to: int
    worth: float


def idle_units(state: State, side: int, points: int, most: int) -> list[int]:
    """Return units that might be more useful elsewhere: in the Reserve Box or away from the front; one of each kind."""
    rules, board = state.rules, state.rules.board
    near = enemy_reach.front(state, side)
    near |= enemy_reach.beside(state, near & state.occupied[side])
    found: dict[tuple[int, bool, int], int] = {}
    for unit in members(rules.units_of_side[side] & ~supply.frozen_units(state)):
        at = state.loc[unit]
        boxed = at == board.reserve[side]
        if not boxed and (not board.on_map[at] or near >> at & 1):
            continue
        if redeployment.price(state, unit) <= points:
            found.setdefault((rules.kin[unit], state.is_reduced(unit), at), unit)
    ordered = sorted(found.values(), key=lambda unit: (-worth.unit(state, unit), unit))
    return ordered[:most]


def places(state: State, side: int, unit: int, most: int) -> list[int]:
    """Return the destinations worth considering for a unit, without computing every path."""
    friendly = supply.passable(state, side) & ~areas.barred(state, unit) & ~areas.no_stop(state, unit)
    friendly &= supply.reach_of(state, unit) & ~state.full[side]
    return moves.ends_worth_a_look(state, side, members(friendly), most)


def best_sent(state: State, side: int, unit: int, ends: Iterable[int], before: float) -> Sent | None:
    """Return the best of the destinations for a unit; None if it can go nowhere."""
    found = [
        Sent(unit, end, moves.gain(state, 1 << unit, (end,), side, before)) for end in ends if end != state.loc[unit]
    ]
    return max(found, key=lambda sent: (sent.worth, -sent.to), default=None)


def sendings(state: State, side: int, units: Iterable[int], before: float, level: Level) -> list[Sent]:
    """Return the best redeployment of each of the units."""
    found = [best_sent(state, side, unit, places(state, side, unit, level.sent), before) for unit in units]
    return [sent for sent in found if sent is not None]


def redeployed(state: State, side: int, points: int, level: Level = OFFICER) -> float:
    """Return the value of a number of SR points, spent one unit after another."""
    total = 0.0
    for _ in range(_SENT):
        before = worth.position(state, side)
        found = sendings(state, side, idle_units(state, side, points, level.sent), before, level)
        best = max(found, key=lambda sent: (sent.worth, -sent.unit), default=None)
        if best is None:
            break
        price = redeployment.price(state, best.unit)
        if best.worth < weights.now().supplies.redeployment_least * price:
            break
        total += best.worth
        points -= price
        state = moves.after(state, 1 << best.unit, (best.to,), side)
    return total


def restored(state: State, side: int, card: int) -> float:
    """Return the value of a card's replacement points, after those already recorded this turn (17.1)."""
    points = {pool: (state.rp.get(pool, 0) / 2, gained) for pool, gained in state.rules.content.cards[card].rp}
    return _replacement_values(state, side, {pool: (spent, spent + gained) for pool, (spent, gained) in points.items()})


def recorded(state: State, side: int, pool: str) -> float:
    """Return the value of a point of a pool recorded without a card, after those already recorded this turn (17.1)."""
    so_far = state.rp.get(pool, 0) / 2
    return _replacement_values(state, side, {pool: (so_far, so_far + 1)})


def saved(state: State, side: int) -> float:
    """Return the value of the replacement points recorded this turn (17.1)."""
    return _replacement_values(state, side, {pool: (0.0, points / 2) for pool, points in state.rp.items() if points})


def _replacement_values(state: State, side: int, points: dict[str, tuple[float, float]]) -> float:
    """Return the value of a range of points in each pool (from, to): the best steps for their price come first."""
    rules = state.rules
    if not points or rules.scenario.last_turn <= state.turn:
        return 0.0
    table, board, units = values.table(rules), rules.board, rules.content.units
    judged = weights.now()
    steps: dict[str, list[tuple[float, float]]] = {}
    for unit in members(rules.units_of_side[side]):
        pool, at = units[unit].pool, state.loc[unit]
        if pool not in points or pool is None:
            continue
        price = 1.0 if units[unit].army else 0.5
        flip = (table.full[unit] - table.reduced[unit]) / price
        if at == board.eliminated[side]:
            steps.setdefault(pool, []).extend(
                (((1 - judged.units.eliminated) * table.reduced[unit] / price, price), (flip, price))
            )
        elif state.is_reduced(unit) and (board.on_map[at] or at == board.reserve[side]):
            steps.setdefault(pool, []).append((flip, price))
    total = 0.0
    for pool, (spent, until) in points.items():
        at_price = 0.0
        for rate, price in sorted(steps.get(pool, []), reverse=True):
            share = max(0.0, min(at_price + price, until) - max(at_price, spent))
            total += rate * share
            at_price += price
    return total * judged.supplies.replacement * worth.horizon(state, later=1)
