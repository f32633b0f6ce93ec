"""Splits views of a season into pages that fit into pictures, and returns references to those."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.service.leagues.pictures import LEAGUE
from bot.table.reply import PictureRef
from renderer.league import views
from renderer.league.bracket import MOST_COLUMNS as MOST_ROUNDS
from renderer.league.cross_table import MOST_COLUMNS
from renderer.league.views import MOST_ROWS, Head, View

T = TypeVar("T")


def pictures(language: str, *wanted: View) -> list[PictureRef]:
    """Return references to the pictures of views in a language, page by page."""
    return [LEAGUE.reference(page, language) for view in wanted for page in pages(view)]


def pages(view: View) -> Iterator[View]:
    """Split a view into parts that each fit into one picture."""
    match view:
        case views.Standings() | views.Pairings() | views.Forecasts():
            parts = _parts(view.rows, MOST_ROWS)
            for number, rows in enumerate(parts, start=1):
                yield replace(view, head=_page(view.head, number, len(parts)), rows=rows)  # type: ignore[arg-type]
        case views.CrossTable():
            yield from _cross_pages(view)
        case views.Bracket():
            yield from _bracket_pages(view)
        case _:
            yield view


def _parts(rows: tuple[T, ...], most: int) -> list[tuple[T, ...]]:
    """Split rows into parts of about equal size; one empty part if there are none."""
    count = max(-(-len(rows) // most), 1)
    size = -(-len(rows) // count)
    return [rows[start : start + size] for start in range(0, max(len(rows), 1), max(size, 1))]


def _page(head: Head, number: int, count: int) -> Head:
    return replace(head, page=number, pages=count)


def _cross_pages(view: views.CrossTable) -> Iterator[views.CrossTable]:
    rows, columns = _parts(view.rows, MOST_ROWS), _parts(tuple(range(len(view.columns))), MOST_COLUMNS)
    count = len(rows) * len(columns)
    cuts = [(part, taken) for part in rows for taken in columns]
    for number, (part, taken) in enumerate(cuts, start=1):
        shown = tuple(replace(row, cells=tuple(row.cells[index] for index in taken)) for row in part)
        heads = tuple(view.columns[index] for index in taken)
        yield replace(view, head=_page(view.head, number, count), columns=heads, rows=shown)


def _bracket_pages(view: views.Bracket) -> Iterator[views.Bracket]:
    """Yield four rounds per page; if the first round has too many matches, split it with the branches that follow."""
    found: list[tuple[views.Column, ...]] = []
    start = 0
    while start < len(view.columns):
        columns = view.columns[start : start + MOST_ROUNDS]
        whole = max(len(column.duels) for column in columns) <= MOST_ROWS // 2
        found += [columns] if whole else list(_branches(columns))
        # A page starts with the last round of the page before.
        start += MOST_ROUNDS if whole or len(columns) < MOST_ROUNDS else MOST_ROUNDS - 1
    for number, columns in enumerate(found or [()], start=1):
        yield replace(view, head=_page(view.head, number, max(len(found), 1)), columns=columns)


def _branches(columns: Sequence[views.Column]) -> Iterator[tuple[views.Column, ...]]:
    """Split the rounds into branches: the first round cut to fit, then the matches it leads to."""
    first = columns[0]
    for start in range(0, len(first.duels), MOST_ROWS // 2):
        taken = list(range(start, min(start + MOST_ROWS // 2, len(first.duels))))
        part: list[views.Column] = []
        for column, after in zip(columns, (*columns[1:], None), strict=True):
            duels = [column.duels[index] for index in taken]
            goals = sorted({duel.leads for duel in duels if duel.leads is not None}) if after else []
            part.append(replace(column, duels=tuple(_renumber_lead(duel, goals) for duel in duels)))
            taken = goals
            if not taken:
                break
        yield tuple(part)


def _renumber_lead(duel: views.Duel, goals: Sequence[int]) -> views.Duel:
    return replace(duel, leads=goals.index(duel.leads) if duel.leads in goals else None)


__all__ = ["pages", "pictures"]
