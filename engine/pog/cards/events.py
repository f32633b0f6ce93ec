"""Base classes of card events: a condition beyond the printed ones, and an effect."""

from __future__ import annotations

from engine.core.game import Game
from engine.pog.content.records import CP
from engine.pog.rules import victory, war_status
from engine.pog.state import State


class CardEvent:
    """An event with a lasting effect that is looked up where it matters; playing it does nothing at once."""

    #: How the play counts among the actions of a turn (9.3.3: Salonika is an SR).
    counts_as = "event"
    #: Kinds of printed conditions that do not apply to this event.
    waives: frozenset[str] = frozenset()

    def playable(self, state: State) -> bool:
        """Return whether the conditions beyond those in the card's data hold."""
        return True

    def play(self, game: Game[State]) -> None:
        """Carry out the effect; can end with one transition."""


class ScoreVp(CardEvent):
    """An event whose effect is one line of the victory point table."""

    def __init__(self, cause: str) -> None:
        self.cause = cause

    def play(self, game: Game[State]) -> None:
        """Score the line."""
        victory.score(game, self.cause)


def note_event(game: Game[State], side: int, card: int) -> None:
    """Apply what follows from playing any event: its mark, war status, asterisk VP."""
    state = game.state
    spec = state.rules.content.cards[card]
    state.events[card] = state.turn
    war_status.raise_by(game, side, spec.war_status)
    cause = "cp_asterisk_event" if side == CP else "ap_asterisk_event"
    if spec.remove and state.rules.content.vp_changes[cause].trait in state.rules.scenario.traits:
        victory.score(game, cause, card=card)
