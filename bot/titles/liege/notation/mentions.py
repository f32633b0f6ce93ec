"""Tokens of a free-form line: units, hexes, forts and facings in order, other words, and whether it is a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.directions import by_hexes
from bot.titles.liege.notation.lexicon import Item, LiegeLexicon, lexicon, one_unit
from bot.titles.liege.notation.named_units import resolved
from engine.core.bits import members
from engine.liege.facts import ALLIED
from engine.liege.fog import hidden_hexes
from engine.liege.state import WAITING, LiegeState
from engine.liege.view import knows, seen_at

#: Runs of units and of places in a line of one order: the units, then where they go or aim.
RUNS_OF_ONE_ORDER: Final = 2
#: Arrows between names, and punctuation that separates words.
_ARROWS: Final = re.compile(r"\s*(?:[-=]+>|→|>+)\s*")
_BETWEEN_HEXES: Final = re.compile(r"(?<=[A-Za-z]\d\d)\s*[-–—]\s*(?=[A-Za-z]{1,2}\d\d\b)")
#: A "w" for "with" between a hex and a number: `v35 w 34 27`, which isn't W34.
_WITH: Final = re.compile(r"(?<=\b[A-Za-z]\d\d\s)w\s+(?=\d)", re.IGNORECASE)
#: A "2" for "to" before a hex: `34 2 u36`.
_TO: Final = re.compile(r"(?<=\w)\s+2\s+(?=[A-Za-z]\d\d\b)")
#: One step to a hex next to it: `34 one step to u36`.
_STEP: Final = re.compile(r"\s(?:one|1|a)\s+step\s+(?=(?:to|into)\s+[A-Za-z]\d\d\b)", re.IGNORECASE)
#: The two numbers on a counter: `12/14 BM`.
_PAIR: Final = re.compile(r"\b(\d+)[/+,&](\d+)[ .]?(bm|rf)\b", re.IGNORECASE)
_MARKS: Final = re.compile(r"[:;()+]|(?<=\w)[.!](?=\s|$)|&")
#: Signs for "and", and abbreviations of it.
_AND: Final = re.compile(r"\s*(?:&|\s\+\s)\s*")
_JOINTS: Final = frozenset({"n", "n'"})
#: Kinds of tokens after several of which "all" adds no units.
_SEVERAL: Final = frozenset({"unit", "number"})
#: Kinds of tokens between which "n" means "and"; also before a facing, since a unit has only one.
_NAMED: Final = frozenset({"unit", "number", "group"})
_JOINED: Final = frozenset({"unit", "number", "fort", "hex"})
#: Decisions at which all guns fire if none is named.
_FIRING: Final = frozenset({"barrage", "shelling", "bombarding"})
#: Decisions at which nothing arrives, so `all in` means full effort.
_FIGHTING: Final = _FIRING | {"assaults", "assault", "storm_on", "combat", "attack"}
#: Kinds of tokens that name something.
UNITS: Final = frozenset({"unit", "all"})
PLACES: Final = frozenset({"hex", "fort"})


@dataclass(slots=True)
class Mentioned:
    """What a line names, in order, and its other words in lower case."""

    items: list[Item]
    others: list[str]
    #: Whether some of the named units were excluded: `all but the guns`.
    excepted: bool = False

    def of(self, *kinds: str) -> list[Item]:
        """Return the tokens of some kinds."""
        return [item for item in self.items if item.kind in kinds]


def scan(context: OfferContext, line: str) -> Mentioned:
    """Tokenise a line as far as it names something."""
    names = cast("LiegeBook", context.names)
    known = lexicon(names)
    if context.table.kind in ("combat", "attack", *_FIRING):
        line = known.own_guns.sub(" " if context.table.kind in _FIRING else " partly ", line)
    words = _MARKS.sub(" ", spelled(known, line))
    if context.table.kind in _FIRING:
        words = known.shooting.sub(" fire ", words)
        if context.table.side == ALLIED:
            words = known.other_forts.sub(" all forts ", words)
        words = _all_guns(context, known, words)
    words = known.ready.sub(" deploy ", words)
    words = known.partly.sub(" partly ", known.effort.sub(" ", words) if context.table.kind in _FIGHTING else words)
    if context.table.kind in ("combat", "attack"):
        words = known.guns_too.sub(
            f" {known.gun_word} "
            if _own_named(context, known, known.guns_too.sub(" ", words))
            else f" {known.with_guns} ",
            words,
        )
        words = known.assailing.sub(" attack ", words)
    said = known.with_corrections(known.with_repeated_types(by_hexes(context, words, partial(_units_in, context))))
    items, others = known.scan(said)
    said_words = known.words(said)
    items = [
        item
        for at, item in enumerate(items)
        if not joint(items, at)
        and not (_all_means_named(items, at) and not known.others & {*said_words[item.at : item.at + 2]})
    ]
    meant, excepted = resolved(context, items, said_words)
    if context.table.kind == "retreat" and "both" in said_words and not any(one.kind in UNITS for one in meant):
        meant.insert(0, Item("all", (), "all"))
    return _drop_locations(context, Mentioned(meant, others, excepted))


def _all_guns(context: OfferContext, known: LiegeLexicon, words: str) -> str:
    """Remove "all guns", since all fire where none is named; beside other own units they are named: `all guns and the pioneers`."""
    alone = known.every_gun.sub(" fire ", words)
    return known.every_gun.sub(f" {known.gun_word} ", words) if _own_named(context, known, alone) else alone


def _own_named(context: OfferContext, known: LiegeLexicon, words: str) -> bool:
    """Return whether a line names own units."""
    facts, side = cast("LiegeBook", context.names).facts, context.table.side
    items = known.scan(known.with_repeated_types(words))[0]
    named = (one for item in items if item.kind in ("unit", "group") for one in item.ids)
    return any(item.kind == "number" for item in items) or any(facts.units[one].side == side for one in named)


def spelled(known: LiegeLexicon, line: str) -> str:
    """Replace arrows and signs between names by words, and repeat the unit type after each number of a list."""
    line = known.with_repeated_types(
        known.with_sides(_WITH.sub("with ", _AND.sub(" and ", _PAIR.sub(r"\1\2 \3", line))))
    )
    line = known.nobody_else.sub(" others stay ", known.left_alone.sub(r"\1 stays", known.saved.sub(r"\1 stays", line)))
    line = _STEP.sub(" ", _TO.sub(" to ", known.everybody.sub(" all ", line)))
    return known.seeking.sub(" seeks ", _ARROWS.sub(" to ", _BETWEEN_HEXES.sub(" ", line)))


def _units_in(context: OfferContext, text: str) -> list[Item]:
    """Return the units named in a text."""
    known = words_of(context)
    items, _ = resolved(context, known.scan(text)[0], known.words(text))
    return [item for item in items if item.kind == "unit"]


def _all_means_named(items: Sequence[Item], at: int) -> bool:
    """Return whether an "all" means the named units: `27ib 14ib at u35, all facing v35`, `27 14 all attack`."""
    if items[at].kind != "all":
        return False
    ahead = [item.kind for item in items[:at]]
    looks = [item.kind for item in items[at + 1 : at + 2]] == ["facing"]
    return (looks and "unit" in ahead) or (len(ahead) > 1 and set(ahead[-2:]) <= _SEVERAL)


def joint(items: Sequence[Item], at: int) -> bool:
    """Return whether a token is short for "and" between names or before a facing: `34ib n 38ib`, `u35 n face sw`."""
    if items[at].text.casefold() not in _JOINTS or not 0 < at < len(items) - 1:
        return False
    before, after = items[at - 1].kind, items[at + 1].kind
    if {before, after} <= _NAMED:
        return True
    return before in _JOINED and after in {before, "facing", "number"}


def _drop_locations(context: OfferContext, said: Mentioned) -> Mentioned:
    """Remove the present location of the named units: `34ib from V36 to U36`."""
    state = cast("LiegeState", context.table.game.state)
    said.items = list(_drop_known_places(context, said.items))
    units = said.of("unit")
    places = [item for item in said.of("hex") if not faced(said, item)]
    here = {seen_at(state, one, context.table.side) for unit in units for one in unit.ids}
    if len(places) > 1 and units and set(places[0].ids) == here:
        said.items.remove(places[0])
    held = {hex_ for place in places for hex_ in place.ids if place.kind == "hex"}
    for enemy in enemies(context, units) if len(units) > 1 and context.table.kind in ("combat", "attack") else ():
        if held & _seen_at(context, enemy):
            said.items.remove(enemy)  # `the 9th brigade in V35`
    return said


def _seen_at(context: OfferContext, enemy: Item) -> set[int]:
    """Return the hexes where an enemy token's units are known to be; units under markers could be under any of them."""
    state, side = cast("LiegeState", context.table.game.state), context.table.side
    hidden = state.fog and any(seen_at(state, one, side) == WAITING for one in enemy.ids)
    markers = {*members(hidden_hexes(state, 1 - side))} if hidden else set[int]()
    return markers | {state.at[one] for one in enemy.ids if state.at[one] >= 0 and knows(state, one, side)}


