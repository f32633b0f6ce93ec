"""Whole lines by key, with the command of each: numbers, and words for showing something, are kept as one word of their kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from typing_extensions import override

#: The sets of which a pattern's lines aren't listed one by one: any number, and words for showing something.
NUMBER, SHOW = "number", "show"
#: The word of a key that stands for one of the set.
KINDS = {NUMBER: "anynumber", SHOW: "anyshow"}
#: Maximum number of words for showing something.
_LONGEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class PhraseTable(Mapping[str, str]):
    """The commands of a table by the keys of whole lines.

    Attributes:
        lines: commands by key, in which the words of `KINDS` stand for their sets.
        shows: the keys of words for showing something.
    """

    lines: Mapping[str, str]
    shows: Collection[str]

    @override
    def __getitem__(self, key: str) -> str:
        return self.lines[self._listed(key)]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    @override
    def __len__(self) -> int:
        return len(self.lines)

    def meaning(self, key: str, before: int = 1) -> str:
        """Return the command of a line with its number put in, and that of the turn before the present one; "" for none."""
        listed = self._listed(key)
        meant = self.lines.get(listed, "")
        number = "".join(_numbers(key)) if KINDS[NUMBER] in listed.split() else ""
        return meant.format(before=before, number=number) if "{" in meant else meant

    def _listed(self, key: str) -> str:
        """Return the key under which a line is listed, itself if it isn't."""
        forms = [key, *self._shown(key)]
        if len(found := _numbers(key)) == 1:
            forms += [" ".join(KINDS[NUMBER] if one == found[0] else one for one in form.split()) for form in forms]
        return next((form for form in forms if form in self.lines), key)

    def _shown(self, key: str) -> Iterator[str]:
        """Yield a line with its first words as the one that stands for showing something."""
        words = key.split()
        for length in range(min(_LONGEST, len(words)), 0, -1):
            if " ".join(words[:length]) in self.shows:
                yield " ".join([KINDS[SHOW], *words[length:]])


def _numbers(key: str) -> list[str]:
    return [word for word in key.split() if word.isdecimal()]


__all__ = ["KINDS", "NUMBER", "SHOW", "PhraseTable"]
