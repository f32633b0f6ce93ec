"""Recognises typed names: ids, map names, unaccented names, unambiguous beginnings.

Text is split into small words first; `read_space` and the like then take the longest run of words that is a name.
Candidates that are legal now take precedence over others of the same name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache

from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.typed_text import DASHES, EditIndex, alike, one_edit, phrase, tokens
from bot.titles.pog.narration.names import KEPT, Names, names
from bot.titles.pog.notation.card_names import SUGGESTED, CardNames
from bot.titles.pog.notation.name_tables import LONGEST, Beginnings, NameTable
from bot.titles.pog.notation.order_words import OrderWords
from bot.titles.pog.notation.place_names import Elsewhere, elsewhere, other_names, plain_letters
from engine.errors import Reason
from engine.pog.content import Content

#: Number of letters of a nation followed by the one for its corps.
_CORPS_OF = 3
_BOTH, _ONE, _HITS = "both", "one", "hits"
#: A number with what it counts, as in `2xc`, and the kinds of units.
_TIMES = re.compile(r"([2-9])x([a-z]+)")
_KINDS = frozenset({"c", "a", "corps", "armies", "army"})
#: The number of a unit.
_NUMBER = re.compile(r"\d+(?:st|nd|rd|th)?")
#: A number with the points that it counts.
_POINTS = re.compile(r"(?!1op$)([1-9])(ops|op|rps|rp|srs|sr)")
#: Names of nations with no more letters than these have no slips.
_NATION = 3


class Lexicon:
    """All names of the game by their folded words."""

    def __init__(self, book: Names) -> None:
        self.book = book
        content = book.content
        self.nations: dict[str, str] = {}
        plain = _spaces_by_title(book)
        self.boxes = frozenset(space.id for space in content.spaces if space.kind != "map")
        self.spaces: dict[str, set[int]] = defaultdict(set, {name: set(spaces) for name, spaces in plain.items()})
        for other in other_names():
            for typed in other.typed if other.space in content.space_by_name else ():
                if typed not in plain:
                    self.spaces[typed].add(content.space_by_name[other.space])
        #: Places that are not on the map, by name.
        self.elsewhere = {name: place for name, place in _places_off_map().items() if name not in self.spaces}
        for prefix in ("ap", "cp"):
            for box in ("reserve", "eliminated"):
                for word in book.words.table("commands.words")[box]:
                    self.spaces[word].add(content.space_by_name[f"{prefix}_{box}_box"])
        self.reserve = frozenset(str(word) for word in book.words.table("commands.words")["reserve"])
        for code, words in book.words.table("commands.nation_words").items():
            for word in words:
                self.nations[word] = code
        self.order_words = OrderWords(book.words)
        self.labels = {
            part
            for unit in content.units
            for part in unit.name.split("_")[1:]
            if not part.isdigit() and part not in ("army", "corps")
        }

        self.cards = CardNames(book, self.nations, self._with_similar_names)
        # Alternative names of spaces can be abbreviated only where no title begins the same way.
        titled = Beginnings(plain | {word: self.spaces[word] for word in self.reserve})
        aliases = Beginnings({name: ids for name, ids in self.spaces.items() if name not in titled.names})
        self._spaces_by_title = titled.names
        self._spelled = EditIndex(self.spaces)
        # Boxes are recognised by whole names only, so that "all" abbreviates none.
        self._spaces = NameTable(self.spaces, (titled, aliases), book.space, self.boxes)

    def counted(self, words: Sequence[str]) -> list[str]:
        """Return words with spelled-out numbers as figures, and `gec` as `ge c`."""
        found: list[str] = []
        words = self._join_austro_hungarian(self._split_dashes(words))
        for at, word in enumerate(words):
            behind = words[at + 1] if at + 1 < len(words) else ""
            if word == _BOTH and (
                (behind in self.order_words.acting and behind != _HITS)
                or (behind in self.spaces and behind not in self.reserve)
            ):
                continue  # `koblenz and metz both attack`, `from both nancy and verdun` don't count units
            if word == _BOTH and self._is_numbered(words[at + 1 : at + 3]):
                continue  # `both 3 and 4`, `both FR 2 and FR 3`: each has its own number
            nation = behind.endswith("s") and behind in self.nations and not _KINDS.intersection(words[at + 2 : at + 3])
            shared = " ".join(words[at + 1 : at + 3]) in self.order_words.numbered
            if word == _BOTH and (not behind or nation or shared):
                found.append(word)  # `flip both`, `both russians`, `both of them`: no number of an army
                continue
            if word == _ONE and (shared or behind in self.order_words.numbered):
                found.append(word)  # `one combat`, `one for lomza`, `one of them`: not an army
                continue
            corps = (
                len(word) == _CORPS_OF and word.endswith("c") and word[:-1] in self.nations and word not in self.spaces
            )
            if (times := _TIMES.fullmatch(word)) and (times[2] in self.nations or times[2] in _KINDS):
                found += [times[1], times[2]]  # `2xc`
                continue
            if points := _POINTS.fullmatch(word):
                found += [points[1], points[2]]  # `4ops`
                continue
            found += [word[:-1], "c"] if corps else [self.order_words.numbers.get(word, word)]
        return found

    def _is_numbered(self, words: Sequence[str]) -> bool:
        """Return whether words begin with the number of a unit, or with its nation and number."""
        at = int(bool(words) and words[0] in self.nations)
        return any(_NUMBER.fullmatch(self.order_words.numbers.get(word, word)) for word in words[at : at + 1])

    def _split_dashes(self, words: Sequence[str]) -> Sequence[str]:
        """Return words without the dash between a nation and a number: `RU-2`."""
        if not DASHES.intersection(words):
            return words
        last = len(words) - 1
        return [
            word
            for at, word in enumerate(words)
            if not (word in DASHES and 0 < at < last and words[at - 1] in self.nations and words[at + 1][:1].isdigit())
        ]

    @staticmethod
    def _join_austro_hungarian(words: Sequence[str]) -> Sequence[str]:
        """Return words with `austro-hungarian` joined into one word."""
        if "austro" not in words:
            return words
        found: list[str] = []
        for word in words:
            begun = found[-2:-1] if found[-1:] and found[-1] in DASHES else found[-1:]
            if word.startswith("hungar") and begun and begun[0] == "austro":
                found = [*found[: -2 if found[-1] in DASHES else -1], f"austro{word}"]
            else:
                found.append(word)
        return found

    def known(self, word: str) -> bool:
        """Return True if a word begins a name, or is a typo of one."""
        names = {*self.nations, *self.labels, *self.elsewhere}
        return word in names or any(
            name.startswith(word) or one_edit(word, name) or one_edit(word, name.split()[0])
            for name in (*self.spaces, *self.nations)
        )

    # -- spaces -------------------------------------------------------------------------

    def read_space(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """Return the space named by the words from `at` on, and the position after it; None if there is none.

        Raises:
            Ambiguous: the words begin several names and nothing distinguishes them.
        """
        return self._spaces.read(words, at, prefer)

    def space(self, text: str, prefer: Collection[int] = ()) -> int:
        """Return the one space that a whole text names; refuse with suggestions otherwise."""
        words = [token for token in tokens(text) if token not in DASHES]
        found = self.read_space(words, 0, prefer)
        if found is None or found[1] < len(words):
            if (nation := self._nation(words)) and len(words) > 1:
                raise perhaps(refuse("unknown_space", part=text, text=words[0], near=nation), words[0], [nation])
            raise self.absent(words, 0) or self._with_similar_names(
                refuse("unknown_space", part=text, text=text), text, self.close_spaces(text)
            )
        return found[0]

    def _nation(self, words: Sequence[str]) -> str:
        """Return the nation that the first word is a typo of, "" for none."""
        found = {code: name for name, code in self.nations.items() if len(name) > _NATION and one_edit(words[0], name)}
        return next(iter(found.values())) if words and len(found) == 1 else ""

    def absent(self, words: Sequence[str], at: int) -> Refusal | None:
        """Return the refusal of a place that begins at a word and isn't on the map, or None."""
        for end in range(min(len(words), at + LONGEST), at, -1):
            name = " ".join(word for word in words[at:end] if word not in DASHES)
            if name in self.elsewhere:
                place = self.elsewhere[name]
                near = [self.book.space(space) for space in place.nearest(self.book.content)]
                refusal = refuse("place_not_on_map", text=place.names[0], near=self.book.words.listed(near))
                return perhaps(refusal, name, near)
        return None

    def unknown(self, words: Sequence[str], at: int) -> Refusal:
        """Return the refusal of the words from `at` on as not understood."""
        if (absent := self.absent(words, at)) is not None:
            return absent
        end = next((end for end in range(at + 1, len(words)) if not words[end].isalnum()), len(words))
        if nation := self._nation(words[at:]):
            return perhaps(refuse("not_understood", text=words[at], near=nation), words[at], [nation])
        found = refuse("not_understood", text=" ".join(words[at:end]))
        told = words[at] in self.order_words.spoken  # `flank` is no typo of Frankfurt
        return self._with_similar_names(found, words[at], [] if told else self.close_spaces(words[at]))

    def _with_similar_names(self, refusal: Refusal, text: str, close: Sequence[str]) -> Refusal:
        """Return the refusal of an unknown name extended with similar ones."""
        data = {**refusal.reason.data, "near": self.book.words.listed(list(close), "or")}
        made = perhaps(Refusal(Reason(refusal.reason.code, refusal.reason.rule, data), refusal.part), text, close)
        said = phrase(text)
        made.slip |= len(close) == 1 and any(
            one_edit(said, name) for name in (*self.close_names(said), *self.cards.by_name)
        )
        return made

    def space_at(self, words: Sequence[str], at: int) -> int | None:
        """Return the one space whose whole name begins at a word, None if there is none."""
        for end in range(min(len(words), at + LONGEST), at, -1):
            found = self.spaces.get(" ".join(word for word in words[at:end] if word not in DASHES), set())
            if len(found) == 1:
                return min(found)
        return None

    def close_names(self, said: str) -> list[str]:
        """Return the names of spaces that differ from a text by one letter."""
        return self._spelled.near(said)

    def close_spaces(self, text: str) -> list[str]:
        """Return titles of spaces similar to a misspelled name; only those that differ by one letter, if there are any."""
        said = phrase(text)
        slips = self.close_names(said)
        close = slips or alike(said, self._spaces_by_title)
        titles = dict.fromkeys(self.book.space(space) for name in close for space in sorted(self.spaces[name])[:1])
        return list(titles)[:SUGGESTED]


def _spaces_by_title(book: Names) -> dict[str, set[int]]:
    """Return the spaces by their names on the map."""
    found: dict[str, set[int]] = defaultdict(set)
    for space in book.content.spaces:
        for name in (space.name, space.title, book.space(space.id)):
            found[phrase(name)].add(space.id)
    return dict(found)


def _places_off_map() -> dict[str, Elsewhere]:
    """Return the places that are on no map by their folded names."""
    found: dict[str, Elsewhere] = {}
    for place in elsewhere():
        for name in place.names:
            found |= dict.fromkeys((phrase(name), phrase(plain_letters(name))), place)
    return found


@lru_cache(maxsize=KEPT)
def lexicon(content: Content, language: str = "en") -> Lexicon:
    """Return the lexicon for a game's facts in a language (cached)."""
    return Lexicon(names(content, language))
