"""Card names as typed: title, side and number, initials, or beginnings of words."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from bot.narration.texts import Texts
from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.typed_text import alike, one_edit, phrase
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.name_tables import Beginnings, NameTable
from bot.titles.pog.notation.place_names import plain_letters

#: Minimum number of words of a title that can be named by its initials: "goa" is Guns of August.
_INITIALS = 3
#: Minimum number of letters that begin a word of a title; a single typed word needs more.
_BEGINNING = 3
_ARTICLES = frozenset({"the", "a", "an"})
#: A card as refusals cite it.
_CITED = re.compile(r"(?:card\s+)?(ap|cp)\s+(\d{1,2})", re.IGNORECASE)
#: Words of a title that its initials may leave out, and what figures stand for in one.
_SMALL = frozenset({"the", "of", "to", "and", "for", "in"})
_FIGURES = {"2": "to", "4": "for"}
#: Letters at least of each word of a title in one word made of their beginnings.
_CUT = 2
#: Words before a card number.
_CARD_WORDS = frozenset({"card", "the", "no", "nr", "num", "number", "my"})
#: Number of names suggested for an unknown one.
SUGGESTED = 3
#: Number of misspelled card names whose suggestions are cached.
_KEPT_TEXTS = 64
#: Number of words compared with a title that are cached, each with its card.
_KEPT_NAMES = 4096


class CardNames:
    """The cards of a game by name.

    Attributes:
        by_name: the cards for each name, by its folded words.
    """

    def __init__(
        self, book: Names, nations: Mapping[str, str], near: Callable[[Refusal, str, Sequence[str]], Refusal]
    ) -> None:
        """Index the names.

        Args:
            book: the facts of the game and its words.
            nations: nation codes by their words.
            near: adds names similar to a typed one to its refusal.
        """
        titled = _names(book)
        others = {name: cards for name, cards in _other_names(book).items() if name not in titled}
        self.by_name = {**titled, **others}
        self._book, self._nations, self._near = book, nations, near
        self._table = NameTable(self.by_name, (Beginnings(titled), Beginnings(others)), book.card)
        self._titles = {card.id: phrase(book.card_title(card.id)).split() for card in book.content.cards}
        #: One name is looked up for each use of a card, with different preferred cards each time.
        self._like = lru_cache(maxsize=_KEPT_TEXTS)(
            lambda text: [name for name in self.by_name if one_edit(text, name)] or alike(text, self.by_name)
        )

        #: The same words are compared with the same hand for each meaning of a line that is tried.
        self._named = lru_cache(maxsize=_KEPT_NAMES)(
            lambda words, card: self._is_abbreviation(words, "".join(words), self._titles[card])
        )

    def read(self, words: Sequence[str], at: int, prefer: Collection[int]) -> tuple[int, int] | None:
        """Return the card named by the words from `at` on, and the position after it; None if there is none.

        Raises:
            Ambiguous: the words begin several names and nothing distinguishes them.
        """
        return self._table.read(words, at, prefer)

    def card(self, text: str, prefer: Collection[int] = (), side: int | None = None) -> int:
        """Return the one card that a whole text names; refuse with suggestions otherwise.

        If several fit, the preferred ones count, and if none is preferred, those of the side.
        """
        words = self._without_article(phrase(text).split())
        bare = words[0] if len(words) == 1 else ""
        if bare.isdecimal():
            numbered = [card for card in self._book.content.cards if card.number == int(bare)]
            fitting = [card.id for card in numbered if card.id in prefer]
            fitting = fitting or [card.id for card in numbered if card.side == side] or [card.id for card in numbered]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise Ambiguous(text, [self._book.card(card) for card in fitting])
        try:
            found = self.read(words, 0, prefer)
        except Ambiguous as doubt:
            if len(str(doubt.reason.data["text"]).split()) < len(words):
                return self._find_by_abbreviation(text, words, prefer, side)  # its first words alone are ambiguous
            preferred = {self._book.card(card) for card in prefer}
            if preferred.issuperset(doubt.candidates):
                raise
            found = self.read(words, 0, [card.id for card in self._book.content.cards if card.side == side])
        if found is None or found[1] < len(words):
            return self._find_by_abbreviation(text, words, prefer, side)
        return found[0]

    def names(self, words: Sequence[str], card: int) -> bool:
        """Return True if words name a card by its initials, by beginnings of its words, or written as one word."""
        return self._named(tuple(words), card)

    def _without_article(self, words: list[str]) -> list[str]:
        """Return the words of a card without a leading article that isn't part of a title."""
        if len(words) > 1 and words[-1].isdecimal() and set(words[:-1]) <= _CARD_WORDS:
            return words[-1:]  # `card no 4`
        titled = len(words) > 1 and any(title[:2] == words[:2] for title in self._titles.values())
        return words[1:] if len(words) > 1 and words[0] in _ARTICLES and not titled else words

    def _find_by_abbreviation(self, text: str, words: Sequence[str], prefer: Collection[int], side: int | None) -> int:
        """Return the one card that a text names by initials, by beginnings of its words, or written as one word."""
        joined = "".join(words)
        if not words:
            raise refuse("which_card", part=text)
        meant = [
            card for card in self._book.content.cards if self._is_abbreviation(words, joined, self._titles[card.id])
        ]
        fitting = [card.id for card in meant if card.id in prefer]
        fitting = fitting or [card for card in prefer if not meant and self._is_slip(words, self._titles[card])]
        fitting = fitting or [card.id for card in meant if card.side == side] or [card.id for card in meant]
        if not fitting:
            raise self._near(refuse("unknown_card", part=text, text=text), text, self._close(text, prefer))
        if len(fitting) > 1:
            raise Ambiguous(text, [self._book.card(card) for card in fitting])
        return fitting[0]

    def _is_abbreviation(self, words: Sequence[str], joined: str, named: Sequence[str]) -> bool:
        if joined == "".join(named):
            return True
        if len(named) >= _INITIALS and _is_initials(joined, named):
            return True
        if len(words) == 1 and joined not in self._nations and _is_cut(joined, named):
            return True  # `airsup`
        if len(named) > 1 and joined == "".join([*(word[0] for word in named[:-1]), named[-1]]):
            return True  # `vfrancois`
        if len(words) == 1 and (len(joined) <= _BEGINNING or joined in self._nations):
            return False
        at = 0
        for word in words:
            if word in _ARTICLES and word not in named:
                continue
            at = next((n for n in range(at, len(named)) if self._matches_beginning(word, named[n])), len(named)) + 1
            if at > len(named):
                return False
        return True

    def _matches_beginning(self, word: str, named: str) -> bool:
        """Return True if a typed word begins a word of a title, or names the same nation."""
        nation = self._nations.get(word)
        begins = word == named or _FIGURES.get(word) == named or (len(word) >= _BEGINNING and named.startswith(word))
        return begins or (nation is not None and self._nations.get(named) == nation)

    def _is_slip(self, words: Sequence[str], named: Sequence[str]) -> bool:
        """Return whether each of several words begins one of a title, one of them with a wrong letter: `air supp`."""
        if len(words) <= 1:
            return False
        wrong = [word for word in words if not any(self._matches_beginning(word, one) for one in named)]
        cut = {one[: len(wrong[0])] for one in named} if len(wrong) == 1 else set()
        return len(wrong) == 1 and len(wrong[0]) > _BEGINNING and any(one_edit(wrong[0], one) for one in cut)

    def _close(self, text: str, prefer: Collection[int] = ()) -> list[str]:
        """Return cards similar to a misspelled name or its beginning, only preferred ones where there are some."""
        names = self._like(phrase(text))
        close = [card for name in names for card in sorted(self.by_name[name])]
        found = [card for card in dict.fromkeys(close) if card in prefer] or list(dict.fromkeys(close))
        return [self._book.card(card) for card in found[:SUGGESTED]]


