"""Lasting events: which are in force and what ends them."""

from __future__ import annotations

from engine.pog.state import State


def in_force(state: State) -> int:
    """Cards played as events whose lasting effect nothing has cancelled.

    What cancels an event is printed on the cards (`excludes`); events without a lasting
    effect are listed as well, they are simply history.
    """
    content = state.rules.content
    result = 0
    for card in state.events:
        if not any(
            need.kind == "cancelled_by" and any(content.card_by_name[name] in state.events for name in need.args)
            for need in content.cards[card].excludes
        ):
            result |= 1 << card
    return result


def holds(state: State, name: str) -> bool:
    """True if the named event is in force."""
    return bool(in_force(state) >> state.rules.card(name) & 1)
