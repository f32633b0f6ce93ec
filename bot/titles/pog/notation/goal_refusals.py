"""The reasons why a stack can't reach the goal of an order, or only some of it can (11.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles.pog.notation import area_refusals, movement_refusals
from bot.titles.pog.notation.path_search import Reach, movers, place_of, reach
from engine.errors import Reason
from engine.pog.rules import step_costs

#: Reasons about the connection or the movement left, not about the goal: another way might lead there.
_OF_THE_WAY = frozenset({"line_not_for_it", "crossing_closed", "step_too_dear", "only_towards_supply"})
#: Reasons that only state the distance.
_OF_DISTANCE = frozenset({"too_far", "no_way_there"})
#: What keeps moving units out of the adjacent space, by decision; a move by default.
_STEPS = {"retreat": movement_refusals.why_no_retreat, "advance": movement_refusals.why_not_on}
#: Distance of spaces from which no way leads to the goal.
_NOWHERE = 999


def why_not_reached(table: Table, space: int, part: str = "") -> Refusal:
    """Return the refusal of a goal where the moving stack can't end as a whole, with the alternatives."""
    found = reach(table)
    here = place_of(table)
    return Refusal(_reason_at_goal(table, space, found), part, ("to", "space", tuple(sorted(set(found.ends) - {here}))))


def why_no_step(table: Table, space: int) -> Reason | None:
    """Return why the moving units may not step into a space, when steps are chosen singly; None if unknown."""
    far = _why_no_step(table, space)
    if far is None or far.code != "no_way_there":
        return far
    found = reach(table)
    if space in found.ends or space in found.passed:
        return Reason("not_adjacent", far.rule, far.data)
    return _reason_blocked(table, found, space, far)


def _why_no_step(table: Table, space: int) -> Reason | None:
    return _STEPS.get(table.kind, movement_refusals.why_no_step)(table, space)


def _reason_at_goal(table: Table, space: int, found: Reach) -> Reason:
    if (parting := found.partings.get(space)) is not None:
        last = parting.stays[-1][1]
        return left_behind([unit for unit, at in parting.stays if at == last], last, parting.goers, space)
    if space in found.passed:
        # A step that is the only one is made at once, and the decision after it is another.
        return why_no_end(table if table.kind == "retreat" else found.passed[space][1], space)
    reasons = [why for there in _tables_next_to(table, found, space) if (why := _why_no_step(there, space)) is not None]
    for kept in (_OF_THE_WAY | _OF_DISTANCE, _OF_DISTANCE):
        if told := [why for why in reasons if why.code not in kept]:
            return told[0]
    far = _why_no_step(table, space) or _general_reason(table)
    if far.code != "no_way_there":
        return far
    spent = _reason_movement_ends(table, found, space) if table.kind != "retreat" else None
    return _reason_closed(table, space) or spent or _reason_blocked(table, found, space, far)


def _reason_blocked(table: Table, found: Reach, space: int, far: Reason) -> Reason:
    """Return the reason that no way leads to a goal, with what blocks the shortest ways on the map, nearest to the goal first."""
    state, stack = table.game.state, set(movers(table))
    beyond = _distances(state, space)
    blocks: dict[int, tuple[int, Reason]] = {}

    def note(at: int, whole: int, why: Reason | None) -> None:
        if why is not None and why.code not in _OF_DISTANCE and whole < blocks.get(at, (_steps_left(table) + 1,))[0]:
            blocks[at] = whole, why

    for gone, at, there in [
        (0, place_of(table), table),
        *((len(p), p[-1], there) for p, there in found.passed.values()),
    ]:
        if not there.mine or set(movers(there)) != stack:
            if at in found.passed and state.intact_forts(1 - table.side) >> at & 1:
                note(at, gone + beyond.get(at, _NOWHERE), ended_at(table, sorted(stack), at, space))
            continue
        for near in area_refusals.beside(state, at):
            if near not in found.passed:
                note(near, gone + 1 + beyond.get(near, _NOWHERE), _why_no_step(there, near))
    told = [why for _, why in sorted(blocks.values(), key=lambda block: block[0])][: movement_refusals.MOST_BLOCKS]
    if not told and table.kind == "retreat":
        return Reason("retreat_elsewhere", "12.5.5", {"unit": movers(table)[0], "space": space})
    if not told and (away := beyond.get(place_of(table), _NOWHERE)) > _steps_left(table):
        data = {"units": tuple(sorted(stack)), "space": space, "left": max(_steps_left(table), 0), "count": away}
        return Reason("too_far", "11.1.5", data)
    if not told:
        return left_behind(sorted(stack), place_of(table), (), space)
    return Reason("no_way_there", far.rule, {**far.data, "blocks": tuple(told)})


