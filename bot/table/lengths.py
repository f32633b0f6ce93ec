"""Fit texts into limits: shortened between sentences or words, or split between lines, never within a word."""

from __future__ import annotations

import re

_ELLIPSIS = "…"
_MORE = f" {_ELLIPSIS}"
#: Characters to strip before an ellipsis.
_LOOSE = " ,.;:(–-→"
#: The end of a sentence followed by another one.
_END = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?](?= )")


def shortened(text: str, most: int) -> str:
    """Shorten a text to at most `most` characters, between words, with an ellipsis."""
    if len(text) <= most:
        return text
    begun = text[: max(most, 1)]
    at = max(begun.rfind(" "), begun.rfind("\n"))
    kept = begun[:at].rstrip(_LOOSE + "\n") if at > 0 else ""
    # A single word longer than the limit has to be cut.
    return f"{kept or begun[: most - 1]}{_ELLIPSIS}"[:most]


def summarized(text: str, most: int) -> str:
    """Keep the whole sentences that fit into `most` characters; if the first is too long, its words; with an ellipsis."""
    if len(text) <= most:
        return text
    ends = [found.end() for found in _END.finditer(text) if found.end() + len(_MORE) <= most]
    whole = text[: ends[-1]] if ends else ""
    return f"{whole}{_MORE}" if whole else shortened(text, most)


def first_lines(text: str, most: int) -> str:
    """Keep the lines that fit into `most` characters; shortens the first one if not even that fits."""
    if len(text) <= most:
        return text
    at = text.rfind("\n", 0, most - 1)
    return f"{text[:at].rstrip()}\n{_ELLIPSIS}" if at > most // 2 else shortened(text, most)


def parted(line: str, most: int) -> list[str]:
    """Split a line into pieces of at most `most` characters, between words where possible."""
    pieces = []
    while len(line) > most:
        at = line.rfind(" ", 1, most + 1)
        at = at if at > 0 else most
        pieces.append(line[:at])
        line = line[at:].lstrip(" ")
    return [*pieces, line]


__all__ = ["first_lines", "parted", "shortened", "summarized"]
