"""Who waits while others move: what an order ends for them, and where they must go first (9.2.8, 11.1.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog.notation.stacks import stands
from engine.errors import ChanceError, Reason
from engine.pog.rules import sieges

Move = Callable[[Table, Sequence[int], Sequence[int]], None]


def waiting(table: Table, origin: int) -> int:
    """Return the units of an earlier space that can still move, but no more after units of `origin` have set out."""
    begun = int(table.field("origin", -1))
    if table.kind != "move_stack" or table.field("stack", 0) or begun in (-1, origin):
        return 0
    return int(sieges.movers(table.game.state, table.side) & table.game.state.units_at[begun])


def unmoved(table: Table) -> int:
    """Return the units that could still move out of spaces that nobody has left or dug in, and lose that when movement ends (9.2.8).

    Where units may move behind the combats, as their markers stay, nobody loses anything (9.2.10).
    """
    state = table.game.state
    if table.kind not in ("move_unit", "move_stack", "move_on") or "reserve" in state.marks:
        return 0
    begun = int(table.field("origin", -1))
    gone = state.units_at[begun] if begun >= 0 else 0
    return int(sieges.movers(state, table.side) & ~(gone | int(table.field("stack", 0))))


def others_first(before: Table, units: Sequence[int], way: Sequence[int], refusal: Refusal, move: Move) -> Refusal:
    """Name the order that sends others to the fort first, if one works.

    Args:
        before: the table before the order.
        units: whom the order sends there.
        way: their way; only its last space is looked at.
        refusal: what is said of the order otherwise.
        move: carries units of a table along a way.
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


__all__ = ["others_first", "unmoved", "waiting"]
