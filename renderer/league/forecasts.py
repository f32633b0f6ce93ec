"""Ranking of predictions: everybody's number of predictions, and their mean error."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.league.sheet import EDGE, ROWS, SMALL, TOP, WIDE, Sheet, few, in_words
from renderer.league.views import Forecasts
from renderer.league.words import LeagueWords

HIGH = 27.0
#: Right edge of the place, left edge of the name, right edges of count and score.
PLACE, NAME, COUNT, SCORE = 44.0, 50.0, 300.0, WIDE - EDGE - 6


def forecasts(view: Forecasts) -> Scene:
    """Return the table on one sheet; raises `TooManyRows`."""
    few(len(view.rows))
    sheet = Sheet(view.palette, view.language)
    sheet.headed(view.head, sheet.words.get("forecasts", "title"))
    alt = told(view, sheet.words)
    if not view.rows:
        return sheet.scene(sheet.empty(sheet.words.get("forecasts", "nobody")), alt, "league_forecasts")
    for key, x in (("count", COUNT), ("score", SCORE)):
        sheet.text(sheet.words.get("forecasts", key), x, TOP + 10, px=SMALL, colour=theme.INK_SOFT, anchor="rm")
    y = TOP + 24
    for index, row in enumerate(view.rows):
        ground, middle = ROWS[index % 2], y + HIGH / 2
        sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, HIGH, ground, "row")
        sheet.text(str(row.place) if row.place else "–", PLACE, middle, font="sans_bold", ground=ground, anchor="rm")
        sheet.name(row.name, (NAME, middle), COUNT - 40 - NAME, ground=ground)
        sheet.text(str(row.count), COUNT, middle, font="sans_medium", ground=ground, anchor="rm")
        sheet.text(f"{row.score:.3f}", SCORE, middle, px=18, font="sans_bold", ground=ground, anchor="rm")
        y += HIGH
    sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, 1, theme.INK)
    sheet.text(sheet.words.get("forecasts", "key"), EDGE, y + 14, px=SMALL, colour=theme.INK_SOFT)
    return sheet.scene(y + 20, alt, "league_forecasts")


def told(view: Forecasts, vocabulary: LeagueWords) -> str:
    """Return the table as text."""
    rows = "; ".join(
        vocabulary.get(
            "alt", "forecast", place=row.place or "–", name=row.name, count=row.count, score=f"{row.score:.3f}"
        )
        for row in view.rows
    )
    rows = rows or vocabulary.get("forecasts", "nobody")
    return vocabulary.get("alt", "forecasts", head=in_words(view.head, vocabulary), rows=rows)


__all__ = ["forecasts", "told"]
