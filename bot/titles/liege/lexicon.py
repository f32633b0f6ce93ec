"""What words of an order mean: units, hexes, forts, facings and the words between them.

A name is looked up without blanks, accents and marks, so that `34ib`, `34 IB` and `34.IB` are one. Its words may be parted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from typing import Final

from bot.narration.texts import Texts, texts_of
from bot.table.refusal import Ambiguous, perhaps, refuse
from bot.table.typed_text import alike, fold, one_edit
from bot.titles.liege.book import LiegeBook
from engine.liege.facts import MAPS, LiegeFacts, facts
from engine.liege.grid import SIDES
from renderer.kit.languages import USUAL

#: Most words of one name.
_LONGEST: Final = 5
#: Names that are proposed for a word that nobody knows.
_NEAR: Final = 3
_PARTS: Final = re.compile(r"[\s,]+")
_MARKS: Final = re.compile(r"[^a-z0-9]")
#: The numbers and the kind of a counter: 34.IB, 9+11 BM.
_COUNTER: Final = re.compile(r"(\d+)(?:[+,](\d+))?[. ]\s*([A-Z]+)$")
#: What may follow a number that names a unit.
_ORDINALS: Final = ("", "st", "nd", "rd", "th", "e", "er")
#: A number that stands alone.
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:st|nd|rd|th)?(?=\s+(?:to|goes|marches|moves|->|=>|→))")
#: A word that is long enough to be known in spite of a slip.
_LETTERS: Final = re.compile(r"[^\W\d_]{5,}")
#: Numbers of one list at most that share a kind.
_LISTED: Final = 4


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of an order: `kind` is unit, hex, fort, side, or the keyword itself; `ids` are all that it may mean."""

    kind: str
    ids: tuple[int, ...]
    text: str


