"""Questions in people's own words, and the look-up that answers each: `is the BEF on the map?`, `how many RP do I have`.

A question never becomes an order, and a look-up costs nothing; so what it is about may be guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.typed_text import tokens
from bot.titles.pog.commands import SEATS
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, mentions
from bot.titles.pog.notation.units import FULL_WORDS, REDUCED_WORDS

#: Words at the beginning of a question at most.
_BEGINNING = 3
#: Words of a question at most.
_LONGEST = 40


def answered(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the command that answers a question, "" for what is none or asks for nothing that is known."""
    if len(words) > _LONGEST or not asks(lexicon, words):
        return ""
    found = mentions(lexicon, words, range(len(lexicon.book.content.cards)))
    topic = _topic(lexicon, words)
    if topic == "odds" and found.spaces:
        return _odds(found)
    if topic == "supply":
        nation = next((unit.wish.nation for unit in found.units if unit.wish.nation), "")
        return f"supply {_side(lexicon, nation)}" if nation else "supply"
    if topic and topic not in ("odds", "units"):
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
    return next((command for word, command in lexicon.topics if f" {word} " in said), "")


def _odds(found: Mentions) -> str:
    """Return the chances of an attack on the first space that is named, with those who make it."""
    target, *origins = found.spaces
    with_units = ", ".join(unit.text for unit in found.units if not unit.wish.everything)
    more = f" with {with_units}" if with_units else f" from {', '.join(one.text for one in origins)}" if origins else ""
    return f"odds {target.text}{more}"


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
