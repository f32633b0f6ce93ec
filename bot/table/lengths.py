"""Texts within limits: shortened between sentences or words, or parted between lines, never in the middle of a word."""

from __future__ import annotations

import re

_ELLIPSIS = "…"
_MORE = f" {_ELLIPSIS}"
#: What may stand before an ellipsis but looks wrong there.
_LOOSE = " ,.;:(–-→"
#: Where a sentence ends that another one follows.
_END = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?](?= )")


def shortened(text: str, most: int) -> str:
    """At most so many characters, broken between words, with an ellipsis for the rest."""
    if len(text) <= most:
        return text
    begun = text[: max(most, 1)]
    at = max(begun.rfind(" "), begun.rfind("\n"))
    kept = begun[:at].rstrip(_LOOSE + "\n") if at > 0 else ""
    # A single word that is longer than the limit has no better place.
    return f"{kept or begun[: most - 1]}{_ELLIPSIS}"[:most]


def summarized(text: str, most: int) -> str:
    """Return the whole sentences that fit into so many characters, with an ellipsis for the rest; of a longer first one its words."""
    if len(text) <= most:
        return text
    ends = [found.end() for found in _END.finditer(text) if found.end() + len(_MORE) <= most]
    whole = text[: ends[-1]] if ends else ""
    return f"{whole}{_MORE}" if whole else shortened(text, most)


def first_lines(text: str, most: int) -> str:
    """Return the lines that fit into so many characters; the first one shortened if not even that fits."""
    if len(text) <= most:
        return text
    at = text.rfind("\n", 0, most - 1)
    return f"{text[:at].rstrip()}\n{_ELLIPSIS}" if at > most // 2 else shortened(text, most)


def parted(line: str, most: int) -> list[str]:
    """Return a line in pieces of at most so many characters, broken between words where there are any."""
    pieces = []
    while len(line) > most:
        at = line.rfind(" ", 1, most + 1)
        at = at if at > 0 else most
        pieces.append(line[:at])
        line = line[at:].lstrip(" ")
    return [*pieces, line]


__all__ = ["first_lines", "parted", "shortened", "summarized"]
