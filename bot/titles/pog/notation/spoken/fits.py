"""Orders that fit a line, and whether they cover all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.spoken.clauses import Line
from bot.titles.pog.notation.spoken.items import Tagged

#: Kinds of words that add nothing to any order.
_NOTHING = frozenset({"harmless", "beside", "and", "next", "first", "to", "in", "with"})

#: Kinds of a turn of speech by its last word, which say nothing of what it orders: `walks in`.
_PLACED = frozenset({"in", "with"})


@dataclass(frozen=True, slots=True)
class Fit:
    """An order, and whether it covers the whole line and is the only possible meaning."""

    order: str
    sure: bool = False


@dataclass(slots=True)
class Portion:
    """What an order being built takes from a line.

    Attributes:
        line: the line.
        used: the ids of the items that it takes.
        open: whether one of them is ambiguous.
    """

    line: Line
    used: set[int] = field(default_factory=set)
    open: bool = False

    def use(self, *items: Tagged) -> None:
        """Record that the order covers items."""
        for item in items:
            self.used.add(id(item))
            self.open |= item.slip

    def left(self, lexicon: Lexicon, known: Collection[str]) -> list[Tagged]:
        """Return the items that the order doesn't cover, given the kinds of words that belong to it."""
        allowed = _NOTHING | frozenset(known)
        return [
            item
            for item in self.line.items
            if item.kind != "mark" and id(item) not in self.used and not _adds_nothing(lexicon, item, allowed)
        ]

    def fit(self, lexicon: Lexicon, order: str, known: Collection[str]) -> Fit:
        """Return an order for the line; it is sure if nothing is left over, negated or open."""
        doubt = self.open or self.line.denied or self.line.left_open
        return Fit(order, not doubt and not self.left(lexicon, known))


def _adds_nothing(lexicon: Lexicon, item: Tagged, allowed: frozenset[str]) -> bool:
    if item.kind == "use":
        return not item.names.isdisjoint(allowed)
    if item.kind != "word" or item.slip or (item.names_any("letter") and "activate" not in allowed):
        return False
    if item.text.isdecimal() and "once" in allowed:
        return True
    said = item.names - _PLACED if " " in item.text and item.names - _PLACED else item.names
    return lexicon.order_words.is_adverb(item.text) or not said.isdisjoint(allowed)


def products(lists: Sequence[Sequence[list[int]]], most: int) -> list[list[list[int]]]:
    """Return the combinations of one meaning per name, likeliest first, up to a maximum number."""
    found: list[list[list[int]]] = [[]]
    for meanings in lists:
        found = [[*ways, one] for ways in found for one in meanings][:most]
    return found


def joined(parts: Iterable[str]) -> str:
    """Return several orders joined into one line."""
    return " /".join(part for part in parts if part)


__all__ = ["Fit", "Portion", "joined", "products"]
