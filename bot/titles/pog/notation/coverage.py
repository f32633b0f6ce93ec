"""Checks whether an order built from the names in a line covers the whole line, and is therefore what the line means.

Nothing here decides between two meanings. A word not known to be a filler, a place after "from" that isn't the start of
a way, a unit that could be another one elsewhere: each of these leaves the order a mere proposal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from bot.table.table import Table, units_of
from bot.table.typed_text import DASHES, one_edit, tokens
from bot.titles.pog.notation.activation_orders import ATTACK_WORDS, LETTERS, MOVE_WORDS
from bot.titles.pog.notation.card_orders import MODES
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, Space, Unit, mentions
from bot.titles.pog.notation.questions import asks
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import UnitWish, fitting

#: A card by number with its use, as guesses write it.
_PLAYED = re.compile(r"play (\d+) as (\w+)(?: /)?")
_ORDER = re.compile(r"(?:^|/)(\w+)")
#: Orders whose spaces form a way, which has a direction.
_WAYS = frozenset({"move", "sr", "retreat", "advance"})
_FROM = frozenset({"from", "out", "off"})
_TOWARD = frozenset({"to", "into", "toward", "towards", "onto"})
_VIA = frozenset({"via", "through"})
#: Orders implied by other words: the use of a card, what spaces are activated for.
_USUAL = frozenset({"play", "activate", "choose"})
#: Letters of a filler in which a typo is recognised.
_LONG = 7
#: Runs of units and of spaces in a line with one group of each.
_GROUPED = 2
#: Counted nouns that an order need not mention.
_COUNTED = frozenset({"point", "points", "space", "spaces"})


def says_all(lexicon: Lexicon, table: Table, line: str, order: str) -> bool:
    """Return whether an order says everything a line says, and nothing in the line could mean something else."""
    words = lexicon.counted(tokens(line))
    hand = units_of(table.game.state.hand[table.side])
    found = mentions(lexicon, words, hand)
    said = {word for _, word in found.others}
    if order == "advance none" and said & lexicon.order_words.verbs["stay"]:
        return not found.units and said <= lexicon.order_words.harmless | lexicon.order_words.verbs["stay"]
    if any(word == "out" and words[at + 1 : at + 2] in ([], [","], [";"]) for at, word in enumerate(words)):
        return False  # `ge 4 out`
    if asks(lexicon, words) or said & lexicon.order_words.turning or _manner_left_out(lexicon, words, found, order):
        return False
    played = _PLAYED.match(order)
    rest = order[played.end() :] if played is not None else order
    given = {name for name in _ORDER.findall(rest) if name in lexicon.order_words.verbs or name in ("choose", "play")}
    if not all(_is_said(lexicon, table, found, said, name) for name in given):
        return False
    made = mentions(lexicon, lexicon.counted(tokens(_ORDER.sub(" ", rest))), hand)
    return (
        _same_cards(lexicon, table, found, played, made, given)
        and set(found.manners) == set(made.manners)
        and (_same_stacks if given == {"activate"} else _same_units)(lexicon, table, found, made)
        and ("activate" not in given or _uses_said(found) == _uses_said(made))
        and _adds_nothing(lexicon, found, given)
        and (not given & _WAYS or (_one_way(found, words) and _in_groups(found, made)))
    )


def _manner_left_out(lexicon: Lexicon, words: Sequence[str], found: Mentions, order: str) -> bool:
    """Return whether several words say how an attack is made, `straight up`, which the order leaves out."""
    if not order.startswith("attack") or found.manners:
        return False
    text = f" {' '.join(words)} "
    return any(f" {manner} " in text for manner in lexicon.order_words.manners)


def _is_said(lexicon: Lexicon, table: Table, found: Mentions, said: set[str], name: str) -> bool:
    """Return whether an order is the usual one at a decision or is named by a word or an arrow; no other may be added."""
    if name in _USUAL or name == table.face.commands[0] or said & lexicon.order_words.verbs.get(name, frozenset()):
        return True
    return found.dashes and name in ("move", "attack")


def _same_cards(
    lexicon: Lexicon, table: Table, found: Mentions, played: re.Match[str] | None, made: Mentions, given: set[str]
) -> bool:
    """Return whether the card and its use match those of a line, if it names any; an operation can be named for what it is."""
    cards = {card for card, _ in found.cards}
    if played is None:
        between = table.face.commands[0] != "play" and set(found.uses) <= {"ops", *given}
        return cards == {card for card, _ in made.cards} and (between or not found.uses)
    numbers = {lexicon.book.content.cards[card].number for card in cards}
    return numbers == {int(played[1])} and set(found.uses) == {played[2]}


def _same_units(lexicon: Lexicon, table: Table, found: Mentions, made: Mentions) -> bool:
    """Return whether the same units and spaces are named; a space can be omitted if the named units are in it."""
    named = [unit for unit in found.units if not unit.wish.everything and not _whole_stack(lexicon, table, unit, made)]
    if {unit.text for unit in named} != {unit.text for unit in made.units if not unit.wish.everything}:
        return False
    if named and any(unit not in named for unit in found.units):
        return False  # some and all
    spaces, kept = {one.space for one in found.spaces}, {one.space for one in made.spaces}
    left = spaces - kept
    return kept <= spaces and (not left or left == _possible_locations(lexicon, table, [one.wish for one in named]))


def _same_stacks(lexicon: Lexicon, table: Table, found: Mentions, made: Mentions) -> bool:
    """Return whether the activated spaces are those named or those holding the named units: `activate fr 2 to attack`."""
    named, kept = {one.space for one in found.spaces}, {one.space for one in made.spaces}
    for unit in found.units:
        if unit.wish.everything:
            return False
        where = _possible_locations(lexicon, table, [unit.wish])
        if unit.wish.label or unit.wish.unit is not None or not named:
            if len(where) != 1:
                return False
            named |= where
        elif not where & named:
            return False
    return named == kept and not made.units


def _whole_stack(lexicon: Lexicon, table: Table, unit: Unit, made: Mentions) -> bool:
    """Return whether a count of unnamed units is everything in a space the order starts from: `both armies in koblenz`."""
    wish = unit.wish
    if wish.nation or wish.label or wish.unit is not None or wish.count == 1 or made.units:
        return False
    stacks = [there for one in made.spaces if (there := units_in(table, one.space))]
    return len(stacks) == 1 and len(stacks[0]) == wish.count == len(fitting(lexicon, wish, stacks[0], weakened(table)))


def _possible_locations(lexicon: Lexicon, table: Table, wishes: Sequence[UnitWish]) -> set[int]:
    """Return all spaces that hold own units the names could mean."""
    content = lexicon.book.content
    own = [one.id for one in content.units if one.side == table.side]
    on_map = [one for one in own if content.spaces[stands(table, one)].kind == "map"]
    return {stands(table, one) for wish in wishes for one in fitting(lexicon, wish, on_map, weakened(table))}


def _adds_nothing(lexicon: Lexicon, found: Mentions, given: set[str]) -> bool:
    """Return whether each word that names nothing is a verb of the given orders or a known filler."""
    known = set(lexicon.order_words.harmless)
    for order in given:
        known |= lexicon.order_words.verbs.get(order, frozenset())
    if given & _WAYS:
        known |= _VIA
    if "activate" in given:
        known |= ATTACK_WORDS | MOVE_WORDS | LETTERS.keys()
    words = found.words
    return all(
        word in known
        or lexicon.order_words.is_adverb(word)
        or _is_slip(lexicon, word)
        or (word.isdecimal() and _counts(words, at))
        for at, word in found.others
    )


def _is_slip(lexicon: Lexicon, word: str) -> bool:
    """Return whether a long word is a typo of a filler and not of a word that decides an order: `strenght`."""
    if len(word) < _LONG or not any(one_edit(word, one) for one in lexicon.order_words.harmless):
        return False
    return not any(
        one_edit(word, one)
        for words in (*lexicon.order_words.verbs.values(), lexicon.order_words.open)
        for one in words
    )


def _uses_said(found: Mentions) -> set[str]:
    """Return what spaces are activated for, if said; an order must not add it."""
    said = {word for _, word in found.others}
    return {use for use, known in (("attack", ATTACK_WORDS), ("move", MOVE_WORDS)) if said & known} | {
        LETTERS[word] for word in said if word in LETTERS
    }


def _counts(words: Sequence[str], at: int) -> bool:
    """Return whether a number counts points: `2 ops`, `3 rp`."""
    return words[at + 1 : at + 2] != [] and (words[at + 1] in MODES or words[at + 1] in _COUNTED)


def _one_way(found: Mentions, words: Sequence[str]) -> bool:
    """Return whether spaces are named in the order of the way: "from" precedes only the first of several, "to" never does."""
    for at, space in enumerate(found.spaces):
        before = _word_before(words, space)
        first = not at or any(found.spaces[at - 1].at < unit.at < space.at for unit in found.units)
        if not first and not _leads(words, found.spaces[at - 1], space):
            return False
        last = at + 1 == len(found.spaces) or any(space.at < unit.at < found.spaces[at + 1].at for unit in found.units)
        if before in _FROM and (not first or last):
            return False
        through = not last and _word_before(words, found.spaces[at + 1]) in _VIA
        if before in _TOWARD and first and not last and not through:
            return False
    return True


def _leads(words: Sequence[str], origin: Space, space: Space) -> bool:
    """Return whether words or signs between two spaces lead from one to the other: `lomza and verdun` is no way."""
    between = set(words[origin.at + len(origin.text.split()) : space.at])
    return bool(between & (DASHES | _TOWARD | _VIA | {"on"})) and not between & {"and", ",", "+", "plus"}


def _in_groups(found: Mentions, made: Mentions) -> bool:
    """Return whether an order keeps the grouping of units and spaces in the line, if that has several groups."""
    said, given = _groups(found), _groups(made)
    return len(said) <= _GROUPED or said == given or len(found.spaces) == 1


def _groups(found: Mentions) -> str:
    """Return the alternation of units and spaces in order: "us" for units followed by spaces."""
    named = sorted([(unit.at, "u") for unit in found.units] + [(space.at, "s") for space in found.spaces])
    return "".join(kind for kind, _ in groupby(kind for _, kind in named))


def _word_before(words: Sequence[str], space: Space) -> str:
    """Return the word before a space, skipping articles and "of"."""
    at = space.at - 1
    while at > 0 and words[at] in ("the", "of"):
        at -= 1
    return words[at] if at >= 0 else ""


__all__ = ["says_all"]
