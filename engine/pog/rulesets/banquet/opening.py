"""The opening of the variant: Guns of August."""

from __future__ import annotations

from dataclasses import replace

from engine.pog.cards.mobilization import GunsOfAugust
from engine.pog.rulesets.banquet.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.tables import Tables


class GunsOfAugustBanquet(GunsOfAugust):
    """The Belgians fall back on Antwerp before the blow."""

    def play(self, game: PogGame) -> None:
        """4.0: the Belgian Army goes from Brussels to Antwerp."""
        state = game.state
        army = state.rules.content.unit_by_name["be_1_army"]
        origin, to = state.rules.board.space("brussels"), state.rules.board.space("antwerp")
        if state.loc[army] == origin:
            state.place(army, to)
            game.emit("moved", units=(army,), path=(origin, to))
        super().play(game)


def amended(tables: Tables) -> Tables:
    """The first card differs."""
    return replace(tables, events={**tables.events, "cp_01_guns_of_august": GunsOfAugustBanquet()})


OPENING = Theme(amended)
