"""Board data for pages: the position of each target in its picture, and the offers there."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from bot.table.reply import Area, Board, PictureRef, Touch

#: Returns the name of a picture.
Source = Callable[[PictureRef], str]


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board as shown to a page: its JSON, and the pictures by their names in it."""

    frame: str
    pictures: dict[str, PictureRef]
    #: Whether it belongs to a seat.
    seated: bool = True


def lay(board: Board, name_of: Callable[[PictureRef], str]) -> LaidBoard:
    """Return the board with names for its pictures."""
    pictures = [ref for area in board.areas for ref in (area.picture, *(ref for _, ref in area.fine))]
    names = {name_of(ref): ref for ref in pictures}
    return LaidBoard(json.dumps(board_frame(board, name_of), separators=(",", ":")), names, board.seated)


def board_frame(board: Board, source: Source) -> dict[str, Any]:
    """Return a board as JSON for the page; fields are copied explicitly, so nothing else is ever sent.

    Targets are keys; positions are pixels of the picture at full size.
    """
    useful = {at for touch in board.touches for at in (touch.uses, touch.to, *touch.here, *touch.near)}
    return {
        "number": board.number,
        "seated": board.seated,
        "areas": [_area(area, source, useful) for area in board.areas],
        "spots": {spot.target: {"name": spot.name, "text": spot.text, "room": spot.room} for spot in board.spots},
        "off_map": [spot.target for spot in board.spots if spot.off_map],
        "focus": list(board.focus),
        "offers": [_offer(touch) for touch in board.touches],
    }


def _area(area: Area, source: Source, useful: Collection[str]) -> dict[str, Any]:
    """Return an area with its targets; boxes only if they have an offer."""
    ground = area.ground
    boxes = {target: box for target, *box in ground.boxes if target in useful}
    # On a map a box also has a centre for marks, like a point.
    middles = (
        {} if area.shelf else {at: [left + wide // 2, top + high // 2] for at, (left, top, wide, high) in boxes.items()}
    )
    return {
        "name": area.name, "label": area.label, "src": source(area.picture), "size": [ground.width, ground.height],
        "fine": [[density, source(ref)] for density, ref in area.fine],
        "scale": ground.scale, "places": {**middles, **{at: [x, y] for at, x, y in ground.points}}, "boxes": boxes,
        "lettering": dict(zip((at for at, *_ in ground.points), ground.lettering, strict=False)),
        "under": ground.under, "labels": ground.labels, "across": ground.across, "wide": area.wide,
        "aside": area.aside, "shelf": area.shelf, "look": area.look,
    }  # fmt: skip


def _offer(touch: Touch) -> dict[str, Any]:
    return {
        "label": touch.label, "about": touch.about, "token": touch.token, "group": touch.group,
        "here": touch.here, "near": touch.near, "to": touch.to, "uses": touch.uses, "aimed": touch.aimed, "sign": touch.sign,
        "chance": touch.chance, "chances": touch.chances, "most": touch.most, "style": touch.style,
    }  # fmt: skip


__all__ = ["LaidBoard", "board_frame", "lay"]
