"""Forts that are built, and those that are built again (15.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import first, members
from engine.core.options import Choice, Options
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.suicide.movement import GatherOrReorganise
from engine.pog.rulesets.suicide.redeployment import OperateAfterSr
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import Tables

#: Marks: new forts by side, and printed forts built again by the strength they have so far.
NEW = ("new_forts_ap", "new_forts_cp")
AGAIN = ("forts_again_1", "forts_again_2")
#: Spaces where this action has built already.
BUSY = "building"
#: CF and LF of a new fort; that its LF is its CF is ours.
_NEW_STRENGTH = 1


def raised(state: State) -> dict[int, tuple[int, int]]:
    """15.4: forts that are not as printed, with owner and strength."""
    found = {space: (side, _NEW_STRENGTH) for side in (AP, CP) for space in members(state.marks[NEW[side]])}
    for strength, name in enumerate(AGAIN, 1):
        for space in members(state.marks[name]):
            found[space] = (state.rules.board.fort_owner[space], strength)
    return found


def forget(state: State, space: int) -> None:
    """Forget the strength of a fort that has fallen."""
    for name in (*NEW, *AGAIN):
        state.marks[name] &= ~(1 << space)


def strength_after(state: State, space: int, unit: int) -> int:
    """15.4: what building with a corps would make of the fort in a space; 0 if nothing can be built there.

    A new fort has a strength of 1 and may stand anywhere. One that is printed is built again by its owner alone, by a
    corps of the nation that owned the space, up to what is printed, one for each action.
    """
    rules, board = state.rules, state.rules.board
    spec = rules.content.units[unit]
    if not state.control[spec.side] >> space & 1 or state.marks[BUSY] >> space & 1:
        return 0
    if not board.forts >> space & 1:
        return 0 if (state.built[AP] | state.built[CP]) >> space & 1 else _NEW_STRENGTH
    if spec.side != board.fort_owner[space] or spec.parent != rules.content.spaces[space].nation:
        return 0
    now = 0 if state.forts_destroyed >> space & 1 else state.fort_values[space]
    return now + 1 if now < board.fort_value[space] else 0


def may_build(state: State, stack: int, space: int) -> bool:
    """15.4.1: a single full-strength corps that can be replaced, in a trench of its own side."""
    if stack.bit_count() != 1 or stack & state.rules.armies or stack & state.reduced:
        return False
    unit = first(stack)
    spec = state.rules.content.units[unit]
    level, owner = state.trench(space)
    return spec.replaceable and level > 0 and owner == spec.side and strength_after(state, space, unit) > 0


def build(game: PogGame, unit: int) -> None:
    """Cut the trench by a level, send the corps to the box, and make the fort one stronger."""
    state = game.state
    space, side = state.loc[unit], state.rules.side_of[unit]
    strength = strength_after(state, space, unit)
    level, _ = state.trench(space)
    state.set_trench(space, level - 1, side)
    state.place(unit, state.rules.board.eliminated[side])
    forget(state, space)
    flag = 1 << space
    printed = state.rules.board.fort_value[space]
    if not printed:
        state.marks[NEW[side]] |= flag
    elif strength < printed:
        state.marks[AGAIN[strength - 1]] |= flag
    state.forts_destroyed &= ~flag
    state.marks[BUSY] |= flag
    state.refresh_forts()
    game.emit("fort_built", unit=unit, space=space, fort=strength)


@dataclass(frozen=True, slots=True)
class GatherOrBuild(GatherOrReorganise):
    """Instead of moving a corps may build."""

    verbs: ClassVar[dict[str, str]] = {**GatherOrReorganise.verbs, "build": ""}

    def options(self, game: PogGame) -> Options:
        """As before, or that."""
        found = GatherOrReorganise.options(self, game)
        if not found.masks or not self.stack or not may_build(game.state, self.stack, self.origin):
            return found
        return Options({**found.masks, "build": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Build, and go on with the others of the space."""
        if choice.verb != "build":
            GatherOrReorganise.resolve(self, game, choice)
            return
        build(game, first(self.stack))
        game.stay(stack=0)


@dataclass(frozen=True, slots=True)
class OperateAndBuild(OperateAfterSr):
    """An operation in which each space builds once."""

    def close(self, game: PogGame) -> None:
        """Let the next action build again."""
        game.state.marks[BUSY] = 0
        OperateAfterSr.close(self, game)


def laws(state: State) -> Iterator[str]:
    """Yield a fault unless new forts stand where none is printed, and a fort has one strength."""
    seen = 0
    for name in (*NEW, *AGAIN):
        if state.marks[name] & seen:
            yield "a fort has two strengths"
        seen |= state.marks[name]
    if (state.marks[NEW[AP]] | state.marks[NEW[CP]]) & state.rules.board.forts:
        yield "a new fort where one is printed"
    again = state.marks[AGAIN[0]] | state.marks[AGAIN[1]]
    if again & (state.forts_destroyed | ~state.rules.board.forts):
        yield "a fort was built again where none stands"


def amended(tables: Tables) -> Tables:
    """Forts that are raised in play."""
    return replace(
        tables,
        marks={**tables.marks, **dict.fromkeys((*NEW, *AGAIN, BUSY), 0)},
        forts=(*tables.forts, raised),
        fort_gone=(*tables.fort_gone, forget),
        laws=(*tables.laws, laws),
    )


BUILDING = Theme(amended, replaced=(GatherOrBuild, OperateAndBuild))
