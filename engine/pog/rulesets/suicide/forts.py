"""Building and rebuilding forts (15.4)."""

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

#: Marks: new forts by side, and rebuilt printed forts by their current strength.
NEW = ("new_forts_ap", "new_forts_cp")
AGAIN = ("forts_again_1", "forts_again_2")
#: Spaces where a fort was built in this action.
BUSY = "building"
#: CF and LF of a new fort; that both are equal is ours.
_NEW_STRENGTH = 1


def raised(state: State) -> dict[int, tuple[int, int]]:
    """Return the forts that differ from the printed ones, with owner and strength (15.4)."""
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
    """Return the strength of the fort if a corps built in a space; 0 if it cannot build there (15.4).

    A new fort has a strength of 1 and can be anywhere. A printed one can be rebuilt only by its owner, by a
    corps of the nation that owned the space, up to the printed strength, one per action.
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
    """Return whether a stack can build: one full-strength replaceable corps, in a trench of its own side (15.4.1)."""
    if stack.bit_count() != 1 or stack & state.rules.armies or stack & state.reduced:
        return False
    unit = first(stack)
    spec = state.rules.content.units[unit]
    level, owner = state.trench(space)
    return spec.replaceable and level > 0 and owner == spec.side and strength_after(state, space, unit) > 0


def build(game: PogGame, unit: int) -> None:
    """Reduce the trench by a level, send the corps to the box, and increase the fort by one."""
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
    """Gather a stack; instead of moving a corps can build."""

    verbs: ClassVar[dict[str, str]] = {**GatherOrReorganise.verbs, "build": ""}

    def options(self, game: PogGame) -> Options:
        """Return the usual options, and building."""
        found = GatherOrReorganise.options(self, game)
        if not found.masks or not self.stack or not may_build(game.state, self.stack, self.origin):
            return found
        return Options({**found.masks, "build": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Build, and continue with the other units of the space."""
        if choice.verb != "build":
            GatherOrReorganise.resolve(self, game, choice)
            return
        build(game, first(self.stack))
        game.stay(stack=0)


@dataclass(frozen=True, slots=True)
class OperateAndBuild(OperateAfterSr):
    """An operation in which each space can build once."""

    def close(self, game: PogGame) -> None:
        """Allow building again in the next action."""
        game.state.marks[BUSY] = 0
        OperateAfterSr.close(self, game)


def laws(state: State) -> Iterator[str]:
    """Check that new forts are only where none is printed, and a fort has one strength."""
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
    """Return the tables with forts built in play."""
    return replace(
        tables,
        marks={**tables.marks, **dict.fromkeys((*NEW, *AGAIN, BUSY), 0)},
        forts=(*tables.forts, raised),
        fort_gone=(*tables.fort_gone, forget),
        laws=(*tables.laws, laws),
    )


BUILDING = Theme(amended, replaced=(GatherOrBuild, OperateAndBuild))