def _is_initials(joined: str, named: Sequence[str]) -> bool:
    """Return whether letters are the initials of a title, in which its small words may be whole or left out: `goa`, `gofa`."""
    parts = [f"(?:{word[0]}|{word})?" if word in _SMALL else re.escape(word[0]) for word in named]
    short = len(joined) < _INITIALS
    return not short and (joined == "".join(word[0] for word in named) or bool(re.fullmatch("".join(parts), joined)))


def _is_cut(joined: str, named: Sequence[str]) -> bool:
    """Return whether a word is made of the beginnings of all words of a title: `airsup`."""
    parts = [re.escape(word[:_CUT]) + "".join(f"(?:{re.escape(letter)}" for letter in word[_CUT:]) for word in named]
    ends = [")?" * len(word[_CUT:]) for word in named]
    return len(named) > 1 and bool(re.fullmatch("".join(map("".join, zip(parts, ends, strict=True))), joined))


def _names(book: Names) -> dict[str, set[int]]:
    """Return the cards by their titles, and by side and number."""
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
        figured = phrase(title).replace(" to ", " 2 ").replace(" for ", " 4 ")
        found[figured].add(card.id)  # `race 2 the sea`
    return found


def _other_names(book: Names) -> dict[str, set[int]]:
    """Return the cards by other spellings and names of what they show."""
    found: dict[str, set[int]] = defaultdict(set)
    for other in other_card_names():
        if other.card in book.content.card_by_name:
            for typed in (other.name, plain_letters(other.name)):
                found[phrase(typed)].add(book.content.card_by_name[other.card])
    return dict(found)


@dataclass(frozen=True, slots=True)
class OtherCardName:
    """Another name of a card, and where it comes from."""

    name: str
    card: str
    source: str


def other_card_names() -> Iterator[OtherCardName]:
    """Yield the other names of the cards, from `assets/pog/text/card_names.toml`."""
    text = (resources.files("assets") / "pog" / "text" / "card_names.toml").read_text(encoding="utf-8")
    for group in tomllib.loads(text)["names"]:
        for card, names in group["cards"].items():
            yield from (OtherCardName(name, card, group["source"]) for name in names)


def cited(words: Texts, wanted: str) -> str:
    """Return the card of a side and number, as refusals cite it: `CP 8`; "" for anything else."""
    said = _CITED.fullmatch(wanted.strip())
    begins = f"{said[1].casefold()}_{int(said[2]):02d}_" if said is not None else ""
    found = [card for name, card in words.table("cards").items() if begins and name.startswith(begins)]
    return f"**{wanted.strip().upper()} {found[0]['title']}**\n{found[0]['event']}" if found else ""


__all__ = ["SUGGESTED", "CardNames", "OtherCardName", "cited", "other_card_names"]
