"""The words of orders and questions other than names, as listed in `phrasings.toml`: verbs, phrases, chat, numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from bot.narration.texts import Texts
from bot.table.typed_text import EditIndex, one_edit

#: Minimum number of letters of a word in which one letter may be wrong.
_SPELLED = 5
#: Kinds of words with which nothing is sure.
_DOUBTS = frozenset({"open", "not", "without"})
#: Letters of an adverb at least: `boldly`.
_ADVERB = 6
#: Kinds of words before a place or units, as which a turn of speech that ends with one counts.
_ROLES = frozenset({"from", "to", "in", "at", "via", "with"})


class OrderWords:
    """Words used around the names of an order, in one language.

    Attributes:
        verbs: the words for each order, and for some parts of orders.
        harmless: words of a line that add nothing to the order in it.
        open: words that leave the meaning open.
        spelled: long words of orders, in which a typo of one letter is corrected.
        doubts: long words that leave the meaning open or deny it, as does a typo of one.
        instead: phrases, with their plain equivalents.
        everybody: phrases for all units of a space.
        spoken: the kinds of each word and phrase; `longest` is their maximum number of words.
        denying: words with which a line says what is not done, or done in place of what; `turning` those that turn an order
        round.
        manners: turns of speech that say how an attack is made.
        returning: words for units that are put back where they were.
        acting: verbs before which "both" doesn't count units.
        numbered: words before which "one" isn't an army's number.
        numbers: figures by the words for them.
        asking: how questions begin; `asking_what_is` those about what a space is, `comers` those about who can get
        there; `fights` words in them for attacks that can be made.
        costs: words that ask what something costs; `activating` that the OPS of an activation are meant, `other_costs`
        that they aren't.
        prices: words that say what points are paid for, by the command that spends them; `priced_units` for whom,
        `paying` that it is asked how many, `owned` that those are meant which somebody has.
        nearby: words before a space for its neighbours; `about_units` those of a line that asks who is there.
        wondering: words of questions about what is allowed; `times` when something may be done.
        topics: what questions are about, with the command that answers them; longest words first.
    """

    def __init__(self, words: Texts) -> None:
        self.verbs = {name: frozenset(found) for name, found in words.table("phrasings.verbs").items()}
        self.harmless = frozenset[str](word for found in words.table("phrasings.harmless").values() for word in found)
        plainer = words.table("phrasings.plainer")
        self.open = frozenset[str](plainer["open"])
        self.instead: dict[str, str] = plainer["instead"]
        said = {*self.harmless, *self.instead, *plainer["everybody"], *words.table("phrasings.spoken")["joins"]}
        said = said.union(*self.verbs.values())
        self.spelled = EditIndex(sorted(word for word in said if len(word) >= _SPELLED and word.isalpha()))
        self.everybody = re.compile(rf"(?:^|\b(?:and|while|but) )(?:{'|'.join(plainer['everybody'])})$")
        self.spoken = _kinds_by_word(self.verbs, words.table("phrasings.spoken"), self.harmless)
        self.left_open = frozenset(text for text, kinds in self.spoken.items() if "open" in kinds and " " in text)
        self.denying = (
            self.verbs["not"]
            | self.verbs["replacing"]
            | frozenset(word for word, kinds in self.spoken.items() if "without" in kinds)
        )
        said_how = words.table("phrasings.spoken")
        self.manners = [one for kind in ("flanking", "frontally") for one in said_how[kind] if " " in one]
        self.turning = self.verbs["not"] | self.verbs["replacing"] | self.verbs["stay"]
        said_open = (word for word, kinds in self.spoken.items() if kinds & _DOUBTS and word not in self.harmless)
        self.doubts = EditIndex(word for word in said_open if len(word) >= _SPELLED and word.isalpha())
        self.longest = max(len(phrase.split()) for phrase in self.spoken)
        self.acting = self.verbs["attack"] | self.verbs["move"] | self.verbs["retreat"] | self.verbs["advance"]
        self.numbered = frozenset[str](words.table("phrasings.plainer")["numbered"])
        self.numbers: dict[str, str] = words.table("phrasings.number_words")
        asked = words.table("phrasings.questions")
        self.asking = frozenset[str](asked["begin"])
        self.asking_what_is = frozenset[str](asked["there"])
        self.swapping = frozenset[str](words.table("phrasings.plainer")["swapping"])
        self.returning = frozenset[str](words.table("phrasings.plainer")["returning"])
        self.last = frozenset[str](words.table("phrasings.plainer")["last"])
        self.reporting = frozenset[str](asked["reporting"])
        self.wondering = frozenset[str](asked["wondering"])
        self.comers = frozenset[str](asked["comers"])
        self.costs, self.activating = frozenset[str](asked["costs"]), frozenset[str](asked["activating"])
        self.other_costs = frozenset[str](asked["other_costs"])
        self.nearby, self.about_units = frozenset[str](asked["nearby"]), frozenset[str](asked["about_units"])
        self.prices = {command: frozenset[str](found) for command, found in asked["prices"].items()}
        self.priced_units, self.paying, self.owned = (
            frozenset[str](asked[name]) for name in ("priced_units", "paying", "owned")
        )
        self.times: list[str] = asked["times"]
        self.fights = frozenset[str](asked["fights"])
        topics = {tuple(word.split(" + ")): command for command, words in asked["about"].items() for word in words}
        self.topics = sorted(topics.items(), key=lambda item: -len(" ".join(item[0]).split()))

    def is_adverb(self, word: str) -> bool:
        """Return whether a word says in which manner something is done, which is no matter: `boldly`; none that leaves open what is meant, nor a slip of one."""
        open_to = any(word == one or one_edit(word, one) for one in self.open)
        return word.endswith("ly") and len(word) >= _ADVERB and not open_to


def _kinds_by_word(
    verbs: Mapping[str, Collection[str]], spoken: Mapping[str, Collection[str]], harmless: Collection[str]
) -> dict[str, frozenset[str]]:
    """Return the kinds that each word and phrase can be."""
    found: dict[str, set[str]] = {}
    for kind, phrases in (*verbs.items(), *spoken.items(), ("harmless", harmless)):
        for one in phrases:
            found.setdefault(one, set()).add(kind)
    for phrase in [one for one in found if " " in one]:
        found[phrase] |= found.get(phrase.split()[-1], set()) & _ROLES
    return {phrase: frozenset(kinds) for phrase, kinds in found.items()}


__all__ = ["OrderWords"]
