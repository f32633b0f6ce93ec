"""The items that a line consists of: each a word, or several that belong together, with all that they can be."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.table.typed_text import DASHES
from bot.titles.pog.notation.units import UnitWish

#: Separators between clauses.
STOPS = frozenset({";", "|"})

_NOBODY = UnitWish("")


@dataclass(frozen=True, slots=True)
class Tagged:
    """A word of a line, or several that belong together.

    Attributes:
        kind: `unit`, `space`, `card`, `use`, `word`, `mark`.
        at: the position of its first word.
        text: its words.
        names: the kinds of words that it can be, including fillers.
        wish: the unit that it names.
        spaces: the spaces that it may name.
        card: the card that it names.
        slip: whether it contains a typo.
    """

    kind: str
    at: int
    text: str
    names: frozenset[str] = frozenset()
    wish: UnitWish = _NOBODY
    spaces: frozenset[int] = frozenset()
    card: int = -1
    slip: bool = False

    @property
    def end(self) -> int:
        """The position after its words."""
        return self.at + len(self.text.split())

    @property
    def space(self) -> int:
        """The space that it names."""
        return min(self.spaces)

    def names_any(self, *kinds: str) -> bool:
        """Return whether it can be a word of one of the kinds."""
        return not self.names.isdisjoint(kinds)


def leads(item: Tagged, names: Collection[str]) -> bool:
    """Return whether an item is a word of some kinds; for "to" also a dash or an arrow."""
    return item.names_any(*names) or ("to" in names and item.kind == "mark" and item.text in DASHES)


__all__ = ["STOPS", "Tagged", "leads"]
