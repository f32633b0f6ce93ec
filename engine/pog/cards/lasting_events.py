"""Lasting events: which are in force and what cancels them."""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import mask, members
from engine.pog.content import Content
from engine.pog.state import State


def in_force(state: State) -> int:
    """Return the cards played as events whose lasting effect has not been cancelled.

    The cards say what cancels an event (`excludes`). Events without a lasting
    effect are included; they have no effect any more.
    """
    played, content = state.events.keys(), state.rules.content
    return mask(card for card in played if played.isdisjoint(_cancelling(content, card)))


def standing(state: State) -> int:
    """Return the cards whose event still lasts: for the rest of the war, or of the turn it was played in."""
    cards = state.rules.content.cards
    return mask(
        card
        for card in members(in_force(state))
        if cards[card].lasting == "war" or (cards[card].lasting == "turn" and state.events[card] == state.turn)
    )


@lru_cache(maxsize=1024)
def _cancelling(content: Content, card: int) -> frozenset[int]:
    """Return the cards that cancel a lasting event."""
    needs = [need for need in content.cards[card].excludes if need.kind == "cancelled_by"]
    return frozenset(content.card_by_name[name] for need in needs for name in need.args)


def holds(state: State, name: str) -> bool:
    """Return True if the named event is in force."""
    return bool(in_force(state) >> state.rules.card(name) & 1)
