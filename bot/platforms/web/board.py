"""What a page is told of a board: where each space and each card stands in its picture, and what may be pressed there."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.table.reply import Area, Board, PictureRef, Touch

#: Makes the name of a picture.
Source = Callable[[PictureRef], str]


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board as it lies before somebody: what pages are told, as JSON, and the pictures by the names in it."""

    frame: str
    pictures: dict[str, PictureRef]
    #: It belongs to a seat.
    seated: bool = True


def lay(board: Board, name_of: Callable[[PictureRef], str]) -> LaidBoard:
    """The board with names for its pictures."""
    pictures = [ref for area in board.areas for ref in (area.picture, *(ref for _, ref in area.fine))]
    names = {name_of(ref): ref for ref in pictures}
    return LaidBoard(json.dumps(board_frame(board, name_of), separators=(",", ":")), names, board.seated)


def board_frame(board: Board, source: Source) -> dict[str, Any]:
    """A board as the page reads it; made by copying, so what is not named here is never sent.

    Ids of spaces are keys, so they are texts; places are px of the picture in its full size.
    """
    return {
        "number": board.number,
        "seated": board.seated,
        "areas": [_area(area, source) for area in board.areas],
        "spots": {str(spot.space): {"name": spot.name, "text": spot.text, "room": spot.room} for spot in board.spots},
        "boxes": [str(spot.space) for spot in board.spots if spot.box],
        "focus": [str(space) for space in board.focus],
        "offers": [_offer(touch) for touch in board.touches],
        "cards": _cards(board),
    }


def _area(area: Area, source: Source) -> dict[str, Any]:
    ground = area.ground
    return {
        "name": area.name, "label": area.label, "src": source(area.picture), "size": [ground.width, ground.height],
        "fine": [[density, source(ref)] for density, ref in area.fine],
        "scale": ground.scale, "places": {str(space): [x, y] for space, x, y in ground.spaces},
        "lettering": dict(zip((str(space) for space, *_ in ground.spaces), ground.lettering, strict=False)),
        "under": ground.under, "labels": ground.labels, "across": ground.across, "wide": area.wide,
    }  # fmt: skip


def _offer(touch: Touch) -> dict[str, Any]:
    return {
        "label": touch.label, "about": touch.about, "token": touch.token, "group": touch.group,
        "here": [str(space) for space in touch.here], "near": [str(space) for space in touch.near],
        "to": None if touch.to is None else str(touch.to),
        "card": touch.card, "what": touch.what, "odds": touch.odds, "chances": touch.chances, "most": touch.most, "style": touch.style,
    }  # fmt: skip


def _cards(board: Board) -> dict[str, Any]:
    """Where the cards of the hand stand that something can be done with."""
    useful = {touch.card for touch in board.touches}
    places = {
        str(card): list(box) for card, box in zip(board.hand, board.cards.cards, strict=True) if card in useful
    }  # fmt: skip
    return {"size": [board.cards.width, board.cards.height], "places": places}


__all__ = ["LaidBoard", "board_frame", "lay"]
