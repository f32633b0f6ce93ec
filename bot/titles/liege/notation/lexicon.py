"""Lexicon of order words: units, hexes, forts, facings and the words between them.

Names are looked up without spaces, accents and punctuation, so `34ib`, `34 IB` and `34.IB` are the same. A name's words
can be separated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from bot.table.refusal import Ambiguous, perhaps, refuse
from bot.table.typed_text import alike, one_edit
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.known_names import KnownNames
from bot.titles.liege.notation.spoken_words import key, phrases
from bot.titles.liege.notation.unknown_names import unknown
from engine.liege.facts import MAPS, LiegeFacts, facts
from engine.liege.grid import SIDES

#: Maximum number of words in a name.
_LONGEST: Final = 5
#: Number of names suggested for an unknown word.
_MOST_PROPOSED: Final = 3
_SEPARATORS: Final = re.compile(r"[\s,]+")
#: A number without a unit type.
_BARE_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:st|nd|rd|th)?(?=\s+(?:to|goes|marches|moves|->|=>|→))")
_DIGIT: Final = re.compile(r"\b\d\b")
#: Roman numerals on counters, and the figures typed for them: `2/9` for `II/9`.
_ROMAN: Final = {"1": "i", "2": "ii", "3": "iii"}
#: A word long enough to be recognised despite a typo.
_LONG_WORD: Final = re.compile(r"[^\W\d_]{5,}")
#: Letters of such a word.
_SPELLED: Final = 5
#: Maximum number of listed numbers that share a unit type.
_LONGEST_LIST: Final = 4


@dataclass(frozen=True, slots=True)
class Item:
    """A token of an order: `kind` is unit, group, number, hex, fort, side, or the keyword itself.

    Attributes:
        kind: as above.
        ids: everything it could mean.
        text: as it was typed.
        at: index of its first word in a scanned line.
        grouped: whether it is one of several named together; of those, the ones able to do what is ordered are meant.
    """

    kind: str
    ids: tuple[int, ...]
    text: str
    at: int = field(default=-1, compare=False)
    grouped: bool = field(default=False, compare=False)
    #: How many are meant, if the text says so.
    count: int = field(default=0, compare=False)


class LiegeLexicon(KnownNames):
    """Reads typed text by the names of a map."""

    def __init__(self, language: str, here: LiegeFacts) -> None:
        super().__init__(language, here)
        self._spoken = self.spoken
        #: Words for unit types, for which typos are recognised: `brigde`.
        self._spelled = sorted(
            {
                self.key(one)
                for words in self._kinds.values()
                for one in words
                if " " not in one and len(one) >= _SPELLED
            }
        )
        #: One step of a route given by directions.
        self.stepping, self.each_side = self.steps_toward(self._sides), phrases(self._sides)
        kinds = (self.key(word) for names in self._kinds.values() for name in names for word in name.split())
        names = frozenset().union(self._keywords, self._groups, self._found, self._between, kinds)
        #: All known words, for spelling correction.
        self.vocabulary = frozenset(word for word in names | self._spoken | self._phrase_words if word.isalpha())
        self._listed = _list_pattern([*self._kinds, *(word for words in self._kinds.values() for word in words)])

    def with_repeated_types(self, text: str) -> str:
        """Repeat the unit type after each number of a list: `27 and 14 IB` becomes `27 IB and 14 IB`."""
        for _ in range(_LONGEST_LIST):
            text, count = self._listed.subn(r"\1 \3\2\3", text)
            if not count:
                break
        return text

    def with_corrections(self, text: str) -> str:
        """Insert the name of a place or fort after a misspelling of it: `Pontise` becomes `Pontise Pontisse`."""
        return _LONG_WORD.sub(self._append_correction, text)

    def _append_correction(self, found: re.Match[str]) -> str:
        """Append the one name that a word is a misspelling of; nothing if the word is known, or not exactly one name is close."""
        key = self.key(found[0])
        if key in self._found or key in self._keywords or key in self._spoken:
            return found[0]
        near = [name for name, kinds in self._found.items() if "unit" not in kinds and one_edit(key, name)]
        verbs = sorted({word for known in self.verbs.values() for word in known if one_edit(key, word)})
        verbs = [word for word in verbs if word[0] == key[0]] or verbs
        if any(key == f"{word}s" for word in verbs):
            return found[0]  # an inflected form
        if not near and verbs and len({word[:3] for word in verbs}) == 1:
            return verbs[0] if len(key) > _SPELLED or is_doubling_or_swap(key, verbs[0]) else found[0]
        spoken = [] if near or verbs else [word for word in self._spelled if one_edit(key, word) and word[0] == key[0]]
        if len(spoken) == 1 and key != f"{spoken[0]}s":
            return spoken[0]
        meant = {tuple(self._found[name].get("fort") or self._found[name].get("hex") or ()) for name in near}
        return f"{found[0]} {near[0]}" if len(meant) == 1 and () not in meant else found[0]

    def with_types(self, text: str, kind: str) -> str:
        """Insert a unit type after each number that has none: `11th to T34` becomes `11th brigade to T34`."""
        bare = {self.key(word) for word in (*self._kinds, *(one for words in self._kinds.values() for one in words))}
        kind = kind if self.key(kind) in bare else kind.removesuffix("s")
        if self.key(kind) not in bare:
            return text
        return _BARE_NUMBER.sub(lambda found: f"{found[0]} {kind}", text)

    def scan(self, text: str) -> tuple[list[Item], list[str]]:
        """Return the tokens of a line, each unit without_repeats, and its other words as lookup keys."""
        words = self.split(text)
        found: list[Item] = []
        others: list[str] = []
        at = 0
        while at < len(words):
            item, taken = self._known_token(words[at:], grouped=True) or (None, 0)
            if item is None and not taken and words[at].isdigit():
                item = Item("number", (int(words[at]),), words[at])
            if item is None and (beside := self._between.get(self.key(words[at]))) is not None:
                item, taken = Item("side", tuple(SIDES.index(side) for side in beside), words[at]), 1
            if item is None:
                others += [self.key(word) for word in words[at : at + max(taken, 1)]]
            else:
                found.append(replace(self._narrowed_to_side(item, words[at - 1] if at else ""), at=at))
            at += max(taken, 1)
        return without_repeats(found), others

    def words(self, text: str) -> list[str]:
        """Return the words of a line as counted by `scan`, as lookup keys."""
        return [self.key(word) for word in self.split(text)]

    def split(self, text: str) -> list[str]:
        """Return the words of a line as they are counted, without bare punctuation."""
        words = _SEPARATORS.split(self.ended.sub(" facing ", text))
        return [part for word in words for part in self._split_at_slashes(word) if self.key(part)]

    def singular(self, text: str) -> bool:
        """Return whether a group word is in the singular (a battery), unlike mass nouns (artillery)."""
        key = self.key(text)
        return f"{key}s" in self._groups or (key.endswith("y") and f"{key[:-1]}ies" in self._groups)

    def numbered_units(self, number: int) -> tuple[int, ...]:
        """Return the units of both sides with a number on their counter."""
        return tuple(self._by_number.get(number, ()))

    def with_counts_spelled_out(self, text: str) -> str:
        """Spell out the hex counts of a line, so that none is read as a unit: `38ib south 1 hex`."""
        spelled = {str(number): word for word, number in reversed(self.steps.items()) if not word.isdigit()}
        return self.stepping.sub(lambda found: _DIGIT.sub(lambda one: spelled.get(one[0], one[0]), found[0]), text)

    def guns_of_calibre(self, number: str) -> tuple[int, ...]:
        """Return the guns with a calibre in centimetres."""
        return self.name(f"{number}cm", "unit")

    def _narrowed_to_side(self, item: Item, before: str) -> Item:
        """Narrow a unit that either side could have to the side named before it."""
        side = self.peoples.get(self.key(before))
        own = [one for one in item.ids if item.kind == "unit" and self._here.units[one].side == side]
        if not own or len(own) == len(item.ids):
            return item
        return Item("unit", tuple(own), self._titles[own[0]] if len(own) == 1 else item.text)

    def _split_at_slashes(self, word: str) -> list[str]:
        """Split a word at slashes unless it is a name itself: `27ib/14ib`, but not `ii/9`."""
        word = self._with_roman_numerals(word)
        return [word] if self.key(word) in self._found else word.split("/")

    def _with_roman_numerals(self, word: str) -> str:
        """Return a unit's name with the numerals of its counter, `2/9` as `ii/9`; other words unchanged."""
        *battalions, regiment = word.split("/")
        name = "/".join([*(_ROMAN.get(one, one) for one in battalions), regiment])
        return name if battalions and "unit" in self._found.get(self.key(name), {}) else word

    @staticmethod
    def key(text: str) -> str:
        """Return the lookup key of a name."""
        return key(text)

    def read(self, text: str) -> list[Item]:
        """Return the tokens of an order; raises Refusal for an unknown word."""
        words = [
            self._with_roman_numerals(word)
            for word in _SEPARATORS.split(self.ended.sub(" facing ", text))
            if self.key(word)
        ]
        found: list[Item] = []
        at = 0
        while at < len(words):
            if words[at] in self.figures and self._begins_with_place(words[at + 1 :]):
                words[at] = self.figures[words[at]]
            item, taken = self._first_token(words[at:])
            if item is not None:
                found.append(item)
            at += taken
        return found

    def _begins_with_place(self, words: Sequence[str]) -> bool:
        """Return whether the first of some words name a hex or fort."""
        token = self._known_token(words)
        return token is not None and token[0] is not None and token[0].kind in ("hex", "fort")

    def name(self, text: str, kind: str) -> tuple[int, ...]:
        """Return the ids of a kind that a text names, () for none."""
        return tuple(self._found.get(self.key(text), {}).get(kind, ()))

    def _first_token(self, words: Sequence[str]) -> tuple[Item | None, int]:
        """Return the first token of some words (None for a filler) and the number of words it takes; raises Refusal."""
        if (known := self._known_token(words)) is not None:
            return known
        self.check_side(words[0])
        if words[0].isdigit():
            return Item("number", (int(words[0]),), words[0]), 1
        names = [name for name in self._found if len(name) > 2]
        raise perhaps(
            unknown(self._here, words[0]),
            words[0],
            alike(self.key(words[0]), names)[:_MOST_PROPOSED],
        )

    def check_side(self, word: str) -> None:
        """Refuse a compass point that is no hexside, suggesting the two next to it."""
        if sides := self._between.get(self.key(word)):
            raise perhaps(refuse("no_such_side", "6.2.1", word, name=word), word, sides)

    def _known_token(self, words: Sequence[str], *, grouped: bool = False) -> tuple[Item | None, int] | None:
        """Return the first known token and its length, None if unknown; words for several units count only if `grouped`."""
        for count in range(min(_LONGEST, len(words)), 0, -1):
            said = " ".join(words[:count])
            key = self.key(said)
            if count > 1 and "side" in self._found.get(self.key(words[count - 1]), ()):
                continue  # `34ib s` faces south, it isn't a plural
            if grouped and key in self._groups:
                return Item("group", self._groups[key], said), count
            if meant := self._found.get(key):
                kind = next(iter(meant))
                return Item(kind, tuple(meant[kind]), said), count
            if count == 1 and key in self._keywords:
                return Item(self._keywords[key], (), said), 1
            if count == 1 and key in self.filling:
                return None, 1
        return None


