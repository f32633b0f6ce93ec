"""The cartouche of the sheet, and the moment of a position as text."""

from __future__ import annotations

from engine.pog.view import GameView
from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.pog.words import PogWords


def moment(view: GameView, words: PogWords) -> str:
    """Return turn, round or phase in a few words."""
    return " · ".join(moments(view, words))


def moments(view: GameView, words: PogWords) -> list[str]:
    """Return the season or month, the turn, and the round or phase."""
    turn = view.content.turns[view.turn - 1]
    parts = [words.turn(turn), words.get("title", "turn", turn=view.turn)]
    if view.action_round:
        parts.append(words.get("title", "round", round=view.action_round))
    else:
        parts.append(words.get("phases", view.phase))
    return parts


def draw_title(pen: Pen, view: GameView, words: PogWords, wide: float, high: float, heading: str = "") -> None:
    """Draw the cartouche: name of the game, turn, VP; the overlay, or the deciding side."""
    pen.frame(0, 0, wide, high, theme.INK, theme.INK, 1)
    pen.frame(3, 3, wide - 6, high - 6, theme.PAPER, theme.PAPER_DARK, 3)
    middle = wide / 2
    pen.text(words.get("title", "sheet"), middle, 52, 50, "title", theme.INK, theme.PAPER, "mm")
    pen.fill(40, 86, wide - 80, 2, theme.INK, "rule")
    turn = view.content.turns[view.turn - 1]
    pen.text(words.turn(turn), middle, 118, 36, "title", theme.RED, theme.PAPER, "mm")
    detail = " · ".join(moments(view, words)[1:])
    pen.text(detail, middle, 158, 27, "sans", theme.INK, theme.PAPER, "mm")
    pen.text(f"VP {view.vp}", middle, 200, 40, "sans_bold", theme.INK, theme.PAPER, "mm")
    if heading:
        size = min(27.0, 27.0 * (wide - 30) / pen.measure(heading, 27, "title"))
        pen.text(heading, middle, 242, size, "title", theme.RED, theme.PAPER, "mm")
    elif view.to_decide is not None:
        text = words.get("title", "to_decide", side=words.side(view.to_decide))
        pen.text(text, middle, 240, 23, "serif", theme.SIDE[view.to_decide], theme.PAPER, "mm")
