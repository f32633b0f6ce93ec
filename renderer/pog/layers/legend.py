"""What the signs mean: the legend of the sheet, and the key of an overlay."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.kit.scene import Command, Frame, Rect, Window
from renderer.kit.sprites import SpriteKey
from renderer.pog.art.arrows import ArrowKey, LineKey
from renderer.pog.art.counter import CounterKey, faces
from renderer.pog.art.places import NameKey, PlateKey, SignsKey
from renderer.pog.art.works import ActivationKey, BeachheadKey, DiggingKey, GroundKey, RingKey, TrenchKey
from renderer.pog.layers.context import ROOM
from renderer.pog.layers.lettering import labels_in, names_in
from renderer.pog.layout import Layout
from renderer.pog.words import Words

#: Draws a sign with its middle at a point, so many times its size; most are sprites.
Sign = Callable[[Pen, float, float, float], None]
_SHAFT = ((8.0, 20.0), (50.0, 20.0))
_RING = (40.0, 32.0)


def _sprites(*keys: SpriteKey, zoom: float = 0.78, step: float = 32.0) -> Sign:
    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        for i, key in enumerate(keys):
            pen.stamp(key, x + (i - (len(keys) - 1) / 2) * step * size, y, "legend", "", "mm", zoom * size)

    return draw


def _dashes(colour: theme.Colour, thick: float, casing: float = 0.0, parts: int = 4) -> Sign:
    """A line of some parts, in a white casing or none."""

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        left, high, step = x - 28 * size, thick * size, 56 * size / parts
        if casing:
            pen.fill(left - size, y - casing * size / 2, 58 * size, casing * size, theme.WHITE, "legend")
        gap = 0.0 if parts == 1 else 5.0 * size
        for i in range(parts):
            pen.fill(left + i * step, y - high / 2, step - gap, high, colour, "legend")

    return draw


def _board(words: Words) -> tuple[list[tuple[Sign, str]], list[tuple[Sign, str]]]:
    """Both columns: the ground left; units, works and overlays right."""
    content = words.content
    unit = next(face for face in faces(content) if face.army)
    rome = content.space_by_name["rome"]

    def plate(control: int | None, terrain: str = "clear", beach: bool = False) -> Sign:
        return _sprites(PlateKey(control, terrain, beach), zoom=0.78)

    def sign(name: str, number: int = 0, state: str = "") -> SpriteKey:
        return SignsKey(((name, number, state),))

    left = [
        (plate(0), "ap"), (plate(1), "cp"), (plate(None), "neutral"),
        (plate(None, "mountain"), "mountain"), (plate(None, "forest"), "forest"), (plate(None, "swamp"), "swamp"),
        (plate(None, "desert"), "desert"), (plate(None, "clear", beach=True), "beach"),
        (_dashes(theme.INK, 3.0), "dashed"),
        (_sprites(NameKey(words.space(rome), None, vp=False, capital=True, badge=False), zoom=0.9), "capital"),
        (_sprites(sign("vp"), zoom=1.1), "vp"), (_sprites(sign("supply"), zoom=1.1), "supply"),
        (_sprites(sign("port_ap"), sign("port_cp"), zoom=1.1), "port"),
        (_sprites(sign("fort", 2, "intact"), zoom=1.1), "fort"),
        (_sprites(sign("fort", 2, "besieged"), zoom=1.1), "besieged"),
        (_sprites(sign("fort", 2, "destroyed"), zoom=1.1), "destroyed"),
    ]  # fmt: skip
    right = [
        (_sprites(CounterKey(unit, True)), "reduced"), (_sprites(CounterKey(unit, False, False)), "unsupplied"),
        (_sprites(*(CounterKey(unit, False, True, m) for m in ("moved", "attacked", "retreated"))), "spent"),
        (_sprites(TrenchKey(1, 0, 40.0), TrenchKey(2, 1, 40.0), zoom=1.0, step=43.0), "trench"),
        (_sprites(ActivationKey("move"), ActivationKey("attack"), zoom=1.0, step=36.0), "activated"),
        (_sprites(BeachheadKey(), zoom=1.0), "beachhead"),
        (_sprites(RingKey("siege", *_RING), zoom=0.9), "siege"),
        (_sprites(ArrowKey("move", 0, _SHAFT)), "arrow_move"),
        (_sprites(ArrowKey("attack", 0, _SHAFT)), "arrow_attack"),
        *_of_overlay("supply"), *_of_overlay("threats"), *_of_overlay("front")[:2],
    ]  # fmt: skip
    return left, right


def _of_overlay(kind: str) -> list[tuple[Sign, str]]:
    """Signs that an overlay adds: "supply", "threats", "front" or "control"."""
    ring = {name: _sprites(RingKey(name, *_RING), zoom=0.9) for name in ("supplied", "cut", "source", "port", "focus")}
    line = _sprites(LineKey(((8.0, 22.0), (52.0, 22.0))))
    front = (_dashes(theme.RED, 4.0, 8.0, 1), "front")
    return {
        "supply": [(ring["supplied"], "supplied"), (ring["cut"], "cut"), (ring["source"], "source"),
                   (ring["port"], "ring_port"), (line, "trace")],
        "threats": [(ring["focus"], "threatened"), (_sprites(ArrowKey("retreat", 1, _SHAFT)), "arrow_step")],
        "front": [front, (_dashes(theme.INK, 4.0, 8.0), "old_front"), (_sprites(GroundKey(0, 5.0), GroundKey(1, 5.0)), "won")],
        "control": [front, (_sprites(GroundKey(0, 0.0), GroundKey(1, 9.0)), "held")],
    }[kind]  # fmt: skip


def _of_ruleset(words: Words, sign: str) -> tuple[Sign, str]:
    """A sign that only games of some rulesets have."""
    unit = next(face for face in faces(words.content) if face.army)
    return {
        "grade": _sprites(*(CounterKey(unit, False, False, grade=grade) for grade in (1, 5))),
        "digging": _sprites(DiggingKey(-1), DiggingKey(-2), zoom=1.0, step=31.0),
        "shallow": _sprites(TrenchKey(0, None, 40.0), zoom=1.0),
        "nowhere": _sprites(BeachheadKey(nowhere=True), zoom=1.0),
    }[sign], sign


def draw_legend(pen: Pen, words: Words, wide: float, high: float, more: tuple[str, ...] = ()) -> None:
    """All signs of the sheet in two columns; `more` are those of the game's ruleset, which stand with the works."""
    pen.frame(0, 0, wide, high, theme.INK, theme.INK, 1)
    pen.frame(3, 3, wide - 6, high - 6, theme.PAPER, theme.PAPER_DARK, 3)
    pen.text(words.get("legend", "title"), wide / 2, 30, 30, "title", theme.INK, theme.PAPER, "mm")
    left, right = _board(words)
    columns = ([*left, *(_of_ruleset(words, sign) for sign in more)], right)
    for entries, x, text_x in zip(columns, (46.0, wide / 2 + 12), (84.0, wide / 2 + 70), strict=True):
        step = (high - 68) / len(entries)
        for i, (sign, word) in enumerate(entries):
            y = 56 + (i + 0.5) * step
            sign(pen, x, y, 1.0)
            pen.text(words.get("legend", word), text_x, y, 20, "serif_bold", theme.INK, theme.PAPER, "lm")


