"""Questions what a term of the glossary is: `what's a mandated offensive`, `what does DRM mean`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.narration.texts import Texts

#: Placeholder for the term in a question.
_TERM = "*"
_GLOSSARY = "guide.glossary"


@dataclass(frozen=True, slots=True)
class Definitions:
    """The terms of a glossary, and the words in which they are asked for.

    Attributes:
        frames: the words before and after a term, each with a space at both ends.
        terms: the terms by their forms in the singular and the plural.
    """

    frames: Sequence[tuple[str, str]]
    terms: Mapping[str, str]

    @classmethod
    def of(cls, patterns: Iterable[str], texts: Texts) -> Definitions:
        """Return the terms of a title's glossary, asked for in the words of these patterns."""
        entries = texts.table(_GLOSSARY).values() if texts.has(_GLOSSARY) else ()
        names = [str(name) for entry in entries for name in entry["names"]]
        forms = {f"{name}{ending}": name for ending in ("es", "s", "") for name in names}
        return cls([_frame(pattern) for pattern in patterns], forms)

    def term(self, words: Iterable[str]) -> str:
        """Return the term of which normalised words ask what it is, "" if they don't."""
        said = f" {' '.join(words)} "
        for before, after in self.frames:
            if said.startswith(before) and said.endswith(after) and len(said) > len(before) + len(after):
                return self.terms.get(said[len(before) : len(said) - len(after)], "")
        return ""


def _frame(pattern: str) -> tuple[str, str]:
    before, _, after = pattern.partition(_TERM)
    return f" {before.strip()} ", f" {after.strip()} " if after.strip() else " "


__all__ = ["Definitions"]
