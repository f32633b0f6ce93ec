"""Terrain of hexes and of hexsides: what it holds, costs and shelters from (6.4, 7.1, 7.3, 8.4, 9.4)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain of hexes: the stacking limit in steps, the price of entry in points, and what it adds to rows and tests.

    It shelters from barrages of units (8.4.2) and of fortifications (8.7.3), and tires who assaults (6.4.1, 7.1.7, 11.5.6).
    """

    name: str
    stack: int
    price: int
    abu: int
    abf: int
    assault: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A terrain of hexsides: transit, whose zones cross it, and the modifiers of an assault and of an attack across it.

    No river of the map adds to the price of a step (6.1.3, 7.2.1, 7.3.2, 9.4.3, 11.5.6).
    """

    kind: str
    transit: int
    zone: str
    assault: int
    combat: int


__all__ = ["Edge", "Terrain"]