def _drop_known_places(context: OfferContext, items: Sequence[Item]) -> Iterator[Item]:
    """Drop places after units that are there, `27ib (from U35)`, and places named twice, `Herve U35`."""
    state, names = cast("LiegeState", context.table.game.state), cast("LiegeBook", context.names)
    named = sum(item.kind in PLACES for item in items)
    last: Item | None = None
    for item in items:
        if item.kind == "hex" and last is not None and last.kind == "hex" and last.ids == item.ids:
            continue
        here = (
            [one for one in last.ids if seen_at(state, one, context.table.side) in item.ids]
            if last is not None and last.kind == "unit"
            else []
        )
        if item.kind == "hex" and here and named > 1:
            if len(here) == 1 and last is not None and len(last.ids) > 1:
                yield Item("unit", (here[0],), names.short(here[0]))
            elif last is not None:
                yield last
            last = None
            continue
        if last is not None:
            yield last
        last = item
    if last is not None:
        yield last


def faced(said: Mentioned, item: Item) -> bool:
    """Return whether a token comes after the word for a facing."""
    at = next(at for at, one in enumerate(said.items) if one is item)
    return any(one.kind == "facing" for one in said.items[:at])


def enemies(context: OfferContext, units: Sequence[Item]) -> list[Item]:
    """Return the tokens that name only enemy units."""
    facts = cast("LiegeBook", context.names).facts
    return [item for item in units if item.ids and all(facts.units[one].side != context.table.side for one in item.ids)]


