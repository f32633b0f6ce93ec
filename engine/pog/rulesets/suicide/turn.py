"""A turn of the variant: a longer row of actions, and little at its end (6, 8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.pog.content.records import AP, CP
from engine.pog.rules import replacement, victory
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.turn import PlayTurn
from engine.pog.state import State
from engine.pog.tables import Tables

#: Actions of a turn before anybody has reached Limited War; each level that somebody reaches gives one more.
_ACTIONS = 8


def rounds(state: State) -> int:
    """16.1.3: 8, from the first Limited War on 9, from the first Total War on 10; the change is immediate."""
    return _ACTIONS + max(state.commitment)


@dataclass(frozen=True, slots=True)
class LongTurn(PlayTurn):
    """A turn in which attrition, sieges, replacements and cards are matters of actions."""

    steps: ClassVar[tuple[str, ...]] = (
        "mandated_offensives", "next_round", "cp_action", "ap_action", "more_rounds",
        "score", "decide", "end_of_scenario", "put_away",
    )  # fmt: skip

    def score(self, game: PogGame) -> None:
        """Play the War Status Phase (16.2.1)."""
        game.state.round = 0
        PlayTurn.score(self, game)

    def end_of_scenario(self, game: PogGame) -> None:
        """End the war with its last turn."""
        if game.state.turn >= game.state.rules.scenario.last_turn:
            victory.finish(game, "turn_limit")

    def put_away(self, game: PogGame) -> None:
        """Points that nobody spent are lost, and combat cards that lie face up go (9.5.4.5)."""
        state = game.state
        replacement.lapse(game)
        for side in (AP, CP):
            state.discard[side] |= state.table[side]
            state.table[side] = 0


def amended(tables: Tables) -> Tables:
    """More actions."""
    return replace(tables, rounds=(rounds,))


TURN = Theme(amended, replaced=(LongTurn,))
