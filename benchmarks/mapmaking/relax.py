"""Give every space enough room while preserving the layout of the map.

Each place claims a box (`cell` wide and high, in map units). Overlapping boxes push each other apart, connected places
that are too far apart are drawn together, and a weak pull towards the real geography keeps the shape. Links also keep
clear of the boxes they pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.mapmaking.facts import Link

Points = np.ndarray[Any, np.dtype[np.float64]]

#: Strength of the pull towards real geography, and of the pull between connected places.
MEMORY, PULL = 0.02, 0.02


def relax(
    start: Points,
    links: list[Link],
    cell: tuple[float, float],
    *,
    reach: float = 1.5,
    steps: int = 1500,
) -> Points:
    """Move `start` (map units) until no two boxes overlap; deterministic."""
    size = np.array(cell)
    pos = start / size
    home = pos.copy()
    solid = np.array([(k.a, k.b) for k in links if not k.nations])
    for step in range(steps):
        heat = 1.0 - step / steps
        move = MEMORY * heat * (home - pos)
        _pull(pos, solid, reach, PULL, move)
        if step > steps * 0.35:
            _clear_links(pos, solid, 0.10, move)
        pos += np.clip(move, -0.2, 0.2)
        for _ in range(3):
            _separate(pos, euclid=heat > 0.45)
    for _ in range(4000):
        if not _separate(pos, euclid=False):
            break
    return np.asarray(pos * size)


def _pull(pos: Points, pairs: Points, reach: float, force: float, move: Points) -> None:
    a, b = pairs[:, 0].astype(int), pairs[:, 1].astype(int)
    gap = pos[b] - pos[a]
    length = np.maximum(np.hypot(gap[:, 0], gap[:, 1]), 1e-9)
    pull = (force * np.maximum(length - reach, 0.0) / length)[:, None] * gap
    np.add.at(move, a, pull)
    np.add.at(move, b, -pull)


def _separate(pos: Points, *, euclid: bool) -> bool:
    """Push overlapping boxes apart once; returns True if any overlapped."""
    gap = pos[None, :, :] - pos[:, None, :]
    near = (np.abs(gap[..., 0]) < 1.0) & (np.abs(gap[..., 1]) < 1.0)
    rows, cols = np.nonzero(np.triu(near, 1))
    if len(rows) == 0:
        return False
    d = gap[rows, cols]
    if euclid:
        length = np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-6)
        push = d / length[:, None] * np.maximum(1.12 - length, 0.0)[:, None]
    else:
        depth = 1.0005 - np.abs(d)
        along_x = depth[:, 0] < depth[:, 1]
        sign = np.where(d >= 0, 1.0, -1.0)
        push = np.zeros_like(d)
        push[along_x, 0] = (sign[:, 0] * depth[:, 0])[along_x]
        push[~along_x, 1] = (sign[:, 1] * depth[:, 1])[~along_x]
    share = np.zeros_like(pos)
    np.add.at(share, rows, -push * 0.3)
    np.add.at(share, cols, push * 0.3)
    pos += np.clip(share, -0.25, 0.25)
    return True


def _clear_links(pos: Points, pairs: Points, force: float, move: Points, room: float = 0.52) -> None:
    """Push places off the straight lines between two other connected places."""
    a, b = pairs[:, 0].astype(int), pairs[:, 1].astype(int)
    line = pos[b] - pos[a]
    length2 = np.maximum((line**2).sum(axis=1), 1e-9)
    rel = pos[None, :, :] - pos[a][:, None, :]
    along = (rel * line[:, None, :]).sum(axis=2) / length2[:, None]
    foot = rel - along[..., None] * line[:, None, :]
    dist = np.hypot(foot[..., 0], foot[..., 1])
    hit = (along > 0.05) & (along < 0.95) & (dist < room)
    index = np.arange(len(pairs))
    hit[index, a] = False
    hit[index, b] = False
    edge, place = np.nonzero(hit)
    if len(edge) == 0:
        return
    away = foot[edge, place] / np.maximum(dist[edge, place], 1e-6)[:, None]
    push = away * (room - dist[edge, place])[:, None] * force
    np.add.at(move, place, push)
    np.add.at(move, a[edge], -push * 0.5)
    np.add.at(move, b[edge], -push * 0.5)