class LiegeLexicon:
    """The names of a map in one language and in English, by what is typed."""

    def __init__(self, language: str, here: LiegeFacts) -> None:
        self._found: dict[str, dict[str, list[int]]] = {}
        self._keywords: dict[str, str] = {}
        self.filling: set[str] = set()
        self._kinds: dict[str, list[str]] = {}
        #: Points of the compass that no side of a hex looks to, with the sides beside each.
        self._between: dict[str, list[str]] = {}
        #: Words of each order, of questions, and those that add nothing.
        self.verbs: dict[str, frozenset[str]] = {}
        self.begin: frozenset[str] = frozenset()
        self.harmless: frozenset[str] = frozenset()
        self.heading: frozenset[str] = frozenset()
        #: Sides by the words for them before a unit: `the german 14th brigade`.
        self._sides: dict[str, int] = {}
        self._here = here
        self._titles: dict[int, str] = {}
        self._every_gun: list[str] = []
        self._chat: list[str] = []
        self._partly: list[str] = []
        self._ready: list[str] = []
        self._alike: list[str] = []
        self._looks: list[str] = []
        self.staying: frozenset[str] = frozenset()
        #: Words with which a unit does what another one did.
        self.same: frozenset[str] = frozenset()
        #: Words with which a line leaves open what it means.
        self.open: frozenset[str] = frozenset()
        for one in dict.fromkeys((language, USUAL)):  # what is typed in English is understood everywhere
            self._learn(texts_of("liege", one), here)

        #: All other words that are known.
        self._spoken = frozenset().union(self.filling, self.harmless, self.staying, self.open, *self.verbs.values())
        #: Phrases for all guns, which fire where none is named.
        self.every_gun = _phrases(self._every_gun)
        self.chat = _phrases(self._chat)
        self.partly = _phrases(self._partly)
        self._ended = _phrases(self._looks)
        #: Phrases for the facing of the units before.
        self.alike = _phrases(self._alike)
        #: Phrases for heavy guns that go into firing position.
        self.ready = _phrases(self._ready)
        self._listed = _listing([*self._kinds, *(word for words in self._kinds.values() for word in words)])

    def _learn(self, words: Texts, here: LiegeFacts) -> None:
        self._kinds |= words.table("names.kinds")
        self._learn_phrases(words)
        for unit, own in enumerate(here.units):
            self._titles.setdefault(unit, words.table("names.short")[own.name][0])
            for name in self._numbers(own.title):
                self._add(name, "unit", unit)
            for name in (own.title.partition(" (")[0], *words.table("names.short")[own.name]):
                self._add(name, "unit", unit)
        for number, fort in enumerate(here.forts):  # before the place of its name, if there is one
            self._add(fort.title, "fort", number)
        for hex_, name in enumerate(here.grid.names):
            self._add(name, "hex", hex_)
        ids = here.grid.ids
        for name, place in words.table("names.place").items():
            if name in ids:
                self._add(place, "hex", ids[name])
        for name, others in words.table("names.other_places").items():
            for other in others if name in ids else ():
                self._add(other, "hex", ids[name])
        for side, short in enumerate(SIDES):
            self._add(short, "side", side)
            self._add(words.say(f"names.side.{short}"), "side", side)
        for sides, points in words.table("names.between_sides").items():
            self._between |= {self.key(point): sides.split() for point in points}
        typed = words.table("names.keywords")
        self._keywords |= {self.key(form): word for word, forms in typed.items() for form in (word, *forms)}
        self.filling |= {self.key(one) for one in words.find("names.filling") or ()}

    def _learn_phrases(self, words: Texts) -> None:
        """Add the words of orders and questions of a language, by their keys."""
        for name, found in words.table("phrasings.verbs").items():
            self.verbs[name] = self.verbs.get(name, frozenset()) | {self.key(word) for word in found}
        begin = words.table("phrasings.questions")["begin"]
        self.begin |= {" ".join(self.key(word) for word in one.split()) for one in begin}
        plainer = words.table("phrasings.plainer")
        self._chat += [*plainer["chat"], *plainer["own"]]
        self.open |= frozenset(plainer["open"])
        self._alike += words.table("phrasings.same")["facing"]
        self._looks += words.table("phrasings.same")["looks"]
        self.same |= {self.key(word) for word in words.table("phrasings.same")["words"]}
        self._partly += words.table("phrasings.guns")["only"]
        self._ready += words.table("phrasings.guns")["ready"]
        self.staying |= {self.key(word) for word in words.table("phrasings.staying")["words"]}
        self._every_gun += words.table("phrasings.guns")["all"]
        sides = words.table("phrasings.peoples")
        self._sides |= {self.key(word): side for side, name in enumerate(("german", "belgian")) for word in sides[name]}
        self.heading |= {self.key(word) for word in words.table("phrasings.heading")["words"]}
        self.harmless |= {self.key(word) for word in words.table("phrasings.harmless")["words"]}

    def _numbers(self, title: str) -> Iterator[str]:
        """Yield the names of a unit by its number and kind: `34th brigade`, `brigade 34`, `34th`, `9th and 11th mixed brigades`."""
        counter = _COUNTER.match(title)
        if counter is None:
            return
        kinds = [counter[3], *self._kinds.get(counter[3], ())]
        numbers = [one for one in counter.group(1, 2) if one]
        pairs = {
            f"{first}{joint}{last}"
            for firsts, lasts in pairwise(map(_forms, numbers))
            for first, last in product(firsts, lasts)
            for joint in ("", "and")
        }
        for number in [*(form for one in numbers for form in _forms(one)), *pairs]:
            if not number.isdigit():
                yield number
            yield from (f"{number}{kind}" for kind in kinds)
            yield from (f"{number}{kind}s" for kind in kinds)
            yield from (f"{kind}{number}" for kind in kinds)

    def numbered(self, text: str) -> str:
        """Return a line with the kind of unit after each number of a list: `27 and 14 IB` as `27 IB and 14 IB`."""
        for _ in range(_LISTED):
            text, count = self._listed.subn(r"\1 \3\2\3", text)
            if not count:
                break
        return text

    def mended(self, text: str) -> str:
        """Return a line with the name of a place or fort behind a word that is a slip of it alone: `Pontise` as `Pontise Pontisse`."""
        return _LETTERS.sub(self._mended, text)

    def _mended(self, found: re.Match[str]) -> str:
        """Return a word with the name behind it that it is a slip of; alone where it is known, or none or several are near."""
        key = self.key(found[0])
        if key in self._found or key in self._keywords or key in self._spoken:
            return found[0]
        near = [name for name, kinds in self._found.items() if "unit" not in kinds and one_edit(key, name)]
        verbs = sorted(word for known in self.verbs.values() for word in known if one_edit(key, word))
        if not near and verbs and len({word[:3] for word in verbs}) == 1:
            return verbs[0] if len(key) > len("fired") else found[0]
        meant = {tuple(self._found[name].get("fort") or self._found[name].get("hex") or ()) for name in near}
        return f"{found[0]} {near[0]}" if len(meant) == 1 and () not in meant else found[0]

    def kinded(self, text: str, kind: str) -> str:
        """Return a line with a kind of unit after each number that has none: `11th to T34` as `11th brigade to T34`."""
        bare = {self.key(word) for word in (*self._kinds, *(one for words in self._kinds.values() for one in words))}
        kind = kind if self.key(kind) in bare else kind.removesuffix("s")
        if self.key(kind) not in bare:
            return text
        return _NUMBER.sub(lambda found: f"{found[0]} {kind}", text)

    def scan(self, text: str) -> tuple[list[Item], list[str]]:
        """Return the pieces that a line names, each unit once, and its other words as they are looked up."""
        words = [
            part
            for word in _PARTS.split(self._ended.sub(" facing ", text))
            for part in self._slashed(word)
            if self.key(part)
        ]
        found: list[Item] = []
        others: list[str] = []
        at = 0
        while at < len(words):
            item, taken = self._known(words[at:]) or (None, 0)
            if item is None and not taken and words[at].isdigit():
                item = Item("number", (int(words[at]),), words[at])
            if item is None:
                others += [self.key(word) for word in words[at : at + max(taken, 1)]]
            else:
                item = self._of_side(item, words[at - 1] if at else "")
                if item.kind != "unit" or all((item.kind, item.ids) != (one.kind, one.ids) for one in found):
                    found.append(item)
            at += max(taken, 1)
        return found, others

    def _of_side(self, item: Item, before: str) -> Item:
        """Return a unit that may be of both sides as that of the side that is named before it."""
        side = self._sides.get(self.key(before))
        own = [one for one in item.ids if item.kind == "unit" and self._here.units[one].side == side]
        if not own or len(own) == len(item.ids):
            return item
        return Item("unit", tuple(own), self._titles[own[0]] if len(own) == 1 else item.text)

    def _slashed(self, word: str) -> list[str]:
        """Return the names that a slash parts, but for one that is in a name: `27ib/14ib`, but `ii/9`."""
        return [word] if self.key(word) in self._found else word.split("/")

    @staticmethod
    def key(text: str) -> str:
        """Return a name as it is looked up."""
        return _MARKS.sub("", fold(text))

    def read(self, text: str) -> list[Item]:
        """Return the pieces of an order; raises Refusal for a word that nobody knows."""
        words = [word for word in _PARTS.split(self._ended.sub(" facing ", text)) if self.key(word)]
        found: list[Item] = []
        at = 0
        while at < len(words):
            item, taken = self._next(words[at:])
            if item is not None:
                found.append(item)
            at += taken
        return found

    def name(self, text: str, kind: str) -> tuple[int, ...]:
        """Return what of a kind a text names, () for nothing."""
        return tuple(self._found.get(self.key(text), {}).get(kind, ()))

    def _add(self, name: str, kind: str, number: int) -> None:
        there = self._found.setdefault(self.key(name), {}).setdefault(kind, [])
        if number not in there:
            there.append(number)

    def _next(self, words: Sequence[str]) -> tuple[Item | None, int]:
        """Return the piece that some words begin with, None for a word that says nothing, and how many words it takes."""
        if (known := self._known(words)) is not None:
            return known
        self.check_side(words[0])
        if words[0].isdigit():
            return Item("number", (int(words[0]),), words[0]), 1
        names = [name for name in self._found if len(name) > 2]
        raise perhaps(
            refuse("unknown_name", part=words[0], name=words[0]), words[0], alike(self.key(words[0]), names)[:_NEAR]
        )

    def check_side(self, word: str) -> None:
        """Refuse a point of the compass that is no side of a hex, with the two beside it."""
        if sides := self._between.get(self.key(word)):
            raise perhaps(refuse("no_such_side", "6.2.1", word, name=word), word, sides)

    def _known(self, words: Sequence[str]) -> tuple[Item | None, int] | None:
        """Return the same, None where nothing is known of the first word."""
        for count in range(min(_LONGEST, len(words)), 0, -1):
            said = " ".join(words[:count])
            key = self.key(said)
            if meant := self._found.get(key):
                kind = next(iter(meant))
                return Item(kind, tuple(meant[kind]), said), count
            if count == 1 and key in self._keywords:
                return Item(self._keywords[key], (), said), 1
            if count == 1 and key in self.filling:
                return None, 1
        return None


