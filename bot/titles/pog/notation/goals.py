"""Why a stack does not come to the goal of an order, or not all of it (11.1)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles.pog.notation import ground, stepping
from bot.titles.pog.notation.ways import Reach, movers, place_of, reach
from engine.errors import Reason

#: Reasons that speak of the line or the movement left, not of the goal: another way might lead there.
_OF_THE_WAY = frozenset({"line_not_for_it", "crossing_closed", "step_too_dear", "only_towards_supply"})
#: Reasons that only say how far it is.
_OF_DISTANCE = frozenset({"too_far", "no_way_there"})


def why_not_reached(table: Table, space: int, part: str = "") -> Refusal:
    """Return the refusal of a goal where not all of the stack under way can end, with what would do."""
    found = reach(table)
    here = place_of(table)
    return Refusal(_why(table, space, found), part, ("to", "space", tuple(sorted(set(found.ends) - {here}))))


def _why(table: Table, space: int, found: Reach) -> Reason:
    if (parting := found.partings.get(space)) is not None:
        last = parting.stays[-1][1]
        return left_behind([unit for unit, at in parting.stays if at == last], last, parting.goers, space)
    if space in found.passed:
        return why_no_end(found.passed[space][1], space)
    reasons = [why for there in _beside(table, found, space) if (why := stepping.why_no_step(there, space)) is not None]
    for kept in (_OF_THE_WAY | _OF_DISTANCE, _OF_DISTANCE):
        if told := [why for why in reasons if why.code not in kept]:
            return told[0]
    far = stepping.why_no_step(table, space) or _unexplained(table)
    if far.code != "no_way_there":
        return far
    return _closed(table, space) or _spent(table, found, space) or far


def _closed(table: Table, space: int) -> Reason | None:
    """Why the units under way may not enter a space, wherever they come from."""
    if table.game.state.units_of(1 - table.side, space):
        return Reason("enemy_there", "11.1.7", {"space": space})
    return next((why for unit in movers(table) if (why := ground.why_barred(table, unit, space)) is not None), None)


def _spent(table: Table, found: Reach, space: int) -> Reason | None:
    """What ends the move of all next to a goal, on the shortest of such ways (11.1.5, 15.1.1)."""
    near = (path[-1] for path, _ in found.passed.values() if ground.connected(table.game.state, path[-1], space))
    place = next(near, None)
    return None if place is None else ended_at(table, movers(table), place, space)


def why_no_end(table: Table, space: int) -> Reason:
    """Return why those under way may not end in a space that they have come to."""
    if table.kind == "retreat":
        return Reason("retreat_goes_on", "12.5.2", {"unit": movers(table)[0], "space": space})
    verb = "stop" if "stop" in table.game.decision.verbs else ""
    maker = table.face.reasons.get(verb)
    return (maker and maker(table, 0)) or _unexplained(table)


def left_behind(units: Sequence[int], place: int, goers: Sequence[int], space: int) -> Reason:
    """Return the reason that the movement of some units ends on the way, while others could go on to the goal."""
    data = {"units": tuple(units), "place": place, "space": space, "goers": tuple(goers)}
    return Reason("left_behind" if goers else "movement_ends", "11.1.5", data)


def ended_at(table: Table, units: Sequence[int], place: int, space: int) -> Reason:
    """Return why the move of units ends in a place before their goal: an enemy fort, or no movement is left."""
    if table.game.state.intact_forts(1 - table.side) >> place & 1:
        return Reason("halts_at_fort", "15.1.1", {"units": tuple(units), "place": place, "space": space})
    return left_behind(units, place, (), space)


def _beside(table: Table, found: Reach, space: int) -> list[Table]:
    """Tables on which the whole stack stands next to a space and could go on, the nearest first."""
    stack = set(movers(table))
    state = table.game.state
    start = [table] if ground.connected(state, place_of(table), space) else []
    return start + [
        there
        for path, there in found.passed.values()
        if ground.connected(state, path[-1], space) and there.mine and set(movers(there)) == stack
    ]


def _unexplained(table: Table) -> Reason:
    return Reason("not_possible_now", table.face.rule, {"decision": table.kind})


__all__ = ["ended_at", "left_behind", "why_no_end", "why_not_reached"]