def _steps_left(table: Table) -> int:
    """Return the number of steps that the slowest moving unit can still make."""
    state = table.game.state
    if table.kind == "retreat":
        return int(state.combat.retreat_length) - len(table.field("path", ()))
    path = table.field("path", ()) or (place_of(table),)
    return step_costs.left(state, sum(1 << unit for unit in movers(table)), tuple(path))


def _distances(state: Any, space: int) -> dict[int, int]:
    """Return the number of connections of any kind from each space to a goal."""
    found, border = {space: 0}, [space]
    while border:
        following = []
        for here in border:
            for near in area_refusals.beside(state, here):
                if near not in found:
                    found[near] = found[here] + 1
                    following.append(near)
        border = following
    return found


def _reason_closed(table: Table, space: int) -> Reason | None:
    """Return why the moving units may not enter a space from any direction."""
    if table.game.state.units_of(1 - table.side, space):
        return Reason("enemy_there", "11.1.7", {"space": space})
    return next(
        (why for unit in movers(table) if (why := area_refusals.why_barred(table, unit, space)) is not None), None
    )


def _reason_movement_ends(table: Table, found: Reach, space: int) -> Reason | None:
    """Return what ends the movement of all units next to a goal, on the shortest way (11.1.5, 15.1.1)."""
    near = (path[-1] for path, _ in found.passed.values() if area_refusals.connected(table.game.state, path[-1], space))
    place = next(near, None)
    return None if place is None else ended_at(table, movers(table), place, space)


def why_no_end(table: Table, space: int) -> Reason:
    """Return why the moving units may not end in a space they have reached."""
    if table.kind == "retreat":
        if table.game.state.full[table.side] >> space & 1:
            return Reason("no_room", "10.1.1", {"space": space, "most": table.game.state.rules.stacking_limit})
        return Reason("retreat_goes_on", "12.5.2", {"unit": movers(table)[0], "space": space})
    verb = "stop" if "stop" in table.game.decision.verbs else ""
    maker = table.face.reasons.get(verb)
    return (maker and maker(table, 0)) or _general_reason(table)


def left_behind(units: Sequence[int], place: int, goers: Sequence[int], space: int) -> Reason:
    """Return the reason that the movement of some units ends on the way, while others could reach the goal."""
    data = {"units": tuple(units), "place": place, "space": space, "goers": tuple(goers)}
    return Reason("left_behind" if goers else "movement_ends", "11.1.5", data)


def ended_at(table: Table, units: Sequence[int], place: int, space: int) -> Reason:
    """Return why the move of units ends before their goal: at an enemy fort, or because no movement is left."""
    if table.game.state.intact_forts(1 - table.side) >> place & 1:
        return Reason("halts_at_fort", "15.1.1", {"units": tuple(units), "place": place, "space": space})
    return left_behind(units, place, (), space)


def _tables_next_to(table: Table, found: Reach, space: int) -> list[Table]:
    """Return trial tables on which the whole stack is next to a space and could go on, nearest first."""
    stack = set(movers(table))
    state = table.game.state
    start = [table] if area_refusals.connected(state, place_of(table), space) else []
    return start + [
        there
        for path, there in found.passed.values()
        if area_refusals.connected(state, path[-1], space) and there.mine and set(movers(there)) == stack
    ]


def _general_reason(table: Table) -> Reason:
    return Reason("not_possible_now", table.face.rule, {"decision": table.kind})


__all__ = ["ended_at", "left_behind", "why_no_end", "why_no_step", "why_not_reached"]
