"""Map section shown by an overlay on a phone: a theatre, cropped to the area concerned."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from engine.pog.content import Content
from engine.pog.view import GameView
from renderer.kit.scene import Frame, Rect
from renderer.pog.framing import joined, window_of
from renderer.pog.layers.context import inside
from renderer.pog.layout import KEPT, Layout, load_layout
from renderer.pog.network import threats

OVERLAYS = ("supply", "threats", "control", "front")


def busiest(view: GameView, kind: str, side: int | None = None) -> str:
    """Return the theatre in which an overlay shows the most.

    Args:
        view: the position.
        kind: one of `OVERLAYS`.
        side: the side whose supply or threats are shown.

    Returns:
        The name of a theatre: the one with the most units out of supply or under threat, or the most land in enemy
        hands; if none, and between equals, the one with the most combat factors at the front.
    """
    layout = load_layout(view.content)
    told, near = set(_subject_spaces(view, kind, side)), _at_enemy(view, side)

    def worth(name: str) -> tuple[int, int]:
        here = _of_theatre(layout, name)
        return len(told & here), sum(factors for space, factors in near.items() if space in here)

    return max(layout.theatres, key=worth)


def wanted(view: GameView, kind: str, side: int | None, theatre: str, marked: Iterable[int] = ()) -> list[int]:
    """Return a theatre's spaces that an overlay should show, most important first: marked ones, the front, all units."""
    here = _of_theatre(load_layout(view.content), theatre)
    near = _at_enemy(view, side)
    first = [*marked, *(_changed(view) if kind in ("control", "front") else _cut(view, side))]
    rest = [
        s.space for s in view.spaces if any(side is None or view.content.units[u.unit].side == side for u in s.units)
    ]
    meeting = sorted(near, key=lambda space: -near[space])
    return [space for space in dict.fromkeys([*first, *meeting, *rest]) if space in here]


def crop(layout: Layout, theatre: str, spaces: Iterable[int]) -> Rect:
    """Return the part of a theatre that shows these spaces, the first one certainly; its middle if there are none."""
    area = layout.theatres[theatre].rect
    asked = list(spaces) or sorted(
        _of_theatre(layout, theatre), key=lambda s: math.dist(layout.spaces[s], _middle(area))
    )
    return window_of(layout, asked, area)


def _middle(rect: Rect) -> tuple[float, float]:
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def spaces_of(content: Content, theatre: str) -> frozenset[int]:
    """Return the spaces that the picture of a theatre shows."""
    return _of_theatre(load_layout(content), theatre)


@lru_cache(maxsize=5 * KEPT)
def _of_theatre(layout: Layout, theatre: str) -> frozenset[int]:
    """Return the spaces of a theatre."""
    area = layout.theatres[theatre]
    return frozenset(inside(layout, Frame(area.scale, area.rect).window)[0])


@lru_cache(maxsize=KEPT)
def own_theatres(content: Content) -> dict[int, str]:
    """Return the theatre of each space on a map: of those that show it, the one in which it lies nearest the middle."""
    layout = load_layout(content)
    found: dict[int, list[tuple[float, str]]] = {}
    for name, area in layout.theatres.items():
        (x, y), (left, top, right, bottom) = _middle(area.rect), area.rect
        for space in _of_theatre(layout, name):
            across, down = layout.spaces[space]
            away = max(abs(across - x) / (right - left), abs(down - y) / (bottom - top))
            found.setdefault(space, []).append((away, name))
    return {space: min(near)[1] for space, near in found.items()}


def _subject_spaces(view: GameView, kind: str, side: int | None) -> list[int]:
    """Return the spaces that an overlay is about."""
    if kind in ("control", "front"):
        return _changed(view)
    threatened = [threat.space for threat in threats(view, side)] if kind == "threats" and side is not None else []
    return [*threatened, *_cut(view, side)]


def _changed(view: GameView) -> list[int]:
    """Return the spaces held by the side that didn't hold them originally."""
    spaces = view.content.spaces
    return [
        s.space
        for s in view.spaces
        if s.control is not None
        and spaces[s.space].printed_side == 1 - s.control
        and spaces[s.space].nation not in view.neutral
    ]


def _cut(view: GameView, side: int | None) -> list[int]:
    """Return the spaces in which units of a side are out of supply."""
    units = view.content.units
    return [s.space for s in view.spaces if any(units[u.unit].side == side and not u.supplied for u in s.units)]


def _at_enemy(view: GameView, side: int | None) -> dict[int, int]:
    """Return the spaces with units next to enemy spaces, and their combat factors."""
    units, beside = view.content.units, _adjacent_spaces(view.content)
    holder = {s.space: s.control for s in view.spaces}
    aside = {space.id for space in view.content.spaces if space.nation in view.neutral}
    found = {}
    for state in view.spaces:
        own = next((units[u.unit].side for u in state.units), None)
        if own is None or (side is not None and own != side):
            continue
        if any(holder.get(other) == 1 - own and other not in aside for other in beside[state.space]):
            found[state.space] = sum(units[u.unit].cf for u in state.units)
    return found


@lru_cache(maxsize=KEPT)
def _adjacent_spaces(content: Content) -> dict[int, list[int]]:
    return joined(load_layout(content))


__all__ = ["OVERLAYS", "busiest", "crop", "own_theatres", "spaces_of", "wanted"]
