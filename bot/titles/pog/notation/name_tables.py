"""Tables of names: look up the longest run of typed words as a whole name or an unambiguous beginning."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence

from bot.table.refusal import Ambiguous
from bot.table.typed_text import DASHES

#: Number of words of the longest name.
LONGEST = 9
#: Abbreviations of the rules and negations, which never abbreviate a name.
_NO_BEGINNING = frozenset({"august", "april", "september", "op", "ops", "mo", "sr", "rp", "vp", "cc", "co", "by"}) | {
    "no",
    "not",
    "none",
    "never",
    "nor",
    "dont",
    "wont",
    "cant",
}
#: Maximum number of candidates listed for an ambiguous name.
_NAMED = 12


class Beginnings:
    """Names indexed for prefix search: an order needs one at each of its words."""

    def __init__(self, names: Mapping[str, Collection[int]]) -> None:
        self.names = {name: set(items) for name, items in names.items()}
        self._sorted = sorted(self.names)

    def beginning(self, text: str) -> set[int]:
        """Return the items of all names that begin with a text."""
        found: set[int] = set()
        for at in range(bisect_left(self._sorted, text), len(self._sorted)):
            name = self._sorted[at]
            if not name.startswith(text):
                break
            found |= self.names[name]
        return found


class NameTable:
    """Names of one kind.

    Attributes:
        names: the items for each name, by its folded words.
        begun: indexes of names that can be abbreviated; the first with a match counts.
        title: returns an item's title, for ambiguities.
        whole: items that are recognised by whole names only.
    """

    def __init__(
        self,
        names: Mapping[str, set[int]],
        begun: Sequence[Beginnings],
        title: Callable[[int], str],
        whole: frozenset[int] = frozenset(),
    ) -> None:
        self.names, self.begun, self.title, self.whole = names, begun, title, whole

    def read(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """Return the item named by the words from `at` on, and the position after it; None if there is none.

        Raises:
            Ambiguous: the words begin several names and nothing distinguishes them.
        """
        # A dash can be part of a name or separate two names: Kamenets-Podolski, koblenz-aachen.
        ends = [end for end in range(min(len(words), at + LONGEST), at, -1) if words[end - 1] not in DASHES]
        runs = [(end, " ".join(word for word in words[at:end] if word not in DASHES)) for end in ends]
        runs = [(end, run) for end, run in runs if re.fullmatch(r"[\w ]+", run)]
        for end, run in runs:
            if run in self.names:
                return self._single(self.names[run], run, prefer), end
        for end, run in runs:
            if len(run) > 1 and run not in _NO_BEGINNING:
                fitting = next((found for known in self.begun if (found := known.beginning(run) - self.whole)), set())
                if fitting:
                    return self._single(fitting, run, prefer), end
        return None

    def _single(self, fitting: set[int], run: str, prefer: Collection[int]) -> int:
        chosen = fitting & set(prefer) or fitting
        if len(chosen) == 1:
            return min(chosen)
        titles = [self.title(item) for item in sorted(chosen)]
        if len(set(titles)) < len(titles):
            # Items with the same title are distinguished by names that only one of them has.
            titles = [next(name for name, items in self.names.items() if items == {item}) for item in sorted(chosen)]
        raise Ambiguous(run, titles[:_NAMED])


__all__ = ["LONGEST", "Beginnings", "NameTable"]
