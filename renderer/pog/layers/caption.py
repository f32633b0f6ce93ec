"""Captions above map pictures: what is shown, and when."""

from __future__ import annotations

from functools import lru_cache

from engine.pog.view import GameView
from renderer.kit import theme
from renderer.kit.scene import Command, Fill, Frame, Stamp
from renderer.kit.sprites import SpriteKey
from renderer.kit.text import TextKey
from renderer.pog.layers.title import moments
from renderer.pog.layout import SCALES
from renderer.pog.words import PogWords

STRIP = 30
_PX = 17.0
#: Width in px at which pictures are viewed on a phone, and height of a banner there.
PHONE, _BANNER = 400, 44
_SIDES = ((0, "AP"), (1, "CP"))
#: Gap between two parts of a line, with a dot in the middle, in px.
DOT_ROOM = 10


def caption(frame: Frame, title: str, view: GameView, words: PogWords) -> list[Command]:
    """Draw title on the left, time in the middle if there is room, VP and war status on the right."""
    k = max(1.0, frame.strip / STRIP)  # density relative to the usual one
    out: list[Command] = [
        Fill(0, 0, frame.width, round(STRIP * k), theme.PAPER, "strip"),
        Fill(0, round((STRIP - 2) * k), frame.width, round(k), theme.INK, "strip"),
    ]
    scale, rim, gap = frame.scale, round(12 * k), round(24 * k)
    left = [_line(title, "title", (_PX + 2) * k, theme.RED, scale)]
    status = (f"VP {view.vp}", f"AP {view.sides[0].war_status}", f"CP {view.sides[1].war_status}")
    right = [_line(part, "sans", _PX * k, theme.INK, scale) for part in status]
    middle = [_line(part, "sans", _PX * k, theme.INK, scale) for part in moments(view, words)]
    out += _row(left, rim, scale, k)
    out += _row(right, frame.width - rim - _wide(right, scale, k), scale, k)
    room = frame.width - 2 * gap - _wide(left, scale, k) - _wide(right, scale, k)
    if _wide(middle, scale, k) <= room:
        out += _row(middle, gap + _wide(left, scale, k) + (room - _wide(middle, scale, k)) // 2, scale, k)
    return out


def banner_high(wide: int) -> int:
    """Return the height in px of a two-line banner on a picture `wide` px wide, legible when that is shown 400 px wide."""
    return round(_BANNER * wide / PHONE)


def banner(frame: Frame, title: str, view: GameView, words: PogWords) -> list[Command]:
    """Draw two lines above a cropped map: title and area, then time, VP and war status."""
    k, scale, high = frame.width / PHONE, frame.scale, frame.strip
    out: list[Command] = [
        Fill(0, 0, frame.width, high, theme.PAPER, "strip"),
        Fill(0, high - 2, frame.width, 1, theme.INK, "strip"),
    ]
    room, px, told = frame.width - 12 * k, 17 * k, title.split()
    while px > 11 * k and _line(title, "title", px, theme.RED, scale).size(scale)[0] > room:
        px -= k / 2
    while len(told) > 1 and _line(title, "title", px, theme.RED, scale).size(scale)[0] > room:
        told.pop()
        title = f"{' '.join(told)} …"
    out.append(_at(_line(title, "title", px, theme.RED, scale), 6 * k, 12 * k, scale))
    parts = [
        *moments(view, words),
        f"VP {view.vp}",
        *(f"{s} {view.sides[i].war_status}" for i, s in _SIDES),
    ]
    x = 6 * k
    for part in parts:
        key = _line(part, "sans", 13 * k, theme.INK, scale)
        if x + key.size(scale)[0] <= frame.width - 6 * k:
            out.append(_at(key, x, 32 * k, scale))
            x += key.size(scale)[0] + 9 * k
    return out


def _at(key: SpriteKey, x: float, middle: float, scale: float) -> Stamp:
    width, height = key.size(scale)
    return Stamp(key, round(x), round(middle - height / 2), width, height, "caption", key.words())


def usual_parts(scale: float, words: PogWords) -> list[SpriteKey]:
    """Return the usual parts of captions: turns, rounds, VP, war status, names of spaces."""
    content = words.content
    texts = [words.turn(t) for t in content.turns] + [words.get("title", "turn", turn=t.number) for t in content.turns]
    texts += [words.get("title", "round", round=n) for n in range(1, 7)]
    texts += [f"VP {n}" for n in range(21)] + [f"{side} {n}" for side in ("AP", "CP") for n in range(25)]
    keys = [_line(text, "sans", _PX, theme.INK, scale) for text in texts]
    names = [words.space(s.id) for s in content.spaces if s.kind == "map"] if scale == SCALES["close"] else []
    return keys + [_line(name, "title", _PX + 2, theme.RED, scale) for name in names]


def _wide(parts: list[SpriteKey], scale: float, k: float) -> int:
    """Return the width in px of parts with dots between them."""
    return sum(part.size(scale)[0] for part in parts) + round(DOT_ROOM * k) * (len(parts) - 1)


def _row(parts: list[SpriteKey], x: int, scale: float, k: float) -> list[Command]:
    """Place parts side by side from x; separate parts recur from picture to picture (and are cached), whole lines don't."""
    out: list[Command] = []
    room, high, dot = round(DOT_ROOM * k), round(STRIP * k), round(2 * k)
    for i, part in enumerate(parts):
        if i:
            out.append(Fill(x + room // 2 - dot // 2, high // 2 - dot, dot, dot, theme.INK, "strip"))
            x += room
        width, height = part.size(scale)
        out.append(Stamp(part, x, (high - dot - height) // 2, width, height, "caption", part.words()))
        x += width
    return out


@lru_cache(maxsize=2048)
def _line(text: str, font: str, px: float, colour: theme.Colour, scale: float) -> SpriteKey:
    return TextKey(text, font, px / scale, colour, theme.PAPER)
