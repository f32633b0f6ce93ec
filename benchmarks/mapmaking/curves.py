"""Connections as smooth curves that touch only their end spaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.mapmaking.facts import Link

Points = np.ndarray[Any, np.dtype[np.float64]]

#: Half-sizes of the area around a space that a curve must not cross: left/right, above, below its centre.
ROOM = (60.0, 32.0, 56.0)


def connection_curves(points: Points, links: list[Link]) -> list[Points]:
    """Return one polyline per link in map units, from centre to centre."""
    curves = []
    for link in links:
        others = np.delete(points, [link.a, link.b], axis=0)
        curves.append(_best_curve(points[link.a], points[link.b], others))
    return curves


def blocked(curve: Points, others: Points) -> float:
    """Return how deep a curve cuts into the areas of other spaces; 0 if it touches none."""
    gap = curve[:, None, :] - others[None, :, :]
    inside_x = ROOM[0] - np.abs(gap[..., 0])
    inside_y = np.where(gap[..., 1] < 0, ROOM[1] + gap[..., 1], ROOM[2] - gap[..., 1])
    depth = np.minimum(inside_x, inside_y)
    return float(np.maximum(depth, 0.0).sum())


def bend(a: Points, b: Points, sag: float) -> Points:
    """Return a quadratic curve from a to b whose middle is `sag` units off the chord."""
    middle = (a + b) / 2
    chord = b - a
    normal = np.array([-chord[1], chord[0]]) / max(float(np.hypot(*chord)), 1e-9)
    control = middle + normal * sag * 2
    t = np.linspace(0.0, 1.0, 33)[:, None]
    return np.asarray((1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b)


def _best_curve(a: Points, b: Points, others: Points) -> Points:
    length = float(np.hypot(*(b - a)))
    calm = length * 0.045 * (1.0 if int(a[0] + b[1]) % 2 else -1.0)
    best, best_cost = bend(a, b, 0.0), float("inf")
    for sag in sorted(range(-120, 124, 3), key=abs):
        if abs(sag) > length * 0.6:
            continue
        curve = bend(a, b, float(sag))
        cost = blocked(curve, others) * 6.0 + abs(sag - calm)
        if cost < best_cost:
            best, best_cost = curve, cost
    return best
