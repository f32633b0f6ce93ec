"""Free-form standing orders: `my cavalry always withdraws`, `pull back toward Huy if beaten`, `the guns stay`.

A sentence is parsed for its topic, action and destination. It is exact if its other words are known to add nothing;
otherwise its order is only the closest one, since standing orders apply to all units of a side and have no custom
conditions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.narration.texts import Texts, texts_of
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import Item, LiegeLexicon, lexicon
from renderer.kit.languages import USUAL

#: Minimum superiority of the attackers: `2:1`, `2 to 1`, `1.5`.
_ODDS: Final = re.compile(r"(?<![\w.])(\d+(?:[.,]\d)?)(?:\s*(?::|to)\s*1)?(?![\w.])")
#: Topics by the first word of their order; the first one mentioned is meant.
_TOPICS: Final = ("guns", "withdraw", "retreat", "follow")


@dataclass(frozen=True, slots=True)
class StandingSentence:
    """A standing order as typed, whether it covers the whole sentence, and whether the sentence clearly concerns the future."""

    order: str
    exact: bool
    general: bool


class _Words:
    """The vocabulary of such sentences, in one language and English."""

    def __init__(self, language: str) -> None:
        self._found: dict[str, set[str]] = {}
        for one in dict.fromkeys((language, USUAL)):
            for name, words in _table(texts_of("liege", one)).items():
                self._found.setdefault(name, set()).update(words)

    def keys(self, name: str) -> frozenset[str]:
        """Return the words of a kind as lookup keys."""
        return frozenset(LiegeLexicon.key(word) for word in self._found[name])

    def phrases(self, name: str) -> re.Pattern[str]:
        """Return the pattern of the phrases of a kind, longest first."""
        named = "|".join(sorted((re.escape(one) for one in self._found[name]), key=len, reverse=True))
        return re.compile(rf"\b(?:{named})\b", re.IGNORECASE)


def _table(words: Texts) -> dict[str, list[str]]:
    found: dict[str, list[str]] = words.table("phrasings.in_advance")
    return found


@cache
def _words(language: str) -> _Words:
    return _Words(language)


def standing_sentence(names: LiegeBook, line: str) -> StandingSentence | None:
    """Return the standing order that a sentence gives or comes close to; None if there is none."""
    words, known = _words(names.words.language), lexicon(names)
    opening, moments, ask = (words.phrases(one) for one in ("opening", "moments", "ask"))
    spelled = line.replace(":1", " to 1").replace(":", " ").replace("'", "")
    asked, begun = ask.search(spelled), bool(opening.search(spelled) or moments.search(spelled))
    bare = known.chat.sub(" ", moments.sub(" ", ask.sub(" ", opening.sub(" ", spelled))))
    number = _ODDS.search(bare)
    items, others = known.scan(_ODDS.sub(" ", bare))
    said = {*others, *(LiegeLexicon.key(word) for item in items for word in item.text.split())}
    topic, goal = _topic(words, said, _goal(known, items)), _goal(known, items)
    order = f"ask {topic or 'all'}" if asked else _topic_order(words, topic, goal, said, number)
    if not order:
        return None
    of_topic = (*_TOPICS, "camp", "supply") if topic == "retreat" or asked else _TOPICS
    spoken = set().union(*(words.keys(one) for one in ("always", "deny", "back", "stay", "adds_nothing", *of_topic)))
    more = [item for item in items if not _is_filler(item, known, spoken)]
    left = (set(others) - spoken - known.harmless - known.filling) | {
        item.text for item in more if item not in goal[:1]
    }
    exact = not left and (topic == "retreat" or not goal) and (number is None or topic == "withdraw")
    return StandingSentence(order, exact, begun or bool(words.keys("always") & said))


def begins_in_advance(names: LiegeBook, line: str) -> bool:
    """Return whether a line begins with when its order applies: `when attacked, the cavalry withdraws`."""
    return _words(names.words.language).phrases("moments").match(line.strip()) is not None


def _topic(words: _Words, said: set[str], goal: list[Item]) -> str:
    """Return the topic of a sentence, "" for none; a destination implies a retreat, except for cavalry."""
    rides = bool(words.keys("cavalry") & said)
    found = (one for one in _TOPICS if words.keys(one) & said)
    topic = next((one for one in found if one != "withdraw" or rides or not goal), "")
    return topic or ("retreat" if goal and words.keys("back") & said else "")


def _topic_order(words: _Words, topic: str, goal: list[Item], said: set[str], number: re.Match[str] | None) -> str:
    """Return the order of a topic, "" if the sentence doesn't say which."""
    denied, stays = bool(words.keys("deny") & said), bool(words.keys("stay") & said)
    goes = bool((words.keys("back") | words.keys("withdraw") - words.keys("cavalry")) & said)
    if topic == "guns":
        return f"guns {'stay' if stays != denied else 'go'}" if stays != goes and (stays or goes) else ""
    if topic == "withdraw":
        if stays and not goes:
            return "" if denied else "withdraw never"
        if not goes:
            return ""
        if denied:
            return "withdraw never" if number is None else ""
        return f"withdraw at {number[1].replace(',', '.')}" if number is not None else "withdraw always"
    if topic == "retreat":
        home = next((one for one in ("camp", "supply") if words.keys(one) & said), "")
        where = f"toward {goal[0].text}" if goal else home
        return f"retreat {where}" if where and not denied and (not goal or not home) else ""
    return f"follow {'no' if denied else 'yes'}" if topic == "follow" else ""


def _goal(known: LiegeLexicon, items: list[Item]) -> list[Item]:
    """Return the destination hexes, without hexes that are only faced."""
    found = []
    for before, item in zip([None, *items], items, strict=False):
        looks = before is not None and before.kind == "facing" and LiegeLexicon.key(before.text) not in known.heading
        if item.kind == "hex" and not looks:
            found.append(item)
    return found


def _is_filler(item: Item, known: LiegeLexicon, spoken: set[str]) -> bool:
    """Return whether a token adds nothing: a word between names, or one of these sentences such as all cavalry or all guns."""
    key = LiegeLexicon.key(item.text)
    heads = item.kind == "facing" and key in known.heading
    return heads or item.kind in ("to", "at", "with", "all") or key in {LiegeLexicon.key(one) for one in spoken}


__all__ = ["StandingSentence", "begins_in_advance", "standing_sentence"]
