"""Captions around the map: the strip at the top, and the list of forts below the close-up."""

from __future__ import annotations

from typing import Final

from renderer.kit import theme
from renderer.kit.scene import Command, Fill, Stamp
from renderer.kit.text import TextKey
from renderer.liege.map_context import KEY, STRIP, HexContext

_CAPTION_PX: Final = 18.0
_KEY_PX: Final = 17.0


def caption(ctx: HexContext, title: str) -> list[Command]:
    """Return the strip at the top: title, moment, and points."""
    view, frame, get = ctx.view, ctx.frame, ctx.words.get
    out: list[Command] = [
        Fill(0, 0, frame.width, STRIP, theme.PAPER, "strip"), Fill(0, STRIP - 2, frame.width, 1, theme.INK, "strip"),
    ]  # fmt: skip
    weather = [get("title", name) for name in ("heat", "rain") if getattr(view, name)]
    score = " · ".join(
        get("title", "points", side=ctx.words.side(view.facts, side), points=view.points[side]) for side in (0, 1)
    )
    middle = [get("title", "turn", turn=view.turn, last=view.last_turn),
              f"{ctx.words.side(view.facts, view.side)} · {get('phases', view.phase)}", *weather]  # fmt: skip
    left = TextKey(title, "title", _CAPTION_PX + 2, theme.RED, theme.PAPER)
    right = TextKey(score, "sans_bold", _CAPTION_PX, theme.INK, theme.PAPER)
    out.append(_line(left, 10, "l"))
    out.append(_line(right, frame.width - 10, "r"))
    room = (10 + left.size(1.0)[0] + 14, frame.width - 10 - right.size(1.0)[0] - 14)
    for count in range(len(middle), 0, -1):
        key = TextKey(" · ".join(middle[:count]), "sans", _CAPTION_PX, theme.INK, theme.PAPER)
        if key.size(1.0)[0] <= room[1] - room[0]:
            out.append(_line(key, round((room[0] + room[1] - key.size(1.0)[0]) / 2), "l"))
            break
    return out


def _line(key: TextKey, x: int, anchor: str) -> Stamp:
    wide, high = key.size(1.0)
    return Stamp(key, x - (wide if anchor == "r" else 0), (STRIP - 2 - high) // 2, wide, high, "caption", key.text)


def key_of_forts(ctx: HexContext) -> list[Command]:
    """Return the list of forts below the map, with fallen ones struck out."""
    view, frame = ctx.view, ctx.frame
    top = frame.height - KEY
    out: list[Command] = [
        Fill(0, top, frame.width, KEY, theme.PAPER, "key"), Fill(0, top, frame.width, 1, theme.INK, "key"),
    ]  # fmt: skip
    there = [number for number, fort in enumerate(view.facts.forts) if fort.hex in ctx.shown]
    columns = max(1, -(-len(there) // 2))
    step = (frame.width - 16) / columns
    for place, number in enumerate(there):
        row, column = divmod(place, columns)
        x, y = round(10 + column * step), top + 14 + row * 23
        standing = view.active(number)
        code = TextKey(ctx.words.code(view.facts, number), "sans_bold", _KEY_PX, theme.RED, theme.PAPER)
        name = TextKey(
            view.facts.forts[number].title, "sans", _KEY_PX, theme.INK if standing else theme.INK_SOFT, theme.PAPER
        )
        for key, at in ((code, x), (name, x + code.size(1.0)[0] + 2)):
            wide, high = key.size(1.0)
            out.append(Stamp(key, at, y - high // 2, wide, high, "key", view.facts.forts[number].name))
        if not standing:
            left = x + code.size(1.0)[0] + 2
            out.append(Fill(left, y, name.size(1.0)[0], 2, theme.RED, "fallen", view.facts.forts[number].name))
    return out
