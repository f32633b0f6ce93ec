"""Table of a section: points, tie-break, promotion and relegation, and the places still within reach."""

from __future__ import annotations

from itertools import pairwise

from renderer.kit import theme
from renderer.kit.palette import mix
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.league.sheet import DOWN, EDGE, ROWS, SMALL, TOP, UP, WIDE, Sheet, few, in_words
from renderer.league.signs import triangle
from renderer.league.views import Standing, Standings
from renderer.league.words import LeagueWords

HIGH = 27.0
#: Right edge of the place, left edge of the name, middle of the games, right edges of points and tie-break; the bar.
PLACE, NAME, GAMES, POINTS, TIE = 44.0, 50.0, 216.0, 266.0, 302.0
BAR, BAR_WIDE = 312.0, WIDE - EDGE - 312.0
#: How far the columns move right if there is no bar.
_WITHOUT = BAR_WIDE + 4
REACH: Colour = mix(theme.GOLD, theme.PAPER, 0.35)


def standings(view: Standings) -> Scene:
    """Return the table on one sheet; raises `TooManyRows`."""
    few(len(view.rows))
    sheet = Sheet(view.palette, view.language)
    sheet.headed(view.head, sheet.words.get("standings", "title"))
    alt = told(view, sheet.words)
    if not view.rows:
        return sheet.scene(sheet.empty(sheet.words.get("standings", "nobody")), alt, "league_standings")
    _heads(sheet, view)
    y = TOP + 24
    for index, row in enumerate(view.rows):
        _row(sheet, view, row, y, index)
        y += HIGH
    _lines(sheet, view)
    return sheet.scene(_legend(sheet, view, y), alt, "league_standings")


def _shows_places(view: Standings) -> bool:
    """Return whether to show places within reach: not once the season is over, nor on a ladder, where every place is."""
    return not view.head.over and view.head.kind != "ladder"


def _heads(sheet: Sheet, view: Standings) -> None:
    y, vocabulary, right = TOP + 10, sheet.words, 0.0 if _shows_places(view) else _WITHOUT
    for key, x, anchor in (("games", GAMES, "mm"), ("points", POINTS, "rm"), ("tiebreak", TIE, "rm")):
        sheet.text(vocabulary.get("standings", key), x + right, y, px=SMALL, colour=theme.INK_SOFT, anchor=anchor)
    if _shows_places(view):
        reach = vocabulary.get("standings", "reach", first=1, last=view.size)
        sheet.text(reach, BAR + BAR_WIDE / 2, y, px=SMALL, colour=theme.INK_SOFT, anchor="mm")


def _ground(row: Standing, index: int) -> Colour:
    return {"up": UP, "down": DOWN}.get(row.zone, ROWS[index % 2])


def _row(sheet: Sheet, view: Standings, row: Standing, y: float, index: int) -> None:
    ground, middle, right = _ground(row, index), y + HIGH / 2, 0.0 if _shows_places(view) else _WITHOUT
    sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, HIGH, ground, "row")
    ink = theme.INK_SOFT if row.gone and not row.zone else theme.INK
    if row.own:
        sheet.pen.fill(EDGE, y, 4, HIGH, theme.GOLD, "own")
    if row.zone:
        colour = theme.GREEN if row.zone == "up" else theme.RED
        sheet.pen.stamp(triangle(row.zone == "up", 9, colour, ground), EDGE + 11, middle, row.zone, row.name, "mm")
    sheet.text(str(row.place), PLACE, middle, font="sans_bold", colour=ink, ground=ground, anchor="rm")
    font = "sans_bold" if row.own else "sans"
    wide = sheet.name(row.name, (NAME, middle), GAMES + right - 28 - NAME, font=font, colour=ink, ground=ground)
    if row.gone:
        sheet.pen.fill(NAME, middle + 1, wide + 2, 1.5, theme.INK_SOFT, "gone")
    games = f"{row.won}–{row.drawn}–{row.lost}"
    sheet.text(games, GAMES + right, middle, font="sans_medium", colour=ink, ground=ground, anchor="mm")
    sheet.text(str(row.points), POINTS + right, middle, px=18, font="sans_bold", colour=ink, ground=ground, anchor="rm")
    tie, soft = figure(row.tiebreak), theme.INK if row.zone else theme.INK_SOFT
    sheet.text(tie, TIE + right, middle, px=15, font="sans_medium", colour=soft, ground=ground, anchor="rm")
    if _shows_places(view):
        _bar(sheet, view, row, middle)


