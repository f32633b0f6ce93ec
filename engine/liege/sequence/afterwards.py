"""What units that have not fought do at the end of the Combat Phase: each one thing (3.2.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.liege import consolidate
from engine.liege.sequence.base import AttackerDecision, LiegeGame


@dataclass(frozen=True, slots=True)
class Afterwards(AttackerDecision):
    """Which unit does something more in this Combat Phase (3.2.5)."""

    kind: ClassVar[str] = "afterwards"
    verbs: ClassVar[dict[str, str]] = {"merge": "unit", "done": ""}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the units that can regain a step."""
        state = game.state
        units = [one for one, own in enumerate(state.facts.units) if own.side == state.side and state.at[one] >= 0]
        return Options({
            "merge": mask(one for one in units if state.level[one] and consolidate.cannot_regain(state, one) is None),
            "done": 1,
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Go on with the order; the next one is asked after it."""
        if choice.verb == "merge":
            game.call(Merging, choice.arg)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit cannot do that."""
        if choice.verb != "merge":
            return Reason("not_possible_now", "", {"verb": choice.verb})
        return consolidate.cannot_regain(game.state, choice.arg) or Reason("nobody_gives_a_step", "6.5.2", {})


@dataclass(frozen=True, slots=True)
class Merging(AttackerDecision):
    """Which unit gives the step (6.5.1)."""

    unit: int
    kind: ClassVar[str] = "merging"
    verbs: ClassVar[dict[str, str]] = {"from": "unit"}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the units that can."""
        return Options({"from": mask(consolidate.givers(game.state, self.unit))})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Move the step."""
        consolidate.consolidate(game.state, self.unit, choice.arg)
        game.emit("consolidated", unit=self.unit, giver=choice.arg, removed=game.state.at[choice.arg] < 0)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit cannot give a step."""
        return consolidate.cannot_give(game.state, self.unit, choice.arg) or Reason("not_possible_now", "", {})


__all__ = ["Afterwards", "Merging"]
