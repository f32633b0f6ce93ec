"""Moves units along the way of an order exactly as ordered (11.1, 12.5, 12.7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.titles.pog.notation import advance_refusals, area_refusals, goal_refusals, movement_refusals
from bot.titles.pog.notation.path_search import Path, movers, place_of, reach, way_to
from bot.titles.pog.notation.stacks import stands
from engine.errors import Reason


def follow(
    table: Table,
    way: Sequence[int],
    part: str = "",
    units: Sequence[int] = (),
    staying: Collection[int] = (),
    taken: Collection[int] = (),
) -> None:
    """Move the units of the present decision along a way and end their move in its last space.

    A way of several spaces is followed space by space where connections join them. Elsewhere, and to a single goal, the
    units take a shortest way on which none is left behind.

    Args:
        table: where units are moving, or about to set out.
        way: spaces; the units end in the last one.
        part: the piece of the order, for refusals.
        units: the moving units; by default those of the present decision, unless they may already have ended by
        themselves.
        staying: units whose movement may end on the way.
        taken: spaces of the way before its last one that they take in passing.

    Raises:
        Refusal: they can't go that way, or not all of them reach its end.
    """
    bound = [unit for unit in units or movers(table) if unit not in staying]
    advance = table.kind == "advance"
    for number, space in enumerate(way):
        if not _is_moving(table, bound):
            if not units:
                raise Refusal(_why_elsewhere(table, bound, stands(table, bound[0]), space, advance), part)
            break
        if not _has_reached(table, space):
            _step_to(table, bound, way, number, part)
        if space in taken and space != way[-1] and _is_moving(table, bound):
            table.do("claim", 0, part)
    _end(table, bound, way[-1], part)
    _check_arrival(table, bound, way, part, advance=advance)


def _step_to(table: Table, bound: Sequence[int], way: Sequence[int], number: int, part: str) -> None:
    """Move the units on to a space of their way: by a step, or by a shortest way if no connection leads there."""
    space, last = way[number], number == len(way) - 1
    path = (space,) if len(way) > 1 and _next_to(table, space) else _path(table, space, part, last=last)
    for step, into in enumerate(path):
        if not _is_moving(table, bound) or _has_reached(table, into):
            continue  # the only possible step has been made automatically
        table.do("step", into, part)
        if not (last and step == len(path) - 1):
            _nobody_left(table, bound, into, way[-1], part)


def _has_reached(table: Table, space: int) -> bool:
    """Return True if the units are already moving and have reached a space."""
    return bool(table.field("path", ())) and place_of(table) == space


def _is_moving(table: Table, units: Collection[int]) -> bool:
    """Return True while the present decision moves some of the units."""
    return table.mine and not set(units).isdisjoint(movers(table))


def _next_to(table: Table, space: int) -> bool:
    return table.offers("step", space) or area_refusals.connected(table.game.state, place_of(table), space)


def _path(table: Table, space: int, part: str, *, last: bool) -> Path:
    """Return a shortest way to a space that is a goal, or is only passed."""
    path = way_to(table, space) if last else None
    if path is None and not last:
        passed = reach(table, enough=lambda found: space in found.passed).passed.get(space)
        path = passed[0] if passed is not None else None
    if path is None:
        raise goal_refusals.why_not_reached(table, space, part)
    return path


def _nobody_left(table: Table, bound: Sequence[int], space: int, goal: int, part: str) -> None:
    """Refuse a step in the middle of a way where the movement of some units ends while others go on."""
    goers = [unit for unit in bound if unit in movers(table)] if table.mine else []
    left = [unit for unit in bound if unit not in goers]
    if goers and left:
        raise Refusal(goal_refusals.left_behind(left, space, goers, goal), part)


def _end(table: Table, bound: Sequence[int], space: int, part: str) -> None:
    """End the move of units that have reached the end of their way and could go on."""
    if not _is_moving(table, bound) or place_of(table) != space or not table.field("path", ()):
        return
    for verb in ("stop", "halt"):
        if table.offers(verb):
            table.do(verb, 0, part)
            return
    raise Refusal(goal_refusals.why_no_end(table, space), part, table.legal("step"))


def _check_arrival(table: Table, bound: Sequence[int], way: Sequence[int], part: str, *, advance: bool) -> None:
    """Refuse if some units haven't ended in the last space of the way, or have reached it by another way."""
    goal = way[-1]
    for unit in bound:
        at = stands(table, unit)
        if at != goal:
            raise Refusal(_why_elsewhere(table, bound, at, goal, advance), part)
        gone = retreat_of(table, unit)
        if gone and any(space not in gone for space in way):
            raise refuse("retreats_over", "12.5.5", part, unit=unit, way=gone, space=gone[-1])


def check_retreated(table: Table, unit: int, way: Sequence[int], part: str) -> None:
    """Refuse if a unit that retreated by itself, on its only way, isn't at the end of the way named (12.5.5)."""
    at = stands(table, unit)
    if at != way[-1] and table.game.state.combat is None and table.game.state.rules.content.spaces[at].kind == "map":
        raise refuse("retreats_over", "12.5.5", part, unit=unit, way=(at,), space=at)
    _check_arrival(table, [unit], way, part, advance=False)


def _why_elsewhere(table: Table, bound: Sequence[int], at: int, goal: int, advance: bool) -> Reason:
    gone_for_good = table.game.state.rules.content.spaces[at].kind != "map"
    if gone_for_good and (shut_in := movement_refusals.why_shut_in(table, bound[0])) is not None:
        return shut_in
    if gone := retreat_of(table, bound[0]):
        return Reason("retreats_over", "12.5.5", {"unit": bound[0], "way": gone, "space": gone[-1]})
    why = goal_refusals.ended_at(table, [unit for unit in bound if stands(table, unit) == at], at, goal)
    if not advance or why.code != "movement_ends":
        return why
    ends = advance_refusals.why_no_farther(table.game.state, list(bound), goal)
    return ends or Reason("advance_ends", "12.7.3", why.data)


def retreat_of(table: Table, unit: int) -> Path:
    """Return the way on which a unit has retreated in the present combat; empty if it hasn't."""
    combat = table.game.state.combat
    retreats = combat.retreats if combat is not None else ()
    return next((tuple(path) for gone, path in reversed(retreats) if gone == unit), ())


__all__ = ["check_retreated", "follow", "retreat_of"]
