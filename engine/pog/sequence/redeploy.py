"""Strategic redeployment, unit by unit (9.3, 13.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice, Options
from engine.pog.rules import control, redeployment, stacking, supply
from engine.pog.sequence.base import PhasingDecision, PogGame
from engine.pog.sequence.moves import Overstacked
from engine.pog.state import State


@dataclass(frozen=True, slots=True)
class PickForSr(PhasingDecision):
    """Pick the next unit to redeploy, while points last."""

    kind: ClassVar[str] = "sr_unit"
    verbs: ClassVar[dict[str, str]] = {"pick": "unit", "finish": ""}
    forced: ClassVar[bool] = False
    points: int
    #: Units that have redeployed in this action (13.1.3).
    done: int = 0

    def options(self, game: PogGame) -> Options:
        """Return the units that can be paid for and have a destination; overstacked spaces first."""
        state = game.state
        over = stacking.overstacked(state, state.phasing)
        candidates = _candidates(state) & ~self.done
        if over:
            candidates &= _units_in(state, over)
        pick, stuck = redeployment.able(state, candidates, self.points)
        for unit in members(stuck):
            if self.room_is_made(state, unit):
                pick |= 1 << unit
        return Options({"pick": pick, "finish": int(not over)} if pick else {})

    def room_is_made(self, state: State, unit: int) -> bool:
        """Return whether the unit can enter a full space that another unit can still leave (10.1.2)."""
        left = self.points - redeployment.price(state, unit)
        crowded = redeployment.making_room(state, unit, left, self.done)
        return crowded != 0 and redeployment.destinations(state, unit, crowded) != 0

    def empty(self, game: PogGame) -> None:
        """End the redeployment, removing units above the stacking limit (10.1.3)."""
        game.goto(Overstacked)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Ask where the unit goes, or stop."""
        if choice.verb == "pick":
            game.goto(SendBySr, unit=choice.arg, points=self.points, done=self.done)


def _candidates(state: State) -> int:
    side = state.phasing
    waiting = state.units_at[state.rules.board.reserve[side]]
    return (state.standing[side] | waiting) & ~supply.frozen_units(state)


def _units_in(state: State, spaces: int) -> int:
    return sum(state.units_at[space] for space in members(spaces))


@dataclass(frozen=True, slots=True)
class SendBySr(PhasingDecision):
    """Choose where the picked unit goes."""

    kind: ClassVar[str] = "sr_destination"
    verbs: ClassVar[dict[str, str]] = {"to": "space"}
    forced: ClassVar[bool] = False
    unit: int
    points: int
    done: int

    def options(self, game: PogGame) -> Options:
        """Return the possible spaces and the Reserve Box."""
        state = game.state
        left = self.points - self.price(state)
        crowded = redeployment.making_room(state, self.unit, left, self.done)
        return Options({"to": redeployment.destinations(state, self.unit, crowded)})

    def price(self, state: State) -> int:
        """Return the SR points for the unit."""
        return redeployment.price(state, self.unit)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Pay and move the unit; control does not change on friendly ground."""
        state = game.state
        origin = state.loc[self.unit]
        redeployment.note_limits(state, self.unit, origin, choice.arg)
        state.place(self.unit, choice.arg)
        state.failed_entrench &= ~(1 << self.unit)
        for happens in state.rules.tables.moments.left:
            happens(game, origin)
        control.settle_holds(game)
        if state.rules.board.on_map[choice.arg]:  # besiegers may have left a trench there (11.2.1, 11.2.5)
            control.capture_trench(game, choice.arg, state.phasing)
        game.emit("sr", unit=self.unit, origin=origin, to=choice.arg)
        left = self.points - self.price(state)
        game.goto(PickForSr, points=left, done=self.done | 1 << self.unit)
