"""Units that a line names by a pronoun, or by what is left of a stack: `both`, `the others`, `everybody except the corps`.

Each function returns the words of a line with the units that are meant in the place of the pronoun, by their ids; where it isn't
certain who is meant, the words stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.table.table import Table, units_of
from bot.table.typed_text import DASHES
from bot.titles.pog.notation import attacking
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import mentions
from bot.titles.pog.notation.name_tables import LONGEST
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import ARMY_WORDS, CORPS_WORDS, UnitWish, fitting, read_unit

#: What parts orders, or begins the next one.
NEXT = frozenset({",", ";", "and", "then", "+", "while", "but"})
_TOWARD = DASHES | {"to", "into"}
#: The same, where units are only ever named with where they go.
_PLACED = frozenset({"in", "at", "for"})
_ONE = frozenset({"1", "a", "the"})
#: Verbs by which units are chosen, with a number of units that "both" stands for.
_CHOOSING = ("add", "hit", "pick", "spend")
_BOTH = 2


def own_place(lexicon: Lexicon, table: Table, words: Sequence[str], at: int) -> tuple[int, int] | None:
    """Return the space with units of one's own whose whole name begins at a word, and the place after it."""
    for end in range(min(len(words), at + LONGEST), at, -1):
        found = lexicon.spaces.get(" ".join(words[at:end]), set())
        if len(found) == 1:
            return (min(found), end) if units_in(table, min(found)) else None
    return None


def box(lexicon: Lexicon, words: Sequence[str], at: int) -> int:
    """Return the place after the word for the reserve that stands at a word, 0 where none does."""
    reserve = lexicon.spaces["reserve"]
    ends = range(min(len(words), at + LONGEST), at, -1)
    return next((end for end in ends if lexicon.spaces.get(" ".join(words[at:end]), set()) & reserve), 0)


def meant(lexicon: Lexicon, table: Table, wish: UnitWish) -> list[int]:
    """Return the own units on the map that a name may mean."""
    content = lexicon.book.content
    own = [one.id for one in content.units if one.side == table.side]
    on_map = [one for one in own if content.spaces[stands(table, one)].kind == "map"]
    return fitting(lexicon, wish, on_map, weakened(table))


def ids(lexicon: Lexicon, units: Sequence[int]) -> list[str]:
    """Return words for units by their ids."""
    named = [lexicon.book.content.units[unit].name.split("_") for unit in units]
    return [word for at, words in enumerate(named) for word in ((",", *words) if at else words)]


# -- both -------------------------------------------------------------------------------------------------------


