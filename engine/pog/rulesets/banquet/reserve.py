"""Operations in three phases: movement, combat, reserve (9.2.8 to 9.2.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet.theme import Theme
from engine.pog.rulesets.banquet.trenches import dig
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.moves import GatherStack, Overstacked, PickMover
from engine.pog.sequence.operations import Operate
from engine.pog.state import State
from engine.pog.tables import Closing, Tables


@dataclass(frozen=True, slots=True)
class BanquetOperate(Operate):
    """An operation of the variant: whoever did not move before the combats may move behind them."""

    steps: ClassVar[tuple[str, ...]] = (
        "activate", "move", "overstack", "fight", "reserve", "crowded", "dig", "close",
    )  # fmt: skip

    def move(self, game: PogGame) -> None:
        """9.2.8: the Movement Phase."""
        game.state.marks |= {"reserve": 0, "move_used": 0, "walked": 0}
        Operate.move(self, game)

    def fight(self, game: PogGame) -> None:
        """9.2.8, 9.2.9: Move markers of the spaces that units left or dug in come off, then the Combat Phase."""
        operation = game.state.operation
        assert operation is not None
        operation.move &= ~game.state.marks["move_used"]
        Operate.fight(self, game)

    def reserve(self, game: PogGame) -> None:
        """9.2.10: who stands where a Move marker still lies moves; without combats that is new only for those who moved there."""
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
        """11.2.2: after all movement of the round."""
        dig(game)

    def crowded(self, game: PogGame) -> None:
        """10.1.3: as after the Movement Phase."""
        game.call(Overstacked)

    def close(self, game: PogGame) -> None:
        """Markers come off."""
        game.state.marks |= {"reserve": 0, "move_used": 0, "walked": 0}
        Operate.close(self, game)


@dataclass(frozen=True, slots=True)
class BanquetGather(GatherStack):
    """A stack of the variant; its space has used its marker once it moves or digs."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Note the marker, then as in Deluxe."""
        marks = game.state.marks
        if choice.verb in ("step", "entrench"):
            marks["move_used"] |= 1 << self.origin
        if choice.verb == "step":
            marks["walked"] |= self.stack
        GatherStack.resolve(self, game, choice)


def not_controlled(state: State, unit: int) -> int:
    """9.2.10: in the Reserve Phase units enter controlled spaces and besieged enemy forts only."""
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
    """Yield the marks of the phases lie there during an operation only."""
    marks = ("reserve", "move_used", "walked")
    if state.operation is None and any(state.marks[name] for name in marks):
        yield "the Reserve Phase goes on without an operation"


def amended(tables: Tables) -> Tables:
    """Return the tables in which the Reserve Phase is closed to what they do not name."""
    return replace(
        tables,
        barred=(*tables.barred, NOT_CONTROLLED),
        laws=(*tables.laws, phases_of_operations),
        marks={**tables.marks, **dict.fromkeys(("reserve", "move_used", "walked"), 0)},
    )


RESERVE = Theme(amended, replaced=(BanquetOperate, BanquetGather))
