"""Units that wait while others move: what an order costs them, and which must move first (9.2.8, 11.1.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog.notation.path_search import ways
from bot.titles.pog.notation.stacks import stands
from engine.errors import ChanceError, Reason
from engine.pog.rules import sieges
from engine.pog.rulesets.banquet.plan_standing import bound_by

Move = Callable[[Table, Sequence[int], Sequence[int]], None]


def waiting(table: Table, origin: int) -> int:
    """Return the units of an earlier space that can still move, but can't once units of `origin` have set out."""
    begun = int(table.field("origin", -1))
    if table.kind != "move_stack" or table.field("stack", 0) or begun in (-1, origin):
        return 0
    return int(sieges.movers(table.game.state, table.side) & table.game.state.units_at[begun])


def unmoved(table: Table) -> int:
    """Return the units that could still move out of unused spaces, and lose that when movement ends (9.2.8).

    For moves after the combats, when markers stay, see `misses_plan` (9.2.10).
    """
    state = table.game.state
    if table.kind not in ("move_unit", "move_stack", "move_on") or "reserve" in state.marks:
        return 0
    begun = int(table.field("origin", -1))
    gone = state.units_at[begun] if begun >= 0 else 0
    return int(sieges.movers(state, table.side) & ~(gone | int(table.field("stack", 0))))


def in_reserve(table: Table) -> int:
    """Return the units that could move now or, as no unit has left their space, after the combats (9.2.10 in Banquet)."""
    state = table.game.state
    if table.kind != "move_unit" or state.marks.get("reserve") != 0:
        return 0
    return int(sieges.movers(state, table.side) & ~state.marks["move_used"]) if state.operation.attack else 0


def misses_plan(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return those of them that could enter goals of their side's open war plans now but not after the combats, and these goals.

    After the combats units only enter spaces of their side (9.2.10, 18).
    """
    state = table.game.state
    plans = [plan for found in state.rules.tables.plans for plan in found(state)]
    plans = [plan for plan in plans if plan.side == table.side and plan.standing == "open"]
    friendly = state.control[table.side] | (state.besieged & state.rules.board.printed[1 - table.side])
    goals = {goal for plan in plans for goal in plan.goals if not friendly >> goal & 1}
    late: dict[int, set[int]] = {}
    for unit in units_of(in_reserve(table)) if goals else ():
        if not any(bound_by(state, plan.name, unit) for plan in plans):
            continue
        there = table.attempt(("pick", unit))
        if there is not None and (open_now := goals & ways(there).keys()):
            late[unit] = open_now
    return tuple(late), tuple(sorted({goal for open_now in late.values() for goal in open_now}))


def others_first(before: Table, units: Sequence[int], way: Sequence[int], refusal: Refusal, move: Move) -> Refusal:
    """Name the order that sends other units to the fort first, if one works.

    Args:
        before: the table before the order.
        units: the units that the order sends there.
        way: their way; only its last space matters.
        refusal: the refusal of the order otherwise.
        move: moves units of a table along a way.
    """
    state, fort, origin = before.game.state, way[-1], stands(before, units[0])
    if not state.unbesieged_forts(1 - before.side) >> fort & 1:
        return refusal
    for goers in _parties(before, waiting(before, origin)):
        trial = before.trial()
        try:
            move(trial, goers, [fort])
            move(trial, units, way)
        except (Refusal, ChanceError):
            continue
        data = {
            "space": fort, "count": state.fort_values[fort], "units": tuple(units), "place": origin,
            "goers": tuple(goers), "origin": stands(before, goers[0]),
        }  # fmt: skip
        return Refusal(Reason("others_enter_first", "11.1.8", data), refusal.part)
    return refusal


def _parties(table: Table, units: int) -> Iterator[list[int]]:
    """Yield groups of units of one kind, the smallest first."""
    kinds: dict[tuple[int, bool], list[int]] = {}
    for unit in units_of(units):
        kinds.setdefault((table.game.state.rules.kin[unit], table.game.state.is_reduced(unit)), []).append(unit)
    for size in range(1, table.game.state.rules.stacking_limit + 1):
        yield from (kind[:size] for kind in kinds.values() if len(kind) >= size)


__all__ = ["in_reserve", "misses_plan", "others_first", "unmoved", "waiting"]
