"""Corrections of refused lines: with an unknown word replaced, or with one of several candidates."""

from __future__ import annotations

from bot.table.refusal import AsksFirst, Refusal
from bot.table.typed_text import phrase

#: Most lines to propose.
MOST = 4
#: Punctuation after a word that stays when the word is replaced.
_MARKS = ",;:)"


def corrections(line: str, refusal: Refusal) -> list[str]:
    """Return the lines that may have been meant by a refused one, using the refusal's suggestions."""
    if isinstance(refusal, AsksFirst):
        return []
    found = [_replace_words(line, said, better) if said else better for said, better in refusal.instead[:MOST]]
    return list(dict.fromkeys(one for one in found if one and one != line))


def _replace_words(line: str, said: str, better: str) -> str:
    """Return a line with some words replaced, "" if it doesn't contain them."""
    words, wanted = line.split(" "), phrase(said).split()
    small = [phrase(word) for word in words]
    for at in range(len(words)):
        for end in range(at + 1, min(len(words), at + len(wanted)) + 1):
            if " ".join(small[at:end]).split() == wanted:
                mark = words[end - 1][-1:] if words[end - 1][-1:] in _MARKS else ""
                mark = "" if mark == ")" and "(" in words[end - 1] else mark
                before = "/" if words[at].startswith("/") else ""
                return " ".join([*words[:at], f"{before}{better}{mark}", *words[end:]])
    return ""


__all__ = ["MOST", "corrections"]
