"""How people note down orders: costs in brackets, numbers of steps, lists, and what is said of those who take no part.

Each function returns the words of a line as the orders say them; what it doesn't know stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.table.table import Table
from bot.table.typed_text import one_edit
from bot.titles.pog.notation.concrete import able
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, Space, Unit, mentions
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import fitting, read_unit

#: Where a sentence ends, and what is no end of one.
_SENTENCE = re.compile(r"(?<=[^\W\d_]{2})(?<!\bst)(?<!\bmt)(?<!\bvs)(?<!\bno)(?<!\bnr)[.!]+\s+(?=\w)", re.IGNORECASE)
#: A number of points in brackets: what an order costs.
_COST = re.compile(r"(?<=[a-z]) \( \d{1,2} \)(?= |$)")
#: A number of steps that one unit loses, before it and behind it.
_STEPS_OF = re.compile(
    r"(?:\b(?:takes?|loses?|put) )?\b([1-9]) (?:(?:steps?|hits|losses|loss)(?: (?:losses|loss))? )?(?:on|from|off|to|by|of|with|for)(?: the)? "
)
_COUNT = re.compile(
    r"^(?: (?:takes?|loses?|suffers?|absorbs?|gets?))?(?: the)?(?: (?:[-–−]|x) ?| \( )?([1-9])x?(?: \))?(?: (?:steps?|hits|losses|loss))?(?= ?(?:[,;+]|and\b|$))"
)
_TWICE = re.compile(r"^(?: (?:flips|dies|takes it|is hit))? twice(?= ?(?:[,;+]|and\b|$))")
#: That nobody else takes part.
_NOBODY = re.compile(r" ?, (?:and |but )?(?:no 1|no one|noone|nobody|none|nothing) else(?= ?(?:[,;]|$))")
#: Units that fight beside others.
_BESIDE = re.compile(
    r" (?:joins?|joining|supports?|supporting|helps?|backed by|supported by|joined by|together with|along with|alongside) (?=\w)"
)
#: Letters at least of a word of which one may be wrong, and those that all which are meant begin with.
_LONG, _ALIKE = 5, 4
#: Words for the same once more, and what parts orders that are so.
_SAME = frozenset({"same", "ditto", "idem", "likewise", "dito", "too", "also"})
_PARTS = re.compile(r" ?[;,] ?(?:and |then )?")
_FROM_EACH = re.compile(
    r"(?:(?:take|lose|i) )*(?:(?:1|a) )?(?:steps?|loss|hit|losses|hits)?(?: (?:from|on|off|by|for))? ?each(?: (?:unit|1|of them|please))?"
)
#: What parts the clauses of a line.
_CLAUSES = re.compile(r" ?(?:;|,| - | but | while | and ) ?| (?=(?:without|minus|excluding|except|no) )")
#: An aim that adds nothing to an order, up to the end of its clause.
_AIMS = "aid|assist|back|block|bolster|bother|bring|buy|cover|defend|deny|fill|fix|free|guard|help|hold|keep|kill|make|menace|plug|prepare|prevent|prop|protect|relieve|save|screen|secure|shield|shore|stiffen|stop|support|take care|threaten|tie|trap|worry"
_PURPOSE = re.compile(
    rf" (?:in order |so as |ready )?to (?:{_AIMS})\b(?! (?:him|it|them) (?:to|in)\b)[^,;]*"
    r"| ,? ?(?:because|since|so that|so (?:he|she|they|we|i|it|the)|before (?:he|she|they|it|the|someone|somebody)|hoping|hopefully to|where (?:he|it|they|we|the|there))\b[^,;]*"
)
#: Words of one who has no part in an order.
_OUT = frozenset(
    {
        "out",
        "of",
        "it",
        "this",
        "one",
        "put",
        "behind",
        "home",
        "where",
        "is",
        "are",
        "they",
        "there",
        "here",
        "back",
        "the",
        "alive",
        "whole",
        "intact",
        "safe",
        "aside",
        "please",
        "though",
        "in",
        "at",
        "reserve",
        "place",
        "rest",
        "wait",
        "only",
        "just",
        "should",
        "does",
        "do",
        "must",
        "will",
        "participate",
        "part",
        "take",
    }
)
#: Commands of decisions at which it may be said who has no part.
_DOING = frozenset({"play", "activate", "move", "attack", "sr", "advance", "lose", "rp"})


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause with the mark before it."""

    mark: str
    text: str


def sentences(line: str) -> str:
    """Return a line with semicolons where its sentences end."""
    return _SENTENCE.sub("; ", line)


