"""The value of an action that draws cards, in wars that have one (Suicide of Europe 8.1.6)."""

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
    """Return the value of a side's political action, in VP: higher the fewer cards it holds."""
    held = game.state.hand[side].bit_count()
    return worth_of_cards(game.state, side, held, held + _number_drawn(game, side))


def worth_of_cards(state: State, side: int, held: int, until: int) -> float:
    """Return the value of holding more cards, in VP; cards for which no action is left are worth nothing.

    Args:
        state: the position, at the beginning of an action.
        side: the side that holds them.
        held: number of cards in hand.
        until: number of cards in hand afterwards.
    """
    judged = weights.now().actions
    if state.turn >= state.rules.scenario.last_turn:
        until = min(until, danger.rounds_left(state))
    return judged.drawn * sum(judged.next_drawn**number for number in range(held, until))


def _number_drawn(game: Game[State], side: int) -> int:
    """Return how many cards are drawn; their number is public, unlike the cards."""
    twin = game.copy(ImaginedChance(random.Random(0)))
    before = twin.state.hand[side].bit_count()
    try:
        twin.apply(Choice(DRAWING))
    except EngineError:
        return 0
    return max(0, twin.state.hand[side].bit_count() - before)


__all__ = ["DRAWING", "worth_of_cards", "worth_of_drawing"]
