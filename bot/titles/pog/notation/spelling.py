"""Typos in a refused line, corrected where only one known word can be meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from bot.table.phrasebook import phrasebook
from bot.table.typed_text import fold, one_edit
from bot.titles.pog.narration.names import KEPT
from bot.titles.pog.notation.lexicon import Lexicon

#: Letters at least of a word that may be a slip, and of each of two that are written as one.
_FEWEST, _JOINED = 4, 3
#: Letters at least of a word of which two may be wrong.
_TWICE = 8
#: Slips of which the words that they may stand for are kept.
_SLIPS = 512
_WORD = re.compile(r"[^\W\d_]+")
#: Words for which people type figures.
_SMALL = re.compile(r" (?:to|for) ")
#: Two words, or two parts of one.
_PARTED = re.compile(r"\b([^\W\d_]+)[ -]([^\W\d_]+)\b")
#: Endings without which words are told apart.
_ENDINGS = re.compile(r"(?:ies|ing|ed|es|s|y)$")


class Spelling:
    """The words that are known in a language: those of orders, of names, and common ones that are no slips of these."""

    def __init__(self, known: Lexicon) -> None:
        self._lexicon = known
        names = {*known.spaces, *known.elsewhere, *known.nations, *known.labels, *known.cards.by_name}
        self.figured = {one.replace(" to ", " 2 ").replace(" for ", " 4 "): one for one in names if _SMALL.search(one)}
        self._joined = {name.replace(" ", ""): name for name in names if " " in name}
        orders, texts = known.order_words, known.book.words
        said = {
            *orders.spoken,
            *orders.numbers,
            *orders.instead,
            *orders.asking,
            *orders.wondering,
            *orders.comers,
            *orders.open,
        }
        said |= {word for parts, _ in orders.topics for word in parts}
        said |= {str(word) for words in texts.table("commands.words").values() for word in words}
        self._words = _single(said) | _single(names) | phrasebook(texts).known_words
        self._common = _single(texts.table("phrasings.spelling").values()) - self._words
        self._words |= self._common
        self._orders = phrasebook(texts).orders
        self._often: dict[str, str] = texts.table("phrasings.slips")
        self._by_length: dict[int, list[str]] = {}
        for word in sorted(self._words):
            self._by_length.setdefault(len(word), []).append(word)
        self.meant = lru_cache(maxsize=_SLIPS)(self._correction_of)

    def knows(self, word: str) -> bool:
        """Return whether a word is known, as one or as the beginning of a space's name."""
        if word in self._often:
            return False
        plain = word in self._words or word.removesuffix("s") in self._words
        return plain or any(name.startswith(word) for name in self._lexicon.spaces)

    def _correction_of(self, word: str) -> str:
        """Return the one word, or the two, that a word is a slip of; "" where it is none, or may be of several."""
        if sure := self._often.get(word, self._joined.get(word, "")):
            return sure
        near = [known for known in self._words_of_length(word) if one_edit(word, known)]
        near = [known for known in near if known[0] == word[0]] or near  # the first letter is seldom wrong
        if not near and len(word) >= _TWICE:
            near = [
                known for known in self._words_of_length(word, 2) if known[0] == word[0] and _two_edits(word, known)
            ]
        near = [known for known in near if known not in self._common]
        if near:
            return self._likeliest(word, near)
        parts = [(word[:at], word[at:]) for at in range(_JOINED, len(word) - _JOINED + 1)]
        parted = [" ".join(pair) for pair in parts if self._words.issuperset(pair)]
        return parted[0] if len(parted) == 1 else ""

    def whole(self, first: str, second: str) -> str:
        """Return the name that two words make, of which one is none by itself: `ober ost`; "" for others."""
        one = first + second
        apart = self.knows(first) and self.knows(second)
        return one if not apart and one in self._words and len(one) > _TWICE - _JOINED else ""

    def _likeliest(self, word: str, near: Sequence[str]) -> str:
        """Return the one of some known words that another is a slip of, "" where it may be of several.

        Letters that changed places, or are one for two, are likelier than a wrong one in a long word; a word that means
        something than one that adds nothing. A name is never passed over.
        """
        telling = [known for known in near if not self._adds_nothing(known)] or near
        likely = [known for known in telling if len(word) > _FEWEST and _is_typing_slip(word, known)] or telling
        senses = {self._sense(known) for known in likely}
        others = {self._sense(known) for known in near if self._is_name(known)}
        return max(likely, key=len) if len(senses) == 1 and others <= senses else ""

    def _words_of_length(self, word: str, by: int = 1) -> Iterator[str]:
        """Yield the known words of about the same length."""
        for length in range(max(_FEWEST, len(word) - by), len(word) + by + 1):
            yield from self._by_length.get(length, ())

    def _is_name(self, word: str) -> bool:
        return word in self._lexicon.spaces or word in self._lexicon.nations

    def _adds_nothing(self, word: str) -> bool:
        return self._lexicon.order_words.spoken.get(word) == frozenset({"harmless"})

    def _sense(self, word: str) -> str:
        """Return what tells a word from others: its space, its nation, the order that it stands for, or itself without its ending."""
        spaces = self._lexicon.spaces.get(word, set())
        if len(spaces) == 1:
            return f"space {min(spaces)}"
        return self._lexicon.nations.get(word, "") or self._orders.get(word, "") or _ENDINGS.sub("", word)


def _is_typing_slip(word: str, known: str) -> bool:
    """Return whether two letters changed places, or one was typed for two of the same or the other way round."""
    at = next((at for at, (a, b) in enumerate(zip(word, known, strict=False)) if a != b), min(len(word), len(known)))
    if len(word) == len(known):
        return sorted(word) == sorted(known)
    longer = max(word, known, key=len)
    return longer[at : at + 1] in (longer[at - 1 : at], longer[at + 1 : at + 2])


def _two_edits(word: str, known: str) -> bool:
    """Return whether one letter put right makes a word of which one is wrong at most."""
    for at in range(len(word)):
        changed = {word[:at] + word[at + 1 :], word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]}
        changed |= {word[:at] + known[at : at + 1] + word[at:], word[:at] + known[at : at + 1] + word[at + 1 :]}
        if any(one == known or one_edit(one, known) for one in changed):
            return True
    return False


def _single(phrases: Iterable[str]) -> frozenset[str]:
    """Return the words of phrases that are written with letters alone."""
    return frozenset(word for phrase in phrases for word in phrase.split() if word.isalpha())


def respelled(known: Lexicon, line: str) -> str:
    """Return a line with its typos corrected; "" if it has none, or a word that is neither known nor a typo of one word."""
    spelling, found = _spelling(known), dict[str, str]()
    whole = next(
        (fold(line).replace(typed, name) for typed, name in spelling.figured.items() if typed in fold(line)), line
    )
    whole = _PARTED.sub(lambda two: spelling.whole(fold(two[1]), fold(two[2])) or two[0], whole)
    for word in map(fold, _WORD.findall(whole)):
        if len(word) >= _FEWEST and not spelling.knows(word):
            found[word] = spelling.meant(word)
            if not found[word]:
                return ""
    plain = _WORD.sub(lambda one: found.get(fold(one[0]), one[0]), whole)
    return plain if plain != line else ""


@lru_cache(maxsize=KEPT)
def _spelling(known: Lexicon) -> Spelling:
    return Spelling(known)


__all__ = ["respelled"]
