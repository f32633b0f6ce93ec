"""Normalise typed text: without accents, capital letters and invisible characters, and with plain digits."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable

_TOKEN = re.compile(r"->|→|\w+|[(),;:>|+–—-]")
#: Separators that mean "then" or nothing at all inside an order.
DASHES = frozenset({"-", "–", "—", ">", "->", "→"})
#: Letters without a Unicode decomposition into a plain letter and a mark, as people type them without the mark.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "’": "", "'": ""}
)
#: Categories of invisible characters: zero-width spaces and joiners, direction marks, soft hyphens.
_INVISIBLE = frozenset({"Cf"})
#: Categories of characters that separate words or lines.
_BLANKS = {"Zs": " ", "Zl": "\n", "Zp": "\n"}
#: Shortest word in which a letter may be wrong.
_SHORTEST = 3
#: Similarity to a name required for suggesting it.
LIKE = 0.65


def fold(text: str) -> str:
    """Return the text in lower case without accents; ß, ł and the like become plain letters."""
    if text.isascii():
        return text.lower().replace("'", "")
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = (letter for letter in plain if not unicodedata.combining(letter) and not _invisible(letter))
    return "".join(bare).translate(_PLAIN)


def _invisible(letter: str) -> bool:
    return unicodedata.category(letter) in _INVISIBLE


def legible(text: str) -> str:
    """Return the text without invisible characters, with plain spaces, and with all scripts' digits as 0 to 9."""
    if text.isascii():
        return text
    seen = (letter for letter in text if not _invisible(letter))
    return plain_digits("".join(_BLANKS.get(unicodedata.category(letter), letter) for letter in seen))


def stripped(text: str) -> str:
    """Strip spaces and invisible characters from both ends; the rest is unchanged."""
    text = text.strip()
    while text and (_invisible(text[0]) or _invisible(text[-1])):
        text = text[1:].lstrip() if _invisible(text[0]) else text[:-1].rstrip()
    return text


def plain_digits(text: str) -> str:
    """Replace the decimal digits of all scripts by 0 to 9."""
    return "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in text)


def tokens(text: str) -> list[str]:
    """Split into words and separators; underscores and dots separate words like spaces, and `&` is "and"."""
    return _TOKEN.findall(fold(text).replace("_", " ").replace(".", " ").replace("/", " ").replace("&", " and "))


def phrase(text: str) -> str:
    """Return a name as words separated by single spaces."""
    return " ".join(token for token in tokens(text) if token not in DASHES and token not in "(),;:|+")


def pieces(text: str) -> list[str]:
    """Split a compound order at semicolons and line breaks."""
    return [part.strip() for part in re.split(r"[;\n]", text) if part.strip()]


def alike(text: str, names: Iterable[str]) -> list[str]:
    """Return names similar to a text, or with a similar beginning, best first; never the text itself."""
    matcher = difflib.SequenceMatcher(b=text, autojunk=False)
    found: list[tuple[float, str]] = []
    for name in names:
        best = 0.0
        for candidate in {name, name[: len(text)], name[: len(text) + 1]}:
            matcher.set_seq1(candidate)
            if matcher.real_quick_ratio() >= LIKE and matcher.quick_ratio() >= LIKE:
                best = max(best, matcher.ratio() - 0.001 * abs(len(name) - len(text)))
        if best >= LIKE and name != text:
            found.append((best, name))
    return [name for _, name in sorted(found, key=lambda item: (-item[0], item[1]))]


def one_edit(text: str, other: str) -> bool:
    """Return whether the words differ by one letter inserted, removed, replaced or swapped with its neighbour."""
    if text == other or min(len(text), len(other)) < _SHORTEST or abs(len(text) - len(other)) > 1:
        return False
    if text[0] != other[0] and text[-1] != other[-1]:  # one letter can't be wrong at both ends
        return False
    at = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    left, right = text[at:], other[at:]
    if len(text) != len(other):
        longer, shorter = (left, right) if len(text) > len(other) else (right, left)
        return longer[1:] == shorter
    return left[1:] == right[1:] or (left[:2] == right[1::-1] and left[2:] == right[2:])


class EditIndex:
    """Names by length and by first and last letter, to compare a text only with those that one edit can make of it."""

    def __init__(self, names: Iterable[str]) -> None:
        self._found: dict[tuple[int, str, str], list[tuple[int, str]]] = {}
        for at, name in enumerate(dict.fromkeys(names)):
            for key in {(len(name), name[:1], ""), (len(name), "", name[-1:])}:
                self._found.setdefault(key, []).append((at, name))

    def near(self, text: str) -> list[str]:
        """Return the names that differ from a text by one edit, in the order given; see `one_edit`."""
        found: dict[int, str] = {}
        for length in (len(text) - 1, len(text), len(text) + 1):
            for ends in ((text[:1], ""), ("", text[-1:])):
                found |= {at: name for at, name in self._found.get((length, *ends), ()) if one_edit(text, name)}
        return [found[at] for at in sorted(found)]


__all__ = [
    "DASHES",
    "EditIndex",
    "alike",
    "fold",
    "legible",
    "one_edit",
    "phrase",
    "pieces",
    "plain_digits",
    "stripped",
    "tokens",
]
