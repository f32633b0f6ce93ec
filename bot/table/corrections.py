"""Lines that somebody may have meant whose own was refused: with the word that nobody knows put right, or one of several things named."""

from __future__ import annotations

from bot.table.refusal import AsksFirst, Refusal
from bot.table.typed_text import phrase

#: Lines that are proposed at most.
MOST = 4
#: Marks at the end of a word that stay where the word is replaced.
_MARKS = ",;:)"


def corrections(line: str, refusal: Refusal) -> list[str]:
    """Return the lines that somebody may have meant by one that was refused, as the refusal tells."""
    if isinstance(refusal, AsksFirst):
        return []
    found = [_replaced(line, said, better) if said else better for said, better in refusal.instead[:MOST]]
    return list(dict.fromkeys(one for one in found if one and one != line))


def _replaced(line: str, said: str, better: str) -> str:
    """Return a line with other words in the place of some, "" where these are not in it."""
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
