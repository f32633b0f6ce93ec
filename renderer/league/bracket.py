"""Knock-out bracket: the matches round by round, and who advanced."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.league.sheet import EDGE, SMALL, TOP, WIDE, Sheet, few, in_words
from renderer.league.signs import SignShapeKey
from renderer.league.views import Bracket, Column, Duel
from renderer.league.words import LeagueWords

#: Maximum number of rounds side by side.
MOST_COLUMNS = 4
LINE, BETWEEN, GAP = 21.0, 10.0, 16.0
STEP = 2 * LINE + BETWEEN
_NAMED = ((2, "final"), (4, "semifinal"), (8, "quarterfinal"))


def bracket(view: Bracket) -> Scene:
    """Return the rounds on one sheet; raises `TooManyRows`, and `ValueError` for more rounds than fit."""
    sheet = Sheet(view.palette, view.language)
    sheet.headed(view.head, sheet.words.get("bracket", "lower" if view.lower else "title"))
    alt = told(view, sheet.words)
    if not view.columns:
        return sheet.scene(sheet.empty(sheet.words.get("bracket", "nobody")), alt, "league_bracket")
    few(2 * max(len(column.duels) for column in view.columns))
    if len(view.columns) > MOST_COLUMNS:
        raise ValueError(f"{len(view.columns)} rounds do not fit one picture; {MOST_COLUMNS} do.")
    pitch = (WIDE - 2 * EDGE + GAP) / max(len(view.columns), 2)
    top = TOP + 26 + STEP / 2
    placed = _place_matches(view)
    for number, column in enumerate(view.columns):
        x = EDGE + number * pitch
        sheet.text(round_name(column, sheet.words), x, TOP + 10, px=SMALL, colour=theme.INK_SOFT)
        for duel, place in zip(column.duels, placed[number], strict=True):
            _duel(sheet, duel, x, top + place * STEP, pitch - GAP)
            if duel.leads is not None and number + 1 < len(view.columns):
                goal = placed[number + 1][duel.leads]
                _draw_connector(sheet, x + pitch - GAP, top + place * STEP, top + goal * STEP)
    foot = top + (max(max(places, default=0) for places in placed) + 0.5) * STEP
    return sheet.scene(foot - BETWEEN / 2, alt, "league_bracket")


def _place_matches(view: Bracket) -> list[list[float]]:
    """Return the vertical position of every match, in rows: centred between the matches that feed it, below the previous one."""
    found: list[list[float]] = []
    for number, column in enumerate(view.columns):
        places: list[float] = []
        for index in range(len(column.duels)):
            least = places[-1] + 1 if places else 0.0
            before = view.columns[number - 1].duels if number else ()
            came = [found[-1][place] for place, duel in enumerate(before) if duel.leads == index]
            places.append(max(sum(came) / len(came), least) if came else least)
        found.append(places)
    return found


def round_name(column: Column, vocabulary: LeagueWords) -> str:
    """Return the name of a round: by the number of players left, or by its number."""
    if not column.size:
        return vocabulary.get("bracket", "round", round=column.number)
    named = next((name for most, name in _NAMED if column.size <= most), None)
    return vocabulary.get("bracket", named) if named else vocabulary.get("bracket", "last", count=column.size)


def _duel(sheet: Sheet, duel: Duel, x: float, middle: float, wide: float) -> None:
    sheet.pen.frame(x, middle - LINE, wide, 2 * LINE, theme.PALE, theme.INK_FAINT, 1, "duel")
    sheet.pen.fill(x + 1, middle - 0.5, wide - 2, 1, theme.INK_FAINT)
    for place, name in enumerate((duel.first, duel.second)):
        y = middle + (place - 0.5) * LINE
        won = duel.winner == place
        ground: Colour = theme.PLATE[0] if won else theme.PALE
        if won:
            sheet.pen.fill(x + 1, y - LINE / 2 + 1, wide - 2, LINE - 1.5, ground, "winner")
            mark = ((0.0, 0.0), (7.0, 4.0), (0.0, 8.0))
            sheet.pen.stamp(SignShapeKey(mark, 7, 8, theme.SIDE[0], ground), x + wide - 5, y, "goes on", name, "rm")
        lost = duel.winner is not None and not won
        shown = name or sheet.words.get("bracket", "bye" if duel.bye else "open")
        ink = theme.INK_SOFT if lost or not name else theme.INK
        font = "sans_bold" if won else "sans" if name else "serif_italic"
        sheet.name(shown, (x + 5, y), wide - 18, px=15, font=font, colour=ink, ground=ground)


def _draw_connector(sheet: Sheet, x: float, middle: float, goal: float) -> None:
    """Draw the line from a match to its match in the next round."""
    sheet.pen.fill(x, middle - 0.75, GAP / 2, 1.5, theme.INK_SOFT, "lead")
    if goal != middle:
        sheet.pen.fill(x + GAP / 2 - 0.75, min(middle, goal), 1.5, abs(goal - middle), theme.INK_SOFT, "lead")
    sheet.pen.fill(x + GAP / 2, goal - 0.75, GAP / 2, 1.5, theme.INK_SOFT, "lead")


def told(view: Bracket, vocabulary: LeagueWords) -> str:
    """Return the bracket as text."""
    rounds = " ".join(
        vocabulary.get(
            "alt", "bracket_round", round=round_name(column, vocabulary),
            duels="; ".join(_duel_text(duel, vocabulary) for duel in column.duels),
        )
        for column in view.columns
    )  # fmt: skip
    rounds = rounds or vocabulary.get("bracket", "nobody")
    title = vocabulary.get("bracket", "lower" if view.lower else "title")
    return vocabulary.get("alt", "bracket", title=title, head=in_words(view.head, vocabulary), rounds=rounds)


def _duel_text(duel: Duel, vocabulary: LeagueWords) -> str:
    names = [name or vocabulary.get("alt", "open") for name in (duel.first, duel.second)]
    if duel.bye:
        return vocabulary.get("alt", "duel_bye", first=names[0])
    if duel.winner is None:
        return vocabulary.get("alt", "duel", first=names[0], second=names[1])
    return vocabulary.get("alt", "duel_won", winner=names[duel.winner], loser=names[1 - duel.winner])


__all__ = ["MOST_COLUMNS", "bracket", "round_name", "told"]
