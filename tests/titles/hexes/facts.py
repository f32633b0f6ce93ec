"""The map and forces of the hex game; hexes, sides, stacks and targets are numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Final

BLUE, RED = 0, 1
#: The place of a lost stack; the value of what a viewer does not know.
NOWHERE = UNKNOWN = -1
#: The sides of a hex from the north, clockwise.
SIDES: Final = ("n", "ne", "se", "s", "sw", "nw")
#: By parity of the column: the offset of the neighbour beyond each side, in columns and rows.
_OFFSETS: Final = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """The length of a scenario, and the points with which it is drawn."""

    turns: int
    par: int


@dataclass(frozen=True, slots=True)
class Facts:
    """The map and the forces; hexes, stacks and targets are numbers, and a *placing* is hex × 6 + side."""

    #: Names of the hexes by number.
    hexes: tuple[str, ...]
    #: By hex and side: the neighbouring hex, or `NOWHERE`.
    neighbours: tuple[tuple[int, ...], ...]
    #: Hexes per column.
    rows: int
    woods: frozenset[int]
    fort: int
    hits: int
    #: All possible deals of steps to the stacks of a side.
    deals: tuple[tuple[int, ...], ...]
    #: Start hexes: blue's stacks, then red's.
    begins: tuple[int, ...]
    pace: int
    prize: int
    scenarios: Mapping[str, Scenario]

    @property
    def stacks(self) -> int:
        """Return the number of stacks of a side."""
        return len(self.begins) // 2

    @property
    def fort_target(self) -> int:
        """Return the target number of the fort, after those of the stacks."""
        return len(self.begins)

    def stacks_of(self, side: int) -> range:
        """Return the stacks of a side."""
        return range(side * self.stacks, (side + 1) * self.stacks)

    def side_of(self, target: int) -> int:
        """Return the side of a target; the fort is red's."""
        return min(target // self.stacks, RED)

    def name(self, target: int) -> str:
        """Return the stored name of a target: `blue1`, `red4`, `fort`."""
        if target == self.fort_target:
            return "fort"
        return f"{('blue', 'red')[self.side_of(target)]}{target % self.stacks + 1}"

    def front(self, at: int, facing: int) -> tuple[int, ...]:
        """Return the front hexes: beyond the side faced and the two sides next to it."""
        there = (self.neighbours[at][(facing + turn) % 6] for turn in (-1, 0, 1))
        return tuple(one for one in there if one != NOWHERE)

    def distance(self, one: int, other: int) -> int:
        """Return the distance between two hexes."""
        (a, b), (c, d) = (self._cube(hex_) for hex_ in (one, other))
        return max(abs(a - c), abs(b - d), abs(a + b - c - d))

    def _cube(self, hex_: int) -> tuple[int, int]:
        column, row = divmod(hex_, self.rows)
        return column, row - column // 2

    def nearest_side(self, at: int, to: int) -> int:
        """Return the side of a hex that is nearest to another hex."""
        there = [(self.distance(hex_, to), side) for side, hex_ in enumerate(self.neighbours[at]) if hex_ != NOWHERE]
        return min(there)[1]

    def side_toward(self, at: int, to: int) -> int:
        """Return the side of a hex that it shares with a neighbour."""
        return self.neighbours[at].index(to)


@cache
def facts() -> Facts:
    """Return the shipped facts."""
    raw = tomllib.loads((Path(__file__).parent / "facts.toml").read_text(encoding="utf-8"))
    columns, rows = raw["columns"], raw["rows"]
    names = tuple(f"{column}{row}" for column in columns for row in range(1, rows + 1))

    def neighbours(hex_: int) -> tuple[int, ...]:
        column, row = divmod(hex_, rows)
        there = ((column + across, row + down) for across, down in _OFFSETS[column % 2])
        return tuple(c * rows + r if 0 <= c < len(columns) and 0 <= r < rows else NOWHERE for c, r in there)

    return Facts(
        names, tuple(neighbours(hex_) for hex_ in range(len(names))), rows, frozenset(map(names.index, raw["woods"])),
        names.index(raw["fort"]), raw["hits"], tuple(permutations(raw["steps"])),
        tuple(map(names.index, (*raw["blue"], *raw["red"]))), raw["pace"], raw["prize"],
        {name: Scenario(**row) for name, row in raw["scenarios"].items()},
    )  # fmt: skip


__all__ = ["BLUE", "NOWHERE", "RED", "SIDES", "UNKNOWN", "Facts", "Scenario", "facts"]
