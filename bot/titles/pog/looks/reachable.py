"""Reach of units: where an own unit can end its move or why it can't, and which units can reach a space.

The first answers `how far can RU 2 go`, in addition to the unit's location; the second answers `who can get to Warsaw`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.table.reasons import sentence
from bot.table.refusal import Refusal, refuse
from bot.table.typed_text import tokens
from bot.titles.pog.notation.path_search import Path, ways
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.notation.units import fitting, read_unit
from engine.core.bits import members
from engine.pog.combat_state import Operation
from engine.pog.rules import movement

if TYPE_CHECKING:
    from bot.table.table import Table
    from bot.titles.pog.narration.names import Names
    from bot.titles.pog.notation.lexicon import Lexicon
    from engine.pog.state import State

#: Maximum number of spaces named.
_MOST = 20
#: Maximum number of armies of different nations with one number.
_ALIKE = 3


def reachable(names: Names, lexicon: Lexicon, table: Table, where: str) -> str:
    """Return where the named unit, or each of the few armies of a number, can go, or why it can't; "" if none or many are named."""
    return "\n".join(_reach(names, table, unit) for unit in _named_units(lexicon, table, where))


def _reach(names: Names, table: Table, unit: int) -> str:
    """Return where a unit can go, or why it can't."""
    said, state = names.unit(unit, bool(weakened(table) >> unit & 1)), table.game.state
    if not state.rules.movement(state, unit):
        never = refuse("cannot_move", "11.1.1", unit=unit)
        return names.words.say("ui.answers.cannot_go", unit=said, why=sentence(names, never))
    if not table.mine or table.kind != "move_unit":
        return _destinations(names, "can_go_once", said, _once_activated(table, unit))
    trial = table.trial()
    try:
        trial.do("pick", unit)
    except Refusal as refusal:
        return names.words.say("ui.answers.cannot_go", unit=said, why=sentence(names, refusal))
    return _destinations(names, "can_go", said, ways(trial))


def _once_activated(table: Table, unit: int) -> Mapping[int, Path]:
    """Return where a unit could end its move if its space were activated for it, with the paths."""
    state = table.game.state.copy()
    state.operation = Operation(table.side, move=1 << state.loc[unit])
    return movement.reachable(state, 1 << unit, state.loc[unit], state.rules.movement(state, unit))


def _destinations(names: Names, key: str, unit: str, goals: Mapping[int, Path]) -> str:
    """Return where a unit can go, nearest spaces first."""
    if not goals:
        return names.words.say("ui.answers.goes_nowhere", unit=unit)
    nearest = sorted(goals.items(), key=lambda one: (len(one[1]), names.space(one[0])))
    spaces = [names.space(space) for space, _ in nearest[:_MOST]]
    if more := len(goals) - len(spaces):
        spaces.append(names.words.say("ui.answers.more_spaces", count=more))
    return names.words.say(f"ui.answers.{key}", unit=unit, spaces=", ".join(spaces))


def comers(names: Names, table: Table, space: int) -> str:
    """Return which own units can reach a space in one move: those still able to move now, else any after activation."""
    moves = table.mine and table.kind == "move_unit"
    state = table.game.state if moves else table.game.state.copy()
    ready = sum(1 << unit for unit in table.may("pick")) if moves else -1
    found = list[str]()
    for origin in state.rules.content.spaces:
        stack = state.units_of(table.side, origin.id) & ready if origin.kind == "map" and origin.id != space else 0
        if not moves:
            state.operation = Operation(table.side, move=1 << origin.id)
        if coming := _coming(state, stack, space):
            found.append(f"{names.units(members(coming), weakened(table))} ({names.space(origin.id)})")
    key = ("come_now" if moves else "come") if found else ("nobody_comes_now" if moves else "nobody_comes")
    return names.words.say(f"ui.answers.{key}", space=names.space(space), units=", ".join(found))


def _coming(state: State, stack: int, space: int) -> int:
    """Return the units of a stack that can end a move in a space, alone or with all others that are at least as fast."""
    found = 0
    going = {unit: state.rules.movement(state, unit) for unit in members(stack)}
    for unit, points in going.items():
        company = sum(1 << other for other, more in going.items() if more >= points)
        for group in (1 << unit, company):
            if points and space in movement.reachable(state, group, state.loc[unit], points):
                found |= group
    return found


def _named_units(lexicon: Lexicon, table: Table, where: str) -> list[int]:
    """Return the one own unit on the map that a text names, or the few that bear the number in it; [] if there are none, or more."""
    words, content = lexicon.counted(tokens(where)), lexicon.book.content
    read = read_unit(lexicon, words, 0) if words else None
    if read is None or read[1] < len(words):
        return []
    own = [
        one.id
        for one in content.units
        if one.side == table.side and content.spaces[stands(table, one.id)].kind == "map"
    ]
    found = fitting(lexicon, read[0], own, weakened(table))
    return found if len(found) <= (_ALIKE if read[0].label else 1) else []


__all__ = ["comers", "reachable"]
