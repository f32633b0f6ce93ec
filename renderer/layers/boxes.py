"""Reserve and eliminated boxes of both sides: like counters stand together with their number."""

from __future__ import annotations

from collections import Counter

from engine.pog.content import load_content
from engine.pog.view import GameView, UnitView
from renderer import theme
from renderer.art.counter import HIGH as COUNTER_HIGH
from renderer.art.counter import WIDE as COUNTER_WIDE
from renderer.art.counter import CounterKey
from renderer.pen import Pen
from renderer.words import Words

WIDE, HIGH = 1260.0, 1400.0
#: Counters in boxes are drawn larger than on the small-scale sheet.
ZOOM = 1.45
PALE = theme.PALE


def draw_boxes(pen: Pen, view: GameView, words: Words, wide: float = WIDE, high: float = HIGH) -> None:
    """Two columns, Allied left; reserve above, eliminated below, cards and events at the foot."""
    pen.frame(0, 0, wide, high, theme.INK, theme.INK, 1)
    pen.frame(3, 3, wide - 6, high - 6, theme.PAPER, theme.PAPER_DARK, 3)
    column = (wide - 54) / 2
    body = high - 250
    for side in (0, 1):
        x = 20 + side * (column + 14)
        pen.text(words.side(side), x + column / 2, 34, 32, "title", theme.SIDE[side], theme.PAPER, "mm")
        own = view.sides[side]
        _box(pen, words.get("panels", "reserve"), own.reserve, side, (x, 62, column, body * 0.42), words)
        _box(pen, words.get("panels", "eliminated"), own.eliminated, side,
             (x, 76 + body * 0.42, column, body * 0.34), words)  # fmt: skip
        lost = tuple(UnitView(u, False, True) for u in own.permanently_eliminated)
        _box(pen, words.get("panels", "permanent"), lost, side,
             (x, 90 + body * 0.76, column, body * 0.24), words)  # fmt: skip
        foot = 104 + body
        text = words.get("panels", "cards", hand=own.hand_size, deck=own.deck_size,
                         discard=len(own.discard), removed=len(own.removed))  # fmt: skip
        pen.text(text, x, foot + 14, 21, "sans", theme.INK, theme.PAPER, "lm")
        _titles(pen, words.get("panels", "combat_cards"), own.combat_cards, x, foot + 44, column, words, 2)
    _titles(pen, words.get("panels", "in_force"), view.in_force, 20, high - 58, wide - 40, words, 2)


def _titles(
    pen: Pen, heading: str, cards: tuple[int, ...], x: float, y: float, wide: float, words: Words, limit: int
) -> None:
    names = ", ".join(words.card_title(c) for c in cards) or words.get("panels", "none")
    lines = pen.wrap(f"{heading}: {names}", wide, 19, "serif")
    if len(lines) > limit:
        lines = [*lines[: limit - 1], f"{lines[limit - 1]} …"]
    for i, line in enumerate(lines):
        pen.text(line, x, y + i * 25, 19, "serif", theme.INK, theme.PAPER, "lm")


def group(units: tuple[UnitView, ...]) -> list[tuple[CounterKey, int]]:
    """Counters that look alike, armies first, with their number."""
    content = load_content()
    piles: Counter[tuple[int, str, str, bool]] = Counter()
    sample: dict[tuple[int, str, str, bool], UnitView] = {}
    for unit in units:
        record = content.units[unit.unit]
        key = (0 if record.army else 1, record.nation, record.group, unit.reduced)
        piles[key] += 1
        sample.setdefault(key, unit)
    return [(CounterKey(sample[k].unit, sample[k].reduced), piles[k]) for k in sorted(piles)]


def _box(
    pen: Pen, title: str, units: tuple[UnitView, ...], side: int, rect: tuple[float, float, float, float], words: Words
) -> None:
    x, y, wide, high = rect
    pen.frame(x, y, wide, high, PALE, theme.SIDE[side], 3, "box")
    pen.text(title, x + 14, y + 24, 24, "title", theme.INK, PALE, "lm")
    if not units:
        pen.text(words.get("panels", "empty"), x + wide - 14, y + 24, 20, "title_italic", theme.INK_SOFT, PALE, "rm")
        return
    pen.text(str(len(units)), x + wide - 14, y + 24, 24, "sans_bold", theme.INK, PALE, "rm")
    piles = group(units)
    room_x, room_y = wide - 24, high - 56
    wide_one, high_one = COUNTER_WIDE * ZOOM, COUNTER_HIGH * ZOOM
    across = max(1, int(room_x // (wide_one + 40)))
    step_x = room_x / across
    rows = -(-len(piles) // across)
    step_y = min(high_one + 12, room_y / max(rows, 1))
    for i, (key, count) in enumerate(piles):
        left = x + 14 + (i % across) * step_x
        top = y + 48 + (i // across) * step_y
        pen.stamp(key, left, top, "counter", f"{title} {side}", "lt", ZOOM)
        if count > 1:
            pen.text(f"×{count}", left + wide_one + 4, top + high_one / 2, 24, "sans_bold", theme.INK, PALE, "lm")
