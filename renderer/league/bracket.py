"""A knock-out: who meets whom, round after round, and who went on."""

from __future__ import annotations

from itertools import pairwise

from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.league.sheet import EDGE, SMALL, TOP, WIDE, Sheet, few, in_words
from renderer.league.signs import ShapeKey
from renderer.league.views import Bracket, Duel
from renderer.league.words import Words

#: Rounds that stand beside each other at most.
MOST_COLUMNS = 4
LINE, BETWEEN, GAP = 21.0, 10.0, 16.0
_NAMED = {0: "final", 1: "semifinal", 2: "quarterfinal"}


def bracket(view: Bracket) -> Scene:
    """The rounds on one sheet; raises `TooManyRows`, and `ValueError` for rounds that do not halve or are too many."""
    sheet = Sheet(view.palette)
    sheet.headed(view.head, sheet.words.get("bracket", "title"))
    alt = told(view, sheet.words)
    if not view.columns:
        return sheet.scene(sheet.empty(sheet.words.get("bracket", "nobody")), alt, "league_bracket")
    few(2 * len(view.columns[0]))
    _halving(view)
    pitch = (WIDE - 2 * EDGE + GAP) / len(view.columns)
    first, top = len(view.columns[0]), TOP + 26
    step = 2 * LINE + BETWEEN
    for number, column in enumerate(view.columns):
        x = EDGE + number * pitch
        name = round_name(view, number, sheet.words)
        sheet.text(name, x, TOP + 10, px=SMALL, colour=theme.INK_SOFT)
        apart = step * first / len(column)
        for index, duel in enumerate(column):
            middle = top + (index + 0.5) * apart
            _duel(sheet, duel, x, middle, pitch - GAP)
            if number + 1 < len(view.columns):
                _lead(sheet, x + pitch - GAP, middle, middle + (apart / 2 if index % 2 == 0 else -apart / 2))
    return sheet.scene(top + step * first - BETWEEN / 2, alt, "league_bracket")


def _halving(view: Bracket) -> None:
    sizes = [len(column) for column in view.columns]
    if len(sizes) > MOST_COLUMNS or any(2 * after != before for before, after in pairwise(sizes)):
        raise ValueError(
            f"Rounds of {', '.join(map(str, sizes))} matches make no bracket of at most {MOST_COLUMNS} rounds."
        )


def round_name(view: Bracket, number: int, vocabulary: Words) -> str:
    """What a column is called: by how many rounds follow it, or by who is left."""
    after = view.left + len(view.columns) - 1 - number
    if after in _NAMED:
        return vocabulary.get("bracket", _NAMED[after])
    return vocabulary.get("bracket", "last", count=2 ** (after + 1))


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
            sheet.pen.stamp(ShapeKey(mark, 7, 8, theme.SIDE[0], ground), x + wide - 5, y, "goes on", name, "rm")
        lost = duel.winner is not None and not won
        shown = name or sheet.words.get("bracket", "bye" if duel.bye else "open")
        ink = theme.INK_SOFT if lost or not name else theme.INK
        font = "sans_bold" if won else "sans" if name else "serif_italic"
        sheet.name(shown, (x + 5, y), wide - 18, px=15, font=font, colour=ink, ground=ground)


def _lead(sheet: Sheet, x: float, middle: float, goal: float) -> None:
    """From a match to the next round's."""
    sheet.pen.fill(x, middle - 0.75, GAP / 2, 1.5, theme.INK_SOFT, "lead")
    sheet.pen.fill(x + GAP / 2 - 0.75, min(middle, goal), 1.5, abs(goal - middle), theme.INK_SOFT, "lead")
    if goal > middle:
        sheet.pen.fill(x + GAP / 2, goal - 0.75, GAP / 2, 1.5, theme.INK_SOFT, "lead")


def told(view: Bracket, vocabulary: Words) -> str:
    """The bracket in words."""
    rounds = " ".join(
        vocabulary.get(
            "alt", "bracket_round", round=round_name(view, number, vocabulary),
            duels="; ".join(_told(duel, vocabulary) for duel in column),
        )
        for number, column in enumerate(view.columns)
    )  # fmt: skip
    rounds = rounds or vocabulary.get("bracket", "nobody")
    return vocabulary.get("alt", "bracket", head=in_words(view.head, vocabulary), rounds=rounds)


def _told(duel: Duel, vocabulary: Words) -> str:
    names = [name or vocabulary.get("alt", "open") for name in (duel.first, duel.second)]
    if duel.bye:
        return vocabulary.get("alt", "duel_bye", first=names[0])
    if duel.winner is None:
        return vocabulary.get("alt", "duel", first=names[0], second=names[1])
    return vocabulary.get("alt", "duel_won", winner=names[duel.winner], loser=names[1 - duel.winner])


__all__ = ["MOST_COLUMNS", "bracket"]