def without_costs(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line without what orders cost: `koblenz - breslau ( 4 )`."""
    del lexicon
    said = " ".join(words)
    return (_COST.sub("", said) if table.face.commands[0] in ("sr", "rp", "move") else said).split()


def without_aims(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line without what its orders are for: `to nancy to help out the 2nd there`."""
    said, at = " ".join(words), 0
    while table.face.commands[0] in _DOING and (aim := _PURPOSE.search(said, at)) is not None:
        begun = max(said.rfind(mark, 0, aim.start()) for mark in ",;") + 1
        told = mentions(lexicon, said[begun : aim.start()].split()).spaces
        said, at = (said[: aim.start()] + said[aim.end() :], aim.start()) if told else (said, aim.end())
    return said.split()


def steps(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return losses with each unit named as often as it loses a step: `fr 5 - 2`, `5th army twice`, `2 hits on fr 5`."""
    said = " ".join(words)
    if table.face.commands[0] != "lose":
        return list(words)
    if _FROM_EACH.fullmatch(said):
        return " , ".join(lexicon.book.content.units[unit].name.replace("_", " ") for unit in able(table)).split()
    made, at, times = "", 0, 1
    while at < len(said):
        if (led := _STEPS_OF.match(said, at)) is not None and (not at or said[at - 1] == " "):
            times, at = int(led[1]), led.end()
            continue
        rest = said[at:].split()
        read = read_unit(lexicon, rest, 0) if not at or said[at - 1] == " " else None
        if read is None or read[0].everything or _is_number(read[0].text):
            word = rest[0] if rest else ""
            made, at = f"{made}{word} ", at + len(word) + 1
            continue
        named = " ".join(rest[: read[1]])
        at += len(named)
        behind = _COUNT.match(said[at:]) or _TWICE.match(said[at:])
        if behind is not None:
            times = int(behind[1]) if behind.re is _COUNT else 2
            at += behind.end()
        made, times = f"{made}{' , '.join([named] * times)} ", 1
    return made.split()


def spelled(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with slips of one letter put right in long words of orders that are like no name: `nancy attak`.

    A slip that begins the line is left: which order is meant is offered, not carried out.
    """
    del table
    return [*words[:1], *(_spelled(lexicon, word) for word in words[1:])]


def _spelled(lexicon: Lexicon, word: str) -> str:
    if len(word) < _LONG or not word.isalpha() or word in lexicon.order_words.spelled or lexicon.known(word):
        return word
    meant = [one for one in lexicon.order_words.spelled if one_edit(word, one)]
    alike = {one[:_ALIKE] for one in meant}
    return min(meant, key=len) if len(alike) == 1 else word


def to_in_figures(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with "to" in the place of a number between a unit and a space: `fr 3 2 bar le duc`."""
    made, found = list(words), mentions(lexicon, words)
    if table.face.commands[0] not in _DOING:
        return made
    ends = {one.at + len(one.text.split()) for one in found.units}
    for unit in found.units:
        behind = {one.at for one in found.spaces} | {at for at, word in enumerate(words) if word in lexicon.reserve}
        if unit.text == "2" and unit.at in ends and unit.at + 1 in behind:
            made[unit.at] = "to"
    return made


def comrades(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return attacks with those who join others beside them: `1st army joins 3rd and 4th against tarnopol`."""
    said = _NOBODY.sub("", " ".join(words))
    if table.face.commands[0] == "attack" and (beside := _BESIDE.search(said)) is not None:
        before, behind = mentions(lexicon, said[: beside.start()].split()), said[beside.end() :].split()
        if before.units and read_unit(lexicon, behind, 0) is not None:
            said = f"{said[: beside.start()]} and {' '.join(behind)}"
    return said.split()


def same(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with orders that are the same for somebody else as orders of theirs: `essen : all to sedan ; koblenz : same`."""
    if not _SAME.intersection(words):
        return list(words)
    made, before = list[str](), list[str]()
    for one in _PARTS.split(" ".join(words)):
        part = one.split()
        if before and _SAME.intersection(part) and (again := _again(lexicon, table, before, part)):
            part = again
        made += [*part, ";"]
        before = part
    return made[:-1]


def _again(lexicon: Lexicon, table: Table, before: Sequence[str], part: Sequence[str]) -> list[str]:
    """Return an order with the unit or the stack that is named in the place of its own; nothing where it isn't sure which that is."""
    other, ordered = mentions(lexicon, part), mentions(lexicon, before)
    if (
        len(other.units) + len(other.spaces) != 1
        or not {word for _, word in other.others} <= _SAME | lexicon.order_words.harmless
    ):
        return []
    stacks = [one for one in ordered.spaces if units_in(table, one.space)]
    instead: Sequence[Unit | Space] = ordered.units if other.units else stacks
    if not instead:
        return []
    at, end = instead[0].at, instead[0].at + len(instead[0].text.split())
    return [*before[:at], *(other.units or other.spaces)[0].text.split(), *before[end:]]


def attacks(lexicon: Lexicon, table: Table, words: Sequence[str]) -> str:
    """Return several attacks that are ordered before spaces are activated with the activation of all of them, "" for another line.

    The first attack ends all activation: `ru 1 x insterburg , ru 2 x tannenberg`.
    """
    if table.kind != "activate":
        return ""
    enemy, origins, ordered = table.game.state.control[1 - table.side], dict[str, int](), list[str]()
    for one in re.split(r" ?(?:[;,]|\band\b) ?(?:then )?", " ".join(words)):
        found = mentions(lexicon, one.split())
        targets = [space for space in found.spaces if enemy >> space.space & 1 and not units_in(table, space.space)]
        stacks = [space.space for space in found.spaces if units_in(table, space.space)]
        stacks += [place for unit in found.units for place in _where(lexicon, table, unit)]
        said = {word for _, word in found.others}
        if len(targets) != 1 or not stacks or not said & lexicon.order_words.verbs["attack"]:
            return ""
        if not said <= lexicon.order_words.harmless | lexicon.order_words.verbs["attack"]:
            return ""
        origins |= {lexicon.book.space(place): place for place in stacks}
        who = ", ".join(unit.text for unit in found.units) or ", ".join(lexicon.book.space(place) for place in stacks)
        ordered.append(f"attack {targets[0].text} {'with' if found.units else 'from'} {who}")
    return f"activate {', '.join(origins)} attack /{' /'.join(ordered)}" if len(ordered) > 1 else ""


def _where(lexicon: Lexicon, table: Table, unit: Unit) -> list[int]:
    """Return the one space on the map of the units that a name may mean, nothing where it may be several."""
    content = lexicon.book.content
    own = [one.id for one in content.units if one.side == table.side]
    on_map = [one for one in own if content.spaces[stands(table, one)].kind == "map"]
    places = {stands(table, one) for one in fitting(lexicon, unit.wish, on_map, weakened(table))}
    return [*places] if len(places) == 1 else []


def _is_number(text: str) -> bool:
    return text.isdecimal()


def clauses(said: str) -> list[tuple[str, str]]:
    """Return the clauses of a line, each with the mark before it."""
    found, mark, at = list[tuple[str, str]](), "", 0
    for one in _CLAUSES.finditer(said):
        found.append((mark, said[at : one.start()]))
        mark, at = one[0] or " ", one.end()
    return [*found, (mark, said[at:])]


def without_bystanders(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line without what it says of units that take no part, where it names those who do: `ge 4 attacks verdun, no corps`."""
    if table.face.commands[0] not in _DOING:
        return list(words)
    parts = clauses(" ".join(words))
    idle = [_idle(lexicon, table, text.split()) for _, text in parts]
    if all(one is None for one in idle) or all(one is not None for one in idle):
        return list(words)
    kept = "".join(f"{mark if at else ''}{text}" for at, (mark, text) in enumerate(parts) if idle[at] is None)
    kept = re.sub(r"^(?: ?(?:;|,| - |but |while |and )) ?", "", kept)
    named = [unit for unit in mentions(lexicon, kept.split()).units if not unit.wish.everything]
    theirs = {unit for one in idle if one is not None for unit in _units(lexicon, table, one)}
    found = mentions(lexicon, kept.split())
    places = {space.space for one in idle if one is not None and not one.units for space in one.spaces}
    apart = places and not places & {space.space for space in found.spaces}
    if not (named or apart) or theirs & set(_units(lexicon, table, found)):
        return list(words)
    return kept.split()


def _idle(lexicon: Lexicon, table: Table, words: Sequence[str]) -> Mentions | None:
    """Return what a clause names that says of units only that they do nothing; None for another one."""
    stay, no = (
        lexicon.order_words.verbs["stay"] | lexicon.order_words.leaving,
        lexicon.order_words.without | {"no", "not", "dont", "doesnt", "wont"},
    )
    if not (stay | no).intersection(words):
        return None
    found = mentions(lexicon, words)
    others = {word for _, word in found.others}
    doing = (
        lexicon.order_words.verbs["attack"] | lexicon.order_words.verbs["move"]
        if words and words[0] not in no
        else frozenset[str]()
    )
    said = stay | no | _OUT | (doing if no.intersection(words) else frozenset[str]())
    stacks = found.spaces and all(units_in(table, space.space) for space in found.spaces)
    return found if (found.units or stacks) and not found.dashes and others <= said else None


def _units(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[int]:
    """Yield the units that can be chosen that may be meant by names, in the places that are named with them."""
    spaces = {one.space for one in found.spaces}
    for unit in found.units:
        meant = fitting(lexicon, unit.wish, able(table), weakened(table))
        yield from [one for one in meant if stands(table, one) in spaces] or meant


__all__ = [
    "attacks",
    "clauses",
    "comrades",
    "same",
    "sentences",
    "spelled",
    "steps",
    "to_in_figures",
    "without_aims",
    "without_bystanders",
    "without_costs",
]
