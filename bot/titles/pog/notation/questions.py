"""Questions in people's own words, and the look-up that answers each: `is the BEF on the map?`, `how many RP do I have`.

A question never becomes an order, and a look-up costs nothing; so what it is about may be guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.typed_text import tokens
from bot.titles.pog.commands import SEATS
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, Unit, mentions
from bot.titles.pog.notation.units import FULL_WORDS, REDUCED_WORDS

#: Words at the beginning of a question at most.
_BEGINNING = 3
_OF_CARDS = frozenset({"card", "ops", "op"})
#: Words of a question at most.
_LONGEST = 40


def answered(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the command that answers a question, "" for what is none or asks for nothing that is known."""
    if len(words) > _LONGEST or not asks(lexicon, words):
        return ""
    found = mentions(lexicon, words, range(len(lexicon.book.content.cards)))
    topic = _topic(lexicon, words)
    goer = next((one for one in found.units if one.wish.label or one.wish.unit is not None), None)
    if goer is not None and topic not in ("odds", "supply") and lexicon.verbs["reach"].intersection(words):
        return f"units {goer.text}"  # how far it can go
    if topic == "odds" and found.spaces:
        return _odds(found)
    if topic == "supply":
        nation = next((unit.wish.nation for unit in found.units if unit.wish.nation), "")
        return f"supply {_side(lexicon, nation)}" if nation else "supply"
    seen = topic.startswith("rules") and words[0] in lexicon.asking_what_is and (found.spaces or found.units)
    if found.cards and (topic == "panel" or _OF_CARDS.intersection(words)):
        return f"card {found.cards[0][1]}"  # how many OPS it gives, what it can do
    if topic == "status" and any(unit.wish.army is not None for unit in found.units):
        topic = ""  # why an army may not move
    if topic and not seen and topic not in ("odds", "units"):
        return topic
    return _named(lexicon, found, words)


def about(lexicon: Lexicon, line: str) -> str:
    """Return the look-up of what a line with a question mark is about; "" where it names a unit or a space, and may be an order."""
    words = lexicon.counted(tokens(line))
    if len(words) > _LONGEST:
        return ""
    found = mentions(lexicon, words)
    if asks(lexicon, words) or found.units or found.spaces:
        return answered(lexicon, words)
    topic = _topic(lexicon, words)
    return topic if topic != "odds" else ""


def asks(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Return whether words begin like a question."""
    return any(" ".join(words[:length]) in lexicon.asking for length in range(1, _BEGINNING + 1))


def _topic(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the command of the first topic of which a word, or several in a row, are said."""
    said = f" {' '.join(words)} "
    return next((command for parts, command in lexicon.topics if all(f" {word} " in said for word in parts)), "")


def _odds(found: Mentions) -> str:
    """Return the chances of an attack on the first space that is named, with those who make it."""
    target, *origins = found.spaces
    with_units = ", ".join(unit.text for unit in found.units if not _anybody(unit))
    more = f" with {with_units}" if with_units else f" from {', '.join(one.text for one in origins)}" if origins else ""
    return f"odds {target.text}{more}"


def _anybody(unit: Unit) -> bool:
    """Return whether units are named by their nation alone, or as all: `can the Russians attack`."""
    wish = unit.wish
    return wish.everything or (wish.army is None and not wish.label and wish.unit is None)


def _side(lexicon: Lexicon, nation: str) -> str:
    units = lexicon.book.content.units
    return next((SEATS[unit.side] for unit in units if unit.nation == nation), "")


def _named(lexicon: Lexicon, found: Mentions, words: Sequence[str]) -> str:
    """Return the look-up of what is named: a space, units, a card."""
    if found.spaces:
        return f"units {found.spaces[0].text}"
    units = [unit for unit in found.units if unit.wish.nation or unit.wish.label]
    if units:
        wish = units[0].wish
        if not wish.label and wish.army is None and wish.unit is None and wish.reduced is None:
            state = next((word for word in words if word in REDUCED_WORDS | FULL_WORDS), "")
            return f"units {wish.nation} {state}".rstrip()
        state = next((word for word in words if wish.reduced is None and not wish.label and word in REDUCED_WORDS), "")
        return f"units {units[0].text} {state}".rstrip()
    if found.cards:
        return f"card {found.cards[0][1]}"
    return "units reduced" if REDUCED_WORDS & set(words) else ""


__all__ = ["about", "answered", "asks"]
