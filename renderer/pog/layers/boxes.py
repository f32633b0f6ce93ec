"""Reserve and eliminated boxes of both sides, with identical counters grouped and counted."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from engine.pog.content import Content
from engine.pog.view import GameView, UnitView
from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.pog.art.counter import HIGH as COUNTER_HIGH
from renderer.pog.art.counter import KEPT, CounterKey, faces
from renderer.pog.art.counter import WIDE as COUNTER_WIDE
from renderer.pog.layout import SCALES
from renderer.pog.markers import plans as plans_of
from renderer.pog.words import PogWords

WIDE, HIGH = 1260.0, 1400.0
#: Counters in boxes are larger than on the small-scale sheet, as large as all boxes together have room for: preferably
#: at the first zoom, else at scales that the map has rendered anyway.
ZOOMS = (1.9, *(scale / SCALES["sheet"] for scale in SCALES.values()))
#: Shares by which the boxes divide the room left by their counters.
SHARES = (0.42, 0.34, 0.24)
#: Room for a box's heading, for a pile's number, and between counters.
HEAD, NUMBER, BETWEEN = 54.0, 36.0, 10.0
#: Room of the panel for headings and for the lines below the boxes.
REST = 250.0
PALE = theme.PALE


def draw_boxes(pen: Pen, view: GameView, words: PogWords, wide: float = WIDE, high: float = HIGH) -> None:
    """Draw two columns, Allies on the left; reserve on top, eliminated below, cards and events at the bottom."""
    pen.frame(0, 0, wide, high, theme.INK, theme.INK, 1)
    pen.frame(3, 3, wide - 6, high - 6, theme.PAPER, theme.PAPER_DARK, 3)
    column, body = (wide - 54) / 2, high - REST
    contents = [_contents(view, side) for side in (0, 1)]
    zoom, heights = _plan(view.content, contents, column, body)
    for side in (0, 1):
        x = 20 + side * (column + 14)
        pen.text(words.side(side), x + column / 2, 34, 32, "title", theme.SIDE[side], theme.PAPER, "mm")
        own = view.sides[side]
        top = 62.0
        for name, units, tall in zip(("reserve", "eliminated", "permanent"), contents[side], heights, strict=True):
            _box(pen, words.get("panels", name), units, side, (x, top, column, tall), zoom, words)
            top += tall + 14
        foot = 104 + body
        text = words.get("panels", "cards", hand=own.hand_size, deck=own.deck_size,
                         discard=len(own.discard), removed=len(own.removed))  # fmt: skip
        pen.text(text, x, foot + 14, 21, "sans", theme.INK, theme.PAPER, "lm")
        table = words.get("panels", "combat_cards")
        if own.zone is None:
            _titles(pen, table, own.combat_cards, x, foot + 44, column, words, 2)
        else:
            _titles(pen, table, own.combat_cards, x, foot + 38, column, words, 1)
            _titles(pen, words.get("panels", "zone"), own.zone, x, foot + 61, column, words, 1)
        _lines(pen, in_force(view, side, words), x, high - 58, column, 2)


def _titles(
    pen: Pen, heading: str, cards: tuple[int, ...], x: float, y: float, wide: float, words: PogWords, limit: int
) -> None:
    names = ", ".join(words.card_title(c) for c in cards) or words.get("panels", "none")
    _lines(pen, f"{heading}: {names}", x, y, wide, limit)


def in_force(view: GameView, side: int, words: PogWords) -> str:
    """Return a side's war plans, and its events in force."""
    cards = [words.card_title(card) for card in view.in_force if words.content.cards[card].side == side]
    plans = plans_of(view, words, side)
    events = f"{words.get('panels', 'in_force')}: {', '.join(cards) or words.get('panels', 'none')}"
    return f"{words.get('panels', 'plans')}: {', '.join(plans)}. {events}" if plans else events


