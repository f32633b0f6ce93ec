"""Charts: a curve over the turns, bars by nation, dice by face."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.pog.content import Content
from engine.pog.view import GameView
from renderer.kit import theme
from renderer.kit.canvas import XY, Canvas
from renderer.kit.pen import Pen
from renderer.kit.sprites import Sized
from renderer.kit.theme import Colour
from renderer.pog.art.cards import DieKey
from renderer.pog.nations import NATION
from renderer.pog.requests import DiceTally, NationLoss, VpPoint
from renderer.pog.words import PogWords


@dataclass(frozen=True, slots=True)
class CurveKey(Sized):
    """A polyline with a dot at every point, on a transparent background."""

    points: tuple[XY, ...]
    wide: float
    high: float
    colour: Colour
    line: float = 4.0

    def paint(self, scale: float) -> Image.Image:
        """Draw the line with a white border, then its dots."""
        c = Canvas(self.size(scale), scale)
        if len(self.points) > 1:
            c.line(self.points, theme.WHITE, self.line + 3)
            c.line(self.points, self.colour, self.line)
        for x, y in self.points:
            c.disc(x, y, self.line * 1.25, self.colour, theme.WHITE, 1.4)
        return c.finish()


def vp_curve(
    pen: Pen, view: GameView, curve: Sequence[VpPoint], rect: tuple[float, float, float, float], px: float = 16.0
) -> None:
    """Draw VP from 0 to 20 over the turns, with labels `px` high.

    Above ten the background is tinted for the Central Powers, below for the Allies.
    """
    x, y, wide, high = rect
    left, right, top, foot = x + 18 + px, x + wide - 8, y + 6, y + high - 10 - px
    step = (foot - top) / 20

    def at(vp: float) -> float:
        return foot - min(max(vp, 0), 20) * step

    pen.fill(left, top, right - left, at(10) - top, theme.TINT[1])
    pen.fill(left, at(10), right - left, foot - at(10), theme.TINT[0])
    for vp in (0, 5, 10, 15, 20):
        pen.fill(left, at(vp) - 0.5, right - left, 2 if vp == 10 else 1, theme.INK_FAINT, "grid")
        pen.text(str(vp), left - 6, at(vp), px, "sans_bold", theme.INK, theme.PALE, "rm")
    first, last = curve[0].turn if curve else 0, view.content.scenarios[view.scenario].last_turn
    pitch = (right - left - 20) / max(last - first, 1)
    every = next((every for every in (1, 2, 4) if pitch * every > 1.5 * px), 5)
    for turn in range(first, last + 1, every):
        along = left + 10 + (turn - first) * pitch
        pen.text(str(turn), along, foot + 13 * px / 16, px - 0.5, "sans", theme.INK_SOFT, theme.PALE, "mm")
    points = tuple((10 + (p.turn - first) * pitch, at(p.vp) - y) for p in curve)
    if points:
        pen.stamp(CurveKey(points, right - left, high, theme.INK), left, y, "curve", "vp")


def nation_bars(
    pen: Pen,
    losses: Sequence[NationLoss],
    rect: tuple[float, float, float, float],
    words: PogWords,
    gone: str,
    px: float = 17.0,
) -> None:
    """Draw bars in one column per side, longest first, with text `px` high; `gone` is the word for units that left the map."""
    x, y, wide, high = rect
    of_side = {u.nation: u.side for u in words.content.units}
    most = max((n.steps for n in losses), default=1)
    column = wide / 2
    words_of = {n: _loss_text(n, gone) for n in losses}
    widest = max((pen.measure(text, px - 0.5, "sans_bold") for text in words_of.values()), default=0.0)
    named, row = 112 * px / 17, 27 * px / 17
    room = column - named - widest - 18
    rows = max(1, int(high // row))
    for side in (0, 1):
        own = sorted((n for n in losses if of_side.get(n.nation) == side), key=lambda n: (-n.steps, n.nation))
        for i, loss in enumerate(own[:rows]):
            top, left = y + i * row, x + side * column
            pen.text(words.nation(loss.nation), left, top + row * 0.45, px, "sans", theme.INK, theme.PALE, "lm")
            bar = max(3.0, room * loss.steps / most)
            pen.fill(left + named, top + 3, bar, row - 8, NATION[loss.nation], "bar")
            pen.text(
                words_of[loss],
                left + named + 6 + bar,
                top + row * 0.45,
                px - 0.5,
                "sans_bold",
                theme.INK,
                theme.PALE,
                "lm",
            )


def loss_rows(content: Content, losses: Sequence[NationLoss]) -> int:
    """Return how many rows the bars take, for the side with more nations."""
    of_side = {u.nation: u.side for u in content.units}
    return max(sum(of_side.get(n.nation) == side for n in losses) for side in (0, 1))


def _loss_text(loss: NationLoss, gone: str) -> str:
    return str(loss.steps) if not loss.eliminated else f"{loss.steps} ({gone.format(count=loss.eliminated)})"


def dice_rows(pen: Pen, tally: DiceTally, x: float, y: float, wide: float, px: float = 16.0) -> float:
    """Draw faces as dice with their counts, `px` high, and a bar compared with the expected sixth; return the lower edge."""
    total = sum(tally.faces)
    most = max([*tally.faces, total / 6, 1.0])
    column = wide / 6
    for face, count in enumerate(tally.faces, start=1):
        left = x + (face - 1) * column
        bar = 62.0 * count / most
        pen.fill(left + 6, y + 64 - bar, column - 22, bar, theme.SIDE[tally.side], "bar")
        pen.fill(left + 2, y + 64 - 62.0 * total / 6 / most - 1, column - 14, 2, theme.GOLD, "expected")
        pen.text(str(count), left + 6 + (column - 22) / 2, y - px / 2, px, "sans_bold", theme.INK, theme.PALE, "mm")
        key = DieKey(face, theme.WHITE, theme.SIDE[tally.side], 10.0 + px)
        pen.stamp(key, left + 6 + (column - 22) / 2, y + 70, "die", "", "mt")
    return y + 84 + px


def chance_of(faces: Sequence[int]) -> tuple[float, bool]:
    """Return the probability of dice as good (or, below the mean, as bad) as these, and whether they are above the mean.

    This is the exact distribution of the sum of that many fair dice, whose mean is 3.5 per die.
    """
    count, total = sum(faces), sum(face * n for face, n in enumerate(faces, start=1))
    weights = [1.0]
    for _ in range(count):
        longer, window = [], 0.0
        for i in range(len(weights) + 5):
            window += weights[i] if i < len(weights) else 0.0
            window -= weights[i - 6] if i >= 6 else 0.0
            longer.append(max(window, 0.0) / 6)
        weights = longer
    index = total - count
    above = total >= 3.5 * count
    share = math.fsum(weights[index:]) if above else math.fsum(weights[: index + 1])
    return min(share, 1.0), above