def _forms(number: str) -> list[str]:
    return [f"{number}{ending}" for ending in _ORDINALS]


def _phrases(found: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of some phrases, the longest first."""
    named = "|".join(sorted((re.escape(one) for one in found), key=len, reverse=True))
    return re.compile(rf"\b(?:{named})\b", re.IGNORECASE)


def _listing(kinds: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of a number that shares the kind of the next one."""
    named = "|".join(sorted((re.escape(one) for one in kinds), key=len, reverse=True))
    number = r"\b\d+(?:st|nd|rd|th|\.)?"
    return re.compile(rf"({number})(\s*(?:,|&|\+|\band\b)\s*{number}\s*)((?:{named})s?\b)", re.IGNORECASE)


def one_unit(names: LiegeBook, item: Item, side: int, among: Iterable[int] | None = None) -> int:
    """Return the unit that a piece means: of a side if it can, of some units if that decides; raises Ambiguous."""
    left = list(item.ids)
    for narrower in (lambda one: names.facts.units[one].side == side, set(among or ()).__contains__):
        left = [one for one in left if narrower(one)] or left
    if len(left) > 1:
        raise Ambiguous(item.text, [names.short(one) for one in left])
    return left[0]


def lexicon(names: LiegeBook) -> LiegeLexicon:
    """Return the names of a game's map in the language of its words."""
    return _lexicon(names.words.language, next((place for place in MAPS if facts(place) is names.facts), ""))


def prepare_names(language: str) -> None:
    """Read the names of all maps in a language, so that a fault is told at start."""
    for place in MAPS:
        _lexicon(language, place)


@cache
def _lexicon(language: str, place: str) -> LiegeLexicon:
    return LiegeLexicon(language, facts(place))


__all__ = ["Item", "LiegeLexicon", "lexicon", "one_unit", "prepare_names"]
