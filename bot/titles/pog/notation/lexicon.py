"""Recognises names as people type them: ids, map names, no accents, unambiguous beginnings.

Text is cut into small words first; `read_space` and friends then take the longest run of
words that is a name. Candidates that are legal now win over others of the same name.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.words import DASHES, alike, phrase, tokens
from bot.titles.pog.narration.names import KEPT, Names, names
from engine.pog.content import Content

#: Words of the longest name.
LONGEST = 9
#: Names suggested for one that nobody knows.
SUGGESTED = 3


class Beginnings:
    """Names, found by how they begin without a look at all of them: an order asks for one at each of its words."""

    def __init__(self, names: Mapping[str, Collection[int]]) -> None:
        self.names = {name: set(items) for name, items in names.items()}
        self._sorted = sorted(self.names)

    def beginning(self, text: str) -> set[int]:
        """Return what the names mean that begin with a text."""
        found: set[int] = set()
        for at in range(bisect_left(self._sorted, text), len(self._sorted)):
            name = self._sorted[at]
            if not name.startswith(text):
                break
            found |= self.names[name]
        return found


class Lexicon:
    """Every name of the game by its folded words."""

    def __init__(self, book: Names) -> None:
        self.book = book
        content = book.content
        self.spaces: dict[str, set[int]] = defaultdict(set)
        self.cards: dict[str, set[int]] = defaultdict(set)
        self.nations: dict[str, str] = {}
        for space in content.spaces:
            for name in (space.name, space.title, book.space(space.id)):
                self.spaces[phrase(name)].add(space.id)
        self.boxes = frozenset(space.id for space in content.spaces if space.kind != "map")
        for alias, name in book.words.table("commands.space_aliases").items():
            self.spaces[phrase(alias)].add(content.space_by_name[name])
        for prefix in ("ap", "cp"):
            for word in book.words.table("commands.words")["reserve"]:
                self.spaces[word].add(content.space_by_name[f"{prefix}_reserve_box"])
        for card in content.cards:
            short = ("ap", "cp")[card.side]
            for name in (
                f"{book.card_title(card.id)} {short} {card.number}",
                card.name,
                card.title,
                book.card_title(card.id),
                f"{short} {card.number}",
                f"{short}{card.number}",
                f"{short} {card.number:02}",
            ):
                self.cards[phrase(name)].add(card.id)
        for code, words in book.words.table("commands.nation_words").items():
            for word in words:
                self.nations[word] = code
        self.labels = {
            part
            for unit in content.units
            for part in unit.name.split("_")[1:]
            if not part.isdigit() and part not in ("army", "corps")
        }

        self._spaces, self._cards = Beginnings(self.spaces), Beginnings(self.cards)

    # -- spaces and cards ---------------------------------------------------------------

    def read_space(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """The space named by the words from `at` on, and the place after it; None if there is none.

        Raises:
            Ambiguous: the words begin several names and nothing tells them apart.
        """
        return self._read(self._spaces, words, at, prefer, self.book.space)

    def read_card(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """The card named by the words from `at` on, as `read_space`."""
        return self._read(self._cards, words, at, prefer, self.book.card)

    def space(self, text: str, prefer: Collection[int] = ()) -> int:
        """The one space that a whole text names; refuses with suggestions."""
        words = [token for token in tokens(text) if token not in DASHES]
        found = self.read_space(words, 0, prefer)
        if found is None or found[1] < len(words):
            raise refuse("unknown_space", part=text, text=text, near=self.near_space(text))
        return found[0]

    def card(self, text: str, prefer: Collection[int] = (), side: int | None = None) -> int:
        """The one card that a whole text names; refuses with suggestions.

        Where several fit, the preferred ones are asked about, and where none is preferred, those of the side do.
        """
        words = phrase(text).split()
        bare = words[0] if len(words) == 1 else ""
        if bare.isdecimal():
            numbered = [card for card in self.book.content.cards if card.number == int(bare)]
            fitting = [card.id for card in numbered if card.id in prefer]
            fitting = fitting or [card.id for card in numbered if card.side == side] or [card.id for card in numbered]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise Ambiguous(text, [self.book.card(card) for card in fitting])
        try:
            found = self.read_card(words, 0, prefer)
        except Ambiguous as doubt:
            preferred = {self.book.card(card) for card in prefer}
            if preferred.issuperset(doubt.candidates):
                raise
            found = self.read_card(words, 0, [card.id for card in self.book.content.cards if card.side == side])
        if found is None or found[1] < len(words):
            raise refuse("unknown_card", part=text, text=text, near=self.near_card(text, prefer))
        return found[0]

    def unknown(self, words: Sequence[str], at: int) -> Refusal:
        """What to say about the words from `at` on, which nobody understands."""
        end = next((end for end in range(at + 1, len(words)) if not words[end].isalnum()), len(words))
        return refuse("not_understood", text=" ".join(words[at:end]), near=self.near_space(words[at]))

    def near_card(self, text: str, prefer: Collection[int] = ()) -> str:
        """Cards that look like a misspelled name or its beginning, preferred ones first; "" if none does."""
        names = alike(phrase(text), self.cards)
        close = [card for name in names for card in sorted(self.cards[name])]
        found = sorted(dict.fromkeys(close), key=lambda card: card not in prefer)
        return self.book.words.listed([self.book.card(card) for card in found[:SUGGESTED]], "or")

    def space_at(self, words: Sequence[str], at: int) -> int | None:
        """The one space whose whole name begins at a word, None if there is none."""
        for end in range(min(len(words), at + LONGEST), at, -1):
            found = self.spaces.get(" ".join(word for word in words[at:end] if word not in DASHES), set())
            if len(found) == 1:
                return min(found)
        return None

    def near_space(self, text: str) -> str:
        """Titles of spaces that look like a misspelled name, as a list; "" if none does."""
        close = alike(phrase(text), self.spaces)
        titles = dict.fromkeys(self.book.space(space) for name in close for space in sorted(self.spaces[name])[:1])
        return self.book.words.listed(list(titles)[:SUGGESTED], "or")

    def _read(
        self,
        known: Beginnings,
        words: Sequence[str],
        at: int,
        prefer: Collection[int],
        title: Callable[[int], str],
    ) -> tuple[int, int] | None:
        table = known.names
        # A dash may be part of a name as well as part two names: Kamenets-Podolski, koblenz-aachen.
        ends = [end for end in range(min(len(words), at + LONGEST), at, -1) if words[end - 1] not in DASHES]
        runs = [(end, " ".join(word for word in words[at:end] if word not in DASHES)) for end in ends]
        runs = [(end, run) for end, run in runs if re.fullmatch(r"[\w ]+", run)]
        # Boxes are meant by their whole names only: "all" is the beginning of none.
        unsaid = self.boxes if known is self._spaces else frozenset[int]()
        for end, run in runs:
            if run in table:
                return self._single(table, table[run], run, prefer, title), end
        for end, run in runs:
            if len(run) > 1:
                fitting = known.beginning(run) - unsaid
                if fitting:
                    return self._single(table, fitting, run, prefer, title), end
        return None

    @staticmethod
    def _single(
        table: dict[str, set[int]], fitting: set[int], run: str, prefer: Collection[int], title: Callable[[int], str]
    ) -> int:
        chosen = fitting & set(prefer) or fitting
        if len(chosen) == 1:
            return min(chosen)
        titles = [title(item) for item in sorted(chosen)]
        if len(set(titles)) < len(titles):
            # What bears the same title is told apart by the names that only one of them has.
            titles = [next(name for name, items in table.items() if items == {item}) for item in sorted(chosen)]
        raise Ambiguous(run, titles[:12])


@lru_cache(maxsize=KEPT)
def lexicon(content: Content, language: str = "en") -> Lexicon:
    """The lexicon of a game's facts in a language, made once."""
    return Lexicon(names(content, language))
