"""Spelling correction of typed lines: `trun`, `attackin`, `gooo`, `reinforcments`, `eleventh`.

A word is corrected only if exactly one known word is close; a short one only if two of its letters are transposed.
"""

from __future__ import annotations

import re
from typing import Final

from bot.table.typed_text import one_edit
from bot.titles.liege.notation.lexicon import LiegeLexicon, is_doubling_or_swap

#: Words, including a trailing apostrophe for a dropped letter.
_WORD: Final = re.compile(r"[^\W\d_]{3,}['’]?(?!['’]?\w)")
#: A letter repeated three times or more.
_HELD: Final = re.compile(r"(\w)\1{2,}")
#: Minimum lengths of a word with a dropped g (`goin`), with another letter missing (`firng`), and with any one wrong (`brigde`).
_DROPPED: Final = 4
_SHORTER: Final = 5
_LONG: Final = 6


def respelled(known: LiegeLexicon, line: str) -> str:
    """Return a line with its misspelt words corrected."""
    return _WORD.sub(lambda found: _word(known, found[0]), known.spelled_out(line))


def _word(known: LiegeLexicon, typed: str) -> str:
    """Return the corrected word; the typed one if it is known or no single word is close."""
    key = known.key(typed)
    if key in known.vocabulary:
        return typed
    for held in (_HELD.sub(r"\1", key), _HELD.sub(r"\1\1", key)):
        if held != key and held in known.vocabulary:
            return held
    if key.endswith("in") and len(key) >= _DROPPED and f"{key}g" in known.vocabulary:
        return f"{key}g"
    if key[:-1] in known.vocabulary and key.endswith(("chs", "shs", "xs")):
        return key[:-1]  # `entrenchs`
    near = [word for word in known.vocabulary if _is_near(key, word)]
    for meant in (near, [word for word in near if is_doubling_or_swap(key, word)]):
        if len(meant) == 1:
            return meant[0]
    return typed


def _is_near(typed: str, word: str) -> bool:
    """Return whether a typed word is close to another: two letters transposed or, in a long word, one letter wrong."""
    if len(typed) == len(word) and sorted(typed) == sorted(word):
        return one_edit(typed, word)
    if typed[0] != word[0] or f"{word}s" == typed or f"{typed}s" == word:
        return False  # `covers` is an inflected form
    return len(typed) >= (_SHORTER if len(word) > len(typed) else _LONG) and one_edit(typed, word)


__all__ = ["respelled"]
