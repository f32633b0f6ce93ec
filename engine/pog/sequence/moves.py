"""Movement, stack by stack (11.1): pick, gather, step, drop, stop."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.rules import areas, control, movement, sieges, stacking, step_costs
from engine.pog.rules.losses import eliminate
from engine.pog.sequence.base import PhasingDecision, PogGame
from engine.pog.state import State


@dataclass(frozen=True, slots=True)
class PickMover(PhasingDecision):
    """Start a stack with one unit, or end the movement step."""

    kind: ClassVar[str] = "move_unit"
    verbs: ClassVar[dict[str, str]] = {"pick": "unit", "finish": ""}
    forced: ClassVar[bool] = False

    def options(self, game: PogGame) -> Options:
        """Return the units that can step somewhere or entrench."""
        state = game.state
        pick = 0
        for unit in members(sieges.movers(state, state.phasing)):
            if _can_do_something(state, unit):
                pick |= 1 << unit
        if not pick:
            return Options({})
        pick = _within_promises(state, pick) or pick
        return Options({"pick": pick, "finish": int(not _must_correct(state))})

    def empty(self, game: PogGame) -> None:
        """End the step: no unit can move any more."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Start gathering the stack."""
        if choice.verb == "pick":
            game.call(GatherStack, stack=1 << choice.arg, origin=game.state.loc[choice.arg])


def _can_do_something(state: State, unit: int) -> bool:
    space = state.loc[unit]
    flag = 1 << unit
    if movement.may_dig(state, flag, space):
        return True
    if not sieges.goes_on(state, flag) and not _first_steps(state, flag, space):
        # 15.2.4: alone it may not leave, but with the rest of its space it can
        return bool(areas.steps_from(state, flag, space))
    return bool(movement.steps(state, flag, (space,), state.rules.movement(state, unit)))


def _first_steps(state: State, stack: int, origin: int) -> int:
    """Return the steps out of a stack's space after which every promised siege can still be kept (11.1.8, 15.2.4)."""
    if not areas.may_leave(state, stack, origin):
        return 0
    given_up = not sieges.goes_on(state, stack)
    if given_up and not sieges.may_leave(state, stack):
        return 0
    path = (origin,)
    left = step_costs.left(state, stack, path)
    steps = movement.steps(state, stack, path, left)
    if not given_up and not sieges.promised(state):
        return steps
    way = sieges.way_without(state, stack)
    ways = step_costs.within(state, stack, path, steps, left)
    kept = mask(space for space, rest in ways if sieges.kept_going(state, stack, path, space, rest, way))
    lost = not kept and not given_up and not sieges.kept(state)  # in a position stored by an older version
    return steps if lost else kept


def _within_promises(state: State, units: int, stack: int = 0) -> int:
    """Return the units that may join the stack with every promised siege still kept (11.1.8, 15.2.4).

    None if a promise is already lost; see `_first_steps`.
    """
    if not sieges.promised(state):
        return units
    way = sieges.way_without(state, stack)
    free = units & ~way[0] if way is not None else 0
    return free | mask(unit for unit in members(units & ~free) if sieges.kept_gathering(state, stack | 1 << unit))


def _must_correct(state: State) -> bool:
    """Return whether overstacked spaces or sieges without strength must be put right first."""
    crowded = stacking.overstacked(state, state.phasing) and not stacking.free(state, state.phasing)
    return bool(crowded or (sieges.promised(state) and sieges.kept(state)))


