"""Key to the signs: the legend of the sheet, and the key of an overlay."""

from __future__ import annotations

from collections.abc import Callable

from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.kit.scene import Command, Frame
from renderer.kit.sprites import SpriteKey
from renderer.pog.art.arrows import ArrowKey, LineKey
from renderer.pog.art.counter import CounterKey, faces
from renderer.pog.art.places import PlateKey, SignsKey, SpaceNameKey
from renderer.pog.art.works import ActivationKey, BeachheadKey, DiggingKey, GroundKey, RingKey, TrenchKey
from renderer.pog.layers.caption import PHONE
from renderer.pog.words import PogWords

#: Draws a sign centred at a point and scaled by a factor; most are sprites.
Sign = Callable[[Pen, float, float, float], None]
_SHAFT = ((8.0, 20.0), (50.0, 20.0))
_RING = (40.0, 32.0)


def _sprites(*keys: SpriteKey, zoom: float = 0.78, step: float = 32.0) -> Sign:
    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        for i, key in enumerate(keys):
            pen.stamp(key, x + (i - (len(keys) - 1) / 2) * step * size, y, "legend", "", "mm", zoom * size)

    return draw


def _dashes(colour: theme.Colour, thick: float, casing: float = 0.0, parts: int = 4) -> Sign:
    """Return a sign of a line in several parts, with or without a white border."""

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        left, high, step = x - 28 * size, thick * size, 56 * size / parts
        if casing:
            pen.fill(left - size, y - casing * size / 2, 58 * size, casing * size, theme.WHITE, "legend")
        gap = 0.0 if parts == 1 else 5.0 * size
        for i in range(parts):
            pen.fill(left + i * step, y - high / 2, step - gap, high, colour, "legend")

    return draw


def _board(words: PogWords) -> tuple[list[tuple[Sign, str]], list[tuple[Sign, str]]]:
    """Return both columns: spaces on the left; units, works and overlays on the right."""
    content = words.content
    unit = next(face for face in faces(content) if face.army)
    rome, metz = content.space_by_name["rome"], content.space_by_name["metz"]

    def plate(control: int | None, terrain: str = "clear", beach: bool = False) -> Sign:
        return _sprites(PlateKey(control, terrain, beach), zoom=0.78)

    def sign(name: str, number: int = 0, state: str = "") -> SpriteKey:
        return SignsKey(((name, number, state),))

    left = [
        (plate(0), "ap"), (plate(1), "cp"), (plate(None), "neutral"),
        (plate(None, "mountain"), "mountain"), (plate(None, "forest"), "forest"), (plate(None, "swamp"), "swamp"),
        (plate(None, "desert"), "desert"), (plate(None, "clear", beach=True), "beach"),
        (_dashes(theme.INK, 3.0), "dashed"),
        (_sprites(SpaceNameKey(words.space(rome), None, vp=False, capital=True, badge=False), zoom=0.9), "capital"),
        (_sprites(SpaceNameKey(words.space(metz), None, vp=True, capital=False, badge=False), sign("vp")), "vp"), (_sprites(sign("supply"), zoom=1.1), "supply"),
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
    """Return the signs that an overlay adds: "supply", "threats", "front" or "control"."""
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


def _of_ruleset(words: PogWords, sign: str) -> tuple[Sign, str]:
    """Return a sign that only games of some rulesets have."""
    unit = next(face for face in faces(words.content) if face.army)
    return {
        "grade": _sprites(*(CounterKey(unit, False, False, grade=grade) for grade in (1, 5))),
        "digging": _sprites(DiggingKey(-1), DiggingKey(-2), zoom=1.0, step=31.0),
        "shallow": _sprites(TrenchKey(0, None, 40.0), zoom=1.0),
        "nowhere": _sprites(BeachheadKey(nowhere=True), zoom=1.0),
        "goal": _sprites(SignsKey((("goal_ap", 0, ""),)), SignsKey((("goal_cp", 0, ""),)), zoom=1.1),
    }[sign], sign


def draw_legend(pen: Pen, words: PogWords, wide: float, high: float, more: tuple[str, ...] = ()) -> None:
    """Draw all signs of the sheet in two columns; `more` are those of the game's ruleset, listed with the works."""
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


#: On a phone, in px: height of a key's row and its border, width of a sign, and font size.
_ROW, _RIM, _SIGN, _LETTERS = 23.0, 4.0, 40.0, 13.5


def key_high(kind: str, wide: int) -> int:
    """Return the height in px of an overlay's key below a picture `wide` px wide."""
    return round((-(-len(_of_overlay(kind)) // 2) * _ROW + 2 * _RIM) * wide / PHONE)


def key(frame: Frame, words: PogWords, kind: str) -> list[Command]:
    """Return an overlay's signs in two columns below the map, legible when the picture is shown 400 px wide."""
    entries, k = _of_overlay(kind), frame.width / PHONE / frame.scale
    high = frame.foot / frame.scale
    pen = Pen(frame.scale, 0, frame.height / frame.scale - high)
    pen.frame(0, 0, frame.width / frame.scale, high, theme.PAPER, theme.INK, 1 / frame.scale, "key")
    rows = -(-len(entries) // 2)
    for i, (sign, word) in enumerate(entries):
        x, middle = (6 + i // rows * (PHONE - 12) / 2) * k, (_RIM + (i % rows + 0.5) * _ROW) * k
        sign(pen, x + _SIGN / 2 * k, middle, 0.62 * k)
        text, px = words.get("legend", word), _LETTERS * k
        pen.text(text, x + (_SIGN + 4) * k, middle, px, "serif_bold", theme.INK, theme.PAPER, "lm")
    return pen.commands
