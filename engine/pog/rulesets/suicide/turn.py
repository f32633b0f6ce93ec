"""A turn of the variant: more actions, and little at its end (6, 8)."""

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

#: Actions per turn before any side has reached Limited War; each level that a side reaches adds one.
_ACTIONS = 8


def rounds(state: State) -> int:
    """Return 8 rounds, 9 from the first Limited War on, 10 from the first Total War on; the change is immediate (16.1.3)."""
    return _ACTIONS + max(state.commitment)


@dataclass(frozen=True, slots=True)
class LongTurn(PlayTurn):
    """A turn in which attrition, sieges, replacements and cards are handled by actions."""

    steps: ClassVar[tuple[str, ...]] = (
        "mandated_offensives", "next_round", "cp_action", "ap_action", "more_rounds",
        "score", "decide", "end_of_scenario", "put_away",
    )  # fmt: skip

    def score(self, game: PogGame) -> None:
        """Play the War Status Phase (16.2.1)."""
        game.state.round = 0
        PlayTurn.score(self, game)

    def end_of_scenario(self, game: PogGame) -> None:
        """End the war after its last turn."""
        if game.state.turn >= game.state.rules.scenario.last_turn:
            victory.finish(game, "turn_limit")

    def put_away(self, game: PogGame) -> None:
        """Remove unspent points and face-up combat cards (9.5.4.5)."""
        state = game.state
        replacement.lapse(game)
        for side in (AP, CP):
            state.discard[side] |= state.table[side]
            state.table[side] = 0


def amended(tables: Tables) -> Tables:
    """Return the tables with more actions."""
    return replace(tables, rounds=(rounds,))


TURN = Theme(amended, replaced=(LongTurn,))
