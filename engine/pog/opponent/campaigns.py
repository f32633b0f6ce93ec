"""Historical plans as data: which spaces are aims for a time, and which events support them; see `assets/pog/opponent/plans.toml`."""

from __future__ import annotations

from functools import lru_cache

from engine.pog.content.plans import HistoricalPlan, load_plans
from engine.pog.content.records import SIDE_NAMES
from engine.pog.rules import supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State


def followed(rules: Ruleset, turn: int, side: int) -> list[HistoricalPlan]:
    """Return the plans that a side follows in a turn, before checking neutral powers."""
    war = rules.options.scenario
    return [
        plan for plan in load_plans()
        if plan.side == SIDE_NAMES[side] and plan.turns[0] <= turn <= plan.turns[1] and (not plan.wars or war in plan.wars)
    ]  # fmt: skip


@lru_cache(maxsize=64)
def aims(rules: Ruleset, turn: int, side: int) -> tuple[tuple[int, float], ...]:
    """Return the sets of spaces that a side aims at in a turn, each with the value of holding one of its spaces."""
    names = rules.content.space_by_name
    total: dict[int, float] = {}
    for plan in followed(rules, turn, side):
        for name, worth in plan.aims.items():
            if name in names:
                total[names[name]] = total.get(names[name], 0.0) + worth
    return tuple((1 << space, worth) for space, worth in total.items())


@lru_cache(maxsize=64)
def posts(rules: Ruleset, turn: int, side: int) -> tuple[tuple[int, float], ...]:
    """Return the sets of spaces in one of which a side wants an army, each with its value."""
    wanted = [post for plan in followed(rules, turn, side) for post in plan.posts]
    return tuple((rules.board.spaces(*post.spaces), post.worth) for post in wanted)


@lru_cache(maxsize=64)
def guards(rules: Ruleset, turn: int, side: int) -> dict[int, float]:
    """Return the spaces that a side will not leave empty next to an enemy army, by id, each with the cost of doing so."""
    names, dearest = rules.content.space_by_name, dict[int, float]()
    for plan in followed(rules, turn, side):
        for name, worth in plan.guards.items():
            if name in names:
                dearest[names[name]] = max(worth, dearest.get(names[name], 0.0))
    return dearest


@lru_cache(maxsize=64)
def events(rules: Ruleset, turn: int, side: int) -> dict[int, float]:
    """Return the cards that a side's plans want played as events in a turn, by id."""
    names = rules.content.card_by_name
    return {
        names[name]: worth
        for plan in followed(rules, turn, side) for name, worth in plan.events.items() if name in names
    }  # fmt: skip


@lru_cache(maxsize=64)
def opening(rules: Ruleset, turn: int, side: int) -> frozenset[int]:
    """Return the cards with which a side opens the war."""
    names = rules.content.card_by_name
    return frozenset(names[plan.open] for plan in followed(rules, turn, side) if plan.open in names)


@lru_cache(maxsize=64)
def declarations(rules: Ruleset, turn: int, side: int) -> frozenset[str]:
    """Return what a side declares if it chooses how the war opens."""
    return frozenset(plan.declare for plan in followed(rules, turn, side) if plan.declare)


@lru_cache(maxsize=64)
def _sparing(rules: Ruleset, turn: int, side: int) -> tuple[tuple[str, int], ...]:
    plans = [plan for plan in followed(rules, turn, side) if plan.spares]
    return tuple((plan.neutral, rules.board.lands(*plan.spares)) for plan in plans)


def spared(state: State, side: int) -> int:
    """Return the spaces that a side neither attacks nor enters because that would bring a neutral power into the war."""
    found = 0
    for power, spaces in _sparing(state.rules, state.turn, side):
        if not power or supply.neutral_nation(state, power):
            found |= spaces
    return found
