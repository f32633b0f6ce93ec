"""Rating graph: a line for each player, with shading for the uncertainty."""

from __future__ import annotations

import math
from collections.abc import Sequence

from renderer.kit import theme
from renderer.kit.canvas import XY
from renderer.kit.palette import mix
from renderer.kit.scene import Scene
from renderer.kit.sprites import SpriteKey
from renderer.kit.theme import Colour
from renderer.league.sheet import EDGE, SMALL, TOP, WIDE, Sheet
from renderer.league.signs import DiscKey, SignLineKey, SignShapeKey
from renderer.league.views import Rated, RatingGraph, RatingLine
from renderer.league.words import LeagueWords

MOST_LINES = 4
_INKS: tuple[Colour, ...] = (theme.BLUE, theme.RED, theme.GREEN, mix(theme.GOLD, theme.INK, 0.3))
#: The shading of a single line, which has the first ink.
_SHADE: Colour = theme.PLATE[0]
_LEFT, _RIGHT, _HIGH = 52.0, WIDE - EDGE - 8, 220.0
#: Maximum number of points of a line listed in the alt text.
_ALT_POINTS = 40


class _Chart:
    """Coordinates of moments and figures on the sheet."""

    def __init__(self, lines: Sequence[RatingLine]) -> None:
        points = [point for line in lines for point in line.points]
        self.begins, self.ends = min(p.at for p in points), max(p.at for p in points)
        lowest, highest = min(p.shown - p.off for p in points), max(p.shown + p.off for p in points)
        self.step = next(step for step in (25, 50, 100, 200, 250, 500, 1000, 10_000) if (highest - lowest) / step <= 6)
        self.lowest = math.floor(lowest / self.step) * self.step
        self.highest = max(math.ceil(highest / self.step) * self.step, self.lowest + self.step)
        self.top, self.foot = TOP + 14, TOP + 14 + _HIGH

    def x(self, at: float) -> float:
        span = self.ends - self.begins
        return (_LEFT + _RIGHT) / 2 if not span else _LEFT + 8 + (_RIGHT - _LEFT - 16) * (at - self.begins) / span

    def y(self, shown: float) -> float:
        return self.foot - (shown - self.lowest) * _HIGH / (self.highest - self.lowest)

    def within(self, at: float, shown: float) -> XY:
        """Return a point relative to the upper left corner of the chart."""
        return self.x(at) - _LEFT, self.y(shown) - self.top


def rating_graph(view: RatingGraph) -> Scene:
    """Return the graph on one sheet; raises `ValueError` for more lines than can be distinguished."""
    if len(view.lines) > MOST_LINES:
        raise ValueError(f"{len(view.lines)} lines cannot be told apart; {MOST_LINES} can.")
    sheet = Sheet(view.palette, view.language)
    sheet.head(sheet.words.get("ratings", "title"), view.title)
    alt = told(view, sheet.words)
    lines = [line for line in view.lines if line.points]
    if not lines:
        return sheet.scene(sheet.empty(sheet.words.get("ratings", "nobody")), alt, "league_ratings")
    chart = _Chart(lines)
    _grid(sheet, chart)
    if len(lines) == 1:
        _shade(sheet, chart, lines[0])
    for number, line in reversed(list(enumerate(lines))):
        _line(sheet, chart, line, number)
    return sheet.scene(_legend(sheet, lines, chart.foot + 38), alt, "league_ratings")


def _grid(sheet: Sheet, chart: _Chart) -> None:
    sheet.pen.fill(_LEFT, chart.top, _RIGHT - _LEFT, _HIGH, theme.PALE, "ground")
    for figure in range(chart.lowest, chart.highest + 1, chart.step):
        sheet.pen.fill(_LEFT, chart.y(figure) - 0.5, _RIGHT - _LEFT, 1, theme.PAPER_DARK, "grid")
        sheet.text(str(figure), _LEFT - 6, chart.y(figure), px=SMALL, colour=theme.INK_SOFT, anchor="rm")
    sheet.pen.fill(_LEFT, chart.foot - 0.5, _RIGHT - _LEFT, 1, theme.INK_SOFT)
    spread = ((chart.begins, _LEFT, "lm"), (chart.ends, _RIGHT, "rm"))
    moments = spread if chart.begins < chart.ends else ((chart.ends, chart.x(chart.ends), "mm"),)
    for at, x, anchor in moments:
        told = sheet.words.date(at)
        sheet.text(told, x, chart.foot + 12, px=SMALL, colour=theme.INK_SOFT, anchor=anchor)


