"""The names on a map, as they are typed: units, groups of units, hexes, forts, facings, and the words between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final

from bot.narration.texts import Texts, texts_of
from bot.titles.liege.notation.spoken_words import SpokenWords, key
from engine.liege.facts import LiegeFacts
from engine.liege.grid import SIDES
from renderer.kit.languages import USUAL

#: The numbers and type on a counter: 34.IB, 9+11 BM.
_COUNTER: Final = re.compile(r"(\d+)(?:[+,](\d+))?[. ]\s*([A-Z]+)$")
#: Possible endings of a number that names a unit.
_ORDINALS: Final = ("", "st", "nd", "rd", "th", "e", "er")


class KnownNames(SpokenWords):
    """The names of a map in one language and in English, by lookup key."""

    def __init__(self, language: str, here: LiegeFacts) -> None:
        super().__init__(language)
        self._found: dict[str, dict[str, list[int]]] = {}
        self._keywords: dict[str, str] = {}
        self._kinds: dict[str, list[str]] = {}
        #: Units by the word for several of them, and by each number on their counters.
        self._groups: dict[str, tuple[int, ...]] = {}
        self._by_number: dict[int, list[int]] = {}
        #: Compass points that are no hexside, with the adjacent hexsides.
        self._between: dict[str, list[str]] = {}
        #: Names of hexsides, as typed.
        self._sides: list[str] = []
        self._here = here
        self._titles: dict[int, str] = {}
        for one in dict.fromkeys((language, USUAL)):  # English is understood everywhere
            self._learn(texts_of("liege", one), here)

    def _learn(self, words: Texts, here: LiegeFacts) -> None:
        self._kinds |= words.table("names.kinds")
        for unit, own in enumerate(here.units):
            self._titles.setdefault(unit, words.table("names.short")[own.name][0])
            for number in _counter_numbers(own.title):
                self._by_number.setdefault(number, []).append(unit)
            for name in self._number_names(own.title):
                self._add(name, "unit", unit)
            for name in (own.title.partition(" (")[0], *words.table("names.short")[own.name]):
                self._add(name, "unit", unit)
        self._learn_groups(words, here)
        self._learn_places(words, here)
        for side, short in enumerate(SIDES):
            self._add(short, "side", side)
            self._add(name := words.say(f"names.side.{short}"), "side", side)
            self._sides += [short, name, name.replace("-", ""), name.replace("-", " ")]
        for sides, points in words.table("names.between_sides").items():
            self._between |= {key(point): sides.split() for point in points}
        typed = words.table("names.keywords")
        self._keywords |= {key(form): word for word, forms in typed.items() for form in (word, *forms)}

    def _learn_places(self, words: Texts, here: LiegeFacts) -> None:
        """Add the names of forts and hexes."""
        for number, fort in enumerate(here.forts):  # before the place of the same name, if any
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

    def _learn_groups(self, words: Texts, here: LiegeFacts) -> None:
        """Add words for several units: by type, and plural names shared by several."""
        for kinds, named in words.table("names.groups").items():
            ids = tuple(
                unit
                for unit, own in enumerate(here.units)
                if {own.type, _counter_letters(own.title)} & set(kinds.split())
            )
            self._groups |= {key(word): ids for word in named}
        for name in (key(one) for own in here.units for one in words.table("names.short")[own.name]):
            if name.endswith("s"):
                self._groups[name] = self._groups.get(name) or tuple(self._found[name]["unit"])

    def _number_names(self, title: str) -> Iterator[str]:
        """Yield a unit's names by number and type: `34th brigade`, `brigade 34`, `34th`, `9th and 11th mixed brigades`."""
        counter = _COUNTER.match(title)
        if counter is None:
            return
        kinds = [counter[3], *self._kinds.get(counter[3], ())]
        numbers = [one for one in counter.group(1, 2) if one]
        pairs = {
            f"{first}{joint}{last}"
            for firsts, lasts in pairwise(map(_number_forms, numbers))
            for first, last in product(firsts, lasts)
            for joint in ("", "and")
        }
        for number in [*(form for one in numbers for form in _number_forms(one)), *pairs]:
            if not number.isdigit():
                yield number
            yield from (f"{number}{kind}" for kind in kinds)
            yield from (f"{number}{kind}s" for kind in kinds)
            yield from (f"{kind}{number}" for kind in kinds)

    def _add(self, name: str, kind: str, number: int) -> None:
        there = self._found.setdefault(key(name), {}).setdefault(kind, [])
        if number not in there:
            there.append(number)


def _counter_numbers(title: str) -> list[int]:
    """Return the numbers on a counter."""
    counter = _COUNTER.match(title)
    return [int(one) for one in counter.group(1, 2) if one] if counter is not None else []


def _counter_letters(title: str) -> str:
    """Return the letters for the unit type on a counter, "" for one without a number."""
    counter = _COUNTER.match(title)
    return counter[3] if counter is not None else ""


def _number_forms(number: str) -> list[str]:
    return [f"{number}{ending}" for ending in _ORDINALS]


__all__ = ["KnownNames"]
