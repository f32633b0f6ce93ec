"""Knock-out brackets as trees: each round's matches ordered so that future opponents are adjacent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.leagues import brackets as domain
from bot.leagues.brackets import Knot
from bot.leagues.journal import Person
from bot.leagues.season import Season
from renderer.league.views import Column, Duel


@dataclass(frozen=True)
class _Node:
    """A match or bye of a round, and its winner."""

    round: int
    slots: tuple[Person, ...]
    winner: Person | None


def brackets(season: Season, name: Callable[[Person], str]) -> list[tuple[Column, ...]]:
    """Return the rounds of the unbeaten and, in double elimination, those with one loss; [] before the first draw."""
    knots = domain.bracket(season)
    if not knots:
        return []
    return [_tree(season, knots, losses, name) for losses in range(domain.lives(season))]


def _tree(season: Season, knots: Sequence[Knot], losses: int, name: Callable[[Person], str]) -> tuple[Column, ...]:
    rounds: dict[int, list[_Node]] = {}
    for knot in knots:
        if knot.losses == losses:
            rounds.setdefault(knot.round, []).append(_Node(knot.round, (knot.first, knot.second), knot.winner))
    for number, slot in season.byes:
        if number in rounds and _lost_before(season, slot, number) == losses:
            rounds[number].append(_Node(number, (slot,), slot))
    numbers = sorted(rounds)
    single = domain.lives(season) == 1
    columns: list[Column] = []
    after: list[_Node] = []
    for number in reversed(numbers):
        nodes = sorted(rounds[number], key=partial(_order, after=after))
        duels = tuple(_duel(node, _leads(node, after), name) for node in nodes)
        size = sum(len(node.slots) for node in nodes) if single and not _playoffs(season, number) else 0
        columns.append(Column(number, duels, size))
        after = nodes
    return tuple(reversed(columns))


def _leads(node: _Node, after: Sequence[_Node]) -> int | None:
    """Return the index of the winner's match in the next round."""
    return next((index for index, later in enumerate(after) if node.winner in later.slots), None)


def _order(node: _Node, after: Sequence[_Node]) -> int:
    """Return the sort key of a match: its successor's index; matches without one come last."""
    leads = _leads(node, after)
    return len(after) if leads is None else leads


def _duel(node: _Node, leads: int | None, name: Callable[[Person], str]) -> Duel:
    if len(node.slots) == 1:
        return Duel(name(node.slots[0]), "", 0, bye=True, leads=leads)
    first, second = node.slots
    if node.winner is None:
        return Duel(name(first), name(second), leads=leads)
    return Duel(name(first), name(second), 0 if node.winner == first else 1, leads=leads)


def _lost_before(season: Season, slot: Person, number: int) -> int:
    return sum(one < number for one in domain.losses(season).get(slot, ()))


def _playoffs(season: Season, number: int) -> bool:
    return any(made.playoff for made in season.matches.values() if made.round == number)


__all__ = ["brackets"]
