"""The cartouche of the sheet, the strip of a theatre, and the legend."""

from __future__ import annotations

from engine.pog.content import load_content
from engine.pog.view import GameView
from renderer import theme
from renderer.art.counter import CounterKey
from renderer.art.places import PlateKey, SignsKey
from renderer.art.works import ActivationKey, TrenchKey
from renderer.pen import Pen
from renderer.sprites import SpriteKey
from renderer.words import Words


def moment(view: GameView, words: Words) -> str:
    """Turn, round or phase in a few words."""
    turn = load_content().turns[view.turn - 1]
    parts = [turn.title, words.get("title", "turn", turn=view.turn)]
    if view.action_round:
        parts.append(words.get("title", "round", round=view.action_round))
    else:
        parts.append(words.get("phases", view.phase))
    return " · ".join(parts)


def draw_title(pen: Pen, view: GameView, words: Words, wide: float, high: float, heading: str = "") -> None:
    """Cartouche: name of the game, turn, VP; what is overlaid, or who decides."""
    pen.frame(0, 0, wide, high, theme.INK, theme.INK, 1)
    pen.frame(3, 3, wide - 6, high - 6, theme.PAPER, theme.PAPER_DARK, 3)
    middle = wide / 2
    pen.text(words.get("title", "sheet"), middle, 52, 50, "title", theme.INK, theme.PAPER, "mm")
    pen.fill(40, 86, wide - 80, 2, theme.INK, "rule")
    turn = load_content().turns[view.turn - 1]
    pen.text(turn.title, middle, 118, 36, "title", theme.RED, theme.PAPER, "mm")
    detail = moment(view, words).split(" · ", 1)[1]
    pen.text(detail, middle, 158, 27, "sans", theme.INK, theme.PAPER, "mm")
    pen.text(f"VP {view.vp}", middle, 200, 40, "sans_bold", theme.INK, theme.PAPER, "mm")
    if heading:
        size = min(27.0, 27.0 * (wide - 30) / pen.measure(heading, 27, "title"))
        pen.text(heading, middle, 242, size, "title", theme.RED, theme.PAPER, "mm")
    elif view.to_decide is not None:
        text = words.get("title", "to_decide", side=words.side(view.to_decide))
        pen.text(text, middle, 240, 23, "serif", theme.SIDE[view.to_decide], theme.PAPER, "mm")


def draw_legend(pen: Pen, words: Words, wide: float, high: float) -> None:
    """All signs of the sheet in two columns."""
    pen.frame(0, 0, wide, high, theme.INK, theme.INK, 1)
    pen.frame(3, 3, wide - 6, high - 6, theme.PAPER, theme.PAPER_DARK, 3)
    pen.text(words.get("legend", "title"), wide / 2, 34, 30, "title", theme.INK, theme.PAPER, "mm")
    unit = next(u.id for u in load_content().units if u.army)
    entries: list[tuple[SpriteKey, str]] = [
        (PlateKey(0, "clear"), "ap"), (PlateKey(1, "clear"), "cp"), (PlateKey(None, "clear"), "neutral"),
        (PlateKey(None, "mountain"), "mountain"), (PlateKey(None, "forest"), "forest"),
        (PlateKey(None, "swamp"), "swamp"), (PlateKey(None, "desert"), "desert"),
        (TrenchKey(1, 0, 44.0), "trench_1"), (TrenchKey(2, 1, 44.0), "trench_2"),
        (ActivationKey("move"), "activated_move"), (ActivationKey("attack"), "activated_attack"),
    ]  # fmt: skip
    right: list[tuple[SpriteKey, str]] = [
        (SignsKey((("vp", 0, ""),)), "vp"), (SignsKey((("supply", 0, ""),)), "supply"),
        (SignsKey((("port_ap", 0, ""),)), "port_ap"), (SignsKey((("port_cp", 0, ""),)), "port_cp"),
        (SignsKey((("fort", 2, "intact"),)), "fort"), (SignsKey((("fort", 2, "besieged"),)), "besieged"),
        (SignsKey((("fort", 2, "destroyed"),)), "destroyed"),
        (CounterKey(unit, True), "reduced"), (CounterKey(unit, False, False), "unsupplied"),
        (CounterKey(unit, False, True, "moved"), "moved"),
        (CounterKey(unit, False, True, "attacked"), "attacked"),
        (CounterKey(unit, False, True, "retreated"), "retreated"),
    ]  # fmt: skip
    step = (high - 74) / 11
    for i, (key, word) in enumerate(entries):
        y = 66 + (i + 0.5) * step
        pen.stamp(key, 48, y, "legend", word, "mm")
        pen.text(words.get("legend", word), 84, y, 20, "serif_bold", theme.INK, theme.PAPER, "lm")
    step = (high - 74) / 12
    for i, (sign, word) in enumerate(right):
        y = 66 + (i + 0.5) * step
        zoom = 0.98 if isinstance(sign, CounterKey) else 1.1
        pen.stamp(sign, wide / 2 + 44, y, "legend", word, "mm", zoom)
        pen.text(words.get("legend", word), wide / 2 + 74, y, 20, "serif_bold", theme.INK, theme.PAPER, "lm")
