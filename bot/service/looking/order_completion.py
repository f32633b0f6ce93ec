"""Completions for game orders: only those that could be carried out now, best first.

A completion that ends with a space can be continued.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.narration.book import Book
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import pieces
from bot.titles import title_of
from bot.titles.title import Title
from engine.errors import ChanceError

#: The order whose pieces are names of choices, some of which equal names of orders.
_WHOLE = "choose"


def suggested(table: Table, names: Book, name: str, rest: str) -> list[str]:
    """Return completions for a game order, best first; after a semicolon, in the position after the text before it.

    There the same order can continue, or another order that answers the decision it led to, by name.
    """
    title = title_of(table.game)
    before, piece = last_piece(rest)
    if before and (name not in title.orders or any(part.strip() in title.whole for part in before.split(";"))):
        return []
    try:
        if not before:
            return _completions(table, names, name, piece)
        done = _orders(title, name, before)
        return _following(_position_after(table, names, done), names, done[-1][0], piece)
    except (Refusal, ChanceError):
        return []


def _completions(table: Table, names: Book, name: str, piece: str) -> list[str]:
    """Return completions for one command in the current position."""
    title = title_of(table.game)
    make = table.face.suggests.get(name) or title.suggests.get(name)
    if not table.game.stack or make is None:
        return []
    return list(make(title.offer_context(table, names.words.language), piece))


def _following(table: Table, names: Book, name: str, piece: str) -> list[str]:
    """Return completions after a semicolon: more of the same order, or another one starting with its name."""
    title = title_of(table.game)
    word, blank, more = piece.partition(" ")
    if blank and word in title.orders:
        return [f"{word} {text}" for text in _completions(table, names, word, more)]
    found = [text for text in _completions(table, names, name, piece) if text not in title.whole]
    others = [one for one in table.face.commands if one in title.orders and one != name and table.mine]
    for other in others if name != _WHOLE else ():
        found += [f"{other} {text}" for text in _completions(table, names, other, "")]
    return found


def _orders(title: Title[Any, Any], name: str, before: str) -> list[tuple[str, str]]:
    """Split typed text into orders, each a name and a text: after a semicolon an order's name starts a new one."""
    found: list[tuple[str, list[str]]] = [(name, [])]
    for piece in pieces(before):
        word, _, text = piece.removeprefix("/").partition(" ")
        if found[0][1] and name != _WHOLE and word.casefold() in title.orders:
            found.append((word.casefold(), [text] if text else []))
        else:
            found[-1][1].append(piece)
    return [(order, "; ".join(parts)) for order, parts in found]


def _position_after(table: Table, names: Book, done: Sequence[tuple[str, str]]) -> Table:
    """Return the position after the orders already typed.

    Raises:
        Refusal: they would be refused.
        ChanceError: they would require a die roll.
    """
    trial = table.trial()
    title = title_of(trial.game)
    for name, text in done:
        title.order(title.offer_context(trial, names.words.language), name, text)
    return trial


def last_piece(rest: str) -> tuple[str, str]:
    """Return the text up to the last semicolon, and the piece being typed."""
    at = rest.rfind(";") + 1
    while at < len(rest) and rest[at] == " ":
        at += 1
    return rest[:at], rest[at:]


__all__ = ["last_piece", "suggested"]
