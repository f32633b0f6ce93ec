"""Where things stand in a picture, for whoever lets it be touched."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ground:
    """A picture of width and height px; a space is (id, x, y of its stack's middle), a card (left, top, width, height)."""

    width: int
    height: int
    scale: float
    spaces: tuple[tuple[int, int, int], ...] = ()
    cards: tuple[tuple[int, int, int, int], ...] = ()
