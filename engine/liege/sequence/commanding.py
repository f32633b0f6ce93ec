"""Changing headquarters in the Administrative Phase (13.2.2); asked only if there is another one to change to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.liege import command
from engine.liege.grid import NOWHERE
from engine.liege.sequence.base import AttackerDecision, LiegeGame
from engine.liege.tables import FACES, passes


@dataclass(frozen=True, slots=True)
class CommandOrders(AttackerDecision):
    """Choose a unit to put under another headquarters, with its partner of the corps; `keep` leaves the others as they are."""

    kind: ClassVar[str] = "admin_command"
    verbs: ClassVar[dict[str, str]] = {"change": "unit", "keep": ""}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the units that may change."""
        return Options({"change": command.able_to_change(game.state), "keep": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Ask for the headquarters; an unfinished change is abandoned."""
        if choice.verb == "change":
            game.call(NewCommand, choice.arg)
        else:
            state = game.state
            for unit in range(len(state.changing)):
                if not state.asked_to_change >> unit & 1:
                    state.changing[unit] = NOWHERE

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit may not change."""
        return command.cannot_change(game.state, choice.arg) or Reason("not_possible_now", "", {"verb": choice.verb})


@dataclass(frozen=True, slots=True)
class NewCommand(AttackerDecision):
    """Choose the new headquarters of a unit."""

    unit: int
    kind: ClassVar[str] = "new_command"
    verbs: ClassVar[dict[str, str]] = {"to": "unit"}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the headquarters within whose reduced range the whole group is."""
        return Options({"to": mask(command.others_for(game.state, self.unit))})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Test with the lower CAB of the pair; a change that failed last turn needs no test now."""
        state, headquarters = game.state, choice.arg
        finished = state.changing[self.unit] == headquarters
        cab = command.worst_cab(state, self.unit)
        die = game.die("command", FACES, range(1, min(cab, FACES) + 1)) if cab > 0 and not finished else 0
        passed = finished or passes(cab, die)
        units = tuple(command.group_of(state, self.unit))
        command.change(state, self.unit, headquarters, passed=passed)
        game.emit(
            "command_changed",
            units=units,
            headquarters=headquarters,
            cab=cab,
            die=die,
            tested=not finished,
            passed=passed,
        )

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the headquarters is too far away."""
        name = game.state.facts.units[choice.arg].name if choice.arg < len(game.state.facts.units) else ""
        return Reason(
            "no_other_headquarters", "13.2.2", {"unit": game.state.facts.units[self.unit].name, "headquarters": name}
        )


__all__ = ["CommandOrders", "NewCommand"]
