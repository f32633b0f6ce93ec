"""Actions of units that have not fought, at the end of the Combat Phase: one each (3.2.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.liege import consolidate, shift, works
from engine.liege.fog import UNSEEN, cannot_hide, emit_of, hide, is_hidden, reveal
from engine.liege.sequence.base import AttackerDecision, LiegeGame
from engine.liege.sequence.facings import FacingDecision, facings, has_facing
from engine.liege.state import BUSY, LiegeState
from engine.liege.tables import FACES, passes


@dataclass(frozen=True, slots=True)
class Afterwards(AttackerDecision):
    """Choose a unit for another action in this Combat Phase: move a hex or turn, entrench, or regain a step (3.2.5)."""

    kind: ClassVar[str] = "afterwards"
    verbs: ClassVar[dict[str, str]] = {
        "shift": "unit", "dig": "unit", "dig_each": "", "dig_all": "", "merge": "unit", "hide": "unit", "done": "",
    }  # fmt: skip
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the units for each of these actions."""
        state = game.state
        units = [one for one, own in enumerate(state.facts.units) if own.side == state.side and state.at[one] >= 0]
        digging = [one for one in units if works.cannot_dig(state, one) is None]
        return Options({
            "shift": mask(one for one in units if shift.cannot_shift(state, one) is None and _shifts(state, one)),
            "dig": mask(digging),
            "dig_each": int(len({state.at[one] for one in digging}) > 1),
            "merge": mask(one for one in units if state.level[one] and consolidate.cannot_regain(state, one) is None),
            "hide": mask(one for one in units if cannot_hide(state, one) is None),
            "done": 1,
        })  # fmt: skip

    def offered_before(self, game: LiegeGame) -> Options:
        """Return also the former `dig_all`, which ended the phase."""
        return Options({"dig_all": self.options(game).masks.get("dig_each", 0)})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Continue with the order, then ask again."""
        if choice.verb == "shift":
            game.call(Shifting, choice.arg)
        elif choice.verb == "dig":
            game.call(Digging, (choice.arg,))
        elif choice.verb in ("dig_each", "dig_all"):
            for hex_ in range(len(game.state.facts.grid.names)):
                if units := works.able_to_dig(game.state, hex_):
                    build_works(game, tuple(units))
            if choice.verb == "dig_each":
                game.stay()
        elif choice.verb == "merge":
            game.call(Merging, choice.arg)
        elif choice.verb == "hide":
            hide(game.state, choice.arg)
            game.state.mark(choice.arg, BUSY)
            game.emit("hidden", unit=choice.arg, hex=game.state.at[choice.arg])
            game.stay()

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit cannot do that."""
        state = game.state
        if choice.verb == "hide" and choice.arg < len(state.facts.units):
            return cannot_hide(state, choice.arg) or Reason("not_possible_now", "", {"verb": choice.verb})
        if choice.verb == "done" or choice.arg >= len(state.facts.units):
            return Reason("not_possible_now", "", {"verb": choice.verb})
        if choice.verb == "shift":
            return shift.cannot_shift(state, choice.arg) or Reason("no_way", "9.7.2", _named(state, choice.arg))
        if choice.verb == "dig":
            return works.cannot_dig(state, choice.arg) or Reason("not_possible_now", "", _named(state, choice.arg))
        return consolidate.cannot_regain(state, choice.arg) or Reason("nobody_gives_a_step", "6.5.2", {})


