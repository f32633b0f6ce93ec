"""Typed orders to reorganise units instead of moving them (14.3.1 of Suicide of Europe)."""

from __future__ import annotations

from bot.table.refusal import refuse
from bot.table.table import Table
from bot.table.typed_text import tokens
from bot.titles.pog.notation import actions
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.reading import units_and_spaces
from bot.titles.pog.notation.stacks import stands

_WORDS = frozenset({"reorganise", "reorganize", "reorganising", "reorganizing"})


def reorganised(part: str) -> str | None:
    """Return the units of a part about reorganising; None for any other part."""
    words = tokens(part)
    return " ".join(word for word in words if word not in _WORDS) if _WORDS & set(words) else None


def pair_of(lexicon: Lexicon, table: Table, text: str, part: str) -> list[int]:
    """Return the units to reorganise.

    Raises:
        Refusal: no unit is named, or none that could be meant.
    """
    reader, wishes, places = units_and_spaces(lexicon, table, text)
    if not wishes:
        raise refuse("which_units", part=part)
    return reader.resolve_at(wishes, places, [*table.may("pick"), *table.may("add")] or own_on_map(lexicon, table))


def reorganise(lexicon: Lexicon, table: Table, text: str, part: str) -> None:
    """Reorganise two units of a space, which exchange a step or merge (14.3.1): `ge 1, ge 2 reorganise`.

    Raises:
        Refusal: they can't, or it isn't the time for it.
    """
    actions.gather(table, pair_of(lexicon, table, text, part), part)
    table.do("reorganise", 0, part)


def own_on_map(lexicon: Lexicon, table: Table) -> list[int]:
    """Return the side's units on the map."""
    content = lexicon.book.content
    return [
        unit.id
        for unit in content.units
        if unit.side == table.side and content.spaces[stands(table, unit.id)].kind == "map"
    ]


__all__ = ["own_on_map", "pair_of", "reorganise", "reorganised"]