def _shade(sheet: Sheet, chart: _Chart, line: RatingLine) -> None:
    """Shade the uncertainty of a line's figures."""
    over = [chart.within(point.at, point.shown + point.off) for point in line.points]
    under = [chart.within(point.at, point.shown - point.off) for point in reversed(line.points)]
    if len(line.points) == 1:
        ((x, y), (_, foot)) = over[0], under[0]
        over, under = [(x - 5, y), (x + 5, y)], [(x + 5, foot), (x - 5, foot)]
    key = SignShapeKey((*over, *under), _RIGHT - _LEFT, _HIGH, _SHADE, theme.PALE)
    sheet.pen.stamp(key, _LEFT, chart.top, "shade", line.name)


def _line(sheet: Sheet, chart: _Chart, line: RatingLine, number: int) -> None:
    """Draw a line with a marker at its points, hollow while the rating is provisional."""
    ink = _INKS[number]
    points = tuple(chart.within(point.at, point.shown) for point in line.points)
    if len(points) > 1:
        key = SignLineKey(points, _RIGHT - _LEFT, _HIGH, ink, theme.PALE, 2.5)
        sheet.pen.stamp(key, _LEFT, chart.top, "line", line.name)
    for point in _marked_points(line.points):
        x, y = chart.x(point.at), chart.y(point.shown)
        across = 10.0 if point is line.points[-1] else 7.5
        sheet.pen.stamp(_sign(number, across, theme.PALE), x, y, "dot", line.name, "mm")
        if point.provisional:
            sheet.pen.stamp(DiscKey(3, theme.PALE, ink), x, y, "hollow", line.name, "mm")


def _sign(number: int, across: float, ground: Colour) -> SpriteKey:
    """Return the marker of a line, which identifies it without colour: disc, square, triangle, diamond."""
    ink, half = _INKS[number], across / 2
    if number == 0:
        return DiscKey(across, ink, ground)
    shapes: tuple[tuple[XY, ...], ...] = (
        ((1, 1), (across - 1, 1), (across - 1, across - 1), (1, across - 1)),
        ((0, across - 1), (half, 0), (across, across - 1)),
        ((half, 0), (across, half), (half, across), (0, half)),
    )
    return SignShapeKey(shapes[number - 1], across, across, ink, ground)


def _marked_points(points: Sequence[Rated]) -> Sequence[Rated]:
    """Return all points if there are few, else only the last."""
    return points if len(points) <= 40 else points[-1:]


def _legend(sheet: Sheet, lines: Sequence[RatingLine], y: float) -> float:
    for number, line in enumerate(lines):
        last = line.points[-1]
        sheet.pen.fill(EDGE, y - 1.5, 24, 3, _INKS[number], "key")
        sheet.pen.stamp(_sign(number, 10, theme.PAPER), EDGE + 12, y, "key", line.name, "mm")
        sheet.name(line.name, (EDGE + 32, y), 230)
        sheet.text(f"{last.shown} ± {last.off}", WIDE - EDGE, y, px=17, font="sans_bold", anchor="rm")
        y += 23
    told = [sheet.words.get("ratings", "shade")] if len(lines) == 1 else []
    if any(point.provisional for line in lines for point in line.points):
        told.append(sheet.words.get("ratings", "hollow"))
    if not told:
        return y - 8
    sheet.text(" ".join(told), EDGE, y + 1, px=SMALL, font="serif", colour=theme.INK_SOFT)
    return y + 8


def told(view: RatingGraph, vocabulary: LeagueWords) -> str:
    """Return the graph as text: everybody's present rating, then its history; of a long line an even selection of points."""
    lines = " ".join(
        vocabulary.get(
            "alt", "rating_line", name=line.name, now=_rating_text(line.points[-1], vocabulary),
            points="; ".join(_rating_text(point, vocabulary) for point in _sample_points(line.points)),
        )
        for line in view.lines if line.points
    )  # fmt: skip
    return vocabulary.get("alt", "ratings", title=view.title, lines=lines or vocabulary.get("ratings", "nobody"))


def _sample_points(points: Sequence[Rated]) -> Sequence[Rated]:
    if len(points) <= _ALT_POINTS:
        return points
    return [points[round(number * (len(points) - 1) / (_ALT_POINTS - 1))] for number in range(_ALT_POINTS)]


def _rating_text(point: Rated, vocabulary: LeagueWords) -> str:
    provisional = vocabulary.get("alt", "provisional") if point.provisional else ""
    return vocabulary.get(
        "alt", "rating_point", date=vocabulary.date(point.at), shown=point.shown, off=point.off, provisional=provisional
    )


__all__ = ["MOST_LINES", "rating_graph", "told"]
