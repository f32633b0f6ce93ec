"""Romanisation of letters that none of our fonts has, such as Indic scripts, derived from their Unicode names.

Those scripts join and reorder their letters, which takes more than a font, and everybody at the table can read a
romanised name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

#: Replacement for characters that aren't letters, such as emoji; a run of them becomes one.
NEUTRAL = "•"
_LETTER = re.compile(r"(?:LETTER|SYLLABLE|INDEPENDENT VOWEL|SUBJOINED LETTER|CONSONANT SIGN MEDIAL) (?:.* )?([A-Z-]+)$")
_VOWEL = re.compile(r"(?:VOWEL SIGN|VOWEL) (.+)$")
_CLOSING = re.compile(r"(VIRAMA|HALANT|ASAT|COENG|AL-LAKUNA|PULLI)$")
_NASAL = re.compile(r"(ANUSVARA|ANUSVARAYA|BINDI|TIPPI|CANDRABINDU|NIKAHIT)$")
#: Vowel signs of Sinhala, which have names of their own.
_SINHALA = {
    "AELA-PILLA": "a", "KETTI AEDA-PILLA": "ae", "DIGA AEDA-PILLA": "ae", "KETTI IS-PILLA": "i", "DIGA IS-PILLA": "i",
    "KETTI PAA-PILLA": "u", "DIGA PAA-PILLA": "u", "GAETTA-PILLA": "ru", "KOMBUVA": "e", "DIGA KOMBUVA": "e", "KOMBU DEKA": "ai",
    "KOMBUVA HAA AELA-PILLA": "o", "KOMBUVA HAA DIGA AELA-PILLA": "o", "KOMBUVA HAA GAYANUKITTA": "au",
}  # fmt: skip


def legible(text: str, known: Callable[[str], bool]) -> str:
    """Return the text with unsupported letters romanised; if nothing can be, the Unicode name of its first character."""
    made, inherent = "", False
    for letter in text:
        if unicodedata.category(letter) in ("Cf", "Sk"):
            continue  # never drawn
        if known(letter):
            made, inherent = made + letter, False
            continue
        name = unicodedata.name(letter, "")
        if (digit := unicodedata.digit(letter, None)) is not None:
            made, inherent = f"{made}{digit}", False
        elif found := _VOWEL.search(name):
            made, inherent = (made[:-1] if inherent else made) + _vowel(found[1]), False
        elif found := _LETTER.search(name):
            sound = _sound(found[1])
            made, inherent = made + (sound.capitalize() if not made or made[-1].isspace() else sound), _inherent(sound)
        elif _CLOSING.search(name):
            made, inherent = made[:-1] if inherent else made, False
        elif _NASAL.search(name) or name.endswith("VISARGA"):
            made, inherent = made + ("h" if name.endswith("VISARGA") else "n"), False
        elif unicodedata.category(letter)[0] not in "MC" and not made.endswith(NEUTRAL):
            made, inherent = made + NEUTRAL, False
    return made if any(letter.isalnum() for letter in made) else _unicode_name(text) or made


def _unicode_name(text: str) -> str:
    """Return the Unicode name of a text's first character, "" if it isn't a readable one."""
    first = text.strip()[:1]
    name = unicodedata.name(first, "").casefold() if first else ""
    return name if re.fullmatch(r"[a-z][a-z -]+", name) and "ideograph" not in name else ""


def _inherent(sound: str) -> bool:
    """Return whether a letter ends in its inherent vowel, used unless a sign changes it."""
    return len(sound) > 1 and sound[-1] in "ao" and sound[-2] not in "aeiou"


def _sound(name: str) -> str:
    """Return a letter's sound from its name: TTA is ta, CA is cha, KAYANNA is ka."""
    sound = name.casefold().removesuffix("yanna") if name.endswith("YANNA") else name.casefold()
    sound = re.sub(r"^([a-z])\1+(?=.)", r"\1", sound)
    return re.sub(r"^c(?!h)", "ch", _short(sound.replace("-", "")))


def _vowel(name: str) -> str:
    if name in _SINHALA:
        return _SINHALA[name]
    last = name.rsplit(maxsplit=1)[-1].casefold().replace("-", "")
    return {"r": "ri", "l": "li"}.get(last, _short(last))


def _short(sound: str) -> str:
    return re.sub(r"(aa|ii|uu|ee|oo)", lambda found: found[0][0], sound)


__all__ = ["NEUTRAL", "legible"]
