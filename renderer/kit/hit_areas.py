"""Where things stand in a picture, for whoever lets it be touched."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ground:
    """A picture of width and height px with what can be touched in it: targets, each under the id that its title gives it.

    A point is (id, x, y) of the middle of what stands there: a space, a hex, a side of one, each of several things in one. A box is
    (id, left, top, width, height), e.g. of a card.
    `lettering` has, for each of the points in their order, width and height of the name and signs beneath it, which stand centred
    `under` px below the point.
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