def without_repeats(items: Iterable[Item]) -> list[Item]:
    """Remove repeated units; after a place, units named again are kept, since something new is said about them."""
    found: list[Item] = []
    since = 0
    for item in items:
        if item.kind in ("hex", "fort"):
            since = len(found)
        if item.kind != "unit" or all((one.kind, one.ids) != ("unit", item.ids) for one in found[since:]):
            found.append(item)
    return found


def is_doubling_or_swap(typed: str, word: str) -> bool:
    """Return whether a word is another one with one of two doubled letters missing or with letters transposed: `atack`."""
    if len(typed) == len(word):
        return sorted(typed) == sorted(word)
    return any(word[at] == word[at + 1] and word[:at] + word[at + 1 :] == typed for at in range(len(word) - 1))


def _list_pattern(kinds: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of a number that shares the unit type of the next one."""
    named = "|".join(sorted((re.escape(one) for one in kinds), key=len, reverse=True))
    number = r"(?<![IVXivx123]/)\b\d+(?:st|nd|rd|th|\.)?"  # but no battalion's regiment
    return re.compile(rf"({number})(\s*(?:,|&|\+|\band\b)\s*{number}\s*)((?:{named})s?\b)", re.IGNORECASE)


def one_unit(names: LiegeBook, item: Item, side: int, among: Iterable[int] | None = None) -> int:
    """Return the unit that a token means, narrowed to a side and to some units if possible; raises Ambiguous."""
    left = list(item.ids)
    for narrower in (lambda one: names.facts.units[one].side == side, set(among or ()).__contains__):
        left = [one for one in left if narrower(one)] or left
    if len(left) > 1:
        raise Ambiguous(item.text, [names.short(one) for one in left])
    return left[0]


def lexicon(names: LiegeBook) -> LiegeLexicon:
    """Return the lexicon of a game's map, in the language of its book."""
    return _lexicon(names.words.language, next((place for place in MAPS if facts(place) is names.facts), ""))


def prepare_names(language: str) -> None:
    """Build the lexicons of all maps in a language, so that faults show at start."""
    for place in MAPS:
        _lexicon(language, place)


@cache
def _lexicon(language: str, place: str) -> LiegeLexicon:
    return LiegeLexicon(language, facts(place))


__all__ = ["Item", "LiegeLexicon", "is_doubling_or_swap", "lexicon", "one_unit", "prepare_names", "without_repeats"]
