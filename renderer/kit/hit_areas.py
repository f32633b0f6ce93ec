"""Positions of clickable targets in a picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ground:
    """The clickable targets in a picture of width x height px, each with the id given by its title.

    A point is (id, x, y) of the centre of a target: a space, a hex, a hexside, or one of several things in a space. A
    box is (id, left, top, width, height), e.g. of a card. `lettering` has the width and height of the name and signs
    below each of the points, in the same order, centred `under` px below the point.
    """

    width: int
    height: int
    scale: float
    points: tuple[tuple[str, int, int], ...] = ()
    boxes: tuple[tuple[str, int, int, int, int], ...] = ()
    lettering: tuple[tuple[int, int], ...] = ()
    under: int = 0
    #: Boxes (left, top, right, bottom) of small labels on lines, and of names across the map.
    labels: tuple[tuple[int, int, int, int], ...] = ()
    across: tuple[tuple[int, int, int, int], ...] = ()
