"""Hexes by their printed numbers: neighbours, distances, rings.

A hex is a column and a row: A to Z are columns 1 to 26, AA is 27. Higher columns are further west, higher rows further
north, and an odd column is half a hex further north than an even one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.core.bits import mask, members

NOWHERE: Final = -1
#: The sides of a hex from the north, clockwise; a facing is an index of these (6.1.1).
SIDES: Final = ("n", "ne", "se", "s", "sw", "nw")
#: By the parity of its column: offsets from a hex to the one beyond each side.
_BEYOND: Final = (
    ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0)),
    ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0), (1, 1)),
)
_NAME: Final = re.compile(r"([A-Z]|[A-B][A-Z])(\d\d)")


def place_of(name: str) -> tuple[int, int]:
    """Return the column and row of a hex; raises ValueError for an invalid name."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is no hex: letters of its column and two digits of its row, like V35")
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column, int(found[2])


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the distance of two places in hexes."""
    across = abs(one[0] - other[0])
    half_rows = abs(2 * one[1] + one[0] % 2 - 2 * other[1] - other[0] % 2)
    return across + max(0, half_rows - across) // 2


@dataclass(frozen=True)
class Grid:
    """The hexes of a map by number, in the order of the given names."""

    names: tuple[str, ...]

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Columns and rows by hex."""
        return tuple(place_of(name) for name in self.names)

    @cached_property
    def ids(self) -> dict[str, int]:
        """Hexes by name."""
        return {name: hex_ for hex_, name in enumerate(self.names)}

    @cached_property
    def beyond(self) -> tuple[tuple[int, ...], ...]:
        """By hex and side: the hex beyond it, or NOWHERE."""
        ids = {place: hex_ for hex_, place in enumerate(self.places)}
        return tuple(
            tuple(ids.get((column + across, row + up), NOWHERE) for across, up in _BEYOND[column % 2])
            for column, row in self.places
        )

    def side_toward(self, hex_: int, other: int) -> int:
        """Return the side of a hex towards a neighbour, or NOWHERE if it is not a neighbour."""
        row = self.beyond[hex_]
        return row.index(other) if other != NOWHERE and other in row else NOWHERE

    def distance(self, one: int, other: int) -> int:
        """Return the distance of two hexes, counting closed and enemy ones (13.1.1)."""
        return distance(self.places[one], self.places[other])

    def within(self, hex_: int, steps: int) -> int:
        """Return the set of hexes at most a number of hexes away, the hex itself included."""
        return mask(other for other in range(len(self.names)) if self.distance(hex_, other) <= steps)

    def ring(self, hexes: int) -> int:
        """Return the set of hexes adjacent to a set but not in it, e.g. around a camp (11.6.7)."""
        return mask(next_ for hex_ in members(hexes) for next_ in self.beyond[hex_] if next_ != NOWHERE) & ~hexes

    def front(self, hex_: int, facing: int, width: int) -> tuple[int, ...]:
        """Return the front sides of a unit with this facing: 1, 3 or all 6 (6.2.1)."""
        return tuple(sorted((facing + turn) % 6 for turn in FRONTS[width]))


#: Front sides by width, counted clockwise from the facing.
FRONTS: Final = {1: (0,), 3: (-1, 0, 1), 6: (-2, -1, 0, 1, 2, 3)}


def grid_of(names: Iterable[str] | Sequence[str]) -> Grid:
    """Return the grid of some hexes; raises ValueError for an invalid name."""
    found = Grid(tuple(names))
    assert len(found.places) == len(found.names)
    return found


__all__ = ["FRONTS", "NOWHERE", "SIDES", "Grid", "distance", "grid_of", "place_of"]
