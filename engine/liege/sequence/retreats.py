"""Choices around the combat die: withdrawal before it; retreat, guns that remain, and advance after it (9.2, 9.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.bits import mask, members
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.liege.breach import break_through
from engine.liege.move import facing_of
from engine.liege.retreat import cannot_advance, fall_back, hurt, ways_back, ways_out, withdraw
from engine.liege.sequence.base import LiegeGame
from engine.liege.sequence.facings import ALL_SIDES, facings, has_facing
from engine.liege.state import LOST

#: Steps lost from which on a retreating unit keeps its facing (9.6.1).
KEEPS_FACING: Final = 2


class OwnersDecision(Decision):
    """A decision by the owner of some units, about the first of them."""

    __slots__ = ()
    units: tuple[int, ...]

    def actor(self, game: LiegeGame) -> int:
        """Return the owner of the units."""
        return game.state.facts.units[self.units[0]].side


@dataclass(frozen=True, slots=True)
class Withdrawal(OwnersDecision):
    """Withdraw cavalry and headquarters before a combat, or stand (9.2.1, 9.2.3, 9.2.8); `foes` are the hexes of the attackers."""

    units: tuple[int, ...]
    foes: int
    kind: ClassVar[str] = "withdraw"
    verbs: ClassVar[dict[str, str]] = {"go": "hex", "stand": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return where the unit may go, and standing."""
        return Options({"go": ways_out(game.state, self.units[0], self.foes), "stand": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Withdraw or stand, and ask for the next unit."""
        if choice.verb == "go":
            withdraw(game, self.units[0], choice.arg)
        if len(self.units) > 1:
            game.stay(units=self.units[1:])

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the unit cannot withdraw there."""
        return _no_way(game, self.units[0], choice, "no_withdrawal_there", "9.2.2")


@dataclass(frozen=True, slots=True)
class HexRetreat(OwnersDecision):
    """Choose where each unit retreats to, then its facing: free after one step lost, kept after more (9.6.1).

    `lost` are the steps each lost in the combat, `foes` the hexes of the units it fought; `at` is True once the first
    unit is in its new hex.
    """

    units: tuple[int, ...]
    lost: tuple[int, ...]
    foes: int
    at: bool = False
    kind: ClassVar[str] = "retreat"
    verbs: ClassVar[dict[str, str]] = {"to": "hex", "face": "side"}

    def options(self, game: LiegeGame) -> Options:
        """Return the hexes the unit can retreat to, then its facings."""
        if self.at:
            return Options({"face": ALL_SIDES})
        return Options({"to": ways_back(game.state, self.units[0], self.foes)})

    def empty(self, game: LiegeGame) -> None:
        """Destroy a unit that has nowhere to go (9.6.4)."""
        unit = self.units[0]
        hurt(game, unit, game.state.steps(unit), "no_retreat")
        self._next(game)

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Retreat, or turn; then ask for the next unit."""
        unit, state = self.units[0], game.state
        if choice.verb == "face":
            state.place(unit, state.at[unit], choice.arg)
            game.emit("turned", unit=unit, facing=choice.arg)
            self._next(game)
            return
        fall_back(game, unit, choice.arg)
        if state.at[unit] != LOST and self.lost[0] < KEEPS_FACING and has_facing(state, unit):
            game.stay(at=True)
        else:
            self._next(game)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the unit cannot retreat there."""
        return _no_way(game, self.units[0], choice, "no_retreat_there", "9.6.4")

    def _next(self, game: LiegeGame) -> None:
        if len(self.units) > 1:
            game.stay(units=self.units[1:], lost=self.lost[1:], at=False)
        else:
            game.end()


@dataclass(frozen=True, slots=True)
class Remain(OwnersDecision):
    """Choose whether guns and headquarters that were left alone and passed their test stay, or retreat like others (9.3.3)."""

    units: tuple[int, ...]
    foes: int
    going: tuple[int, ...] = ()
    kind: ClassVar[str] = "remain"
    verbs: ClassVar[dict[str, str]] = {"stay": "unit", "go": "unit"}

    def options(self, game: LiegeGame) -> Options:
        """Return the unit asked for; it can go if it has somewhere to retreat."""
        unit = self.units[0]
        ways = game.state.facts.units[unit].drive != "rail" and ways_back(game.state, unit, self.foes)
        return Options({"stay": 1 << unit, "go": 1 << unit if ways else 0})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Note who goes; all of them retreat after the last has been asked."""
        going = (*self.going, choice.arg) if choice.verb == "go" else self.going
        if len(self.units) > 1:
            game.stay(units=self.units[1:], going=going)
        elif going:
            game.goto(HexRetreat, going, (0,) * len(going), self.foes)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that another unit is asked for, or that it cannot retreat."""
        units = game.state.facts.units
        asked = units[self.units[0]].name
        if choice.arg != self.units[0]:
            return Reason("another_is_asked", "9.3.3", {"unit": asked})
        return Reason("no_retreat_there", "9.3.3", {"unit": asked})


@dataclass(frozen=True, slots=True)
class HexAdvance(OwnersDecision):
    """The side that did not retreat enters hexes that are now empty, and turns its units, each once (9.6.5)."""

    units: tuple[int, ...]
    #: Units that can still turn in place.
    turning: tuple[int, ...]
    hexes: int
    kind: ClassVar[str] = "advance"
    verbs: ClassVar[dict[str, str]] = {"enter": "unit", "face": "unit", "finish": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return the units that may enter, and those that may turn."""
        state = game.state
        return Options({
            "enter": mask(unit for unit in self.turning if ways_on(game, unit, self.hexes)),
            "face": mask(unit for unit in self.turning if has_facing(state, unit)),
            "finish": 1,
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Ask for hex and facing, then for the next unit."""
        if choice.verb == "finish":
            return
        rest = tuple(unit for unit in self.turning if unit != choice.arg)
        game.goto(Entering, choice.arg, self.units, rest, self.hexes, choice.verb == "enter")

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit may not enter or turn."""
        state = game.state
        if choice.arg >= len(state.facts.units):
            return Reason("unknown_unit", "", {"arg": choice.arg})
        data: dict[str, object] = {"unit": state.facts.units[choice.arg].name}
        if choice.arg not in self.units:
            return Reason("took_no_part", "9.6.5", data)
        if choice.arg not in self.turning:
            return Reason("advanced_already", "9.6.5", data)
        if choice.verb == "face":
            return Reason("has_no_facing", "6.2.1", data)
        reasons = [cannot_advance(state, choice.arg, to) for to in members(self.hexes)]
        return next((reason for reason in reasons if reason is not None), Reason("not_possible_now", "", data))


@dataclass(frozen=True, slots=True)
class Entering(Decision):
    """Choose which empty hex a unit enters, if there are several, and its facing there or in place (9.6.5).

    The other fields, between the unit and `enters`, are those of the advance to return to.
    """

    unit: int
    units: tuple[int, ...]
    turning: tuple[int, ...]
    hexes: int
    enters: bool
    kind: ClassVar[str] = "entering"
    verbs: ClassVar[dict[str, str]] = {"to": "hex", "face": "side"}

    def actor(self, game: LiegeGame) -> int:
        """Return the owner of the unit."""
        return game.state.facts.units[self.unit].side

    def options(self, game: LiegeGame) -> Options:
        """Return the hexes, or the facings."""
        if self.enters:
            return Options({"to": mask(ways_on(game, self.unit, self.hexes))})
        return Options({"face": facings(game.state, self.unit)})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Enter, or turn; then continue the advance."""
        state, unit = game.state, self.unit
        if choice.verb == "to":
            came = state.at[unit]
            state.place(unit, choice.arg, state.facing[unit])
            game.emit("advanced", unit=unit, came=came, to=choice.arg)
            game.stay(enters=False)
            return
        state.place(unit, state.at[unit], facing_of(state, state.facts.units[unit], unit, choice.arg))
        game.emit("turned", unit=unit, facing=state.facing[unit])
        game.goto(HexAdvance, self.units, self.turning, self.hexes)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why the unit may not enter that hex, whether or not the enemy left it."""
        state = game.state
        if choice.verb == "to" and self.hexes >> choice.arg & 1:
            reason = cannot_advance(state, self.unit, choice.arg)
            if reason is not None:
                return reason
        return Reason("not_vacated", "9.6.5", {"unit": state.facts.units[self.unit].name})


@dataclass(frozen=True, slots=True)
class BreakThrough(OwnersDecision):
    """Choose the unit that gets into the city by night, of those that attacked or are in front of an open gap, or none (scenario rule)."""

    units: tuple[int, ...]
    kind: ClassVar[str] = "breach"
    verbs: ClassVar[dict[str, str]] = {"enter": "unit", "stay": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return the units that may, and staying."""
        return Options({"enter": mask(self.units), "stay": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Enter the city with any facing, or stay."""
        if choice.verb == "stay":
            return
        break_through(game, choice.arg)
        game.goto(Entering, choice.arg, (choice.arg,), (), 0, False)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the unit may not break through."""
        units = game.state.facts.units
        name = units[choice.arg].name if choice.arg < len(units) else ""
        return Reason("no_break_through", "", {"unit": name})


def ways_on(game: LiegeGame, unit: int, hexes: int) -> list[int]:
    """Return the empty hexes that a unit may enter."""
    return [to for to in members(hexes) if cannot_advance(game.state, unit, to) is None]


def _no_way(game: LiegeGame, unit: int, choice: Choice, code: str, rule: str) -> Reason:
    """Return that a unit cannot go to a hex."""
    grid, data = game.state.facts.grid, {"unit": game.state.facts.units[unit].name}
    if choice.verb != "face" and choice.arg < len(grid.names):
        data["hex"] = grid.names[choice.arg]
    return Reason(code, rule, data)


__all__ = ["KEEPS_FACING", "BreakThrough", "Entering", "HexAdvance", "HexRetreat", "Remain", "Withdrawal"]