@dataclass(frozen=True, slots=True)
class GatherStack(PhasingDecision):
    """Add units of the same space, entrench, or make the first step.

    With an empty stack: start the next stack of this space, or leave the rest where it is; while a
    promised siege is open the rest can still move later.
    """

    kind: ClassVar[str] = "move_stack"
    verbs: ClassVar[dict[str, str]] = {
        "add": "unit", "entrench": "", "step": "space", "stay": "", "leave": "",
    }  # fmt: skip
    forced: ClassVar[bool] = False
    stack: int
    origin: int

    def options(self, game: PogGame) -> Options:
        """Return what the stack can do as it is, and which units can join."""
        state, stack = game.state, self.stack
        others = sieges.movers(state, state.phasing) & state.units_at[self.origin] & ~stack
        found = {"add": _within_promises(state, others, stack)}
        if not stack:
            full = stacking.overstacked(state, state.phasing) >> self.origin & 1  # some units have to leave (10.1.2)
            full = 0 if stacking.free(state, state.phasing) else full
            return Options({"add": found["add"] or others, "leave": 1 - full} if others else {})
        if movement.may_dig(state, stack, self.origin) and sieges.way_without(state, stack) is not None:
            found["entrench"] = 1
        found["step"] = _first_steps(state, stack, self.origin)
        if not found["step"] and not found.get("entrench"):
            found["stay"] = 1
        return Options(found)

    def empty(self, game: PogGame) -> None:
        """Return to choosing a unit: none is left here."""
        _ask_for_next(game, self.origin)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Add to the stack or send it off."""
        state = game.state
        operation = state.operation
        assert operation is not None
        if choice.verb == "add":
            game.stay(stack=self.stack | 1 << choice.arg)
        elif choice.verb == "step":
            step(game, self.stack, self.origin, (self.origin,), choice.arg)
        elif choice.verb == "leave":
            if not sieges.promised(state):  # otherwise they can still move: the siege may need them (11.1.8)
                operation.moved |= state.units_of(state.phasing, self.origin)
        else:
            if choice.verb == "entrench":
                operation.digging |= self.stack
            operation.moved |= self.stack
            _ask_for_next(game, self.origin)


@dataclass(frozen=True, slots=True)
class MoveOn(PhasingDecision):
    """A moving stack: continue one space, drop a unit, or stop (11.1.1)."""

    kind: ClassVar[str] = "move_on"
    verbs: ClassVar[dict[str, str]] = {"step": "space", "drop": "unit", "stop": ""}
    forced: ClassVar[bool] = False
    stack: int
    origin: int
    #: Spaces entered so far, starting with the origin.
    path: tuple[int, ...]

    def options(self, game: PogGame) -> Options:
        """Return the steps within the MF of every unit, and the legal ways to end."""
        state = game.state
        at = self.path[-1]
        left = step_costs.left(state, self.stack, self.path)
        steps = movement.steps(state, self.stack, self.path, left)
        stop = int(movement.may_stop(state, self.stack, at))
        drop = 0
        for unit in members(self.stack):
            rest = self.stack & ~(1 << unit)
            if movement.may_stop(state, 1 << unit, at, passing=rest) and (stop or self._goes_on(state, rest)):
                drop |= 1 << unit
        found = {"step": steps, "drop": drop, "stop": stop}
        return Options(self._with_promises(state, found, left) if sieges.promised(state) else found)

    def _with_promises(self, state: State, found: dict[str, int], left: int) -> dict[str, int]:
        """Return those of the choices after which every promised siege can still be kept; all of them if one is lost."""
        stack = self.stack
        way = sieges.way_without(state, stack)
        stop = int(found["stop"] and way is not None)
        drop = found["drop"] if stop else 0
        kept = {
            "step": mask(
                space
                for space, rest in step_costs.within(state, stack, self.path, found["step"], left)
                if sieges.kept_going(state, stack, self.path, space, rest, way)
            ),
            "drop": drop
            | mask(
                unit for unit in members(found["drop"] & ~drop) if sieges.kept_dropping(state, stack, unit, self.path)
            ),
            "stop": stop,
        }
        return kept if any(kept.values()) else found

    def _goes_on(self, state: State, rest: int) -> bool:
        """Return True if units that do not end here can end elsewhere, or more of them here while the others continue."""
        if not rest:
            return True
        left = step_costs.left(state, rest, self.path)
        if movement.steps(state, rest, self.path, left, busy=self.stack & ~rest):
            return True
        others = ((unit, rest & ~(1 << unit)) for unit in members(rest))
        return any(
            movement.may_stop(state, 1 << unit, self.path[-1], passing=left_over) and self._goes_on(state, left_over)
            for unit, left_over in others
        )

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Continue, or end the move of units."""
        state = game.state
        operation = state.operation
        assert operation is not None
        if choice.verb == "step":
            step(game, self.stack, self.origin, self.path, choice.arg)
            return
        dropped = self.stack if choice.verb == "stop" else 1 << choice.arg
        set_down(game, dropped, self.path)
        rest = self.stack & ~dropped
        if rest:
            game.stay(stack=rest)
        else:
            _ask_for_next(game, self.origin)


