"""Weather (chapter 15): oppressive heat by the turn track, heavy rain by a die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.liege.tables import FACES

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame
    from engine.liege.state import LiegeState


def is_hot(state: LiegeState) -> bool:
    """Return True in a turn of oppressive heat (15.1.1)."""
    return state.turn in state.scenario.heat


def roll_for_rain(game: LiegeGame) -> None:
    """Roll for heavy rain if the turn track says so; it lasts for the whole game turn (15.1.2)."""
    state, least = game.state, game.state.facts.lines.figures["rain_from"]
    state.raining = False
    if state.turn in state.scenario.rain:
        die = game.die("rain", FACES)
        state.raining = die >= least
        game.emit("rain", die=die, least=least, raining=state.raining)


__all__ = ["is_hot", "roll_for_rain"]
