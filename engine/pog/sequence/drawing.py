"""Dealing, discarding and drawing strategy cards (4.3, 6.0 G, 9.5.4.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.sequence.actions import event_only
from engine.pog.sequence.base import SIDE, PogGame
from engine.pog.state import State


def shuffle_in(game: PogGame, side: int) -> None:
    """Shuffle the discards into the draw pile."""
    state = game.state
    state.deck[side] |= state.discard[side]
    state.discard[side] = 0
    game.emit("reshuffled", side=side)


def draw(side: int) -> str:
    """Return the purpose of a side's card draw; only that side learns its outcome."""
    return f"draw_{SIDE[side]}"


def fill_hand(game: PogGame, side: int, kind: str, most: int | None = None) -> None:
    """Draw up to the hand size or a given maximum; the discards are reshuffled when the pile runs out (6.0 G)."""
    state = game.state
    drawn: list[int] = []
    pile: list[int] = []
    while state.hand[side].bit_count() < state.rules.scenario.hand_size and (most is None or len(drawn) < most):
        if not state.deck[side]:
            if not state.discard[side]:
                break
            shuffle_in(game, side)
        pile = pile or list(members(state.deck[side]))
        card = game.choose(draw(side), pile)
        pile.remove(card)
        state.deck[side] ^= 1 << card
        state.hand[side] |= 1 << card
        drawn.append(card)
    if drawn:
        game.reveal()
        game.emit(kind, side=side, count=len(drawn), secret={side: {"cards": tuple(drawn)}})


@dataclass(frozen=True, slots=True)
class Discard(Decision):
    """Discard combat cards before drawing, and late Italy and Romania (9.5.2.5, 9.5.4.6)."""

    kind: ClassVar[str] = "discard"
    verbs: ClassVar[dict[str, str]] = {"discard": "card", "finish": ""}
    forced: ClassVar[bool] = False
    side: int

    def actor(self, game: PogGame) -> int:
        """Return the side that draws next."""
        return self.side

    def options(self, game: PogGame) -> Options:
        """Return the combat cards in hand; every side with a hand is asked, so that it reveals nothing."""
        state = game.state
        cards = discardable(state, self.side)
        if not cards and (state.rules.options.windows == "hand" or not state.hand[self.side]):
            return Options({})
        return Options({"discard": cards, "finish": 1})

    def empty(self, game: PogGame) -> None:
        """Do nothing: there is nothing to discard."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Discard one and ask again."""
        if choice.verb == "discard":
            state = game.state
            state.hand[self.side] &= ~(1 << choice.arg)
            state.discard[self.side] |= 1 << choice.arg
            game.emit("discarded", side=self.side, cards=(choice.arg,))
            game.stay()


def discardable(state: State, side: int) -> int:
    """Return the cards the side may discard now."""
    found = 0
    for cards in state.rules.tables.discards:
        found |= cards(state, side)
    return found & state.hand[side]


def combat_cards(state: State, side: int) -> int:
    """Return all combat cards (9.5.4.6)."""
    return state.rules.combat_cards


def late_entries(state: State, side: int) -> int:
    """Return Italy and Romania while they may be played as events only (9.5.2.5)."""
    return sum(1 << card for card in members(state.hand[side]) if event_only(state, card))


#: Cards that may be discarded before drawing.
DISCARDS = (combat_cards, late_entries)
