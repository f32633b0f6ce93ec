"""Activation, movement and stacking in the variant (9.2.5, 10, 11.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice, Options
from engine.pog.combat_state import Operation
from engine.pog.rules import control, movement, step_costs
from engine.pog.rules.activation_costs import CostException, nowhere
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.moves import GatherStack, MoveOn, Overstacked
from engine.pog.sequence.operations import Activate
from engine.pog.state import State
from engine.pog.tables import Tables

# -- activation -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActivateForBoth(Activate):
    """A space may have a Move and an Attack marker (9.2.5)."""

    def unmarked(self, operation: Operation) -> tuple[int, int]:
        """Return the spaces without a Move, and without an Attack marker."""
        return ~operation.move, ~operation.attack

    def paid_up(self, state: State) -> bool:
        """Return True if no marker can be had; where the second marker is free it needs no OPS."""
        return state.rules.switches["soe.both_markers"] != "paid_once" and Activate.paid_up(self, state)


def _paid_already(state: State, space: int, attack: bool) -> int | None:
    operation = state.operation
    if operation is None:
        return None
    marked = operation.move if attack else operation.attack
    return 0 if marked >> space & 1 else None


SECOND_MARKER = CostException(
    "second_marker",
    lambda state, side: state.rules.switches["soe.both_markers"] == "paid_once",
    _paid_already,
    by_use=True,
    dear=nowhere,
)

# -- movement ---------------------------------------------------------------------------


def where_it_ends(state: State, units: int, space: int, ends: bool) -> bool:
    """Return whether units end in the space: passing through does not gain control (11.1.4)."""
    return ends


@dataclass(frozen=True, slots=True)
class MoveAndClaim(MoveOn):
    """For one additional MP a stack gains a space it passes (11.1.4; the price is ours)."""

    verbs: ClassVar[dict[str, str]] = {**MoveOn.verbs, "claim": ""}

    def options(self, game: PogGame) -> Options:
        """Return the usual options, and claiming the space if the stack can move on afterwards."""
        state = game.state
        found = MoveOn.options(self, game)
        return Options({**found.masks, "claim": 1}) if self._may_claim(state) else found

    def _may_claim(self, state: State) -> bool:
        operation = state.operation
        assert operation is not None
        at = self.path[-1]
        if state.rules.switches["soe.control_in_passing"] == "never" or state.control[operation.side] >> at & 1:
            return False
        if state.intact_forts(1 - operation.side) >> at & 1:
            return False
        longer = (*self.path, at)
        left = step_costs.left(state, self.stack, longer)
        return left > 0 and movement.steps(state, self.stack, longer, left) != 0

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the space; a repeated space in the path spends the MP."""
        if choice.verb != "claim":
            MoveOn.resolve(self, game, choice)
            return
        state = game.state
        assert state.operation is not None
        control.enter(game, self.path[-1], state.operation.side, self.stack)
        game.stay(path=(*self.path, self.path[-1]))


# -- reorganisation ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GatherOrReorganise(GatherStack):
    """Gather a stack; instead of moving two units of a nation can reorganise (14.3.1; the way is ours)."""

    verbs: ClassVar[dict[str, str]] = {**GatherStack.verbs, "reorganise": ""}

    def options(self, game: PogGame) -> Options:
        """Return the usual options, and reorganising."""
        found = GatherStack.options(self, game)
        if not found.masks or not can_reorganise(game.state, self.stack):
            return found
        return Options({**found.masks, "reorganise": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Exchange steps of armies, or make one full corps of two reduced ones."""
        if choice.verb != "reorganise":
            GatherStack.resolve(self, game, choice)
            return
        state = game.state
        first, second = members(self.stack)
        if state.rules.armies >> first & 1:
            state.reduced ^= self.stack
        else:
            state.flip(first, False)
            state.place(second, state.rules.board.eliminated[state.rules.side_of[second]])
            state.flip(second, False)
        assert state.operation is not None
        state.operation.moved |= self.stack
        game.emit("reorganised", units=(first, second))
        game.stay(stack=0)


def can_reorganise(state: State, stack: int) -> bool:
    """Return whether these are two armies of a nation, one reduced, or two reduced corps of a kind that could be rebuilt."""
    if stack.bit_count() != 2 or state.rules.switches["soe.reorganisation"] == "none":
        return False
    first, second = (state.rules.content.units[unit] for unit in members(stack))
    reduced = (stack & state.reduced).bit_count()
    if first.army and second.army:
        return first.nation == second.nation and reduced == 1
    alike = not first.army and first.group == second.group
    return alike and reduced == 2 and second.replaceable


# -- stacking ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnExcess(Overstacked):
    """The owner chooses which of his excess units are removed (10.1.3)."""

    def actor(self, game: PogGame) -> int:
        """Return the side that moves."""
        return game.state.phasing


def on_purpose(state: State, side: int) -> bool:
    """Return that overstacking is allowed (10.1.3)."""
    return True


def amended(tables: Tables) -> Tables:
    """Return the tables: control at the end of a move; stacks of any size while units move."""
    return replace(
        tables,
        takes_control=(*tables.takes_control, where_it_ends),
        may_overstack=(on_purpose,),
        prices=(SECOND_MARKER, *tables.prices),
    )


MOVEMENT = Theme(amended, replaced=(ActivateForBoth, MoveAndClaim, GatherOrReorganise, OwnExcess))
