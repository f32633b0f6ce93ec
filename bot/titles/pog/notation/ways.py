"""Finding ways step by step through the engine's own options, so that no rule is told twice."""

from __future__ import annotations

from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog.notation.stacks import stands
from engine.errors import ChanceError

Path = tuple[int, ...]


def ways(table: Table, verb: str = "step") -> dict[int, Path]:
    """Every space where the stack under way may end, with a shortest way to it.

    The trial is blind: behind a step that a die follows, as the last one of all movement may be (11.2.2), nothing is
    looked for, since the stack has come to its end. Breadth first, so each
    space is reached in as few steps as there are. A space that may only be passed after so
    many steps may be where one ends after more of them, as in a retreat by two (12.5.2).
    """
    ends: dict[int, Path] = {}
    frontier: list[tuple[Path, Table]] = [((), table)]
    while frontier:
        following: list[tuple[Path, Table]] = []
        seen = set(ends)
        for path, here in frontier:
            for space in here.may(verb):
                if space in seen:
                    continue
                there = here.attempt((verb, space))
                if there is None:
                    if ends_with_a_die(here, space, verb):
                        seen.add(space)
                        ends.setdefault(space, (*path, space))
                    continue
                seen.add(space)
                if may_end(there):
                    ends.setdefault(_stands(here, there, space), (*path, space))
                if under_way(there, verb):
                    following.append(((*path, space), there))
        frontier = following
    return ends


def way_to(table: Table, space: int, verb: str = "step") -> Path | None:
    """A shortest way to a space where the stack under way may end; None if there is none."""
    if table.offers(verb, space):
        there = table.attempt((verb, space))
        if there is None and ends_with_a_die(table, space, verb):
            return (space,)
        if there is not None and may_end(there) and _stands(table, there, space) == space:
            return (space,)
    return ways(table, verb).get(space)


def _stands(before: Table, after: Table, space: int) -> int:
    """Where a step has led to in the end: farther than its space if the rest of the way was forced."""
    if after.offers("stop"):
        return space
    unit, stack = before.field("unit", -1), before.field("stack", 0)
    movers = [unit] if isinstance(unit, int) and unit >= 0 else units_of(stack) if isinstance(stack, int) else []
    if not movers or stands(after, movers[0]) == stands(before, movers[0]):
        return space
    there = stands(after, movers[0])
    return there if after.game.state.rules.content.spaces[there].kind == "map" else space


def ends_with_a_die(table: Table, space: int, verb: str = "step") -> bool:
    """True if a step is legal and dice fall behind it at once."""
    try:
        table.trial().do(verb, space)
    except ChanceError:
        return True
    except Refusal:
        return False
    return False


def under_way(table: Table, verb: str = "step") -> bool:
    """True while the same stack can go on: it has somewhere to go and has moved already."""
    return bool(table.mine and table.field("path") and table.may(verb))


def may_end(table: Table) -> bool:
    """True if the stack may stop here or has stopped by itself; not where it only could leave units behind."""
    return table.offers("stop") or not (table.mine and table.field("path"))
