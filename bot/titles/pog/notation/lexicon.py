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

from bot.table.refusal import Ambiguous, Refusal, perhaps, refuse
from bot.table.typed_text import DASHES, alike, one_edit, phrase, tokens
from bot.titles.pog.narration.names import KEPT, Names, names
from bot.titles.pog.notation.place_names import Elsewhere, elsewhere, other_names, plain_letters
from engine.errors import Reason
from engine.pog.content import Content

#: Words of the longest name.
LONGEST = 9
#: Words of a title that may be named by their first letters alone: "goa" is Guns of August.
_INITIALS = 3
#: Letters of a word at least that begins one of a title; one that stands alone needs more.
_BEGINNING = 3
#: Letters of a nation with the one for its corps.
_CORPS_OF = 3
#: Short forms of the rules, which begin no name.
_NO_BEGINNING = frozenset({"august", "april", "september", "op", "ops", "mo", "sr", "rp", "vp", "cc", "co", "by"})
_ARTICLES = frozenset({"the", "a", "an"})
_BOTH = "both"
#: Words before the number of a card.
_CARD_WORDS = frozenset({"card", "the", "no", "nr", "num", "number", "my"})
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
        self.nations: dict[str, str] = {}
        plain = _titled(book)
        self.boxes = frozenset(space.id for space in content.spaces if space.kind != "map")
        self.spaces: dict[str, set[int]] = defaultdict(set, {name: set(spaces) for name, spaces in plain.items()})
        for other in other_names():
            for typed in other.typed if other.space in content.space_by_name else ():
                if typed not in plain:
                    self.spaces[typed].add(content.space_by_name[other.space])
        #: Places that the map has not, by their names.
        self.elsewhere = {name: place for name, place in _elsewhere().items() if name not in self.spaces}
        for prefix in ("ap", "cp"):
            for box in ("reserve", "eliminated"):
                for word in book.words.table("commands.words")[box]:
                    self.spaces[word].add(content.space_by_name[f"{prefix}_{box}_box"])
        self.reserve = frozenset(str(word) for word in book.words.table("commands.words")["reserve"])
        self.cards = _cards(book)
        for code, words in book.words.table("commands.nation_words").items():
            for word in words:
                self.nations[word] = code
        self.verbs = {name: frozenset(found) for name, found in book.words.table("phrasings.verbs").items()}
        #: Words of a line that add nothing to the order in it.
        self.harmless = frozenset[str](book.words.table("phrasings.harmless")["words"])
        plainer = book.words.table("phrasings.plainer")
        #: Words of chat, and turns of speech, by which a refused line is read once more.
        self.chat, self.open = _phrases([*plainer["chat"], *plainer["own"]]), frozenset[str](plainer["open"])
        self.instead: dict[str, str] = plainer["instead"]
        self.joining, self.another, self.without, self.rest, self.leaving = (
            frozenset(plainer[name]) for name in ("joining", "another", "without", "rest", "leaving")
        )
        self.everybody = re.compile(rf"(?:^|\b(?:and|while|but) )(?:{'|'.join(plainer['everybody'])})$")
        self.others = re.compile(
            rf"[,;] (?:and |then )?(?:the |all |all the )?{_phrases(plainer['others']).pattern} (?:{'|'.join(self.verbs['attack'])}) "
        )
        self._doing = self.verbs["attack"] | self.verbs["move"] | self.verbs["retreat"] | self.verbs["advance"]
        self._numbers: dict[str, str] = book.words.table("phrasings.number_words")
        asked = book.words.table("phrasings.questions")
        #: How questions begin, and what they are about with the command that tells it; the longest words first.
        self.asking = frozenset[str](asked["begin"])
        self.asking_what_is = frozenset[str](asked["there"])
        self.comers = frozenset[str](asked["comers"])
        topics = {tuple(word.split(" + ")): command for command, words in asked["about"].items() for word in words}
        self.topics = sorted(topics.items(), key=lambda item: -len(" ".join(item[0]).split()))
        self.labels = {
            part
            for unit in content.units
            for part in unit.name.split("_")[1:]
            if not part.isdigit() and part not in ("army", "corps")
        }

        self._cards = Beginnings(self.cards)
        self._titles = {card.id: phrase(book.card_title(card.id)).split() for card in content.cards}
        #: One name is looked up for each use of a card, each time with other cards that are meant first.
        self._cards_like = lru_cache(maxsize=_KEPT_TEXTS)(
            lambda text: [name for name in self.cards if one_edit(text, name)] or alike(text, self.cards)
        )
        # Other names of spaces are understood by their beginnings only where no title begins so.
        self._spaces = Beginnings(plain | {word: self.spaces[word] for word in self.reserve})
        self._aliases = Beginnings({name: ids for name, ids in self.spaces.items() if name not in self._spaces.names})

    def counted(self, words: Sequence[str]) -> list[str]:
        """Return words with numbers in figures where they are written as words, and `gec` as `ge c`."""
        found: list[str] = []
        words = self._joined(self._undashed(words))
        for at, word in enumerate(words):
            behind = words[at + 1] if at + 1 < len(words) else ""
            if word == _BOTH and (behind in self._doing or (behind in self.spaces and behind not in self.reserve)):
                continue  # `koblenz and metz both attack`, `from both nancy and verdun` count nobody
            corps = (
                len(word) == _CORPS_OF and word.endswith("c") and word[:-1] in self.nations and word not in self.spaces
            )
            found += [word[:-1], "c"] if corps else [self._numbers.get(word, word)]
        return found

    def _undashed(self, words: Sequence[str]) -> Sequence[str]:
        """Return words without a dash between a nation and a number: `RU-2`."""
        if not DASHES.intersection(words):
            return words
        last = len(words) - 1
        return [
            word
            for at, word in enumerate(words)
            if not (word in DASHES and 0 < at < last and words[at - 1] in self.nations and words[at + 1][:1].isdigit())
        ]

    @staticmethod
    def _joined(words: Sequence[str]) -> Sequence[str]:
        """Return words with `austro-hungarian` as one word."""
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

    # -- spaces and cards ---------------------------------------------------------------

    def read_space(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """Return the space named by the words from `at` on, and the place after it; None if there is none.

        Raises:
            Ambiguous: the words begin several names and nothing tells them apart.
        """
        return self._read(self.spaces, (self._spaces, self._aliases), words, at, prefer, self.book.space)

    def read_card(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """Return the card named by the words from `at` on, as `read_space`."""
        return self._read(self.cards, (self._cards,), words, at, prefer, self.book.card)

    def space(self, text: str, prefer: Collection[int] = ()) -> int:
        """Return the one space that a whole text names; refuses with suggestions."""
        words = [token for token in tokens(text) if token not in DASHES]
        found = self.read_space(words, 0, prefer)
        if found is None or found[1] < len(words):
            if (nation := self._nation(words)) and len(words) > 1:
                raise perhaps(refuse("unknown_space", part=text, text=words[0], near=nation), words[0], [nation])
            raise self.absent(words, 0) or self._near(
                refuse("unknown_space", part=text, text=text), text, self.close_spaces(text)
            )
        return found[0]

    def _nation(self, words: Sequence[str]) -> str:
        """Return the nation of which the first word is a slip, "" for none."""
        found = {
            code: name for name, code in self.nations.items() if len(name) > _BEGINNING and one_edit(words[0], name)
        }
        return next(iter(found.values())) if words and len(found) == 1 else ""

    def absent(self, words: Sequence[str], at: int) -> Refusal | None:
        """Return what to say of a place that begins at a word and that the map has not; None where none does."""
        for end in range(min(len(words), at + LONGEST), at, -1):
            name = " ".join(word for word in words[at:end] if word not in DASHES)
            if name in self.elsewhere:
                place = self.elsewhere[name]
                near = [self.book.space(space) for space in place.nearest(self.book.content)]
                refusal = refuse("place_not_on_map", text=place.names[0], near=self.book.words.listed(near))
                return perhaps(refusal, name, near)
        return None

    def card(self, text: str, prefer: Collection[int] = (), side: int | None = None) -> int:
        """Return the one card that a whole text names; refuses with suggestions.

        Where several fit, the preferred ones are asked about, and where none is preferred, those of the side do.
        """
        words = self._untitled(phrase(text).split())
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
            if len(str(doubt.reason.data["text"]).split()) < len(words):
                return self._loosely(text, words, prefer, side)  # its first words alone leave it open
            preferred = {self.book.card(card) for card in prefer}
            if preferred.issuperset(doubt.candidates):
                raise
            found = self.read_card(words, 0, [card.id for card in self.book.content.cards if card.side == side])
        if found is None or found[1] < len(words):
            return self._loosely(text, words, prefer, side)
        return found[0]

    def _untitled(self, words: list[str]) -> list[str]:
        """Return the words of a card without an article before it that is no part of a title."""
        if len(words) > 1 and words[-1].isdecimal() and set(words[:-1]) <= _CARD_WORDS:
            return words[-1:]  # `card no 4`
        titled = len(words) > 1 and any(title[:2] == words[:2] for title in self._titles.values())
        return words[1:] if len(words) > 1 and words[0] in _ARTICLES and not titled else words

    def _loosely(self, text: str, words: Sequence[str], prefer: Collection[int], side: int | None) -> int:
        """Return the one card that a text means by its first letters, by beginnings of its words, or written as one word."""
        joined = "".join(words)
        if not words:
            raise refuse("which_card", part=text)
        meant = [card for card in self.book.content.cards if self._means(words, joined, self._titles[card.id])]
        fitting = [card.id for card in meant if card.id in prefer]
        fitting = fitting or [card.id for card in meant if card.side == side] or [card.id for card in meant]
        if not fitting:
            raise self._near(refuse("unknown_card", part=text, text=text), text, self.close_cards(text, prefer))
        if len(fitting) > 1:
            raise Ambiguous(text, [self.book.card(card) for card in fitting])
        return fitting[0]

    def names_card(self, words: Sequence[str], card: int) -> bool:
        """Return whether words name a card by its first letters, by beginnings of its words, or written as one word."""
        return self._means(words, "".join(words), self._titles[card])

    def _means(self, words: Sequence[str], joined: str, named: Sequence[str]) -> bool:
        if joined == "".join(named):
            return True
        if len(named) >= _INITIALS and joined == "".join(word[0] for word in named):
            return True
        if len(named) > 1 and joined == "".join([*(word[0] for word in named[:-1]), named[-1]]):
            return True  # `vfrancois`
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
        if nation := self._nation(words[at:]):
            return perhaps(refuse("not_understood", text=words[at], near=nation), words[at], [nation])
        found = refuse("not_understood", text=" ".join(words[at:end]))
        return self._near(found, words[at], self.close_spaces(words[at]))

    def _near(self, refusal: Refusal, text: str, close: Sequence[str]) -> Refusal:
        """Return a refusal of a name that nobody knows, with those that are close to it."""
        data = {**refusal.reason.data, "near": self.book.words.listed(list(close), "or")}
        made = perhaps(Refusal(Reason(refusal.reason.code, refusal.reason.rule, data), refusal.part), text, close)
        said = phrase(text)
        made.slip |= len(close) == 1 and any(one_edit(said, name) for name in (*self.spaces, *self.cards))
        return made

    def close_cards(self, text: str, prefer: Collection[int] = ()) -> list[str]:
        """Cards that look like a misspelled name or its beginning, preferred ones first."""
        names = self._cards_like(phrase(text))
        close = [card for name in names for card in sorted(self.cards[name])]
        found = sorted(dict.fromkeys(close), key=lambda card: card not in prefer)
        return [self.book.card(card) for card in found[:SUGGESTED]]

    def space_at(self, words: Sequence[str], at: int) -> int | None:
        """Return the one space whose whole name begins at a word, None if there is none."""
        for end in range(min(len(words), at + LONGEST), at, -1):
            found = self.spaces.get(" ".join(word for word in words[at:end] if word not in DASHES), set())
            if len(found) == 1:
                return min(found)
        return None

    def _slips(self, said: str) -> list[str]:
        """Names of spaces from which a text differs by one letter."""
        return [name for name in self.spaces if one_edit(said, name)]

    def close_spaces(self, text: str) -> list[str]:
        """Titles of spaces that look like a misspelled name; those alone of which one letter is wrong, where there are any."""
        said = phrase(text)
        slips = self._slips(said)
        close = slips or alike(said, self._spaces.names)
        titles = dict.fromkeys(self.book.space(space) for name in close for space in sorted(self.spaces[name])[:1])
        return list(titles)[:SUGGESTED]

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
            if len(run) > 1 and run not in _NO_BEGINNING:
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


def _phrases(found: Collection[str]) -> re.Pattern[str]:
    """Return the pattern of some phrases of small words, the longest first."""
    named = "|".join(sorted((re.escape(one) for one in found), key=len, reverse=True))
    return re.compile(rf"(?<!\S)(?:{named})(?!\S)")


def _titled(book: Names) -> dict[str, set[int]]:
    """Return the spaces by their names on the map."""
    found: dict[str, set[int]] = defaultdict(set)
    for space in book.content.spaces:
        for name in (space.name, space.title, book.space(space.id)):
            found[phrase(name)].add(space.id)
    return dict(found)


def _elsewhere() -> dict[str, Elsewhere]:
    """Return the places that are on no map, by their names as they are looked up."""
    found: dict[str, Elsewhere] = {}
    for place in elsewhere():
        for name in place.names:
            found |= dict.fromkeys((phrase(name), phrase(plain_letters(name))), place)
    return found


def _cards(book: Names) -> dict[str, set[int]]:
    """Return the cards by their titles, and by their sides and numbers."""
    found: dict[str, set[int]] = defaultdict(set)
    for card in book.content.cards:
        short, title = ("ap", "cp")[card.side], book.card_title(card.id)
        numbers = (
            f"{short} {card.number}",
            f"{short}{card.number}",
            f"{short} {card.number:02}",
            f"{short}{card.number:02}",
        )
        for name in (
            f"{title} {short} {card.number}",
            f"{title} {card.number}",
            card.name,
            card.title,
            title,
            *numbers,
        ):
            found[phrase(name)].add(card.id)
    return found


@lru_cache(maxsize=KEPT)
def lexicon(content: Content, language: str = "en") -> Lexicon:
    """Return the lexicon of a game's facts in a language, made once."""
    return Lexicon(names(content, language))
