"""Typed unit names: `ge 1 army`, `1st army`, `(fr c)`, `2 ge corps`, `bef`, `all`.

A phrase is first read into a `UnitWish`, which says what was asked for; `choose` then finds the units meant among
candidates, because the meaning of a name depends on what can be chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.typed_text import DASHES
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.name_tables import LONGEST

ARMY_WORDS = frozenset({"army", "armies", "armee", "a"})
#: After a bare number this counts armies: `2 french armies`.
_SEVERAL = frozenset({"armies"})
CORPS_WORDS = frozenset({"corps", "corp", "korps", "c"})
REDUCED_WORDS = frozenset({"reduced", "red", "flipped"})
FULL_WORDS = frozenset({"full", "fresh"})
ALL_WORDS = frozenset({"all", "everything", "everyone", "stack"})
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)?")
#: A number with the first letter of what it counts or numbers, as in `2a`.
_LETTERED = re.compile(r"(\d+)([ac])")
_ARTICLES = frozenset({"a", "an", "the"})
#: Maximum number of words and signs in brackets, including the opening one.
_BRACKET = 2 * LONGEST
#: A nation and the number of an army without a space, as in `ge1`.
_TOGETHER = re.compile(r"([^\W\d]+)(\d+)")


@dataclass(frozen=True, slots=True)
class UnitWish:
    """What a unit phrase asks for; empty fields are unspecified."""

    text: str
    nation: str = ""
    label: str = ""
    army: bool | None = None
    reduced: bool | None = None
    count: int = 1
    everything: bool = False
    unit: int | None = None
    #: Its location, named in brackets after it: one space, or all boxes of that name.
    places: frozenset[int] = frozenset()


def read_unit(lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[UnitWish, int] | None:
    """Return the unit phrase that begins at `at` and the position after it; None if none begins there."""
    read = _exact(lexicon, words, at) or _phrase(lexicon, words, at)
    return None if read is None else _with_brackets(lexicon, words, *read)


def _with_brackets(lexicon: Lexicon, words: Sequence[str], wish: UnitWish, end: int) -> tuple[UnitWish, int]:
    """Return the phrase with the brackets after it, which say that the unit is reduced, or where it is."""
    while end < len(words) and words[end] == "(":
        # A bracket holds at most one name, so an unclosed one isn't scanned to the end of the text again for each word.
        last = min(len(words), end + _BRACKET)
        close = next((at for at in range(end, last) if words[at] == ")"), last)
        inside = [word for word in words[end + 1 : close] if word not in DASHES]
        places = frozenset(lexicon.spaces.get(" ".join(inside), ()))
        if places and not wish.places:
            wish = replace(wish, places=places)
        elif inside and _strength(inside) == len(inside) and wish.reduced is None:
            wish = replace(wish, reduced=inside[0] in REDUCED_WORDS)
        else:
            break
        end = close + 1
    return wish, end


def _phrase(lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[UnitWish, int] | None:
    """Return a phrase of a nation, a number, a kind and the like."""
    wish, end, bracket, several = UnitWish(""), at, False, False
    number = ""
    while end < len(words):
        word = words[end]
        if word in _ARTICLES and end == at and _named_next(lexicon, words, end):
            pass  # `a corps`
        elif word in ALL_WORDS and end == at and _counted_next(lexicon, words, end + 1):
            pass  # `all 3 armies`
        elif word in ALL_WORDS and number:
            break  # `the 1st and 4th all hit sedan`
        elif word == "(" and not bracket and _open(wish, number):
            wish, bracket = replace(wish, reduced=True), True
        elif word == ")" and bracket:
            end += 1
            break
        elif (counted := _wish_with_number(lexicon, wish, word)) is not None and not number:
            wish, number = counted
        elif (named := _with_word(lexicon, words, end, wish)) is not None:
            wish, several = named, several or word in _SEVERAL
        else:
            break
        end += 1
    if end == at:
        return None
    return _complete_wish(wish, number, " ".join(words[at:end]), several=several), end


def _wish_with_number(lexicon: Lexicon, wish: UnitWish, word: str) -> tuple[UnitWish, str] | None:
    """Return the wish with a number, alone or joined to what it counts; None if a word has none."""
    if (together := _joined_name(lexicon, word)) and _nameless(wish):
        return replace(wish, nation=together[0]), together[1]
    if (lettered := _LETTERED.fullmatch(word)) and wish.army is None and not wish.label:
        return replace(wish, army=lettered[2] == "a"), lettered[1]
    if _ORDINAL.fullmatch(word) and not wish.label and wish.army is None:
        return wish, word
    return None


def _with_word(lexicon: Lexicon, words: Sequence[str], at: int, wish: UnitWish) -> UnitWish | None:
    """Return the wish extended by a word for the nation, name, kind or state of a unit; None if it is no such word."""
    word = words[at]
    if word in lexicon.nations and not wish.nation and not wish.label:
        return replace(wish, nation=lexicon.nations[word])
    if word in lexicon.labels and not wish.label and not _beach(words, at):
        return replace(wish, label=word)
    if word in ARMY_WORDS | CORPS_WORDS and wish.army is None:
        return replace(wish, army=word in ARMY_WORDS)
    if word in REDUCED_WORDS | FULL_WORDS and wish.reduced is None:
        return replace(wish, reduced=word in REDUCED_WORDS)
    if word == "strength" and wish.reduced is False:
        return wish  # `ge 8 full strength`
    if word in ALL_WORDS and wish == UnitWish(""):
        return replace(wish, everything=True)
    return None


def _named_next(lexicon: Lexicon, words: Sequence[str], at: int) -> bool:
    """Return whether a nation or a kind of unit follows a word."""
    following = words[at + 1] if at + 1 < len(words) else ""
    return following in lexicon.nations or following in CORPS_WORDS | REDUCED_WORDS | FULL_WORDS or following == "army"


def _counted_next(lexicon: Lexicon, words: Sequence[str], at: int) -> bool:
    """Return whether a count of armies or corps follows, as in `3 german armies`."""
    kind = at + 2 if words[at + 1 : at + 2] and words[at + 1] in lexicon.nations else at + 1
    numbered = words[at : at + 1] and words[at].isdecimal()
    return bool(numbered and words[kind : kind + 1] and words[kind] in _SEVERAL | CORPS_WORDS)


def _joined_name(lexicon: Lexicon, word: str) -> tuple[str, str] | None:
    """Return the nation and the number written as one word, None if it isn't such a word."""
    found = _TOGETHER.fullmatch(word)
    return (lexicon.nations[found[1]], found[2]) if found is not None and found[1] in lexicon.nations else None


