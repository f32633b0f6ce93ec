"""Words of orders and questions beside names, in one language and in English, as `phrasings.toml` lists them by what they do in a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.narration.texts import texts_of
from bot.table.typed_text import fold
from renderer.kit.languages import USUAL

_MARKS: Final = re.compile(r"[^a-z0-9]")


def key(text: str) -> str:
    """Return a word or name as it is looked up: small letters and digits alone."""
    return _MARKS.sub("", fold(text))


class SpokenWords:
    """The words of lines in people's own words."""

    def __init__(self, language: str) -> None:
        texts = [texts_of("liege", one) for one in dict.fromkeys((language, USUAL))]  # English is understood everywhere
        told = [one.table("phrasings") for one in texts]
        #: Words of each order, and those that go with it and don't name it.
        self.verbs = _by_name(told, "verbs")
        self.beside = _by_name(told, "beside")
        #: Words around names: that take units out of all, lead to where somebody is, add nothing before a name, lead to a unit that
        #: somebody goes to, come before a number that names no unit, count, and make an order of a question.
        self.naming = _by_name(told, "naming")
        #: Words by which a line falls into clauses.
        self.clause = _by_name(told, "clause")
        #: Words that add nothing, of any kind.
        self.harmless = frozenset().union(*_by_name(told, "harmless").values())
        #: Words for numbers of units, from two on.
        self.counts = {
            key(word): number
            for one in told
            for number, listed in enumerate(one["naming"]["counts"], 2)
            for word in listed.split()
        }
        #: Words for those who were not named before.
        self.others = _keys(told, "naming", "others")
        self.heading = _keys(told, "heading", "words")
        #: Words of those who have no order, and those beside them.
        self.staying = _keys(told, "staying", "words")
        self.idle = _keys(told, "staying", "beside")
        self.camp = _keys(told, "in_advance", "camp")
        #: Words with which a unit does what another one did.
        self.same = _keys(told, "same", "words")
        #: Words with which a line leaves open what it means.
        self.open = frozenset(_listed(told, "plainer", "open"))
        #: How questions begin.
        self.begin = frozenset(
            " ".join(key(word) for word in one.split()) for one in _listed(told, "questions", "begin")
        )
        #: Words between names that say nothing.
        self.filling = {key(one) for words in texts for one in words.find("names.filling") or ()}
        #: Sides by the words for them before a unit: `the german 14th brigade`.
        sides = enumerate(("german", "belgian"))
        self.peoples = {word: side for side, name in sides for word in _keys(told, "peoples", name)}
        #: Phrases for all guns, which fire where none is named; and for all effort, which name no units: `all in on V35`.
        self.every_gun = phrases(_listed(told, "guns", "all"))
        self.effort = phrases(_listed(told, "effort", "phrases"))
        self.chat = phrases([*_listed(told, "plainer", "chat"), *_listed(told, "plainer", "own")])
        self.partly = phrases(_listed(told, "guns", "only"))
        #: Phrases for the facing of the units before, and for one at the end of a march.
        self.alike = phrases(_listed(told, "same", "facing"))
        self.ended = phrases(_listed(told, "same", "looks"))
        #: Words for the guns that belong to the unit before them: `14ib's guns`.
        owned = "|".join(re.escape(one) for one in _listed(told, "guns", "owned"))
        self.own_guns = re.compile(rf"(?<=\w)['’]s?\s+(?:own\s+)?(?:{owned})\b", re.IGNORECASE)
        #: Phrases for an attack, in the Combat Phase: `go for V35`.
        self.assailing = phrases(_listed(told, "clause", "assailing"))
        #: Phrases for somebody who seeks a place, and doesn't only look there.
        self.seeking = phrases(_listed(told, "clause", "seeking"))
        #: Phrases for heavy guns that go into firing position.
        self.ready = phrases(_listed(told, "guns", "ready"))

    @property
    def spoken(self) -> frozenset[str]:
        """All words that are known and name nothing."""
        kinds = (*self.verbs.values(), *self.beside.values(), *self.naming.values())
        return frozenset().union(self.filling, self.harmless, self.staying, self.idle, self.open, self.same, *kinds)


def phrases(found: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of some phrases, the longest first."""
    named = "|".join(sorted((re.escape(one) for one in found), key=len, reverse=True))
    return re.compile(rf"\b(?:{named})\b", re.IGNORECASE)


def _listed(told: Iterable[Mapping[str, Any]], table: str, name: str) -> list[str]:
    return [one for words in told for one in words[table][name]]


def _keys(told: Iterable[Mapping[str, Any]], table: str, name: str) -> frozenset[str]:
    return frozenset(key(one) for one in _listed(told, table, name))


def _by_name(told: Iterable[Mapping[str, Any]], table: str) -> dict[str, frozenset[str]]:
    """Return the words of a table by the names of its lists, those of all languages together."""
    found: dict[str, frozenset[str]] = {}
    for words in told:
        for name, listed in words[table].items():
            found[name] = found.get(name, frozenset()) | {key(one) for one in listed}
    return found


__all__ = ["SpokenWords", "key", "phrases"]
