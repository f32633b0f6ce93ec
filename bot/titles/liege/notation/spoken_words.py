"""Vocabulary of orders and questions besides names, in one language and English, from `phrasings.toml`, by function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from bot.narration.texts import texts_of
from bot.table.typed_text import fold
from renderer.kit.languages import USUAL

_MARKS: Final = re.compile(r"[^a-z0-9]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def key(text: str) -> str:
    """Return the lookup key of a word or name: lower-case letters and digits only."""
    return _MARKS.sub("", fold(text))


def _numbers(told: Iterable[Mapping[str, Any]], section: str, first: int) -> dict[str, int]:
    """Return the number words of a section, listed from a first number up, with their numbers."""
    return {
        key(word): number
        for one in told
        for number, listed in enumerate(one[section]["counts"], first)
        for word in listed.split()
    }


class SpokenWords:
    """The vocabulary of free-form lines."""

    def __init__(self, language: str) -> None:
        texts = [texts_of("liege", one) for one in dict.fromkeys((language, USUAL))]  # English is understood everywhere
        told = [one.table("phrasings") for one in texts]
        #: Words of each order, and words that accompany an order without naming it.
        self.verbs = _by_name(told, "verbs")
        self.beside = _by_name(told, "beside")
        #: Words around names: exclusions, prepositions of place, articles, words before a unit as destination, words
        #: before a number that names no unit, counting words, and words that turn a question into an order.
        self.naming = _by_name(told, "naming")
        #: Words that separate clauses.
        self.clause = _by_name(told, "clause")
        #: Words that add nothing, of any kind.
        self.harmless = frozenset().union(*_by_name(told, "harmless").values())
        #: Number words for units, from two up.
        self.counts = _numbers(told, "naming", 2)
        #: Words for units not named before.
        self.others = _keys(told, "naming", "others")
        self.heading = _keys(told, "heading", "words")
        #: Words for units without an order, and their companions.
        self.staying = _keys(told, "staying", "words")
        self.idle = _keys(told, "staying", "beside")
        self.camp = _keys(told, "in_advance", "camp")
        #: Words by which a unit does the same as another.
        self.same = _keys(told, "same", "words")
        #: Words that make a line ambiguous.
        self.open = frozenset(_listed(told, "plainer", "open"))
        #: Openings of questions.
        self.begin = frozenset(
            " ".join(key(word) for word in one.split()) for one in _listed(told, "questions", "begin")
        )
        #: Meaningless words between names.
        self.filling = {key(one) for words in texts for one in words.find("names.filling") or ()}
        #: Sides by the words for them before a unit: `the german 14th brigade`.
        sides = enumerate(("german", "belgian"))
        self.peoples = {word: side for side, name in sides for word in _keys(told, "peoples", name)}
        #: Abbreviations and ordinals with their full forms.
        self._out = {word: meant for one in told for word, meant in one["spelling"]["words"].items()}
        #: Figures that stand for words before the name of a place.
        self.figures = {figure: word for one in told for figure, word in one["spelling"]["before_places"].items()}
        #: All words used in phrases, for spelling correction.
        self._phrase_words = frozenset(_phrase_words(told))
        self._read_phrases(told)

    def _read_phrases(self, told: list[dict[str, Any]]) -> None:
        """Compile the patterns of phrases of several words."""
        #: Phrases for all guns, which fire if none is named; for heavy guns that attack too, with the words that replace them;
        #: and for full effort, which name no units: `all in on V35`.
        self.every_gun = phrases(_listed(told, "guns", "all"))
        self.gun_word, self.with_guns = (told[0]["guns"][name] for name in ("named", "beside"))
        self.guns_too = phrases(_listed(told, "guns", "included"))
        self.effort = phrases(_listed(told, "effort", "phrases"))
        self.chat = phrases([*_listed(told, "plainer", "chat"), *_listed(told, "plainer", "own")])
        self.partly = phrases(_listed(told, "guns", "only"))
        #: Phrases for the facing of the preceding units, and for one at the end of a march.
        self.alike = phrases(_listed(told, "same", "facing"))
        self.ended = phrases(_listed(told, "same", "looks"))
        #: Words for the guns belonging to the preceding unit: `14ib's guns`.
        owned = "|".join(re.escape(one) for one in _listed(told, "guns", "owned"))
        self.own_guns = re.compile(rf"(?<=\w)['’]s?\s+(?:own\s+)?(?:{owned})\b", re.IGNORECASE)
        #: Phrases for an attack, in the Combat Phase: `go for V35`.
        self.assailing = phrases(_listed(told, "clause", "assailing"))
        #: Phrases at the end of a line that end the phase.
        over = "|".join(sorted((re.escape(one) for one in _listed(told, "clause", "over")), key=len, reverse=True))
        self.over = re.compile(rf"(?<=\w)[\s,;.!]+(?:and\s+|then\s+)*(?:{over})[\s.!]*$", re.IGNORECASE)
        #: Phrases for all others, who do nothing, and for units that are left as they are: `leave 34 alone`.
        self.nobody_else = phrases(_listed(told, "clause", "nobody_else"))
        leave, alone = ("|".join(map(re.escape, _listed(told, "clause", name))) for name in ("leaving", "alone"))
        self.left_alone = re.compile(
            rf"\b(?:{leave})\s+((?:(?![,;]|\band\b).){{1,30}}?)\s+(?:{alone})\b", re.IGNORECASE
        )
        #: Units that are spared at the beginning of a line, which do nothing: `save the 21s, 15s fire`.
        saving = "|".join(map(re.escape, _listed(told, "clause", "saving")))
        self.saved = re.compile(rf"^\s*(?:{saving})\s+([^,;]{{1,30}}?)\s*(?=[,;])", re.IGNORECASE)
        #: Phrases for moving to a place as opposed to facing it.
        self.seeking = phrases(_listed(told, "clause", "seeking"))
        #: Phrases for all units (`the whole lot`), and for firing (`let them have it`).
        self.everyone = told[0]["everybody"]["word"]
        self.everybody = phrases(_listed(told, "everybody", "phrases"))
        self.shooting = phrases(_listed(told, "guns", "shooting"))
        #: Phrases for the own forts that have not fired, and for all units that were named before.
        self.other_forts = phrases(_listed(told, "guns", "forts"))
        self.those = phrases(_listed(told, "clause", "those"))
        #: Number words for counts of hexes, and verbs of movement.
        self.steps = _numbers(told, "stepping", 1)
        self._stepping = {name: _listed(told, "stepping", name) for name in ("hexes", "alone", "lead")}
        self.going = phrases(_listed(told, "stepping", "going"))
        self.short = phrases(self._out)
        #: Directions on the map with their sides: `up one`.
        self.upward = {word: side for one in told for word, side in one["stepping"]["upward"].items()}
        ways, ones = "|".join(map(re.escape, self.upward)), "|".join(map(re.escape, self._stepping["alone"]))
        hexes = "|".join(map(re.escape, self._stepping["hexes"]))
        one = rf"(?:{ones})(?:\s+(?:{hexes}))?"  # `one hex up`
        self._upward = re.compile(rf"\b(?:(?P<way>{ways})\s+{one}|{one}\s+(?P<last>{ways}))\b", re.IGNORECASE)
        #: Phrases for a place by where others are, and for facing the enemy, wherever he is.
        self.relations = {name: phrases(_listed(told, "relations", name)) for name in ("beside", "closer", "after")}
        self.confronting = phrases(_listed(told, "relations", "confronting"))
        #: Phrases for heavy guns taking up firing positions.
        self.ready = phrases(_listed(told, "guns", "ready"))

    def spelled_out(self, text: str) -> str:
        """Expand abbreviations and write ordinals as digits: `eleventh` as `11th`."""
        return self.short.sub(lambda found: self._out[found[0].casefold()], text)

    def with_sides(self, text: str) -> str:
        """Write one step up or down the map as a step toward a hexside: `43 up one`."""
        count = self._stepping["alone"][0]
        hexes = self._stepping["hexes"][0]
        return self._upward.sub(
            lambda found: f"{count} {hexes} {self.upward[(found['way'] or found['last']).casefold()]}", text
        )

    def steps_toward(self, sides: Iterable[str]) -> re.Pattern[str]:
        """Return the pattern of one step of a route: `one hex to the south`, `south one hex`, `1 se`."""
        named, counts, hexes, alone, lead = (
            "|".join(sorted((re.escape(one) for one in words), key=len, reverse=True))
            for words in (sides, self.steps, *self._stepping.values())
        )
        further = rf"(?P<more>(?:\s*[:,]?\s*\b(?:and\s+)?then\s+(?:{named})(?!\w))*)"
        return re.compile(
            rf"(?<!\w)(?:(?:(?P<count>{counts})\s+(?:{hexes})[:,]?|(?P<alone>{alone})[:]?)\s+(?:(?:{lead})\s+)*(?P<side>{named})(?!\w){further}"
            rf"|(?P<before>{named})\s+(?:(?:{lead})\s+)*(?P<behind>{counts})(?:\s+(?:{hexes})|(?<=\sone))(?!\w))",
            re.IGNORECASE,
        )

    @property
    def spoken(self) -> frozenset[str]:
        """All known words that name nothing."""
        kinds = (*self.verbs.values(), *self.beside.values(), *self.naming.values())
        return frozenset().union(self.filling, self.harmless, self.staying, self.idle, self.open, self.same, *kinds)


def phrases(found: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of some phrases, longest first."""
    named = "|".join(sorted((re.escape(one) for one in found), key=len, reverse=True))
    return re.compile(rf"\b(?:{named})\b", re.IGNORECASE)


def _phrase_words(told: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the words of all listed phrases."""
    for words in told:
        listed = [words["anywhere"], *(one["means"] for one in words["decisions"].values() if "means" in one)]
        listed += [dict.fromkeys(words["sets"].get("rest", ()), ""), dict.fromkeys(words["plainer"]["chat"], "")]
        yield from (key(word) for patterns in listed for pattern in patterns for word in _WORD.findall(pattern))


def _listed(told: Iterable[Mapping[str, Any]], table: str, name: str) -> list[str]:
    return [one for words in told for one in words[table][name]]


def _keys(told: Iterable[Mapping[str, Any]], table: str, name: str) -> frozenset[str]:
    return frozenset(key(one) for one in _listed(told, table, name))


def _by_name(told: Iterable[Mapping[str, Any]], table: str) -> dict[str, frozenset[str]]:
    """Return the words of a table by list name, merged over all languages."""
    found: dict[str, frozenset[str]] = {}
    for words in told:
        for name, listed in words[table].items():
            found[name] = found.get(name, frozenset()) | {key(one) for one in listed}
    return found


__all__ = ["SpokenWords", "key", "phrases"]
