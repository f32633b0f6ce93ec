"""Lines that somebody may have meant whose own was refused: with the word that nobody knows put right, or one of several things named."""

from __future__ import annotations

from bot.table.refusal import AsksFirst, Refusal
from bot.table.typed_text import phrase

#: Lines that are proposed at most.
MOST = 4
#: Letters of a word at least of which one may be wrong.
_SHORTEST = 3
#: Marks at the end of a word that stay where the word is replaced.
_MARKS = ",;:)"


def corrections(line: str, refusal: Refusal) -> list[str]:
    """Return the lines that somebody may have meant by one that was refused, as the refusal tells."""
    if isinstance(refusal, AsksFirst):
        return []
    found = [_replaced(line, said, better) if said else better for said, better in refusal.instead[:MOST]]
    return list(dict.fromkeys(one for one in found if one and one != line))


def slip(refusal: Refusal) -> bool:
    """Return whether one word that nobody knows differs by a letter from the only one that may be meant."""
    return len(refusal.instead) == 1 and one_edit(*(phrase(words) for words in refusal.instead[0]))


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


def one_edit(text: str, other: str) -> bool:
    """Return whether a letter too much, too little, wrong or two of them in the wrong order make one word of the other."""
    if text == other or min(len(text), len(other)) < _SHORTEST or abs(len(text) - len(other)) > 1:
        return False
    at = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    left, right = text[at:], other[at:]
    if len(text) != len(other):
        longer, shorter = (left, right) if len(text) > len(other) else (right, left)
        return longer[1:] == shorter
    return left[1:] == right[1:] or (left[:2] == right[1::-1] and left[2:] == right[2:])


__all__ = ["MOST", "corrections", "one_edit", "slip"]