#: Height of a row of a key and of its rim, and room of a sign, in px.
_ROW, _RIM, _SIGN = 30.0, 8.0, 64.0
#: Distance in px of the places that are tried for a key.
_STEP = 16


def key(frame: Frame, layout: Layout, words: Words, kind: str) -> list[Command]:
    """The signs of an overlay where a theatre has most room, in the same place for every position."""
    entries = _of_overlay(kind)
    ruler, k = Pen(1.0), frame.scale
    texts = [words.get("legend", word) for _, word in entries]
    wide = max(ruler.measure(text, 16, "serif_bold") for text in texts) + _SIGN + 2 * _RIM
    high = len(entries) * _ROW + 2 * _RIM
    x, y = place_of_key(layout, frame.window, wide, high)
    pen = Pen(k, x / k, y / k)
    pen.frame(0, 0, wide / k, high / k, theme.INK, theme.INK, 1 / k, "key")
    pen.frame(2 / k, 2 / k, (wide - 4) / k, (high - 4) / k, theme.PAPER, theme.PAPER_DARK, 2 / k, "key")
    for i, ((sign, _), text) in enumerate(zip(entries, texts, strict=True)):
        middle = (_RIM + (i + 0.5) * _ROW) / k
        sign(pen, (_RIM + 30) / k, middle, 1 / k)
        pen.text(text, (_RIM + _SIGN) / k, middle, 16 / k, "serif_bold", theme.INK, theme.PAPER, "lm")
    return pen.commands


@lru_cache(maxsize=64)
def place_of_key(layout: Layout, window: Window, wide: float, high: float) -> tuple[int, int]:
    """Where a key covers no space, whatever stands there, and as few lines and names as can be."""
    frame = Frame.of(window)
    k, left, top = frame.scale, frame.left, frame.top
    here = [(x * k - left, y * k - top) for x, y in layout.spaces.values() if frame.touches((x, y, x, y))]
    rooms: list[Rect] = [(x + ROOM[0] * k, y + ROOM[1] * k, x + ROOM[2] * k, y + ROOM[3] * k) for x, y in here]
    written = [c.box for c in (*names_in(layout, window), *labels_in(layout, window))]
    points = [p for link in layout.links for p in link.curve]
    dots = [(x * k - left, y * k - top) for x, y in points if frame.touches((x, y, x, y))]
    best, least = (8, frame.strip + 8), 1e9
    for y in range(frame.strip + 8, int(frame.height - high) - 6, _STEP):
        for x in range(8, int(frame.width - wide) - 6, _STEP):
            box = (x - 6.0, y - 6.0, x + wide + 6, y + high + 6)
            if any(_meet(box, r) for r in rooms):
                continue
            cost = 20.0 * sum(_meet(box, r) for r in written)
            cost += sum(box[0] < px < box[2] and box[1] < py < box[3] for px, py in dots)
            cost += 0.01 * min(x, frame.width - wide - x) + 0.01 * min(y, frame.height - high - y)
            if cost < least:
                best, least = (x, y), cost
    return best


def _meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
