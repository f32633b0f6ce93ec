"""Suggestions for playing orders: only such as would be carried out now, best first.

Whatever ends with a blank goes on: typed further, it has continuations.
"""

from __future__ import annotations

from bot.narration.book import Book
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles import title_of
from engine.errors import ChanceError


def suggested(table: Table, names: Book, name: str, rest: str) -> list[str]:
    """What may be typed behind a playing command now, best first; behind a semicolon, after what stands before it."""
    title = title_of(table.game)
    before, piece = last_piece(rest)
    if before and (name not in title.orders or any(part.strip() in title.whole for part in before.split(";"))):
        return []
    try:
        if before:
            table = _after(table, names, name, before)
        make = table.face.suggests.get(name) or title.suggests.get(name)
        if not table.game.stack or make is None:
            return []
        found = make(title.desk(table, names.words.language), piece)
    except (Refusal, ChanceError):
        return []
    return [text for text in found if text not in title.whole] if before else found


def _after(table: Table, names: Book, name: str, before: str) -> Table:
    """The position after the parts of an order that are typed already.

    Raises:
        Refusal: they would be refused.
        ChanceError: dice would have to fall.
    """
    trial = table.trial()
    title = title_of(trial.game)
    title.order(title.desk(trial, names.words.language), name, before.rstrip("; "))
    return trial


def last_piece(rest: str) -> tuple[str, str]:
    """What stands before the last semicolon, and the piece being typed."""
    at = rest.rfind(";") + 1
    while at < len(rest) and rest[at] == " ":
        at += 1
    return rest[:at], rest[at:]


__all__ = ["last_piece", "suggested"]
