"""Assaults on forts: declared in the Barrage Phase, carried out at the start of the Combat Phase (chapter 11.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.liege import assault, barrage
from engine.liege.cab import total
from engine.liege.fog import reveal
from engine.liege.grid import NOWHERE
from engine.liege.move import facing_of
from engine.liege.phase_records import DeclaredAssault
from engine.liege.sequence.barrages import column_of, fort_falls, tested
from engine.liege.sequence.base import AttackerDecision, ConditionalPhase, LiegeGame
from engine.liege.sequence.facings import facings
from engine.liege.state import ASSAULTS, LiegeState
from engine.liege.tables import FACES, half


@dataclass(frozen=True, slots=True)
class AssaultOrders(ConditionalPhase):
    """Choose a fort to storm this turn (8.5.7, 11.5.1); the step ends when no unit is left that could."""

    forced: ClassVar[bool] = True
    kind: ClassVar[str] = "assaults"
    verbs: ClassVar[dict[str, str]] = {"fort": "fort", "done": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return the forts for which a unit and enough guns are available, or pioneers."""
        return Options({"fort": forts_to_storm(game.state), "done": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Ask for the participants, then for the next order."""
        if choice.verb == "fort":
            game.call(Declaring, choice.arg)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a fort cannot be stormed."""
        name = game.state.facts.forts[choice.arg].name
        return assault.cannot_be_stormed(game.state, choice.arg) or Reason("nobody_storms", "11.5.1", {"fort": name})


@dataclass(frozen=True, slots=True)
class Declaring(AttackerDecision):
    """Choose the guns that shell a fort first, and the unit that storms it (11.5.1, 11.5.5, 11.5.7)."""

    fort: int
    guns: int = 0
    unit: int = NOWHERE
    kind: ClassVar[str] = "assault"
    verbs: ClassVar[dict[str, str]] = {"gun": "unit", "by": "unit", "declare": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return the guns and units that can take part, and `declare` once the AFF is sufficient."""
        state = game.state
        return Options({
            "gun": mask(assault.support_in_reach(state, self.fort)) & ~self.guns,
            "by": mask(_sufficient_stormers(state, self.fort)) if self.unit == NOWHERE else 0,
            "declare": int(self.unit != NOWHERE and _suffices(state, self.fort, self.guns, self.unit)),
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Name a gun or the unit, or declare: the participants then do nothing else (11.5.7)."""
        state = game.state
        if choice.verb == "gun":
            game.stay(guns=self.guns | 1 << choice.arg)
        elif choice.verb == "by":
            game.stay(unit=choice.arg)
        else:
            reveal(game, self.guns | 1 << self.unit, why="assault")
            state.fire(self.guns)
            for unit in (*members(self.guns), self.unit):
                state.mark(unit, ASSAULTS)
            state.assaults.append(DeclaredAssault(self.fort, self.unit, self.guns))
            game.emit("assault_declared", fort=self.fort, unit=self.unit, guns=members(self.guns))

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit may not take part, or what is still missing."""
        state = game.state
        if choice.verb == "declare":
            if self.unit == NOWHERE:
                return Reason("no_unit_named", "11.5.1", {"fort": state.facts.forts[self.fort].name})
            aff = assault.aff_of_assault(state, self.guns, self.unit)
            return Reason("too_little_aff", "8.6.3", {"aff": aff, "least": _least(state, self.fort)})
        data = {"unit": state.facts.units[choice.arg].name}
        if choice.verb == "gun":
            reason = assault.cannot_support(state, choice.arg, self.fort)
            return reason or Reason("takes_part_already", "8.5.4", data)
        reason = assault.cannot_storm(state, choice.arg, self.fort)
        if reason is None and self.unit == NOWHERE:
            reason = Reason("no_guns", "11.5.5", {**data, "fort": state.facts.forts[self.fort].name})
        return reason or Reason("unit_is_named", "11.5.1", {**data, "named": state.facts.units[self.unit].name})


@dataclass(frozen=True, slots=True)
class Assaults(Flow):
    """All declared assaults, in the order of their declaration (3.2.5, 11.5.1)."""

    number: int = 0
    kind: ClassVar[str] = "assault_results"
    steps: ClassVar[tuple[str, ...]] = ("storm", "next")

    def storm(self, game: LiegeGame) -> None:
        """Carry out the barrage; the fort's test, or a filled circle; then the unit's test."""
        state = game.state
        if self.number >= len(state.assaults):
            game.end()
            return
        one = state.assaults[self.number]
        if (reason := assault.cannot_be_carried_out(state, one)) is not None:
            _give_back(state, one)
            game.emit("assault_idle", fort=one.fort, unit=one.unit, guns=members(one.guns), why=reason.code)
            return
        modifier = _barrage(game, one)
        if modifier is not None and assault.others_to_storm(state, one.fort):
            game.call(StormOn, one.fort, one.unit, modifier)
        elif assault.can_enter(state, one.unit, state.facts.forts[one.fort].hex):
            game.call(AssaultAdvance, one.unit, state.facts.forts[one.fort].hex)

    def next(self, game: LiegeGame) -> None:
        """Go on with the next assault."""
        game.jump("storm", number=self.number + 1)


@dataclass(frozen=True, slots=True)
class StormOn(AttackerDecision):
    """After a filled circle: choose another fort of the hex that the unit storms too, if any (11.5.4)."""

    fort: int
    unit: int
    modifier: int
    kind: ClassVar[str] = "storm_on"
    verbs: ClassVar[dict[str, str]] = {"go": "fort", "stop": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return the forts left in the hex, including those that another unit was to storm."""
        return Options({"go": mask(assault.others_to_storm(game.state, self.fort)), "stop": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Test the second fort, and then the unit; a unit that stops needs no test (11.5.6)."""
        if choice.verb == "stop":
            return
        state, second = game.state, choice.arg
        fallen = fort_falls(game, second, assault.cab_of_next(state, self.fort, second, self.modifier))
        _test_unit(game, self.unit, second, fallen)
        hex_ = state.facts.forts[second].hex
        if assault.can_enter(state, self.unit, hex_):
            game.goto(AssaultAdvance, self.unit, hex_)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the fort has fallen or is in another hex."""
        return Reason("not_in_this_hex", "11.5.4", {"fort": game.state.facts.forts[choice.arg].name})


@dataclass(frozen=True, slots=True)
class AssaultAdvance(AttackerDecision):
    """Choose whether a unit enters the hex whose last fort has fallen, and its facing (11.5.8)."""

    unit: int
    hex: int
    kind: ClassVar[str] = "assault_advance"
    verbs: ClassVar[dict[str, str]] = {"enter": "side", "stay": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return the facings in the hex, one for units without a facing."""
        return Options({"enter": facings(game.state, self.unit), "stay": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Enter the hex, even after a step loss."""
        if choice.verb == "enter":
            state = game.state
            state.place(self.unit, self.hex, facing_of(state, state.facts.units[self.unit], self.unit, choice.arg))
            game.emit("entered", unit=self.unit, hex=self.hex, facing=state.facing[self.unit])

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the unit has no facing."""
        return Reason("has_no_facing", "6.2.1", {"unit": game.state.facts.units[self.unit].name})


# -- steps of an assault -------------------------------------------------------------------------------------------


def forts_to_storm(state: LiegeState) -> int:
    """Return the forts on which an assault can be declared now."""
    return mask(
        fort
        for fort in members(state.forts)
        if assault.cannot_be_stormed(state, fort) is None and _can_storm(state, fort)
    )


def _can_storm(state: LiegeState, fort: int) -> bool:
    """Return True if a unit can storm a fort, with all guns in reach."""
    return next(_sufficient_stormers(state, fort), None) is not None


def _sufficient_stormers(state: LiegeState, fort: int) -> Iterator[int]:
    """Yield the units that can storm a fort if all guns in reach shell it: infantry needs some, pioneers none (11.5.5)."""
    guns = mask(assault.support_in_reach(state, fort))
    return (unit for unit in assault.stormers(state, fort) if _suffices(state, fort, guns, unit))


def _suffices(state: LiegeState, fort: int, guns: int, unit: int) -> bool:
    return assault.aff_of_assault(state, guns, unit) >= _least(state, fort)


def _least(state: LiegeState, fort: int) -> int:
    return state.facts.tables.forts[state.facts.forts[fort].kind].columns[0][0]


def _give_back(state: LiegeState, one: DeclaredAssault) -> None:
    """Return the shells that an assault did not fire (8.8.2)."""
    for kind in {state.facts.units[unit].shells for unit in members(one.guns)} - {""}:
        state.shells[state.facts.shells.index(kind)] += 1


def _barrage(game: LiegeGame, one: DeclaredAssault) -> int | None:
    """Carry out an assault's barrage and its automatic consequences; return the number of a filled circle, else None."""
    state, aim = game.state, assault.aim_of(game.state, one)
    die = game.die("barrage", FACES)
    result = aim.read(half(die))
    game.emit(
        "assaulted", fort=one.fort, unit=one.unit, guns=members(one.guns), aff=assault.aff_of_assault(state, one.guns, one.unit),
        shifts=assault.shift_of(state, one), column=column_of(aim), row=half(die) + total(aim.rows), rows=aim.rows, die=die,
        result=None if result is None else (result.automatic, result.modifier),
    )  # fmt: skip
    if result is not None and result.automatic:
        state.fell(one.fort)
        game.emit("fort_fell", fort=one.fort)
        return result.modifier
    fallen = False
    if result is not None:
        _, test = barrage.strike(state, (one.fort,), result)
        assert test is not None
        fallen = fort_falls(game, one.fort, test.cab)
        if test.cab <= 0:
            return None
    _test_unit(game, one.unit, one.fort, fallen)
    return None


def _test_unit(game: LiegeGame, unit: int, fort: int, fallen: bool) -> None:
    """Test the unit after the last fort it stormed (11.5.6)."""
    test = assault.test_of_unit(game.state, unit, fort, fallen=fallen)
    passed, die = tested(game, test.cab)
    if not passed:
        game.state.hurt(unit)
    destroyed = game.state.steps(unit) == 0
    game.emit(
        "assault_tested",
        unit=unit,
        fort=fort,
        cab=test.cab,
        tests=test.tests,
        die=die,
        passed=passed,
        destroyed=destroyed,
    )


__all__ = ["AssaultAdvance", "AssaultOrders", "Assaults", "Declaring", "StormOn", "forts_to_storm"]
