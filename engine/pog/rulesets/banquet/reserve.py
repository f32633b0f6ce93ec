"""Operations in three phases: movement, combat, reserve (9.2.8 to 9.2.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet.trenches import dig
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.moves import GatherStack, Overstacked, PickMover
from engine.pog.sequence.operations import Operate
from engine.pog.state import State
from engine.pog.tables import Closing, Tables


@dataclass(frozen=True, slots=True)
class BanquetOperate(Operate):
    """An operation of the variant: units that did not move before the combats can move after them."""

    steps: ClassVar[tuple[str, ...]] = (
        "activate", "move", "overstack", "fight", "reserve", "crowded", "dig", "close",
    )  # fmt: skip

    def move(self, game: PogGame) -> None:
        """Play the Movement Phase (9.2.8)."""
        game.state.marks |= {"reserve": 0, "move_used": 0, "walked": 0}
        Operate.move(self, game)

    def fight(self, game: PogGame) -> None:
        """Remove the Move markers of spaces that units left or entrenched in, then play the Combat Phase (9.2.8, 9.2.9)."""
        operation = game.state.operation
        assert operation is not None
        operation.move &= ~game.state.marks["move_used"]
        Operate.fight(self, game)

    def reserve(self, game: PogGame) -> None:
        """Move units in spaces that still have a Move marker (9.2.10); without combats only units that moved there gain by it."""
        state = game.state
        operation = state.operation
        assert operation is not None
        fought, operation.attack = operation.attack, 0
        anybody = state.rules.switches["banquet.reserve_units"] == "all_there"
        there = sum(state.units_of(operation.side, space) for space in members(operation.move))
        again = there & state.marks["walked"] if anybody else 0
        operation.moved = operation.digging | (0 if anybody else state.marks["walked"])
        if operation.move and (fought or again):
            state.marks["reserve"] = 1
            game.emit("reserve", side=operation.side, spaces=tuple(members(operation.move)))
            game.call(PickMover)

    def dig(self, game: PogGame) -> None:
        """Roll for entrenching after all movement of the round (11.2.2)."""
        dig(game)

    def crowded(self, game: PogGame) -> None:
        """Remove excess units as after the Movement Phase (10.1.3)."""
        game.call(Overstacked)

    def close(self, game: PogGame) -> None:
        """Remove the markers."""
        game.state.marks |= {"reserve": 0, "move_used": 0, "walked": 0}
        Operate.close(self, game)


@dataclass(frozen=True, slots=True)
class BanquetGather(GatherStack):
    """Gather a stack; its space has used its marker once the stack moves or entrenches."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Note the marker, then continue as in Deluxe."""
        marks = game.state.marks
        if choice.verb in ("step", "entrench"):
            marks["move_used"] |= 1 << self.origin
        if choice.verb == "step":
            marks["walked"] |= self.stack
        GatherStack.resolve(self, game, choice)


def not_controlled(state: State, unit: int) -> int:
    """Return the spaces closed in the Reserve Phase: all but controlled spaces and besieged enemy forts (9.2.10)."""
    operation = state.operation
    if not state.marks["reserve"] or operation is None:
        return 0
    besieged = state.besieged & state.rules.board.printed[1 - operation.side]
    return ~(state.control[operation.side] | besieged)


NOT_CONTROLLED = Closing(
    "reserve",
    "9.2.10",
    lambda rules: rules.units_of_side[AP] | rules.units_of_side[CP],
    spaces=not_controlled,
    strays=False,
    code="reserve_ground",
)


def phases_of_operations(state: State) -> Iterator[str]:
    """Check that the marks of the phases are set only during an operation."""
    marks = ("reserve", "move_used", "walked")
    if state.operation is None and any(state.marks[name] for name in marks):
        yield "the Reserve Phase goes on without an operation"


def amended(tables: Tables) -> Tables:
    """Return the tables in which the Reserve Phase closes all other spaces."""
    return replace(
        tables,
        barred=(*tables.barred, NOT_CONTROLLED),
        laws=(*tables.laws, phases_of_operations),
        marks={**tables.marks, **dict.fromkeys(("reserve", "move_used", "walked"), 0)},
    )


RESERVE = Theme(amended, replaced=(BanquetOperate, BanquetGather))
