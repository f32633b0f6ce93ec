"""The turn of the variant, phase by phase."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet.cards import throw_hand_away
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence import turn as turns
from engine.pog.sequence.base import PogGame


@dataclass(frozen=True, slots=True)
class BanquetTurn(turns.PlayTurn):
    """A turn of the variant."""

    def mandated_offensives(self, game: PogGame) -> None:
        """Roll the offensives, except in August 1914 (7.0)."""
        if game.state.turn > 1:
            turns.PlayTurn.mandated_offensives(self, game)
        else:
            turns.begin_turn(game)

    def ap_discard(self, game: PogGame) -> None:
        """Discard the whole hand first at the end of Fall 1916 (6.0.G.2)."""
        throw_hand_away(game, AP)
        turns.PlayTurn.ap_discard(self, game)

    def cp_discard(self, game: PogGame) -> None:
        """Do the same for the Central Powers."""
        throw_hand_away(game, CP)
        turns.PlayTurn.cp_discard(self, game)


TURNS = Theme(lambda tables: tables, replaced=(BanquetTurn,))
