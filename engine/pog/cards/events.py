"""What a card event is: a condition beyond the printed ones, and an effect."""

from __future__ import annotations

from engine.core.game import Game
from engine.pog.state import State


class CardEvent:
    """An event whose effect lasts and is looked up where it matters: nothing happens at once."""

    def playable(self, state: State) -> bool:
        """Conditions beyond those in the card's data."""
        return True

    def play(self, game: Game[State]) -> None:
        """The effect; may end with one transition."""
