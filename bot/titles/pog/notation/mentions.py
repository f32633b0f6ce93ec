"""What a free-form line names: units, spaces, a card and its use, regardless of the words between."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bot.table.refusal import Refusal
from bot.table.typed_text import DASHES
from bot.titles.pog.notation.card_orders import MODES
from bot.titles.pog.notation.flank_wording import MANNERS
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.name_tables import LONGEST
from bot.titles.pog.notation.units import UnitWish, read_unit

#: Minimum number of letters of an abbreviated space name; shorter ones match too many ordinary words.
_BEGINNING = 5
#: Maximum number of cards known by less than their whole titles, and of title words used.
_HAND, _TITLE = 16, 4
#: Words that are units only next to others: `2 a`, `ge c`.
_CARD = frozenset({"card", "number", "no", "reinforcements", "reinforcement", "reinf"})
_LETTERS = frozenset({"a", "c", "us", "it", "be"})
#: Nouns counted by a number that isn't an army's.
_COUNTED = frozenset(
    {"point", "points", "pts", "pt", "step", "steps", "card", "cards", "turn", "turns", "space", "spaces", *MODES}
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit, or several, as named."""

    at: int
    text: str
    wish: UnitWish


@dataclass(frozen=True, slots=True)
class Space:
    """A space as named."""

    at: int
    text: str
    space: int


@dataclass(slots=True)
class Mentions:
    """Everything a line names, each kind in order of appearance.

    Attributes:
        words: the small words of the line, with its punctuation.
        cards: cards with the words naming them.
        uses: what a card is played for.
        manners: how an attack is made.
        others: words that name nothing, with their positions.
        dashes: whether a dash or arrow joins one name to another.
    """

    words: Sequence[str]
    units: list[Unit] = field(default_factory=list)
    spaces: list[Space] = field(default_factory=list)
    cards: list[tuple[int, str]] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    manners: list[str] = field(default_factory=list)
    others: list[tuple[int, str]] = field(default_factory=list)
    dashes: bool = False

    def between(self, first: int, last: int) -> Mentions:
        """Return what the words between two positions name."""
        return Mentions(
            self.words[first:last],
            [unit for unit in self.units if first <= unit.at < last],
            [space for space in self.spaces if first <= space.at < last],
            self.cards,
            self.uses,
            self.manners,
            [(at, word) for at, word in self.others if first <= at < last],
        )


def mentions(lexicon: Lexicon, words: Sequence[str], cards: Collection[int] = ()) -> Mentions:
    """Return what words name; `cards` are those recognised by title, such as those in hand."""
    found = Mentions(words)
    at = 0
    while at < len(words):
        at = _card(lexicon, found, at, cards) or _unit_or_space(lexicon, found, at) or _word(found, at)
    return found


def _card(lexicon: Lexicon, found: Mentions, at: int, cards: Collection[int]) -> int:
    """Record a card named at a word by its whole title or number; return the position after it, 0 if there is none."""
    numbered = found.words[at : at + 2]
    if cards and len(numbered) > 1 and numbered[0] in _CARD and numbered[1].isdecimal() and len(cards) <= _HAND:
        named = {card for card in cards if lexicon.book.content.cards[card].number == int(numbered[1])}
        if len(named) == 1:
            found.cards.append((min(named), " ".join(numbered)))
            return at + 2
    for end, run in _word_runs(found.words, at):
        named = lexicon.cards.by_name.get(run, set()) & set(cards)
        if len(named) == 1 and not (run in MODES or run.isdecimal()):
            found.cards.append((min(named), run))
            return end
    for end, run in _word_runs(found.words, at) if len(cards) <= _HAND else ():
        named = {card for card in cards if lexicon.cards.names(run.split(), card)}
        if len(named) == 1 and end - at <= _TITLE and run.replace(" ", "").isalpha():
            found.cards.append((min(named), run))
            return end
    return 0


def _unit_or_space(lexicon: Lexicon, found: Mentions, at: int) -> int:
    """Record a unit or space named at a word, the longer of both; return the position after it, 0 if there is none."""
    words = found.words
    space = _space(lexicon, words, at)
    unit = read_unit(lexicon, words, at)
    behind = found.spaces and found.spaces[-1].at + len(found.spaces[-1].text.split()) == at
    if unit is not None and words[at] == "(" and (behind or words[unit[1] - 1] != ")"):
        return 0  # units in brackets after a space, or a list of them, and not a reduced unit
    if unit is not None and (space is None or unit[1] > space[1]) and _is_unit(unit[0], words, unit[1]):
        found.units.append(Unit(at, " ".join(words[at : unit[1]]), unit[0]))
        return unit[1]
    if space is None:
        return 0
    found.spaces.append(Space(at, " ".join(words[at : space[1]]), space[0]))
    return space[1]


def _space(lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[int, int] | None:
    """Return the space named at a word, by its whole name or a long beginning, and the position after it."""
    for end, run in _word_runs(words, at):
        if len(spaces := lexicon.spaces.get(run, set())) == 1:
            return min(spaces), end
    if len(words[at]) < _BEGINNING or words[at] in MANNERS:
        return None
    with suppress(Refusal):
        return lexicon.read_space(words, at, ())
    return None


def _is_unit(wish: UnitWish, words: Sequence[str], end: int) -> bool:
    """Return whether a phrase names units, rather than a number of points or the state of something else."""
    counted = words[end : end + 1] and words[end] in _COUNTED
    if counted and (wish.text.isdecimal() or not (wish.nation or wish.army is not None)):
        return False
    if wish.text.strip("() ") in _LETTERS:
        return False
    return bool(wish.nation or wish.label or wish.army is not None or wish.everything or wish.unit is not None)


def _word_runs(words: Sequence[str], at: int) -> Iterator[tuple[int, str]]:
    """Yield the runs of words from a position on, longest first, with the position after each."""
    for end in range(min(len(words), at + LONGEST), at, -1):
        if words[end - 1] not in DASHES and words[at] not in DASHES:
            yield end, " ".join(word for word in words[at:end] if word not in DASHES)


def _word(found: Mentions, at: int) -> int:
    """Record a word that names nothing, or says how something is done; return the position after it."""
    word = found.words[at]
    if word in MODES:
        found.uses.append(MODES[word])
    elif word in MANNERS:
        found.manners.append(MANNERS[word])
    elif word in DASHES:
        found.dashes = True
    elif word.isalnum():
        found.others.append((at, word))
    return at + 1


__all__ = ["Mentions", "Space", "Unit", "mentions"]
