"""What it is worth to draw cards by an action of its own, where a war has one (Suicide of Europe 8.1.6)."""

from __future__ import annotations

import random

from engine.core.chance import ImaginedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import EngineError
from engine.pog.opponent import danger, weights
from engine.pog.state import State

#: The action that draws.
DRAWING = "political"


def worth_of_drawing(game: Game[State], side: int) -> float:
    """Return what the cards of a political action are worth to a side, in VP: the more, the fewer it holds."""
    held = game.state.hand[side].bit_count()
    return worth_of_cards(game.state, side, held, held + _drawn(game, side))


def worth_of_cards(state: State, side: int, held: int, until: int) -> float:
    """Return what it is worth to hold more cards than so many, in VP; nothing for those that no action is left for.

    Args:
        state: the position, at the beginning of an action.
        side: whose.
        held: cards in the hand.
        until: cards in the hand afterwards.
    """
    judged = weights.now().actions
    if state.turn >= state.rules.scenario.last_turn:
        until = min(until, danger.rounds_left(state))
    return judged.drawn * sum(judged.next_drawn**number for number in range(held, until))


def _drawn(game: Game[State], side: int) -> int:
    """Return how many cards come; how many is no secret, only which."""
    twin = game.copy(ImaginedChance(random.Random(0)))
    before = twin.state.hand[side].bit_count()
    try:
        twin.apply(Choice(DRAWING))
    except EngineError:
        return 0
    return max(0, twin.state.hand[side].bit_count() - before)


__all__ = ["DRAWING", "worth_of_cards", "worth_of_drawing"]
