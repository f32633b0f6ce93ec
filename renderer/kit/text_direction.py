"""Visual order and shaping of Hebrew and Arabic names for fonts without script support.

This is enough for a line of a few words: runs are ordered by direction, brackets mirrored, and Arabic letters shaped by
their neighbours. Marks above and below such letters are omitted.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby

_LEFT, _RIGHT = "left", "right"
_ARABIC_FORMS = (range(0xFB50, 0xFDFB), range(0xFE80, 0xFEFD))
_LAM_WITH_ALEF = 0xFEF5
"""First presentation form of lam with alef; these two letters are always drawn as a ligature."""
_TATWEEL = "\u0640"


def drawn(text: str) -> str:
    """Return the text in drawing order for a font without script support; unchanged without right-to-left letters."""
    if not any(_is_right_to_left(letter) for letter in text):
        return text
    letters = _join_arabic("".join(letter for letter in text if unicodedata.category(letter) != "Mn"))
    directed = list(zip(letters, _directions(letters), strict=True))
    runs = [(to, "".join(letter for letter, _ in part)) for to, part in groupby(directed, key=lambda one: one[1])]
    told = [_mirror_run(run) if to == _LEFT else run for to, run in runs]
    return "".join(reversed(told) if _line(letters) == _LEFT else told)


def _is_right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


def _direction(letter: str) -> str:
    """Return the direction of a letter or digit, "" for neutral characters."""
    if _is_right_to_left(letter):
        return _LEFT
    return _RIGHT if unicodedata.bidirectional(letter) in ("L", "EN", "AN") else ""


def _line(letters: str) -> str:
    """Return the direction of the line: that of its first letter."""
    return next(_direction(letter) for letter in letters if letter.isalpha())


def _directions(letters: str) -> list[str]:
    """Return the direction of each letter; neutral ones between two directions, or at an end, follow the line's."""
    line, known = _line(letters), [_direction(letter) for letter in letters]
    for index, direction in enumerate(known):
        if not direction:
            before = known[index - 1] if index else line
            after = next((one for one in known[index + 1 :] if one), line)
            known[index] = before if before == after else line
    return known


def _mirror_run(run: str) -> str:
    return "".join(_TURNED.get(letter, letter) for letter in reversed(run))


_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("«", "»"))
_TURNED = {one: other for left, right in _BRACKETS for one, other in ((left, right), (right, left))}


# ------------------------------------------------------------------------------------------------- Arabic


@cache
def _forms() -> Mapping[tuple[str, str], str]:
    """Return the presentation forms, by letters (or lam with alef) and "isolated", "initial", "medial" or "final"."""
    found: dict[tuple[str, str], str] = {}
    for code in (code for codes in _ARABIC_FORMS for code in codes):
        kind, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        meant = "".join(chr(int(letter, 16)) for letter in letters.split())
        if kind.startswith("<") and len(meant) == 1 + (code >= _LAM_WITH_ALEF):
            found.setdefault((meant, kind.strip("<>")), chr(code))
    return found


def _join_arabic(text: str) -> str:
    """Return Arabic letters in their joining forms; everything else unchanged."""
    forms = _forms()
    units = list(_units(text))
    told = []
    for index, unit in enumerate(units):
        joins_back = index > 0 and _joins_on(units[index - 1]) and _joined_to(unit)
        joins_on = index + 1 < len(units) and _joins_on(unit) and _joined_to(units[index + 1])
        kind = ("isolated", "initial", "final", "medial")[2 * joins_back + joins_on]
        told.append(forms.get((unit, kind), unit))
    return "".join(told)


def _units(text: str) -> Iterator[str]:
    """Yield single letters, and lam with a following alef as one unit."""
    index = 0
    while index < len(text):
        two = text[index : index + 2]
        unit = two if (two, "isolated") in _forms() and len(two) == 2 else text[index]
        yield unit
        index += len(unit)


def _joins_on(unit: str) -> bool:
    return unit == _TATWEEL or (unit, "initial") in _forms()


def _joined_to(unit: str) -> bool:
    return unit == _TATWEEL or (unit, "final") in _forms()


__all__ = ["drawn"]