@dataclass(frozen=True, slots=True)
class Shifting(AttackerDecision):
    """Choose where a unit moves in its combat movement, or to turn in place (9.7.2)."""

    unit: int
    kind: ClassVar[str] = "shifting"
    verbs: ClassVar[dict[str, str]] = {"to": "hex", "turn": ""}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the adjacent hexes it may enter, and turning."""
        state = game.state
        return Options({"to": shift.ways(state, self.unit), "turn": int(has_facing(state, self.unit))})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Ask for the facing."""
        state = game.state
        game.goto(ShiftFacing, self.unit, choice.arg if choice.verb == "to" else state.at[self.unit])

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why the unit may not enter a hex, or cannot turn."""
        state = game.state
        if choice.verb == "to" and choice.arg < len(state.facts.grid.names):
            reason = shift.cannot_shift_to(state, self.unit, choice.arg)
            return reason or Reason("not_possible_now", "", _named(state, self.unit))
        return Reason("has_no_facing", "6.2.1", _named(state, self.unit))


@dataclass(frozen=True, slots=True)
class ShiftFacing(FacingDecision):
    """The facing after a combat movement (9.7.2)."""

    unit: int
    hex: int
    kind: ClassVar[str] = "shift_facing"

    def options(self, game: LiegeGame) -> Options:
        """Return all six hexsides, or the first for units without a facing; a turn in place must change the facing."""
        state = game.state
        return Options({"face": facings(state, self.unit, turning=self.hex == state.at[self.unit])})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Carry out the movement."""
        state, came = game.state, game.state.at[self.unit]
        taken = shift.shift(state, self.unit, self.hex, choice.arg)
        emit_of(game, "shifted", self.unit, {"facing": state.facing[self.unit]}, came=came, to=self.hex)
        if taken:
            game.emit("overrun", unit=self.unit, units=tuple(taken))


@dataclass(frozen=True, slots=True)
class Digging(AttackerDecision):
    """Choose the units that build fieldworks together, with one test for all (10.1.2, 10.1.3)."""

    units: tuple[int, ...]
    kind: ClassVar[str] = "digging"
    verbs: ClassVar[dict[str, str]] = {"with": "unit", "all": "", "dig": ""}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the other units of the hex that can take part."""
        others = mask(self._others(game.state))
        return Options({"with": others, "all": int(others > 0), "dig": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Add a unit, or roll."""
        if choice.verb == "with":
            game.stay(units=(*self.units, choice.arg))
            return
        build_works(game, (*self.units, *self._others(game.state)) if choice.verb == "all" else self.units)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit may not take part."""
        state = game.state
        if choice.verb != "with" or choice.arg >= len(state.facts.units):
            return Reason("not_possible_now", "", {"verb": choice.verb})
        if state.at[choice.arg] != state.at[self.units[0]]:
            return Reason("in_another_hex", "10.1.3", _named(state, choice.arg))
        reason = works.cannot_dig(state, choice.arg)
        return reason or Reason("committed_already", "10.1.3", _named(state, choice.arg))

    def _others(self, state: LiegeState) -> list[int]:
        return [unit for unit in works.able_to_dig(state, state.at[self.units[0]]) if unit not in self.units]


@dataclass(frozen=True, slots=True)
class Merging(AttackerDecision):
    """Choose the unit that gives the step (6.5.1)."""

    unit: int
    kind: ClassVar[str] = "merging"
    verbs: ClassVar[dict[str, str]] = {"from": "unit"}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the units that can give one."""
        return Options({"from": mask(consolidate.givers(game.state, self.unit))})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Move the step; both units are revealed, since losses are public."""
        reveal(game, 1 << self.unit | 1 << choice.arg, why="consolidation")
        consolidate.consolidate(game.state, self.unit, choice.arg)
        game.emit("consolidated", unit=self.unit, giver=choice.arg, removed=game.state.at[choice.arg] < 0)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit cannot give a step."""
        return consolidate.cannot_give(game.state, self.unit, choice.arg) or Reason("not_possible_now", "", {})


def build_works(game: LiegeGame, units: tuple[int, ...]) -> None:
    """Let units of one hex build fieldworks together, with one test for all (10.1.3)."""
    state = game.state
    cab = works.dig_cab(state, units)
    die = game.die("dig", FACES, range(1, min(cab, FACES) + 1)) if cab > 0 else 0
    passed = passes(cab, die)
    works.dig(state, units, passed)
    own, seen = {"units": units, "cab": cab}, all(not is_hidden(state, unit) for unit in units)
    game.emit(
        "dug", None if seen else {state.side: own}, hex=state.at[units[0]], die=die, passed=passed,
        failures=state.failed_digs[state.side], limit=state.scenario.digs, units=units if seen else (), cab=cab if seen else UNSEEN,
    )  # fmt: skip


def _shifts(state: LiegeState, unit: int) -> bool:
    return has_facing(state, unit) or shift.ways(state, unit) > 0


def _named(state: LiegeState, unit: int) -> dict[str, object]:
    return {"unit": state.facts.units[unit].name}


__all__ = ["Afterwards", "Digging", "Merging", "ShiftFacing", "Shifting"]
