"""Where things stand in a picture, for whoever lets it be touched."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ground:
    """A picture of width and height px; a space is (id, x, y of its stack's middle), a card (left, top, width, height).

    `lettering` has, for each of the spaces in their order, width and height of the name and signs beneath it, which stand centred
    `under` px below the middle of its stack.
    """

    width: int
    height: int
    scale: float
    spaces: tuple[tuple[int, int, int], ...] = ()
    cards: tuple[tuple[int, int, int, int], ...] = ()
    lettering: tuple[tuple[int, int], ...] = ()
    under: int = 0
    #: Boxes (left, top, right, bottom) of small labels on lines, and of names across the map.
    labels: tuple[tuple[int, int, int, int], ...] = ()
    across: tuple[tuple[int, int, int, int], ...] = ()
