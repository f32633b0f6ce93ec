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
from bot.table.typed_text import DASHES, alike, phrase, tokens
from bot.titles.pog.narration.names import KEPT, Names, names
from engine.pog.content import Content

#: Words of the longest name.
LONGEST = 9
#: Words of a title that may be named by their first letters alone: "goa" is Guns of August.
_INITIALS = 3
#: Letters of a word at least that begins one of a title; one that stands alone needs more.
_BEGINNING = 3
#: Names suggested for one that nobody knows.
SUGGESTED = 3
#: Misspelled names of cards of which is kept what they look like.
_KEPT_TEXTS = 64


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
        plain = dict(self.spaces)
        for alias, name in book.words.table("commands.space_aliases").items():
            if phrase(alias) not in plain:
                self.spaces[phrase(alias)].add(content.space_by_name[name])
        #: Places that the map has not, with the spaces nearest to them.
        self.elsewhere: dict[str, list[str]] = book.words.table("commands.not_on_map")
        for prefix in ("ap", "cp"):
            for box in ("reserve", "eliminated"):
                for word in book.words.table("commands.words")[box]:
                    self.spaces[word].add(content.space_by_name[f"{prefix}_{box}_box"])
        for card in content.cards:
            short = ("ap", "cp")[card.side]
            for name in (
                f"{book.card_title(card.id)} {short} {card.number}",
                f"{book.card_title(card.id)} {card.number}",
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

        self._cards = Beginnings(self.cards)
        self._titles = {card.id: phrase(book.card_title(card.id)).split() for card in content.cards}
        #: One name is looked up for each use of a card, each time with other cards that are meant first.
        self._cards_like = lru_cache(maxsize=_KEPT_TEXTS)(lambda text: alike(text, self.cards))
        # Other names of spaces are understood by their beginnings only where no title begins so.
        self._spaces = Beginnings(plain | {word: self.spaces[word] for word in self._reserves(book)})
        self._aliases = Beginnings({name: ids for name, ids in self.spaces.items() if name not in self._spaces.names})

    @staticmethod
    def _reserves(book: Names) -> list[str]:
        return [str(word) for word in book.words.table("commands.words")["reserve"]]

    # -- spaces and cards ---------------------------------------------------------------

    def read_space(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """The space named by the words from `at` on, and the place after it; None if there is none.

        Raises:
            Ambiguous: the words begin several names and nothing tells them apart.
        """
        return self._read(self.spaces, (self._spaces, self._aliases), words, at, prefer, self.book.space)

    def read_card(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """The card named by the words from `at` on, as `read_space`."""
        return self._read(self.cards, (self._cards,), words, at, prefer, self.book.card)

    def space(self, text: str, prefer: Collection[int] = ()) -> int:
        """The one space that a whole text names; refuses with suggestions."""
        words = [token for token in tokens(text) if token not in DASHES]
        found = self.read_space(words, 0, prefer)
        if found is None or found[1] < len(words):
            raise self.absent(words, 0) or refuse("unknown_space", part=text, text=text, near=self.near_space(text))
        return found[0]

    def absent(self, words: Sequence[str], at: int) -> Refusal | None:
        """Return what to say of a place that begins at a word and that the map has not; None where none does."""
        for end in range(min(len(words), at + LONGEST), at, -1):
            name = " ".join(word for word in words[at:end] if word not in DASHES)
            if name in self.elsewhere:
                near = [self.book.space(min(self.spaces[phrase(one)])) for one in self.elsewhere[name]]
                return refuse("place_not_on_map", text=name.title(), near=self.book.words.listed(near))
        return None

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
            return self._loosely(text, words, prefer, side)
        return found[0]

    def _loosely(self, text: str, words: Sequence[str], prefer: Collection[int], side: int | None) -> int:
        """The one card that a text means by its first letters, by beginnings of its words, or written as one word."""
        joined = "".join(words)
        if not words:
            raise refuse("which_card", part=text)
        meant = [card for card in self.book.content.cards if self._means(words, joined, self._titles[card.id])]
        fitting = [card.id for card in meant if card.id in prefer]
        fitting = fitting or [card.id for card in meant if card.side == side] or [card.id for card in meant]
        if not fitting:
            raise refuse("unknown_card", part=text, text=text, near=self.near_card(text, prefer))
        if len(fitting) > 1:
            raise Ambiguous(text, [self.book.card(card) for card in fitting])
        return fitting[0]

    def _means(self, words: Sequence[str], joined: str, named: Sequence[str]) -> bool:
        if joined == "".join(named):
            return True
        if len(named) >= _INITIALS and joined == "".join(word[0] for word in named):
            return True
        if len(words) == 1 and (len(joined) <= _BEGINNING or joined in self.nations):
            return False
        at = 0
        for word in words:
            at = next((n for n in range(at, len(named)) if self._begins(word, named[n])), len(named)) + 1
            if at > len(named):
                return False
        return True

    def _begins(self, word: str, named: str) -> bool:
        """Return whether a typed word begins a word of a title, or names the nation that this one names."""
        nation = self.nations.get(word)
        begins = len(word) >= _BEGINNING and named.startswith(word)
        return begins or (nation is not None and self.nations.get(named) == nation)

    def unknown(self, words: Sequence[str], at: int) -> Refusal:
        """What to say about the words from `at` on, which nobody understands."""
        if (absent := self.absent(words, at)) is not None:
            return absent
        end = next((end for end in range(at + 1, len(words)) if not words[end].isalnum()), len(words))
        return refuse("not_understood", text=" ".join(words[at:end]), near=self.near_space(words[at]))

    def near_card(self, text: str, prefer: Collection[int] = ()) -> str:
        """Cards that look like a misspelled name or its beginning, preferred ones first; "" if none does."""
        names = self._cards_like(phrase(text))
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
        close = alike(phrase(text), self._spaces.names)
        titles = dict.fromkeys(self.book.space(space) for name in close for space in sorted(self.spaces[name])[:1])
        return self.book.words.listed(list(titles)[:SUGGESTED], "or")

    def _read(
        self,
        table: dict[str, set[int]],
        begun: Sequence[Beginnings],
        words: Sequence[str],
        at: int,
        prefer: Collection[int],
        title: Callable[[int], str],
    ) -> tuple[int, int] | None:
        # A dash may be part of a name as well as part two names: Kamenets-Podolski, koblenz-aachen.
        ends = [end for end in range(min(len(words), at + LONGEST), at, -1) if words[end - 1] not in DASHES]
        runs = [(end, " ".join(word for word in words[at:end] if word not in DASHES)) for end in ends]
        runs = [(end, run) for end, run in runs if re.fullmatch(r"[\w ]+", run)]
        # Boxes are meant by their whole names only: "all" is the beginning of none.
        unsaid = self.boxes if table is self.spaces else frozenset[int]()
        for end, run in runs:
            if run in table:
                return self._single(table, table[run], run, prefer, title), end
        for end, run in runs:
            if len(run) > 1:
                fitting = next((found for known in begun if (found := known.beginning(run) - unsaid)), set())
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
