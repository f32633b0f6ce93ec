"""What words of an order mean: units, hexes, forts, facings and the words between them.

A name is looked up without blanks, accents and marks, so that `34ib`, `34 IB` and `34.IB` are one. Its words may be parted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.narration.texts import Texts, texts_of
from bot.table.refusal import Ambiguous, perhaps, refuse
from bot.table.typed_text import alike, fold
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
        self._filling: set[str] = set()
        for one in dict.fromkeys((language, USUAL)):  # what is typed in English is understood everywhere
            self._learn(texts_of("liege", one), here)

    def _learn(self, words: Texts, here: LiegeFacts) -> None:
        for unit, own in enumerate(here.units):
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
        typed = words.table("names.keywords")
        self._keywords |= {self.key(form): word for word, forms in typed.items() for form in (word, *forms)}
        self._filling |= {self.key(one) for one in words.find("names.filling") or ()}

    @staticmethod
    def key(text: str) -> str:
        """Return a name as it is looked up."""
        return _MARKS.sub("", fold(text))

    def read(self, text: str) -> list[Item]:
        """Return the pieces of an order; raises Refusal for a word that nobody knows."""
        words = [word for word in _PARTS.split(text) if self.key(word)]
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
        for count in range(min(_LONGEST, len(words)), 0, -1):
            said = " ".join(words[:count])
            key = self.key(said)
            if meant := self._found.get(key):
                kind = next(iter(meant))
                return Item(kind, tuple(meant[kind]), said), count
            if count == 1 and key in self._keywords:
                return Item(self._keywords[key], (), said), 1
            if count == 1 and key in self._filling:
                return None, 1
        if words[0].isdigit():
            return Item("number", (int(words[0]),), words[0]), 1
        names = [name for name in self._found if len(name) > 2]
        raise perhaps(
            refuse("unknown_name", part=words[0], name=words[0]), words[0], alike(self.key(words[0]), names)[:_NEAR]
        )


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
