"""Path finding through the engine's own options, so that no rule is implemented twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog.notation.stacks import stands
from engine.errors import ChanceError

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Parting:
    """A way that not all of a stack can follow to its end: the units that can, and where each of the others stops."""

    path: Path
    goers: tuple[int, ...]
    #: Units whose movement ends earlier, each with its space.
    stays: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Reach:
    """Where the moving stack can go, by space."""

    #: Spaces where all of it may end, with a shortest way.
    ends: dict[int, Path] = field(default_factory=dict)
    #: Spaces that only some of it can reach, because the movement of others ends earlier.
    partings: dict[int, Parting] = field(default_factory=dict)
    #: Spaces that all of it reaches, whether or not it may end there, with a shortest way and the table after it.
    passed: dict[int, tuple[Path, Table]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Place:
    """A table after some steps of a way, with the units left behind."""

    table: Table
    path: Path = ()
    stays: tuple[tuple[int, int], ...] = ()


def ways(table: Table, verb: str = "step") -> dict[int, Path]:
    """Return every space where all of the moving stack may end, with a shortest way to it."""
    return reach(table, verb).ends


def reach(table: Table, verb: str = "step", enough: Callable[[Reach], bool] | None = None) -> Reach:
    """Return every space where the moving stack may end or that it passes.

    The search stops after the number of steps at which the result is `enough`.

    Dice are never rolled: after a step followed by a die roll, as the last one of all movement can be (11.2.2), the
    search stops, since the stack has reached its end. Breadth first, so each space is reached in the fewest steps. A
    space that may only be passed after so many steps can be an end after more of them, as in a retreat by two (12.5.2).
    """
    found = Reach()
    frontier = [_Place(table)]
    while frontier and not (enough is not None and enough(found)):
        following: list[_Place] = []
        seen: set[tuple[int, frozenset[int]]] = set()
        known = set(found.ends)
        for here in frontier:
            going = frozenset(movers(here.table))
            left_out = known | set(found.partings) if here.stays else known
            for space in here.table.may(verb):
                if space not in left_out and (space, going) not in seen:
                    seen.add((space, going))
                    following += _step(found, here, space, verb)
        frontier = following
    for space in {*found.ends, *found.passed}:
        found.partings.pop(space, None)
    return found


def _step(found: Reach, here: _Place, space: int, verb: str) -> list[_Place]:
    """Record the result of a step; return where the stack can go on from."""
    path, going = (*here.path, space), movers(here.table)
    there = here.table.attempt((verb, space))
    if there is None:
        if ends_with_a_die(here.table, space, verb):
            _end(found, here, space, path, going)
        return []
    if not here.stays:
        found.passed.setdefault(space, (path, there))
    if may_end(here.table, there):
        end = _place_after(here.table, there, space)
        _end(found, here, end, path if end == space else (*path, end), going)
    if not under_way(here.table, there, verb):
        return []
    left = set(movers(there))
    stays = here.stays + tuple((unit, space) for unit in going if unit not in left)
    return [_Place(there, path, stays)]


def _end(found: Reach, here: _Place, end: int, path: Path, goers: list[int]) -> None:
    if here.stays:
        found.partings.setdefault(end, Parting(path, tuple(goers), here.stays))
    else:
        found.ends.setdefault(end, path)


def way_to(table: Table, space: int, verb: str = "step") -> Path | None:
    """Return a shortest way to a space where all of the moving stack may end; None if there is none."""
    if table.offers(verb, space):
        there = table.attempt((verb, space))
        if there is None and ends_with_a_die(table, space, verb):
            return (space,)
        if there is not None and may_end(table, there) and _place_after(table, there, space) == space:
            return (space,)
    return reach(table, verb, lambda found: space in found.ends).ends.get(space)


def movers(table: Table) -> list[int]:
    """Return the units moved by the present decision: a stack, or a retreating unit."""
    unit, stack = table.field("unit", -1), table.field("stack", 0)
    if isinstance(unit, int) and unit >= 0:
        return [unit]
    return units_of(stack) if isinstance(stack, int) else []


def place_of(table: Table) -> int:
    """Return the space of the units of the present decision; -1 if none has been chosen."""
    path, origin = table.field("path", ()), table.field("origin", -1)
    if path:
        return int(path[-1])
    moved = movers(table)
    return stands(table, moved[0]) if moved else int(origin)


def _place_after(before: Table, after: Table, space: int) -> int:
    """Return where a step has led: beyond its space if the rest of the way was forced."""
    if after.offers("stop") or after.offers("halt"):
        return space
    moved = movers(before)
    if not moved or stands(after, moved[0]) == stands(before, moved[0]):
        return space
    there = stands(after, moved[0])
    return there if after.game.state.rules.content.spaces[there].kind == "map" else space


def ends_with_a_die(table: Table, space: int, verb: str = "step") -> bool:
    """Return True if a step is legal and is followed at once by a die roll."""
    try:
        table.trial().do(verb, space)
    except ChanceError:
        return True
    except Refusal:
        return False
    return False


def under_way(before: Table, after: Table, verb: str = "step") -> bool:
    """Return True while some of the units that moved before a step can go on after it."""
    return _same_move(before, after) and bool(after.may(verb))


def may_end(before: Table, after: Table) -> bool:
    """Return True if moving units may stop after a step or have stopped by themselves; not if they could only leave units behind."""
    return after.offers("stop") or after.offers("halt") or not _same_move(before, after)


def _same_move(before: Table, after: Table) -> bool:
    """Return True if the decision after a step moves the same units on, not the next unit whose way begins by itself."""
    return bool(after.mine and after.field("path")) and not set(movers(before)).isdisjoint(movers(after))


__all__ = [
    "Parting", "Path", "Reach", "ends_with_a_die", "may_end", "movers", "place_of", "reach", "under_way", "way_to", "ways",
]  # fmt: skip
