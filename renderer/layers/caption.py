"""The strip over a map picture: what it shows and when."""

from __future__ import annotations

from engine.pog.view import GameView
from renderer import theme
from renderer.art.text import TextKey
from renderer.layers.title import moment
from renderer.scene import Command, Fill, Frame, Stamp
from renderer.sprites import SpriteKey
from renderer.words import Words

STRIP = 30
_PX = 17.0


def caption(frame: Frame, title: str, view: GameView, words: Words) -> list[Command]:
    """Title left, time in the middle if there is room, VP and war status right."""
    out: list[Command] = [
        Fill(0, 0, frame.width, STRIP, theme.PAPER, "strip"),
        Fill(0, STRIP - 2, frame.width, 1, theme.INK, "strip"),
    ]
    scale = frame.scale
    left = _line(title, "title", _PX + 2, theme.RED, scale)
    status = f"VP {view.vp} · AP {view.sides[0].war_status} · CP {view.sides[1].war_status}"
    right = _line(status, "sans", _PX, theme.INK, scale)
    middle = _line(moment(view, words), "sans", _PX, theme.INK, scale)
    out.append(_place(left, 12, scale, "l"))
    out.append(_place(right, frame.width - 12, scale, "r"))
    room = frame.width - 48 - left.size(scale)[0] - right.size(scale)[0]
    if middle.size(scale)[0] <= room:
        centre = 24 + left.size(scale)[0] + room // 2
        out.append(_place(middle, centre, scale, "m"))
    return out


def _line(text: str, font: str, px: float, colour: theme.Colour, scale: float) -> SpriteKey:
    return TextKey(text, font, px / scale, colour, theme.PAPER)


def _place(key: SpriteKey, x: int, scale: float, anchor: str) -> Stamp:
    width, height = key.size(scale)
    left = x - {"l": 0, "m": width // 2, "r": width}[anchor]
    return Stamp(key, left, (STRIP - 2 - height) // 2, width, height, "caption", key.words())