def step(game: PogGame, stack: int, origin: int, path: tuple[int, ...], to: int) -> None:
    """Move a stack one space: control, trenches, beach, passage (11.1.14, 11.2.5)."""
    state = game.state
    operation = state.operation
    assert operation is not None
    side = operation.side
    stopping = movement.must_stop(state, stack, to)
    if path == (origin,) and not sieges.goes_on(state, stack):
        operation.evacuate |= 1 << origin
    for unit in members(stack):
        state.place(unit, to)
    state.failed_entrench &= ~stack
    for happens in state.rules.tables.moments.left:
        happens(game, path[-1])
    if stack & state.rules.of_nation["ru"]:
        areas.note_crossing(state, path[-1], to)
    if control.takes(state, stack, to, ends=False):
        control.enter(game, to, side, stack)
    path = (*path, to)
    used = step_costs.spent(state, stack, path)
    spent = mask(unit for unit in members(stack) if state.rules.movement(state, unit) <= used)
    if stopping or spent == stack:
        set_down(game, stack, path)
        _ask_for_next(game, origin)
        return
    # a stack only enters where its slowest units may end while the others continue (11.1.1)
    if spent:
        set_down(game, spent, path)
    game.goto(MoveOn, stack=stack & ~spent, origin=origin, path=path)


def set_down(game: PogGame, units: int, path: tuple[int, ...]) -> None:
    """End the move of units; promise a siege that lacks strength, begin one that has it."""
    state = game.state
    operation = state.operation
    assert operation is not None
    operation.moved |= units
    at = path[-1]
    if not control.takes(state, units, at, ends=False) and control.takes(state, units, at, ends=True):
        control.enter(game, at, operation.side, units)
    game.emit("moved", units=tuple(members(units)), path=tuple(space for space, _ in groupby(path)))
    if state.intact_forts(1 - operation.side) >> at & 1:
        if state.besieged >> at & 1:
            operation.pledge &= ~(1 << at)
            game.emit("siege", space=at, besieged=True)
        else:
            operation.pledge |= 1 << at


def _ask_for_next(game: PogGame, origin: int) -> None:
    """Ask for other units of the same space, then for another space."""
    state = game.state
    rest = sieges.movers(state, state.phasing) & state.units_at[origin]
    if rest:
        game.goto(GatherStack, stack=0, origin=origin)
    else:
        game.end()


@dataclass(frozen=True, slots=True)
class Overstacked(Decision):
    """The opponent removes excess units, armies permanently (10.1.3)."""

    kind: ClassVar[str] = "overstacked"
    verbs: ClassVar[dict[str, str]] = {"remove": "unit"}
    forced: ClassVar[bool] = False

    def actor(self, game: PogGame) -> int:
        """Return the other side."""
        return 1 - game.state.phasing

    def options(self, game: PogGame) -> Options:
        """Return the units in overstacked spaces."""
        state = game.state
        spaces = stacking.overstacked(state, state.phasing)
        units = 0
        for space in members(spaces):
            units |= state.units_of(state.phasing, space)
        return Options({"remove": units})

    def empty(self, game: PogGame) -> None:
        """Continue, as usual: nothing is overstacked."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Remove one unit and check again."""
        eliminate(game, choice.arg, permanently=True, replace=False, cause="overstacked")
        if game.state.operation is not None:
            game.state.operation.digging &= ~(1 << choice.arg)
        game.stay()
