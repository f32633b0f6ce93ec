"""Placing reinforcements (9.5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.content.records import Arrival
from engine.pog.rules import reinforcement
from engine.pog.sequence.base import PogGame


@dataclass(frozen=True, slots=True)
class PlaceReinforcements(Decision):
    """Place the units of a card one after another; each army can choose its place (9.5.3.3)."""

    kind: ClassVar[str] = "place_reinforcement"
    verbs: ClassVar[dict[str, str]] = {"place": "space"}
    card: int
    #: Number of units of the card already placed.
    placed: int = 0

    def _arrival(self, game: PogGame) -> Arrival | None:
        arrivals = game.state.rules.content.cards[self.card].arrivals
        return arrivals[self.placed] if self.placed < len(arrivals) else None

    def actor(self, game: PogGame) -> int:
        """Return the owner of the card."""
        return game.state.rules.content.cards[self.card].side

    def options(self, game: PogGame) -> Options:
        """Return the places for the next unit."""
        arrival = self._arrival(game)
        if arrival is None:
            return Options({})
        return Options({"place": reinforcement.arrival_spaces(game.state, self.card, arrival)})

    def empty(self, game: PogGame) -> None:
        """Do nothing: all units are placed."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Place the unit at full strength."""
        arrival = self._arrival(game)
        assert arrival is not None
        game.state.place(arrival.unit, choice.arg)
        game.state.flip(arrival.unit, False)
        game.emit("reinforcement", unit=arrival.unit, place=choice.arg)
        reinforcement.settle_arrival(game, arrival.unit, choice.arg)
        game.stay(placed=self.placed + 1)


def arrive(game: PogGame, card: int) -> None:
    """Bring on the units of a reinforcement card, which uses up its nation's reinforcement of the turn (9.5.3.1)."""
    nation = game.state.rules.content.cards[card].reinforcement_nation
    if nation:
        game.state.reinforced.append(nation)
    game.call(PlaceReinforcements, card=card)
