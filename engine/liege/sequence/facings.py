"""The facings a unit can choose from (6.2.1): all six hexsides, or only the first for units without a facing."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.core.options import Choice
from engine.core.record import UNTOLD
from engine.errors import Reason
from engine.liege.fog import is_hidden
from engine.liege.sequence.base import AttackerDecision, LiegeGame
from engine.liege.state import LiegeState
from engine.liege.zones import width_of

#: All six hexsides as a set.
ALL_SIDES: Final = 63


def has_facing(state: LiegeState, unit: int) -> bool:
    """Return True if the unit's facing matters (6.2.1)."""
    own = state.facts.units[unit]
    return width_of(own, own.steps - max(state.level[unit], 0), state.scenario.small_front) < 6


def facings(state: LiegeState, unit: int, *, turning: bool = False) -> int:
    """Return the set of facings for a unit; when `turning` in place it must change."""
    if not has_facing(state, unit):
        return 1
    return ALL_SIDES & ~(1 << state.facing[unit]) if turning else ALL_SIDES


def no_such_facing(state: LiegeState, unit: int, facing: int) -> Reason:
    """Return why a unit may not choose a facing: it already has it, or has no facing."""
    code = "looks_there" if has_facing(state, unit) else "has_no_facing"
    return Reason(code, "6.2.1", {"unit": state.facts.units[unit].name, "facing": facing})


class FacingDecision(AttackerDecision):
    """Choose the facing of a unit that has moved or turns (6.2)."""

    __slots__ = ()

    unit: int
    verbs: ClassVar[dict[str, str]] = {"face": "side"}
    forced: ClassVar[bool] = True

    def told(self, game: LiegeGame, choice: Choice) -> str:
        """Hide the facing of a hidden unit, and whether it has one (19.1.3)."""
        del choice
        return UNTOLD if is_hidden(game.state, self.unit) else ""

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the unit already has this facing, or has no facing."""
        return no_such_facing(game.state, self.unit, choice.arg)


__all__ = ["ALL_SIDES", "FacingDecision", "facings", "has_facing", "no_such_facing"]
