"""Terrain of hexes and hexsides: capacity, cost and protection (6.4, 7.1, 7.3, 8.4, 9.4)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terrain:
    """Terrain of a hex: the stacking limit in steps, the entry cost in points, and the modifiers of rows and tests.

    It protects units (8.4.2) and fortifications (8.7.3) from barrages, and weakens an assaulting unit (6.4.1, 7.1.7, 11.5.6).
    """

    name: str
    stack: int
    price: int
    abu: int
    abf: int
    assault: int


@dataclass(frozen=True, slots=True)
class Edge:
    """Terrain of a hexside: transit limit, zones that cross it, and the modifiers of an assault and of an attack across it.

    No river of the map adds to the cost of a step (6.1.3, 7.2.1, 7.3.2, 9.4.3, 11.5.6).
    """

    kind: str
    transit: int
    zone: str
    assault: int
    combat: int


__all__ = ["Edge", "Terrain"]
