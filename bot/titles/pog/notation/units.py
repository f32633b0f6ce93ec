"""Unit names as people type them: `ge 1 army`, `1st army`, `(fr c)`, `2 ge corps`, `bef`, `all`.

A phrase is read to a `UnitWish` first, which says what was asked for; `choose` then finds
the units meant among candidates, because what a name means depends on what may be taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from bot.table.refusal import Ambiguous, refuse
from bot.table.words import DASHES
from bot.titles.pog.notation.lexicon import Lexicon

ARMY_WORDS = frozenset({"army", "armies", "armee", "a"})
CORPS_WORDS = frozenset({"corps", "corp", "korps", "c"})
REDUCED_WORDS = frozenset({"reduced", "red", "flipped"})
FULL_WORDS = frozenset({"full", "fresh"})
ALL_WORDS = frozenset({"all", "everything", "everyone", "stack"})
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)?")


@dataclass(frozen=True, slots=True)
class UnitWish:
    """What a unit phrase asks for; empty fields leave it open."""

    text: str
    nation: str = ""
    label: str = ""
    army: bool | None = None
    reduced: bool | None = None
    count: int = 1
    everything: bool = False
    unit: int | None = None


def read_unit(lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[UnitWish, int] | None:
    """The unit phrase that begins at `at` and the place after it; None if none begins there."""
    exact = _exact(lexicon, words, at)
    if exact is not None:
        return exact
    wish, end, bracket = UnitWish(""), at, False
    number = ""
    while end < len(words):
        word = words[end]
        if word == "(" and not bracket and _open(wish, number):
            wish, bracket = replace(wish, reduced=True), True
        elif word == ")" and bracket:
            end += 1
            break
        elif word in lexicon.nations and not wish.nation and not wish.everything and not wish.label:
            wish = replace(wish, nation=lexicon.nations[word])
        elif word in lexicon.labels and not wish.label and not _beach(words, end):
            wish = replace(wish, label=word)
        elif _ORDINAL.fullmatch(word) and not number and not wish.label and wish.army is None:
            number = word
        elif word in ARMY_WORDS | CORPS_WORDS and wish.army is None:
            wish = replace(wish, army=word in ARMY_WORDS)
        elif word in REDUCED_WORDS | FULL_WORDS and wish.reduced is None:
            wish = replace(wish, reduced=word in REDUCED_WORDS)
        elif word in ALL_WORDS and end == at:
            wish = replace(wish, everything=True)
        else:
            break
        end += 1
    if end == at:
        return None
    return _finished(wish, number, " ".join(words[at:end])), end


def choose(
    lexicon: Lexicon, wish: UnitWish, candidates: Collection[int], where: Callable[[int], int], reduced: int
) -> list[int]:
    """The units among the candidates that a wish means.

    `where` gives a unit's space and `reduced` is the set of reduced units: equal counters
    in one space are interchangeable, full ones are taken first.

    Raises:
        Refusal: none of the candidates fits, or there are fewer than asked for.
        Ambiguous: different ones fit.
    """
    fitting = [unit for unit in sorted(candidates) if _fits(lexicon, wish, unit, reduced)]
    if wish.everything:
        if not fitting:
            raise refuse("no_such_unit", part=wish.text, text=wish.text)
        return fitting
    units = lexicon.book.content.units
    plain = [unit for unit in fitting if units[unit].army or units[unit].group == f"{units[unit].nation}_corps"]
    if not wish.label and len(plain) >= wish.count:
        # Without a label the ordinary corps are meant, not BEF, AUS and the like.
        fitting = plain
    if len(fitting) < wish.count:
        raise refuse("no_such_unit", part=wish.text, text=wish.text)
    fitting.sort(key=lambda unit: (reduced >> unit & 1, unit))
    kinds = {(units[unit].group, where(unit)) for unit in fitting}
    if len(kinds) > 1 and len(fitting) > wish.count:
        book = lexicon.book
        labels = [f"{book.unit(unit, bool(reduced >> unit & 1))} ({book.space(where(unit))})" for unit in fitting]
        raise Ambiguous(wish.text, labels[:12])
    return fitting[: wish.count]


def _exact(lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[UnitWish, int] | None:
    """A full id such as `ge corps 07`, which tokens part at the underscores."""
    for end in range(min(len(words), at + 4), at + 1, -1):
        run = "_".join(words[at:end])
        unit = lexicon.book.content.unit_by_name.get(run)
        if unit is not None:
            stated = words[end : end + 1] if words[end : end + 1] and words[end] in REDUCED_WORDS | FULL_WORDS else []
            wish = UnitWish(" ".join([*words[at:end], *stated]), unit=unit)
            if stated:
                wish = replace(wish, reduced=stated[0] in REDUCED_WORDS)
            return wish, end + len(stated)
    return None


def _open(wish: UnitWish, number: str) -> bool:
    return not number and wish.reduced is None and not wish.nation and not wish.label


def _beach(words: Sequence[str], at: int) -> bool:
    """`mef 1` to `mef 4` are the invasion beaches, not the army."""
    return words[at] == "mef" and at + 1 < len(words) and words[at + 1] in ("1", "2", "3", "4")


def _finished(wish: UnitWish, number: str, text: str) -> UnitWish:
    wish = replace(wish, text=text)
    match = _ORDINAL.fullmatch(number)
    if match is None:
        return wish
    if wish.army is False or (not wish.army and wish.label):
        return replace(wish, count=max(1, int(match[1])))
    return replace(wish, label=match[1], army=True)


def _fits(lexicon: Lexicon, wish: UnitWish, unit: int, reduced: int) -> bool:
    if wish.unit is not None:
        return unit == wish.unit and wish.reduced in (None, bool(reduced >> unit & 1))
    spec = lexicon.book.content.units[unit]
    parts = spec.name.split("_")
    if wish.nation and wish.nation not in (spec.nation, spec.parent, parts[0]):
        return False
    if wish.army is not None and wish.army != spec.army:
        return False
    if wish.reduced is not None and wish.reduced != bool(reduced >> unit & 1):
        return False
    if wish.label:
        return wish.label in parts[1:2]
    return True


def separators(words: Sequence[str], at: int, more: Collection[str] = ()) -> int:
    """The place after commas, dashes and filling words from `at` on."""
    while at < len(words) and (words[at] in DASHES or words[at] == "," or words[at] in more):
        at += 1
    return at
