"""Hexes as points of a plane, computed from their printed numbers alone: the tests' own geometry, independent of the engine's."""

from __future__ import annotations

import math
import re
from functools import cache


@cache
def centre(name: str) -> tuple[float, float]:
    """Return the centre of a hex: east and north, in hexes. Columns count westwards; odd ones are half a hex further north."""
    found = re.fullmatch(r"([A-Z]+)(\d+)", name)
    assert found is not None
    letters, row = found.groups()
    column = sum((ord(letter) - 64) * 26**at for at, letter in enumerate(reversed(letters)))
    return -column * math.sqrt(3) / 2, int(row) + (0.5 if column % 2 else 0.0)


def apart(one: str, other: str) -> float:
    """Return the distance of two centres, in hexes."""
    (a, b), (c, d) = centre(one), centre(other)
    return math.hypot(a - c, b - d)


@cache
def angle(one: str, other: str) -> float:
    """Return the direction from one hex to another, in degrees clockwise from north."""
    (a, b), (c, d) = centre(one), centre(other)
    return math.degrees(math.atan2(c - a, d - b)) % 360