def both(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return words with the two units that can be chosen now in the place of "both"."""
    at = next((at for at, word in enumerate(words) if word in ("2", "both") and _alone(lexicon, words, at)), -1)
    if at < 0 or table.face.commands[0] not in ("move", "lose", "advance", "rp", "attack", "retreat"):
        return list(words)
    if table.kind == "retreat":
        left = units_in(table, stands(table, int(table.field("unit", -1)))) if int(table.field("unit", -1)) >= 0 else []
        return [*words[:at], *(["all"] if len(left) == _BOTH else words[at : at + 1]), *words[at + 1 :]]
    verb = next((verb for verb in _CHOOSING if verb in table.game.decision.verbs), "")
    able = [unit for unit in table.may(verb) if stands(table, unit) not in lexicon.spaces["reserve"]]
    return [*words[:at], *ids(lexicon, able), *words[at + 1 :]] if len(able) == _BOTH else list(words)


def _alone(lexicon: Lexicon, words: Sequence[str], at: int) -> bool:
    """Return whether a number counts nobody who is named with it, and no units are named before it."""
    behind = words[at + 1] if at + 1 < len(words) else ""
    kinds = {*ARMY_WORDS, *CORPS_WORDS, "armies", *lexicon.nations, *lexicon.reserve, "x", "on", "for"}
    before = words[at - 1] if at else ""
    return (
        behind not in kinds
        and before not in lexicon.nations
        and not behind.isdecimal()
        and not mentions(lexicon, words[:at]).units
    )


def whole(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a retreat of all units of a stack that are named one by one as that of all: `army + corps > verdun`."""
    current = int(table.field("unit", -1)) if table.kind == "retreat" else -1
    named = mentions(lexicon, words).units if current >= 0 else []
    if len(named) < _BOTH:
        return list(words)
    stack = units_in(table, stands(table, current))
    who = {one for unit in named for one in fitting(lexicon, unit.wish, stack, weakened(table))}
    first, last = named[0].at, named[-1].at + len(named[-1].text.split())
    between = {*words[first:last]} - {word for unit in named for word in unit.text.split()}
    return [*words[:first], "all", *words[last:]] if who == {*stack} and between <= NEXT | {"the"} else list(words)


# -- one more -----------------------------------------------------------------------------------------------------


def another(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return words with units in the place of those for more of them: `a corps to metz, another to koblenz`; `1 corps each to metz and koblenz`."""
    if table.face.commands[0] not in ("play", "activate", "move", "sr"):
        return list(words)
    return list(_one_more(lexicon, table, _each(lexicon, words)))


def _each(lexicon: Lexicon, words: Sequence[str]) -> list[str]:
    """Return words with as many units as there are spaces where one is sent to each of them."""
    read = next((read for at in range(len(words)) if (read := _kind(lexicon, words, at)) is not None), None)
    if read is None or "each" not in words:
        return list(words)
    at, end, wish = read
    apart = [one for one in mentions(lexicon, words[end:]).spaces if one.space not in lexicon.spaces["reserve"]]
    if len(apart) < _BOTH or wish.count != 1:
        return list(words)
    named = [word for word in words[at:end] if word not in _ONE]
    return [*words[:at], str(len(apart)), *named, *(word for word in words[end:] if word != "each")]


def _kind(lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[int, int, UnitWish] | None:
    """Return armies or corps without numbers of their own that are named at a word."""
    read = read_unit(lexicon, words, at)
    if read is None or read[0].label or read[0].everything or read[0].army is None:
        return None
    return at, read[1], read[0]


def _one_more(lexicon: Lexicon, table: Table, words: Sequence[str]) -> Iterator[str]:
    """Yield words with units, and where they come from, in the place of "another" and the like."""
    kind, origin, at = list[str](), list[str](), 0
    while at < len(words):
        if (read := _kind(lexicon, words, at)) is not None:
            kind = [word for word in words[at : read[1]] if not word.isdecimal() and word not in _ONE]
            begun = words[read[1] : read[1] + 1] == ["from"] or (
                words[read[1] : read[1] + 1] and words[read[1]] in ("in", "of")
            )
            place = read[1] + bool(begun)
            end = box(lexicon, words, place) or (own_place(lexicon, table, words, place) or (0, 0))[1]
            told = end and (begun or end < len(words))
            origin = ["from", *words[place:end]] if told else origin
            yield from words[at : read[1]]
            yield from (origin if not told or not begun else ())
            if told and not begun:
                at = end
                continue
            at = read[1]
            continue
        if kind and (more := _more(lexicon, words, at, placed=table.face.commands[0] == "sr")) is not None:
            nation, at = more
            bare = [word for word in kind if not nation or word not in lexicon.nations]
            yield from (";", "1", *nation, *bare, *origin)
            continue
        yield words[at]
        at += 1


def _more(lexicon: Lexicon, words: Sequence[str], at: int, *, placed: bool) -> tuple[list[str], int] | None:
    """Return the nation of one more of the same, where one is named, and the place after it: `and another to`, `, a russian one to`, `and 1 to`."""
    begun = at
    while at < len(words) and words[at] in NEXT | {"the"}:
        at += 1
    counted = at < len(words) and (
        words[at] in lexicon.order_words.another or (words[at] in ("1", "a", "an") and at > begun)
    )
    if not counted:
        return None
    one, at = words[at] in lexicon.order_words.another or words[at] == "1", at + 1
    nation = [words[at]] if at < len(words) and words[at] in lexicon.nations else []
    at += len(nation)
    if at < len(words) and words[at] == "1":
        one, at = True, at + 1
    goal = _TOWARD | _PLACED if placed else _TOWARD
    return (nation, at) if one and at < len(words) and words[at] in goal else None


# -- the others ---------------------------------------------------------------------------------------------------


def others(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return movements with those of a stack who are not named in the place of "the others": `4th digs in, the other two to cambrai`."""
    if table.face.commands[0] not in ("move", "advance"):
        return list(words)
    at = next((at for at, word in enumerate(words) if at and word in lexicon.order_words.rest), 0)
    if not at:
        return list(words)
    named = {one for unit in mentions(lexicon, words[:at]).units for one in _certain(lexicon, table, unit.wish)}
    origins = {stands(table, one) for one in named}
    if len(origins) != 1:
        return list(words)
    able = [*table.may("pick"), *table.may("add"), *units_of(table.field("stack", 0))]
    left = [one for one in dict.fromkeys(able) if stands(table, one) in origins and one not in named]
    end = at + 1
    while end < len(words) and words[end] in lexicon.order_words.rest | {"of", "them"}:
        end += 1
    count = int(words[end]) if end < len(words) and words[end].isdecimal() else 0
    end += bool(count)
    if end < len(words) and words[end] in ("armies", "units", "corps", "army", "unit", "go"):
        end += words[end] != "go"
    while end < len(words) and words[end] in lexicon.order_words.verbs["move"]:
        end += 1
    if not left or (count and count != len(left)):
        return list(words)
    before = list(words[: at - (words[at - 1] == "the")])
    while before and before[-1] in NEXT:
        before = before[:-1]
    return [*before, ";", *ids(lexicon, left), *words[end:]]


def staying(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return movements without those at their head who are left where they are: `leave one corps in belfort; ...`."""
    del table
    if words and words[0] in lexicon.order_words.leaving and ";" in words:
        return list(words[list(words).index(";") + 1 :])
    return list(words)


def _certain(lexicon: Lexicon, table: Table, wish: UnitWish) -> list[int]:
    """Return the units among those that may be chosen that a name means, nothing where it could be others as well."""
    able = [*table.may("pick"), *table.may("add"), *units_of(table.field("stack", 0))]
    found = fitting(lexicon, wish, dict.fromkeys(able), weakened(table))
    alike = {(lexicon.book.content.units[one].group, stands(table, one)) for one in found}
    return found[: wish.count] if len(alike) == 1 or len(found) == wish.count else []


# -- all but some -------------------------------------------------------------------------------------------------


def excepted(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return an order for all but some by those who are left: `attack sedan from koblenz without the corps`."""
    at = next((at for at, word in enumerate(words) if at and word in lexicon.order_words.without), 0)
    answer = table.face.commands[0]
    if not at or answer not in ("attack", "move", "advance"):
        return list(words)
    kept, left_out = mentions(lexicon, words[:at]), mentions(lexicon, words[at + 1 :])
    if not left_out.units or left_out.spaces or any(not unit.wish.everything for unit in kept.units):
        return list(words)
    gone = {one for unit in left_out.units for one in meant(lexicon, table, unit.wish)}
    who, behind = list[int](), list[str]()
    if answer == "attack":
        enemy = table.game.state.control[1 - table.side]
        targets = [one for one in kept.spaces if enemy >> one.space & 1]
        origins = {one.space for one in kept.spaces if not enemy >> one.space & 1}
        if len(targets) == 1:
            able = attacking.fit(table, targets[0].space)
            who = [one for one in able if not origins or stands(table, one) in origins]
            return _ordered(lexicon, ["attack", *targets[0].text.split(), "with"], who, gone) or list(words)
    elif answer == "move" and len(kept.spaces) > 1:
        who = list(units_in(table, kept.spaces[0].space))
        behind = [word for one in kept.spaces[1:] for word in ("to", *one.text.split())]
    elif answer == "advance" and len(kept.spaces) < _BOTH:
        who = list(table.may("add"))
        behind = [word for one in kept.spaces for word in one.text.split()]
    found = _ordered(lexicon, [answer], who, gone)
    return [*found, *behind] if found else list(words)


def _ordered(lexicon: Lexicon, order: list[str], units: Sequence[int], gone: set[int]) -> list[str]:
    """Return an order for units but some, nothing where nobody is left."""
    kept = [one for one in units if one not in gone]
    return [*order, *ids(lexicon, kept)] if kept and len(kept) < len(units) else []


__all__ = ["NEXT", "another", "both", "box", "excepted", "ids", "meant", "others", "own_place", "staying", "whole"]
