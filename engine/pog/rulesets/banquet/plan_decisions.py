"""Decisions under the war plans of 1914: calling off the plan of Galicia, noting French activations (18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.frames import Decision, Frame
from engine.core.options import Choice, Options
from engine.pog.content.records import CP
from engine.pog.rules import victory
from engine.pog.rulesets.banquet.plan_deeds import note_french
from engine.pog.rulesets.banquet.plan_endings import drop
from engine.pog.rulesets.banquet.plan_standing import GALICIA
from engine.pog.sequence.actions import ChooseAction
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.operations import Activate
from engine.pog.state import State


def may_call_off(state: State) -> bool:
    """Return whether the Central Powers can pay to call off the plan of Galicia."""
    return state.phasing == CP and bool(state.marks["plans"] & GALICIA)


def call_off(game: PogGame) -> None:
    """Score the price and drop the plan."""
    victory.score(game, "galicia_called_off")
    drop(game, GALICIA, "called_off")


@dataclass(frozen=True, slots=True)
class ChoosePlannedAction(ChooseAction):
    """Choose an action; before it, the plan of Galicia can be called off."""

    verbs: ClassVar[dict[str, str]] = {**ChooseAction.verbs, "call_off": ""}

    def options(self, game: PogGame) -> Options:
        """Return the usual options, and calling off the plan."""
        found = ChooseAction.options(self, game)
        return Options({**found.masks, "call_off": 1}) if may_call_off(game.state) else found

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Call off the plan and ask again, or carry out the action."""
        if choice.verb == "call_off":
            call_off(game)
            game.stay()
        else:
            ChooseAction.resolve(self, game, choice)


@dataclass(frozen=True, slots=True)
class ActivateByPlan(Activate):
    """Activation under the plans."""

    verbs: ClassVar[dict[str, str]] = {**Activate.verbs, "call_off": ""}

    def options(self, game: PogGame) -> Options:
        """Return the usual options, and calling off the plan."""
        found = Activate.options(self, game)
        return Options({**found.masks, "call_off": 1}) if found.masks and may_call_off(game.state) else found

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Call off the plan, or activate and note the first activation of French units."""
        state = game.state
        if choice.verb == "call_off":
            call_off(game)
            game.stay()
            return
        if choice.verb != "stop" and state.units_at[choice.arg] & state.rules.of_nation["fr"]:
            note_french(state)
        Activate.resolve(self, game, choice)


def or_call_off(cls: type[Frame]) -> type[Frame]:
    """Return a decision class that can also call off the plan of Galicia, "at any time" of the CP's turn (18)."""
    assert issubclass(cls, Decision)

    def options(self: Any, game: PogGame) -> Options:
        found: Options = cls.options(self, game)
        open_ = found.masks and may_call_off(game.state) and self.actor(game) == CP
        if not open_ or (cls.forced and found.only() is not None):
            return found
        return Options({**found.masks, "call_off": 1})

    def resolve(self: Any, game: PogGame, choice: Choice) -> None:
        if choice.verb == "call_off":
            call_off(game)
            game.stay()
        else:
            cls.resolve(self, game, choice)

    parts = {"__slots__": (), "verbs": {**cls.verbs, "call_off": ""}, "options": options, "resolve": resolve}
    return type(f"{cls.__name__}OrCallOff", (cls,), {**parts, "__doc__": cls.__doc__, "__module__": cls.__module__})


#: Decisions that offer it, besides actions and activations.
CALLED_OFF = ("move_unit", "move_stack", "move_on", "attack", "sr_unit", "sr_destination", "place_reinforcement")