def groups(said: Mentioned, *kinds: frozenset[str]) -> list[int]:
    """Return the sequence of token kinds before the facing, merging repeats: units, places, units again are three."""
    found: list[int] = []
    for item in said.items:
        if item.kind == "facing":
            break
        number = next((at for at, known in enumerate(kinds) if item.kind in known), -1)
        if number >= 0 and found[-1:] != [number]:
            found.append(number)
    return found


def asks(context: OfferContext, line: str) -> bool:
    """Return whether a line begins like a question and isn't a polite order: `can 34ib please go to Herve`."""
    words = [LiegeLexicon.key(word) for word in line.split()]
    if words_of(context).naming["courtesy"] & set(words[1:]):
        return False
    words = words[:3]
    begin = words_of(context).begin
    return any(" ".join(words[:length]) in begin for length in range(1, len(words) + 1))


def called(context: OfferContext, item: Item) -> str:
    """Return a token as its look-up takes it: a unit by its counter, own units first."""
    names = cast("LiegeBook", context.names)
    if item.kind != "unit":
        return item.text
    try:
        return names.short(one_unit(names, item, context.table.side))
    except Refusal:
        return item.text


def words_of(context: OfferContext) -> LiegeLexicon:
    """Return the lexicon of a game's map."""
    return lexicon(cast("LiegeBook", context.names))


__all__ = [
    "PLACES",
    "UNITS",
    "Mentioned",
    "asks",
    "called",
    "enemies",
    "faced",
    "groups",
    "joint",
    "scan",
    "spelled",
    "words_of",
]