def choose(
    lexicon: Lexicon, wish: UnitWish, candidates: Collection[int], where: Callable[[int], int], reduced: int
) -> list[int]:
    """Return the units among the candidates that a wish means.

    `where` gives a unit's space and `reduced` is the set of reduced units: identical counters in one space are
    interchangeable, full ones are taken first.

    Raises:
        Refusal: none of the candidates fits, or there are fewer than asked for.
        Ambiguous: different ones fit.
    """
    found = fitting(
        lexicon, wish, [unit for unit in candidates if not wish.places or where(unit) in wish.places], reduced
    )
    if len(found) < (1 if wish.everything else wish.count):
        raise _too_few(lexicon, wish, candidates, found, reduced)
    if wish.everything:
        return found
    units = lexicon.book.content.units
    found.sort(key=lambda unit: (reduced >> unit & 1, unit))
    kinds = {(units[unit].group, where(unit)) for unit in found}
    if len(kinds) > 1 and len(found) > wish.count:
        book = lexicon.book
        labels = [f"{book.unit(unit, bool(reduced >> unit & 1))} ({book.space(where(unit))})" for unit in found]
        raise Ambiguous(wish.text, list(dict.fromkeys(labels))[:12])
    return found[: wish.count]


def _too_few(
    lexicon: Lexicon, wish: UnitWish, candidates: Collection[int], found: Sequence[int], reduced: int
) -> Refusal:
    """Return why no unit fits a wish, or too few: it is of another strength, or not as many are there."""
    other = fitting(lexicon, replace(wish, reduced=None), candidates, reduced) if wish.reduced is not None else []
    if other and not found:
        return refuse("not_reduced" if wish.reduced else "not_at_full", part=wish.text, unit=other[0])
    if found:
        return refuse("fewer_units", part=wish.text, text=wish.text, count=len(found))
    return refuse("no_such_unit", part=wish.text, text=wish.text)


def fitting(lexicon: Lexicon, wish: UnitWish, candidates: Collection[int], reduced: int) -> list[int]:
    """Return those of the candidates that a wish may mean, wherever they are."""
    found = [unit for unit in sorted(candidates) if _matches_wish(lexicon, wish, unit, reduced)]
    units = lexicon.book.content.units
    plain = [unit for unit in found if units[unit].army or units[unit].group == f"{units[unit].nation}_corps"]
    # Without a label the ordinary corps are meant, not BEF, AUS and the like.
    return plain if not wish.everything and not wish.label and len(plain) >= wish.count else found


def _strength(words: Sequence[str]) -> int:
    """Return how many words at the beginning say whether a unit is reduced: `full strength`."""
    if not words or words[0] not in REDUCED_WORDS | FULL_WORDS:
        return 0
    return 2 if words[0] in FULL_WORDS and words[1:2] == ["strength"] else 1


def _exact(lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[UnitWish, int] | None:
    """Return a full id such as `ge corps 07`, which tokenising splits at the underscores."""
    for end in range(min(len(words), at + 4), at + 1, -1):
        run = "_".join(words[at:end])
        unit = lexicon.book.content.unit_by_name.get(run)
        if unit is not None:
            stated = words[end : end + _strength(words[end:])]
            wish = UnitWish(" ".join([*words[at:end], *stated]), unit=unit)
            if stated:
                wish = replace(wish, reduced=stated[0] in REDUCED_WORDS)
            return wish, end + len(stated)
    return None


def _open(wish: UnitWish, number: str) -> bool:
    return not number and wish.reduced is None and not wish.nation and not wish.label


def _nameless(wish: UnitWish) -> bool:
    return not wish.nation and not wish.label and wish.army is None and not wish.everything


def _beach(words: Sequence[str], at: int) -> bool:
    """Return whether words name an invasion beach, `mef 1` to `mef 4`, and not the army."""
    return words[at] == "mef" and at + 1 < len(words) and words[at + 1] in ("1", "2", "3", "4")


def _complete_wish(wish: UnitWish, number: str, text: str, *, several: bool = False) -> UnitWish:
    wish = replace(wish, text=text)
    match = _ORDINAL.fullmatch(number)
    if match is None:
        return wish
    counts = several or wish.everything  # `all 3 french stacks`
    if wish.army is False or (not wish.army and wish.label) or (counts and not match[2]):
        return replace(wish, count=max(1, int(match[1])))
    return replace(wish, label=match[1], army=True)


def _matches_wish(lexicon: Lexicon, wish: UnitWish, unit: int, reduced: int) -> bool:
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
    """Return the position after commas, dashes and fillers from `at` on."""
    while at < len(words) and (words[at] in DASHES or words[at] == "," or words[at] in more):
        at += 1
    return at
