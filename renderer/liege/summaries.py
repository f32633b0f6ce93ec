"""Summaries of a game turn, a finished game, and a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.liege.facts import Worth
from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.liege.alt import forts_in_words
from renderer.liege.art.counter import SIDE, WIDE
from renderer.liege.firing import MAP_HIGH
from renderer.liege.maps import NO_MARKS, piece
from renderer.liege.requests import LiegeEnd, MapMarks, PuzzlePicture, ScoreLine, TurnPicture
from renderer.liege.sheet import EDGE, SHEET, SMALL, TEXT, ZOOM, ReportSheet, part_of_a_point, placed, signed

_HIGH: Final = 150.0
#: Distance of the middle of a score from the end of its bar, and from a line, in px.
_OFF_BAR, _CLEAR = 13.0, 15.0
#: Height of the map below the end of a game.
_MAP_HIGH: Final = 470


def turn_summary(request: TurnPicture) -> Scene:
    """Return the summary of a turn: forts that fell, steps lost, and the points with their sources."""
    view, sheet = request.view, ReportSheet(request.view, request.language)
    get = sheet.words.get
    sheet.head(get("summary", "turn", turn=request.turn, last=view.last_turn), get("scenarios", view.scenario))
    if request.fell:
        sheet.heading(get("summary", "fell", count=len(request.fell)), told=False)
        _fallen(sheet, request.fell)
    else:
        sheet.text(get("summary", "none_fell"))
    standing = sum(view.active(number) for number in range(len(view.facts.forts)))
    sheet.row(get("summary", "standing"), get("summary", "of", count=standing, all=len(view.facts.forts)))
    _write_step_losses(sheet, request.lost)
    _points(sheet, request.lines)
    _curve(sheet, request.scores, request.view.worth)
    return sheet.scene("liege_turn")


def game_end(request: LiegeEnd) -> tuple[Scene, ...]:
    """Return the end of a game: the winner, the points line by line, their course, and the final map."""
    view, sheet = request.view, ReportSheet(request.view, request.language)
    get = sheet.words.get
    sheet.head(get("summary", "end"), get("scenarios", view.scenario))
    winner = request.winner
    text = (
        get("summary", "draw") if winner is None else get("summary", "wins", side=sheet.words.side(view.facts, winner))
    )
    sheet.ribbon(text, theme.INK_SOFT if winner is None else SIDE[winner])
    score = sum(line.points if line.side == 0 else -line.points for line in request.lines)
    sheet.row(
        get("summary", "score", first=sheet.words.side(view.facts, 0), second=sheet.words.side(view.facts, 1)),
        signed(score),
        strong=True,
    )
    sheet.text(_margins(sheet, request.view.worth))
    _points(sheet, request.lines)
    _write_step_losses(sheet, request.lost)
    _curve(sheet, request.scores, request.view.worth)
    sheet.heading(get("summary", "final_map"))
    sheet.told.append(forts_in_words(view, range(len(view.facts.grid.names)), sheet.words))
    camp = tuple(dict.fromkeys(fort.hex for fort in view.facts.forts))
    return sheet.scene("liege_end"), piece(view, NO_MARKS, camp, (round(SHEET), _MAP_HIGH), request.language)


def puzzle(request: PuzzlePicture) -> tuple[Scene, ...]:
    """Return a puzzle: the map around its forts, then its guns and forts with their ratings."""
    view, sheet = request.view, ReportSheet(request.view, request.language)
    get, facts = sheet.words.get, request.view.facts
    sheet.head(get("puzzle", "title"), get("puzzle", "task", turn=view.turn))
    here = {one.unit: one.hex for one in view.units}
    sheet.heading(get("reports", "guns"))
    _pairs(
        sheet,
        [
            (
                facts.units[unit].title,
                get("puzzle", "gun", aff=facts.units[unit].aff, hex=facts.grid.names[here[unit]]),
                unit,
                -1,
            )
            for unit in request.guns
        ],
    )
    sheet.heading(get("key", "forts"))
    _pairs(
        sheet,
        [
            (
                facts.forts[one].title,
                get("puzzle", "fort", cab=facts.forts[one].cab, hex=facts.grid.names[facts.forts[one].hex]),
                -1,
                one,
            )
            for one in request.forts
        ],
    )
    hexes = tuple(
        dict.fromkeys([*(facts.forts[one].hex for one in request.forts), *(here[unit] for unit in request.guns)])
    )
    marks = MapMarks(view.side, (), (), tuple(dict.fromkeys(here[unit] for unit in request.guns)), request.forts)
    return piece(view, marks, hexes, (round(SHEET), MAP_HIGH), request.language), sheet.scene("liege_puzzle")


def _pairs(sheet: ReportSheet, rows: Sequence[tuple[str, str, int, int]]) -> None:
    """Draw symbols with two lines of text each, in two columns."""
    half = (SHEET - 2 * EDGE) / 2
    for number, (name, what, unit, fort) in enumerate(rows):
        x, y = EDGE + number % 2 * half, sheet.y + number // 2 * 62
        if unit >= 0:
            sheet.counter(placed(sheet.view, unit), x, y + 2)
        else:
            sheet.fort(fort, x + WIDE * ZOOM / 2, y + 26)
        room = half - WIDE * ZOOM - 22
        px = TEXT if sheet.pen.measure(name, TEXT, "sans_bold") <= room else SMALL
        sheet.pen.text(name, x + WIDE * ZOOM + 14, y + 14, px, "sans_bold")
        sheet.pen.text(what, x + WIDE * ZOOM + 14, y + 40, SMALL, "sans")
        sheet.tell(name, what)
    sheet.y += -(-len(rows) // 2) * 62 + 8


def _fallen(sheet: ReportSheet, forts: Sequence[int]) -> None:
    """Draw the forts that fell, three in a row."""
    step = (SHEET - 2 * EDGE) / 3
    for number, fort in enumerate(forts):
        x, y = EDGE + number % 3 * step, sheet.y + number // 3 * 48
        sheet.fort(fort, x + 28, y + 20)
        sheet.pen.text(sheet.view.facts.forts[fort].title, x + 62, y + 20, TEXT, "sans_bold")
    sheet.y += -(-len(forts) // 3) * 48 + 6
    names = sheet.words.listed(sheet.view.facts.forts[fort].title for fort in forts)
    sheet.tell(sheet.words.get("summary", "fell", count=len(forts)), names)


def _write_step_losses(sheet: ReportSheet, lost: tuple[int, int]) -> None:
    get = sheet.words.get
    for side, steps in enumerate(lost):
        name = sheet.words.side(sheet.view.facts, side)
        sheet.row(get("summary", "lost", side=name), get("summary", "steps", count=steps))


def _points(sheet: ReportSheet, lines: Sequence[ScoreLine]) -> None:
    """Write the points of both sides, line by line and in total."""
    get = sheet.words.get
    for side in (0, 1):
        own = [line for line in lines if line.side == side and line.times]
        name = sheet.words.side(sheet.view.facts, side)
        sheet.heading(get("summary", "points", side=name), SIDE[side])
        for line in own:
            told, each = get("score", line.what, count=line.times), sheet.view.worth.each[line.what]
            if each.denominator > 1:
                told = get("summary", "each", line=told, each=part_of_a_point(each))
            sheet.row(told, str(line.points))
        sheet.row(get("summary", "total", side=name), str(sum(line.points for line in own)), strong=True)


def _margins(sheet: ReportSheet, worth: Worth) -> str:
    first, second = (sheet.words.side(sheet.view.facts, side) for side in (0, 1))
    key = "margins" if worth.draw < worth.win else "margins_no_draw"
    return sheet.words.get("summary", key, win=signed(worth.win), draw=signed(worth.draw), first=first, second=second)


def _curve(sheet: ReportSheet, scores: Sequence[tuple[int, int]], worth: Worth) -> None:
    """Draw the score after each turn as bars from the zero line, with a line at the score for a German win."""
    if not scores:
        return
    get = sheet.words.get
    sheet.heading(get("summary", "course"), told=False)
    top, foot = max(worth.win, *(score for _, score in scores)), min(0, *(score for _, score in scores))
    share = _HIGH / max(1, top - foot)
    zero, left, step = sheet.y + 16 + top * share, EDGE + 8, (SHEET - 2 * EDGE - 130) / max(7, len(scores))
    wide = step * max(7, len(scores))
    line = zero - worth.win * share
    beside = [zero - score * share + (-_OFF_BAR if score >= 0 else _OFF_BAR) for _, score in scores]
    struck = {number for number, middle in enumerate(beside) if abs(middle - line) < _CLEAR}
    for at in range(int(left), int(left + wide), 12):
        if int((at - left) / step) not in struck:  # a dash would strike a score out
            sheet.pen.fill(at, line - 1, 7, 2, SIDE[0])
    sheet.pen.text(
        get("summary", "wins_from", win=signed(worth.win)), left + wide + 8, line, SMALL, "sans_bold", SIDE[0]
    )
    for number, (turn, score) in enumerate(scores):
        x, high = left + number * step, abs(score) * share
        top_of_bar, ink = (zero - high, SIDE[0]) if score > 0 else (zero, SIDE[1])
        sheet.pen.fill(x + 8, top_of_bar, step - 16, max(2.0, high), ink, "bar")
        sheet.pen.text(signed(score), x + step / 2, beside[number], SMALL, "sans_bold", theme.INK, theme.PAPER, "mm")
        below, label = sheet.y + 16 + _HIGH + 40, get("summary", "turn_short", turn=turn)
        sheet.pen.text(label, x + step / 2, below, SMALL, "sans", theme.INK_SOFT, theme.PAPER, "mm")
    sheet.pen.fill(left, zero - 1, wide, 2, theme.INK)
    told = "; ".join(get("summary", "after", turn=turn, score=signed(score)) for turn, score in scores)
    sheet.tell(get("summary", "course"), told)
    sheet.tell(get("summary", "wins_from", win=signed(worth.win)))
    sheet.y += 16 + _HIGH + 58


__all__ = ["game_end", "puzzle", "turn_summary"]
