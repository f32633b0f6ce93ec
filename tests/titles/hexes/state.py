"""The position of the hex game, and each viewer's view of it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from engine.core.bits import mask
from tests.titles.hexes.facts import BLUE, NOWHERE, RED, UNKNOWN, facts

#: The facing at the start, also assumed for hidden enemies: blue to the north, red to the south.
AHEAD: Final = (0, 3)


@dataclass(slots=True)
class State:
    """The position, by stack. Only its own side knows the steps and facing of a stack that is not `seen`."""

    scenario: str
    #: Whether stacks are hidden until they fight.
    fog: bool = True
    turn: int = 0
    #: Whose phase it is; `NOWHERE` before the first.
    phase: int = NOWHERE
    at: tuple[int, ...] = ()
    facing: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    #: Sets of stacks: seen by both sides, and those that have marched and attacked in this phase.
    seen: int = 0
    marched: int = 0
    fought: int = 0
    #: The phase is over.
    finished: bool = False
    #: Hits that the fort still takes.
    fort: int = 0
    #: Points of blue.
    score: int = 0

    def copy(self) -> State:
        """Return an independent copy; all values are immutable."""
        return replace(self)

    def dump(self) -> dict[str, Any]:
        """Return the position as JSON."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}

    @classmethod
    def load(cls, data: dict[str, Any]) -> State:
        """Load a dumped position; raises TypeError for unknown fields."""
        found: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in data.items()}
        return cls(**found)

    # -- reading ------------------------------------------------------------------------

    def knows(self, side: int | None, stack: int) -> bool:
        """Return whether a side knows the steps and facing of a stack; None asks for spectators."""
        return bool(self.seen >> stack & 1) or facts().side_of(stack) == side

    def stack_at(self, hex_: int) -> int | None:
        """Return the stack in a hex."""
        return self.at.index(hex_) if hex_ in self.at else None

    def place_of(self, target: int) -> int:
        """Return the hex of a target, `NOWHERE` if it is lost."""
        here = facts()
        if target != here.fort_target:
            return self.at[target]
        return here.fort if self.fort else NOWHERE

    def can_enter(self, hex_: int, side: int) -> bool:
        """Return whether a stack of a side can enter a hex: it holds no stack and no enemy fort."""
        return hex_ not in self.at and not (side == BLUE and self.fort and hex_ == facts().fort)

    def covered(self, stack: int) -> bool:
        """Return whether a stack is in woods or in the intact fort."""
        at, here = self.at[stack], facts()
        return at in here.woods or (at == here.fort and self.fort > 0)

    def zone(self, side: int) -> int:
        """Return the zone of a side: the front hexes of its stacks, except decoys."""
        here = facts()
        there = [here.front(self.at[one], self.facing[one]) for one in here.stacks_of(side) if self.is_real(one)]
        return mask(hex_ for front in there for hex_ in front)

    def is_real(self, stack: int) -> bool:
        """Return whether a stack is on the map and no decoy."""
        return self.at[stack] != NOWHERE and self.steps[stack] > 0

    def targets(self, stack: int) -> int:
        """Return the targets of a stack: enemy stacks in its front, and for blue the fort."""
        here, side = facts(), facts().side_of(stack)
        if not self.is_real(stack):
            return 0
        front = here.front(self.at[stack], self.facing[stack])
        enemies = (*here.stacks_of(RED - side), *((here.fort_target,) if side == BLUE else ()))
        return mask(one for one in enemies if self.place_of(one) in front)

    # -- changing -----------------------------------------------------------------------

    def put(self, stack: int, hex_: int, facing: int) -> None:
        """Place a stack in a hex with a facing."""
        self.at, self.facing = _with(self.at, stack, hex_), _with(self.facing, stack, facing)

    def lose(self, stack: int) -> None:
        """Remove a step of a stack, or a decoy. Red steps count +1 point for blue, blue steps -1, decoys nothing."""
        if self.steps[stack]:
            self.score += 1 if facts().side_of(stack) == RED else -1
            self.steps = _with(self.steps, stack, self.steps[stack] - 1)
        if not self.steps[stack]:
            self.at = _with(self.at, stack, NOWHERE)

    # -- knowing ------------------------------------------------------------------------

    def imagined(self, side: int) -> State:
        """Return a position that agrees with what a side knows: hidden enemies get the remaining steps and face ahead."""
        here, enemy = facts(), RED - side
        unseen = [one for one in here.stacks_of(enemy) if not self.knows(side, one)]
        steps, facing = list(self.steps), list(self.facing)
        for one, left in zip(unseen, sorted(self.steps[one] for one in unseen), strict=True):
            steps[one], facing[one] = left, AHEAD[enemy]
        return replace(self, steps=tuple(steps), facing=tuple(facing))


def _with(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer knows; hidden steps and facings are `UNKNOWN`."""

    scenario: str
    turn: int
    turns: int
    phase: int
    at: tuple[int, ...]
    facing: tuple[int, ...]
    steps: tuple[int, ...]
    fort: int
    score: int
    par: int


def view_of(state: State, viewer: int | None, *, over: bool) -> View:
    """Return what a seat, or for None a spectator, knows; everything once the game is over."""
    here = facts().scenarios[state.scenario]
    known = [over or state.knows(viewer, stack) for stack in range(len(state.at))]
    steps, facing = (
        tuple(value if seen else UNKNOWN for value, seen in zip(values, known, strict=True))
        for values in (state.steps, state.facing)
    )
    return View(
        state.scenario, state.turn, here.turns, state.phase, state.at, facing, steps, state.fort, state.score, here.par
    )


__all__ = ["AHEAD", "State", "View", "view_of"]
