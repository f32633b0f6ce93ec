"""Key to the map signs, below the whole map."""

from __future__ import annotations

from typing import Final

from renderer.kit import theme
from renderer.kit.scene import Command, Fill, Frame, Stamp
from renderer.kit.sprites import SpriteKey
from renderer.kit.text import TextKey
from renderer.liege.art.counter import HexCounterKey, HiddenKey, MarkKey
from renderer.liege.art.signs import FortKey, WorkKey, ZoneKey
from renderer.liege.words import LiegeWords

#: Columns and rows of the key, and its total height in px.
COLUMNS, ROWS, HIGH = 4, 3, 164
_PX: Final = 17.0
#: Smaller font sizes for longer texts, and the maximum number of lines.
_SMALLER, _MOST = (16.0, 15.0), 2
#: Width of an entry's signs, i.e. the text's distance from its left edge.
_SIGN: Final = 74


def _entries() -> list[tuple[str, tuple[SpriteKey, ...]]]:
    """Return the text key and the signs of each entry, column by column."""
    unit = HexCounterKey("14 IB", 0, "ge", "INF", "2")
    return [
        ("facing", (HexCounterKey("9 BM", 1, "be", "INF", "3", facing=0),)),
        ("reduced", (HexCounterKey(unit.label, 0, "ge", "INF", "1/2", reduced=True),)),
        ("hidden", (HiddenKey(0),)),
        ("fort", (FortKey("Lo", True, True), FortKey("Li", True, False))),
        ("fallen", (FortKey("Ba", False, True),)),
        ("zone", (ZoneKey(1, 42.0),)),
        ("fieldworks", (WorkKey(0, "fieldworks", 0, 62.0),)),
        ("works", (WorkKey(0, "regular", 1, 62.0),)),
        ("moved", (MarkKey("moved"), MarkKey("forced"))),
        ("fired", (MarkKey("fired"),)),
        ("lost", (MarkKey("lost_1"), MarkKey("lost_2"))),
        ("supply", (MarkKey("limited"), MarkKey("out"))),
    ]


def legend(frame: Frame, words: LiegeWords) -> list[Command]:
    """Return the key in columns below a map."""
    top = frame.height - HIGH
    out: list[Command] = [
        Fill(0, top, frame.width, HIGH, theme.PAPER, "key"),
        Fill(0, top, frame.width, 1, theme.INK, "key"),
    ]
    step, row = frame.width / COLUMNS, (HIGH - 8) / ROWS
    for number, (word, keys) in enumerate(_entries()):
        column, line = divmod(number, ROWS)
        x, y = round(column * step) + 4, round(top + 5 + (line + 0.5) * row)
        widths = [key.size(1.0)[0] for key in keys]
        overlap = max(0, (sum(widths) - _SIGN) // max(1, len(keys) - 1)) if len(keys) > 1 else 0
        left = x + (_SIGN - sum(widths) + overlap * (len(keys) - 1)) // 2
        for key, wide in zip(keys, widths, strict=True):
            high = key.size(1.0)[1]
            out.append(Stamp(key, left, y - high // 2, wide, high, "legend", word))
            left += wide - overlap
        out += _lines(words.get("legend", word), x + _SIGN + 2, y, step - _SIGN - 14)
    return out


def _lines(text: str, x: int, y: int, room: float) -> list[Command]:
    """Return text in two lines, or in up to three smaller ones if it is longer."""
    px, lines = _PX, _wrap_text(text, _PX, room)
    for smaller in _SMALLER:
        if len(lines) <= (_MOST if px > _SMALLER[-1] else _MOST + 1):
            break
        px, lines = smaller, _wrap_text(text, smaller, room)
    out: list[Command] = []
    for number, part in enumerate(lines):
        key = TextKey(part, "sans", px, theme.INK, theme.PAPER)
        wide, high = key.size(1.0)
        middle = y + (number - (len(lines) - 1) / 2) * (px + 1)
        out.append(Stamp(key, x, round(middle - high / 2), wide, high, "text", part, anchor="l"))
    return out


def _wrap_text(text: str, px: float, room: float) -> list[str]:
    lines, line = list[str](), ""
    for word in text.split():
        trial = f"{line} {word}".strip()
        if line and theme.text_width(trial, "sans", px) > room:
            lines.append(line)
            line = word
        else:
            line = trial
    return [*lines, line]


__all__ = ["COLUMNS", "HIGH", "ROWS", "legend"]