def _lines(pen: Pen, text: str, x: float, y: float, wide: float, limit: int) -> None:
    lines = pen.wrap(text, wide, 19, "serif")
    if len(lines) > limit:
        lines = [*lines[: limit - 1], f"{lines[limit - 1]} …"]
    for i, line in enumerate(lines):
        pen.text(line, x, y + i * 25, 19, "serif", theme.INK, theme.PAPER, "lm")


@lru_cache(maxsize=256)
def group(content: Content, units: tuple[UnitView, ...]) -> tuple[tuple[CounterKey, int], ...]:
    """Group identical counters, armies first, with their number."""
    printed = faces(content)
    piles: Counter[tuple[int, str, str, bool]] = Counter()
    for unit in units:
        record = content.units[unit.unit]
        piles[0 if record.army else 1, record.nation, record.group, unit.reduced] += 1
    return tuple((CounterKey(printed[_looks(content)[k[1], k[2]]], k[3]), piles[k]) for k in sorted(piles))


@lru_cache(maxsize=KEPT)
def _looks(content: Content) -> dict[tuple[str, str], int]:
    """Return one unit for every appearance, so that each appearance is rendered once."""
    return {(u.nation, u.group): u.id for u in reversed(content.units)}


def large_counters(content: Content) -> list[CounterKey]:
    """Return all counters that can be in the boxes."""
    printed = faces(content)
    return [CounterKey(printed[unit], reduced) for unit in _looks(content).values() for reduced in (False, True)]


def _contents(view: GameView, side: int) -> tuple[tuple[UnitView, ...], ...]:
    own = view.sides[side]
    lost = tuple(UnitView(u, False, True) for u in own.permanently_eliminated)
    return own.reserve, own.eliminated, lost


def _plan(
    content: Content, contents: list[tuple[tuple[UnitView, ...], ...]], column: float, body: float
) -> tuple[float, list[float]]:
    """Return the largest zoom at which everything fits, and the heights of the boxes, equal on both sides."""
    zoom, needed = ZOOMS[-1], [0.0]
    for zoom in ZOOMS:
        across = _across(column, zoom)
        rows = [
            max(1, *(-(-len(group(content, units)) // across) for units in pair))
            for pair in zip(*contents, strict=True)
        ]
        needed = [HEAD + count * (COUNTER_HIGH * zoom + BETWEEN) for count in rows]
        if sum(needed) <= body:
            break
    spare = max(0.0, body - sum(needed))
    return zoom, [tall + spare * share for tall, share in zip(needed, SHARES, strict=True)]


def _across(column: float, zoom: float) -> int:
    return max(1, int((column - 24) // (COUNTER_WIDE * zoom + NUMBER)))


def _box(
    pen: Pen, title: str, units: tuple[UnitView, ...], side: int, rect: tuple[float, float, float, float],
    zoom: float, words: PogWords,
) -> None:  # fmt: skip
    x, y, wide, high = rect
    pen.frame(x, y, wide, high, PALE, theme.SIDE[side], 3, "box")
    pen.text(title, x + 14, y + 24, 24, "title", theme.INK, PALE, "lm")
    if not units:
        pen.text(words.get("panels", "empty"), x + wide - 14, y + 24, 20, "title_italic", theme.INK_SOFT, PALE, "rm")
        return
    pen.text(str(len(units)), x + wide - 14, y + 24, 24, "sans_bold", theme.INK, PALE, "rm")
    across = _across(wide, zoom)
    wide_one, high_one = COUNTER_WIDE * zoom, COUNTER_HIGH * zoom
    for i, (key, count) in enumerate(group(words.content, units)):
        left = x + 14 + (i % across) * (wide - 24) / across
        top = y + 46 + (i // across) * (high_one + BETWEEN)
        pen.stamp(key, left, top, "counter", f"{title} {side}", "lt", zoom)
        if count > 1:
            pen.text(f"×{count}", left + wide_one + 4, top + high_one / 2, 24, "sans_bold", theme.INK, PALE, "lm")