def _bar(sheet: Sheet, view: Standings, row: Standing, middle: float) -> None:
    """Draw all places of the section from left to right, with those within reach coloured and the present one dark."""
    step = BAR_WIDE / max(view.size, 1)
    rule = 1.0 if step > 6 else 0.0
    sheet.pen.fill(BAR, middle - 5, BAR_WIDE, 10, theme.PAPER_DARK, "track")
    left, right = BAR + (row.best - 1) * step, BAR + row.worst * step
    sheet.pen.fill(left, middle - 7, right - left - rule, 14, REACH, "reach")
    for place in range(row.best, row.worst) if rule else ():
        sheet.pen.fill(BAR + place * step - rule, middle - 7, rule, 14, theme.PAPER, "step")
    wide = max(step - rule, 3.0)
    sheet.pen.fill(BAR + (row.place - 1) * step, middle - 7, wide, 14, theme.INK, "now")


def _lines(sheet: Sheet, view: Standings) -> None:
    """Draw a line below the promoted rows, and one above the relegated ones."""
    for index, (row, after) in enumerate(pairwise(view.rows)):
        if row.zone == after.zone or {row.zone, after.zone} == {""}:
            continue
        colour = theme.GREEN if row.zone == "up" else theme.RED
        sheet.pen.fill(EDGE, TOP + 24 + (index + 1) * HIGH - 1, WIDE - 2 * EDGE, 2, colour, "line")


def _legend(sheet: Sheet, view: Standings, y: float) -> float:
    """Draw the key for the symbols in use; return the lower edge."""
    sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, 1, theme.INK)
    x, middle = EDGE, y + 14
    for zone, colour in (("up", theme.GREEN), ("down", theme.RED)):
        if any(row.zone == zone for row in view.rows):
            sheet.pen.stamp(triangle(zone == "up", 9, colour, theme.PAPER), x, middle, "key", zone, "lm")
            x += (
                13
                + sheet.text(sheet.words.get("standings", zone), x + 12, middle, px=SMALL, colour=theme.INK_SOFT)
                + 10
            )
    if _shows_places(view):
        for key, colour in (("now", theme.INK), ("bar", REACH)):
            sheet.pen.fill(x, middle - 5, 12, 10, colour, "key")
            x += (
                16 + sheet.text(sheet.words.get("standings", key), x + 15, middle, px=SMALL, colour=theme.INK_SOFT) + 10
            )
    return y + 20 if x > EDGE else y


def figure(value: float) -> str:
    """Format a tie-break, as an integer or with its half."""
    return f"{value:.1f}".removesuffix(".0")


def told(view: Standings, vocabulary: LeagueWords) -> str:
    """Return the table as text."""
    rows = "; ".join(_standing_text(row, view, vocabulary) for row in view.rows)
    rows = rows or vocabulary.get("standings", "nobody")
    return vocabulary.get("alt", "standings", head=in_words(view.head, vocabulary), rows=rows)


def _standing_text(row: Standing, view: Standings, vocabulary: LeagueWords) -> str:
    open_ = "out" if row.out else "reach"
    key = "final" if view.head.over else "sure" if row.best == row.worst else open_
    told = vocabulary.get(
        "alt", "standing", place=row.place, name=row.name, points=row.points, won=row.won, drawn=row.drawn, lost=row.lost,
        tiebreak=figure(row.tiebreak), reach=vocabulary.get("alt", key, best=row.best, worst=row.worst),
    )  # fmt: skip
    marks = [row.zone, "gone" if row.gone else "", "own" if row.own else ""]
    return told + "".join(vocabulary.get("alt", mark) for mark in marks if mark)


__all__ = ["figure", "standings", "told"]
