"""Clean and mark text written by users, so that no platform interprets it as markup.

A name or remark that a platform could interpret (Markdown, a mention, a link, right-to-left letters) is enclosed in two
invisible isolates; renderers escape what is between them. A plain name like Anna needs none and gets none. Isolates
also keep right-to-left letters from reordering the words around them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from bot.narration.texts import HostText, Said

#: First strong isolate, and pop directional isolate.
OPEN, CLOSE = "\u2068", "\u2069"
#: Invisible joiners, as in emoji and in Persian.
_JOINERS = "\u200c\u200d"
#: Most combining marks on one letter.
_MOST_MARKS = 2
_SPAN = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
#: Text without anything a platform interprets as markup: no underscore, and no dot or dash except between or after
#: words.
_HARMLESS = re.compile(r"(?!\d+[.)])[^\W_](?:[^\W_]|[ ,;'’()?!“”…–—]|\.(?=\s|$)|-(?=[^\W_]))*")


def user_text(text: str) -> str:
    """Mark a name or remark, or the user values of a host text; marking twice changes nothing."""
    if isinstance(text, HostText):
        return text.with_values(user_text)
    if isinstance(text, Said):
        return text
    told = cleaned(text)
    if not told or (_HARMLESS.fullmatch(told) and not any(_right_to_left(letter) for letter in told)):
        return told
    return f"{OPEN}{told}{CLOSE}"


def cleaned(text: str) -> str:
    """Return one line without control characters, direction marks and stacked accents."""
    kept: list[str] = []
    laid = 0
    for letter in text:
        category = unicodedata.category(letter)
        laid = laid + 1 if category in ("Mn", "Me") else 0
        if laid > _MOST_MARKS:
            continue
        if category in ("Cc", "Zl", "Zp"):
            kept.append(" ")
        elif letter in _JOINERS or category not in ("Cf", "Cs", "Co", "Cn"):
            kept.append(letter)
    return " ".join("".join(kept).split())


def escaped(text: str, escape: Callable[[str], str], ours: Callable[[str], str] = str) -> str:
    """Escape the users' parts of a text, and transform the rest with `ours`."""
    told, at = [], 0
    for found in _SPAN.finditer(text):
        told += [ours(text[at : found.start()]), f"{OPEN}{escape(found[1])}{CLOSE}"]
        at = found.end()
    return "".join([*told, ours(text[at:])])


def unmarked(text: str) -> str:
    """Remove bold and code marks from the bot's own text, for where they have no meaning; users' text is unchanged."""
    return escaped(text, str, lambda ours: ours.replace("*", "").replace("`", ""))


def _right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")


__all__ = ["CLOSE", "OPEN", "cleaned", "escaped", "unmarked", "user_text"]
