"""The flank attempt (12.2.5, 12.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.options import Choice, Options
from engine.pog.rules import combat as fight
from engine.pog.sequence.base import CombatAttackerDecision, PogGame
from engine.pog.sequence.cards_window import commit, playable


@dataclass(frozen=True, slots=True)
class AttemptFlank(CombatAttackerDecision):
    """Attempt a flank attack, attack frontally, or play a card that makes the attempt succeed."""

    kind: ClassVar[str] = "flank"
    verbs: ClassVar[dict[str, str]] = {"flank": "", "frontal": "", "play": "card"}

    def options(self, game: PogGame) -> Options:
        """Return both kinds of attack, and the playable cards of this window."""
        side = fight.combat_of(game.state).side
        cards = playable(game.state, side, window="flank")
        return Options({"flank": 1, "frontal": 1, "play": cards})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Roll for the flank attempt, attack frontally, or play the card."""
        combat = fight.combat_of(game.state)
        if choice.verb == "frontal":
            combat.flank = "not attempted"
            return
        if choice.verb == "play":
            commit(game, combat.side, choice.arg)
            combat.flank = "automatic"
        else:
            die = game.die("flank")
            combat.flank_die = die
            needed = game.state.rules.content.flank.success
            combat.flank = "succeeded" if die + combat.flank_drm >= needed else "failed"
        pin = fight.pinning_space(game.state, combat)
        game.emit("flank", die=combat.flank_die, drm=combat.flank_drm, outcome=combat.flank, pin=pin)
