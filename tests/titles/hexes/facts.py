"""What the hex game is played with: the grid, its hexes and sides, stacks and targets by number."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Final

BLUE, RED = 0, 1
#: Where a stack is that is lost, and what a side does not know.
NOWHERE = UNKNOWN = -1
#: The sides of a hex from the north, clockwise.
SIDES: Final = ("n", "ne", "se", "s", "sw", "nw")
#: By parity of its column: where the hex beyond each side lies, in columns and rows.
_BEYOND: Final = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """How many turns are played, and with how many points nobody wins."""

    turns: int
    par: int


@dataclass(frozen=True, slots=True)
class Facts:
    """The map and the forces; hexes, stacks and targets are numbers, and a *placing* is hex × 6 + side."""

    #: Names of the hexes by number.
    hexes: tuple[str, ...]
    #: By hex and side: the hex beyond it, or `NOWHERE`.
    beyond: tuple[tuple[int, ...], ...]
    #: Hexes of a column.
    rows: int
    woods: frozenset[int]
    fort: int
    hits: int
    #: All orders in which the steps can be dealt to the stacks of a side.
    deals: tuple[tuple[int, ...], ...]
    #: Where each stack begins: those of blue, then those of red.
    begins: tuple[int, ...]
    pace: int
    prize: int
    scenarios: Mapping[str, Scenario]

    @property
    def stacks(self) -> int:
        """How many stacks a side has."""
        return len(self.begins) // 2

    @property
    def fort_target(self) -> int:
        """The fort among the targets: the stacks come first."""
        return len(self.begins)

    def of(self, side: int) -> range:
        """The stacks of a side."""
        return range(side * self.stacks, (side + 1) * self.stacks)

    def side_of(self, target: int) -> int:
        """Whose a target is; the fort is red's."""
        return min(target // self.stacks, RED)

    def name(self, target: int) -> str:
        """A target in a word for the record: `blue1`, `red4`, `fort`."""
        if target == self.fort_target:
            return "fort"
        return f"{('blue', 'red')[self.side_of(target)]}{target % self.stacks + 1}"

    def front(self, at: int, facing: int) -> tuple[int, ...]:
        """The hexes before a stack: beyond the side that it faces, and beyond the two next to that."""
        there = (self.beyond[at][(facing + turn) % 6] for turn in (-1, 0, 1))
        return tuple(one for one in there if one != NOWHERE)

    def distance(self, one: int, other: int) -> int:
        """How many hexes one is from another."""
        (a, b), (c, d) = (self._cube(hex_) for hex_ in (one, other))
        return max(abs(a - c), abs(b - d), abs(a + b - c - d))

    def _cube(self, hex_: int) -> tuple[int, int]:
        column, row = divmod(hex_, self.rows)
        return column, row - column // 2

    def nearest_side(self, at: int, to: int) -> int:
        """The side of a hex that looks most toward another one."""
        there = [(self.distance(hex_, to), side) for side, hex_ in enumerate(self.beyond[at]) if hex_ != NOWHERE]
        return min(there)[1]

    def toward(self, at: int, to: int) -> int:
        """The side of a hex beyond which another lies that is next to it."""
        return self.beyond[at].index(to)


@cache
def facts() -> Facts:
    """The shipped facts."""
    raw = tomllib.loads((Path(__file__).parent / "facts.toml").read_text(encoding="utf-8"))
    columns, rows = raw["columns"], raw["rows"]
    names = tuple(f"{column}{row}" for column in columns for row in range(1, rows + 1))

    def beyond(hex_: int) -> tuple[int, ...]:
        column, row = divmod(hex_, rows)
        there = ((column + across, row + down) for across, down in _BEYOND[column % 2])
        return tuple(c * rows + r if 0 <= c < len(columns) and 0 <= r < rows else NOWHERE for c, r in there)

    return Facts(
        names, tuple(beyond(hex_) for hex_ in range(len(names))), rows, frozenset(map(names.index, raw["woods"])),
        names.index(raw["fort"]), raw["hits"], tuple(permutations(raw["steps"])),
        tuple(map(names.index, (*raw["blue"], *raw["red"]))), raw["pace"], raw["prize"],
        {name: Scenario(**row) for name, row in raw["scenarios"].items()},
    )  # fmt: skip


__all__ = ["BLUE", "NOWHERE", "RED", "SIDES", "UNKNOWN", "Facts", "Scenario", "facts"]
