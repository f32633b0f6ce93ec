"""Historical plans as data: which spaces are aims for a while, which events further them; see `assets/pog/opponent/plans.toml`."""

from __future__ import annotations

from functools import lru_cache

from engine.pog.content.plans import Plan, load_plans
from engine.pog.content.records import SIDE_NAMES
from engine.pog.ruleset import Ruleset


def followed(turn: int, side: int) -> list[Plan]:
    """The plans that a side follows in a turn."""
    return [plan for plan in load_plans() if plan.side == SIDE_NAMES[side] and plan.turns[0] <= turn <= plan.turns[1]]


@lru_cache(maxsize=64)
def aims(rules: Ruleset, turn: int, side: int) -> tuple[tuple[int, float], ...]:
    """Sets of spaces that a side aims at in a turn, each with what one of them is worth to hold."""
    names = rules.content.space_by_name
    total: dict[int, float] = {}
    for plan in followed(turn, side):
        for name, worth in plan.aims.items():
            if name in names:
                total[names[name]] = total.get(names[name], 0.0) + worth
    return tuple((1 << space, worth) for space, worth in total.items())


@lru_cache(maxsize=64)
def events(rules: Ruleset, turn: int, side: int) -> dict[int, float]:
    """Cards that a side's plans want played as events in a turn, by id."""
    names = rules.content.card_by_name
    return {
        names[name]: worth
        for plan in followed(turn, side) for name, worth in plan.events.items() if name in names
    }  # fmt: skip


@lru_cache(maxsize=64)
def opening(rules: Ruleset, turn: int, side: int) -> frozenset[int]:
    """Cards with which a side opens the war."""
    names = rules.content.card_by_name
    return frozenset(names[plan.open] for plan in followed(turn, side) if plan.open in names)
