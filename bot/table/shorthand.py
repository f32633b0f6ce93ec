"""Spell out words as people type them on a phone: `wats`, `ur`, `goin`, `gooo`, `dig dig dig`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

#: A word said several times in a row, and a letter typed three times or more.
_AGAIN = re.compile(r"\b([^\W\d_]{3,})(?:[\s,!]+\1\b)+", re.IGNORECASE)
_HELD = re.compile(r"(\w)\1{2,}")
_WORD = re.compile(r"[^\W\d_]{4,}")
_DROPPED = "in"
#: A word with a figure in it that stands for a sound: `activ8`, `b4`.
_MIXED = re.compile(r"(?<![\w-])(?=\w*\d)(?=\w*[^\W\d_])\w{2,}(?![\w-])")


@dataclass(frozen=True, slots=True)
class Shorthand:
    """The short forms of a language, and the words in which a dropped or repeated letter is put right.

    A figure or sign in the place of a word, as in `able 2 attack` or `w/out`, is written out before a line is read, so that
    it isn't taken for a number or a separator; everything else only in a line that is not understood as typed.

    Attributes:
        short: the short forms, each with its meaning.
        known: the words that a mended word must be one of.
        sounds: the sounds that figures stand for within words.
        pattern: finds the short forms.
        figures: finds those with a figure or sign.
    """

    short: Mapping[str, str]
    known: Collection[str]
    sounds: Mapping[str, Collection[str]]
    pattern: re.Pattern[str]
    figures: re.Pattern[str]

    @classmethod
    def of(cls, short: Mapping[str, str], known: Collection[str], sounds: Mapping[str, Collection[str]]) -> Shorthand:
        """Return the shorthand of some short forms with their meanings, of known words, and of sounds by figure."""
        figures = [one for one in short if not one.replace(" ", "").isalpha()]
        return cls(short, known, sounds, _pattern(short), _pattern(figures))

    def without_figures(self, line: str) -> str:
        """Return a line with figures and signs that stand for words written out: `how 2 win`."""
        return self.figures.sub(self._spelled, line)

    def spelled_out(self, line: str) -> str:
        """Return a line with its short forms written out, and words said several times in a row said once."""
        plain = _MIXED.sub(lambda found: self._sounded(found[0]), self.pattern.sub(self._spelled, line))
        return _AGAIN.sub(r"\1", _WORD.sub(lambda found: self._word(found[0]), plain))

    def _spelled(self, found: re.Match[str]) -> str:
        return self.short[found[0].casefold()]

    def _sounded(self, typed: str) -> str:
        """Return a word with its figures as the sounds they stand for, if exactly one way makes a known word; a name as `ge4` makes none."""
        parts = [self.sounds.get(letter, (letter,)) for letter in typed.casefold()]
        ways = {word for each in itertools.product(*parts) if (word := "".join(each)) in self.known}
        return ways.pop() if len(ways) == 1 else typed

    def _word(self, typed: str) -> str:
        """Return a word with its dropped g, or without its repeated letters, if that makes it a known one."""
        small = typed.casefold()
        if small in self.known and not _HELD.search(small):
            return typed
        ways = [f"{small}g"] if small.endswith(_DROPPED) else []
        ways += [_HELD.sub(r"\1", small), _HELD.sub(r"\1\1", small)]
        return next((way for way in ways if way in self.known), typed)


def _pattern(short: Iterable[str]) -> re.Pattern[str]:
    named = "|".join(sorted((re.escape(one) for one in short), key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(?<![\w-])(?:{named})(?![\w-])", re.IGNORECASE)


__all__ = ["Shorthand"]
