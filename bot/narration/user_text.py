"""Clean and mark text that users wrote, so that no platform reads it as its own markup.

A name or remark that could mean something to a platform (Markdown, a mention, a link, letters that run from right
to left) stands between two invisible isolates; whoever renders a text escapes what stands between them. A plain
name like Anna needs no marks and has none. Isolates also keep such letters from turning the words around them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from bot.narration.texts import HostText, Said

#: First strong isolate, and pop directional isolate.
OPEN, CLOSE = "\u2068", "\u2069"
#: Letters that only join others, as in emoji and in Persian.
_JOINERS = "\u200c\u200d"
#: Letters laid over each other at most.
_LAID_OVER = 2
_SPAN = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
#: Words without anything that a platform reads as a mark: no underscore, no dot or dash but between or behind words.
_HARMLESS = re.compile(r"(?!\d+[.)])[^\W_](?:[^\W_]|[ ,;'’()?!“”…–—]|\.(?=\s|$)|-(?=[^\W_]))*")


def user_text(text: str) -> str:
    """Mark a name or remark for use in a text of ours, or what is put into one of ours; marking twice changes nothing."""
    if isinstance(text, HostText):
        return text.with_values(user_text)
    if isinstance(text, Said):
        return text
    told = cleaned(text)
    if not told or (_HARMLESS.fullmatch(told) and not any(_leftwards(letter) for letter in told)):
        return told
    return f"{OPEN}{told}{CLOSE}"


def cleaned(text: str) -> str:
    """Return one line without control characters, direction marks and stacks of accents."""
    kept: list[str] = []
    laid = 0
    for letter in text:
        category = unicodedata.category(letter)
        laid = laid + 1 if category in ("Mn", "Me") else 0
        if laid > _LAID_OVER:
            continue
        if category in ("Cc", "Zl", "Zp"):
            kept.append(" ")
        elif letter in _JOINERS or category not in ("Cf", "Cs", "Co", "Cn"):
            kept.append(letter)
    return " ".join("".join(kept).split())


def escaped(text: str, escape: Callable[[str], str], ours: Callable[[str], str] = str) -> str:
    """Escape what users wrote in a text, and change the rest by `ours`."""
    told, at = [], 0
    for found in _SPAN.finditer(text):
        told += [ours(text[at : found.start()]), f"{OPEN}{escape(found[1])}{CLOSE}"]
        at = found.end()
    return "".join([*told, ours(text[at:])])


def unmarked(text: str) -> str:
    """Return a text of ours without its marks of weight and code, for where they mean nothing; what people wrote stays as it is."""
    return escaped(text, str, lambda ours: ours.replace("*", "").replace("`", ""))


def _leftwards(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")


__all__ = ["CLOSE", "OPEN", "cleaned", "escaped", "unmarked", "user_text"]
