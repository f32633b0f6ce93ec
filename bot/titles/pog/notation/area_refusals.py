"""The rules that keep a unit out of a space in any situation: front, neutrals, peace, connections."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from bot.table.table import Table
from engine.errors import Reason
from engine.pog.content import Content
from engine.pog.rules import areas
from engine.pog.tables import Closing


def why_no_line(table: Table, unit: int, at: int, space: int) -> Reason | None:
    """Return why no connection leads a unit from a space to another (11.1.4, 11.3.2, 12.1.9)."""
    state = table.game.state
    if not state.rules.board.lines[unit][at] >> space & 1:
        code = "line_not_for_it" if connected(state, at, space) else "not_adjacent"
        return Reason(code, "11.1.4" if code == "line_not_for_it" else "11.1.3", _data(unit, space, at))
    if not areas.steps_from(state, 1 << unit, at) >> space & 1:
        return Reason("crossing_closed", "11.3.2", _data(unit, space, at))
    return None


def _data(unit: int, space: int, at: int) -> dict[str, object]:
    return {"unit": unit, "units": (unit,), "space": space, "origin": at}


def connected(state: Any, one: int, other: int) -> bool:
    """Return True if a connection of any kind joins two spaces."""
    return (one, other) in _pairs(state.rules.content)


def beside(state: Any, space: int) -> tuple[int, ...]:
    """Return the spaces joined to a space by a connection of any kind."""
    return _neighbours(state.rules.content).get(space, ())


@lru_cache(maxsize=16)
def _neighbours(content: Content) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    for one, other in sorted(_pairs(content)):
        found.setdefault(one, []).append(other)
    return {space: tuple(others) for space, others in found.items()}


@lru_cache(maxsize=16)
def _pairs(content: Content) -> frozenset[tuple[int, int]]:
    """Return the connected pairs of spaces, in both directions."""
    ends = [(line.a, line.b) for line in content.connections]
    return frozenset(ends + [(b, a) for a, b in ends])


def why_barred(table: Table, unit: int, space: int) -> Reason | None:
    """Return why a unit may never move, attack, advance or redeploy into a space in the present position; None if it may."""
    state = table.game.state
    if not areas.barred(state, unit) >> space & 1:
        return None
    entry = closed_by(state.rules.tables.barred, state, unit, space)
    if entry is not None and entry.name not in DELUXE and not state.closed >> space & 1:
        return told(entry, unit, space)
    for test, code, rule in _BARRED:
        if test(state, unit, space):
            return Reason(code, rule, {"unit": unit, "units": (unit,), "space": space})
    return Reason("not_its_front", "9.5.3.4", {"unit": unit, "units": (unit,), "space": space})


#: Closings whose refusals are defined below, in the order in which a player would think of them.
DELUXE = frozenset({"near_east", "lost_near_east", "bef", "italy", "brest_litovsk"})


def closed_by(entries: Iterable[Closing], state: Any, unit: int, space: int) -> Closing | None:
    """Return the first rule that closes a space to a unit, or None."""
    return next((entry for entry in entries if entry.binds(state, unit, space)), None)


def told(entry: Closing, unit: int, space: int) -> Reason:
    """Return the reason by which a rule closes a space to a unit."""
    data = {"unit": unit, "units": (unit,), "space": space, "closing": entry.name}
    return Reason(entry.code or entry.name, entry.rule, data)


def why_no_end(table: Table, unit: int, space: int) -> Reason | None:
    """Return why a unit that may enter a space may not end a move or an SR there; None if it may."""
    state = table.game.state
    tables, flag = state.rules.tables, 1 << unit
    if areas.no_end(state, flag) >> space & 1 and (entry := closed_by(tables.no_stop, state, unit, space)):
        return told(entry, unit, space)
    if not areas.may_end(state, flag, space):
        return Reason("not_in_company", "10.1", {"unit": unit, "space": space})
    return None


def why_bound(table: Table, unit: int, at: int, space: int) -> Reason | None:
    """Return why a unit may not leave a space, or not that way; None if nothing binds it there."""
    state = table.game.state
    entry = closed_by(state.rules.tables.stays, state, unit, at)
    if entry is not None:
        return told(entry, unit, at)
    if not areas.may_leave(state, 1 << unit, at):
        return Reason("not_in_company", "10.1", {"unit": unit, "space": at})
    if areas.astray(state) >> unit & 1 and not areas.homeward(state, unit, at) >> space & 1:
        return Reason("goes_home", "", {"unit": unit, "space": space})
    return None


def why_not_in(table: Table, unit: int, at: int, space: int) -> Reason | None:
    """Return why a unit may not advance from a space into another under the rules on where it may be; None if it may."""
    state = table.game.state
    entry = closed_by(state.rules.tables.no_entry, state, unit, space)
    if areas.no_entry(state, unit, at) >> space & 1 and entry is not None:
        return told(entry, unit, space)
    return why_bound(table, unit, at, space)


def _neutral(state: Any, unit: int, space: int) -> bool:
    del unit
    return bool(state.closed >> space & 1)


def _bef(state: Any, unit: int, space: int) -> bool:
    board = state.rules.board
    return bool(
        state.rules.limited.get("western_front", 0) >> unit & 1 and not board.lands("br", "fr", "be", "ge") >> space & 1
    )


def _near_east(state: Any, unit: int, space: int) -> bool:
    rules = state.rules
    return bool((rules.no_near_east | state.ne_outside) >> unit & 1 and rules.board.near_east >> space & 1)


def _italy(state: Any, unit: int, space: int) -> bool:
    rules = state.rules
    foreign = rules.armies & ~rules.nation_units("ah", "it")
    return bool(areas.italy_barred(state) and foreign >> unit & 1 and rules.board.lands("it") >> space & 1)


def _brest_litovsk(state: Any, unit: int, space: int) -> bool:
    del unit, space
    return bool(state.russian == areas.BREST_LITOVSK)


def _reserve(state: Any, unit: int, space: int) -> bool:
    """Return True if a space is outside a unit's own ground, to which units keep after the combats (9.2.10)."""
    side = state.rules.side_of[unit]
    own = state.control[side] | state.besieged & state.rules.board.printed[1 - side]
    return bool(state.marks.get("reserve")) and not own >> space & 1


#: Tests in the order in which a player would think of them, each with the reason code and rule it leads to.
_BARRED: tuple[tuple[Callable[[Any, int, int], bool], str, str], ...] = (
    (_neutral, "neutral_ground", "11.1.11"),
    (_reserve, "reserve_ground", "9.2.10"),
    (_bef, "not_its_front", "11.1.17"),
    (_near_east, "not_its_front", "11.3.1"),
    (_italy, "not_its_front", "5.7.4.6"),
    (_brest_litovsk, "brest_litovsk", "16.4.9"),
)

__all__ = [
    "beside",
    "closed_by",
    "connected",
    "told",
    "why_barred",
    "why_bound",
    "why_no_end",
    "why_no_line",
    "why_not_in",
]
