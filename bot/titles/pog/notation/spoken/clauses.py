"""The clauses of a line: which exclude units, and which negate or leave open what is ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from bot.titles.pog.notation.aims import AGAINST
from bot.titles.pog.notation.spoken.ground import Ground
from bot.titles.pog.notation.spoken.items import STOPS, Tagged

#: Punctuation and words between clauses.
_SIGNS = STOPS | {",", "(", ")"}
_BREAKS = frozenset({"but", "while", "though", "although", "yet", "whereas", "so"})
_JOINS = frozenset({"and", "plus"})
_THEN = "then"
#: How the words of the order begin that ends a decision.
_END = "end"
#: Kinds of items that name who or what an order is about.
_NAMED = frozenset({"unit", "space", "card"})
#: How remarks begin, the kinds of known words in them, and their maximum number of words.
_ASIDES = frozenset(
    "it its that thats he hes she shes they theyre we were i im hope hopefully sorry good nice this there theres".split()
)
_IN_REMARKS = frozenset({"harmless", "after", "beside", "in", "to", "and", "first", "with", "one_by_one"})
_REMARK = 6
#: Words at the end of a line that say that something is left as it is.
_BE = frozenset({"be"})
#: Words for one that isn't meant.
_OTHER = frozenset({"other", "the other", "other 1", "other one", "the other one"})
#: Kinds of words between listed units.
_LISTING = frozenset({"and", "harmless", "after", "both", "joins"})
#: Kinds of words beside the one that pins.
_AT_PIN = frozenset({"with", "from", "in", "at", "and", "harmless"})
_VERBS = ("move", "attack", "sr", "advance", "entrench", "activate", "retreat")


@dataclass(slots=True)
class Stretch:
    """Items between two separators, and the word or sign before them."""

    before: str
    items: list[Tagged] = field(default_factory=list)

    def has(self, *kinds: str) -> bool:
        """Return whether one of its words can be of one of the kinds."""
        return any(item.names_any(*kinds) for item in self.items)

    @property
    def objects(self) -> list[Tagged]:
        """The units, spaces and cards it names."""
        return [item for item in self.items if item.kind in _NAMED]


@dataclass(slots=True)
class Line:
    """A line as far as it hangs on no decision.

    Attributes:
        items: what is said of those who have a part, with the marks between.
        out: units and spaces that have none.
        denied: whether something is not to be done that isn't only left out.
        finished: whether it says that nothing more is done.
        over: whether it says so in so many words.
        ended: whether these are the words of an order, which also ends what a remark such as `that's it` leaves open.
        left_open: whether it leaves something open.
        conserved: whether it says that things are kept.
        refused: the kinds of words with which it says so, or that something is not done.
        unclear: whether unknown words are said of those who have no part.
        left: whether somebody or something is left, which alone doesn't say who goes.
    """

    items: list[Tagged] = field(default_factory=list)
    out: list[Tagged] = field(default_factory=list)
    denied: bool = False
    finished: bool = False
    over: bool = False
    ended: bool = False
    left_open: bool = False
    conserved: bool = False
    refused: set[str] = field(default_factory=set)
    unclear: bool = False
    left: bool = False

    @property
    def objects(self) -> list[Tagged]:
        """The units, spaces and cards that take part."""
        return [item for item in self.items if item.kind in _NAMED]

    def has(self, *kinds: str) -> bool:
        """Return whether one of its words can be of one of the kinds."""
        return any(item.names_any(*kinds) for item in self.items)


def clauses(items: Sequence[Tagged]) -> list[Stretch]:
    """Return the clauses of items; listed names stay in one clause with what is said about them."""
    found = [Stretch("")]
    for at, item in enumerate(_all_but(items)):
        named = item.text == ":" and _is_front(found[-1])
        if named:
            found[-1].items.clear()
        heads = named or (item.text == ":" and _is_remark(found[-1]))
        breaks = item.text in _BREAKS and not item.names_any("without")
        parts = (item.kind == "mark" and item.text in _SIGNS) or breaks or heads
        joins = item.text in _JOINS and not _lists_units(found[-1])  # `ge 3 and ge 4 stay`: both do
        joins = joins and (_goes_on(items[at + 1 :]) or _of_others(found[-1], items[at + 1 :]))
        if at + 1 == len(items) and item.names_any("ends") and any(one.kind == "space" for one in found[-1].items):
            found.append(Stretch(""))  # `ru 2 warsaw done`
        joins |= item.text.endswith(_THEN) and _only_ends(items[at + 1 :])
        others = _others_stay(found[-1], items, at)  # `ge 4 goes in the rest stays`
        turns = others or item.names_any("without") or (item.names_any("not") and _excludes(items[at + 1 :]))
        if parts or joins or (turns and found[-1].items):
            found.append(Stretch(item.text))
            if parts or joins:
                continue
        found[-1].items.append(item)
    told = [clause for clause in found if clause.items]
    remarks = [one for at, one in enumerate(told) if (not at or one.items[0].text in _ASIDES) and _is_remark(one)]
    if remarks and told[0] is remarks[0] and told[0].items[0].text not in _ASIDES and _excepts(told[1:]):
        remarks = remarks[1:]  # `aynthing but metz`
    return [clause for clause in told if len(told) == 1 or clause not in remarks]


def _others_stay(before: Stretch, items: Sequence[Tagged], at: int) -> bool:
    """Return whether a word for the others begins, without a mark, what is said of those who stay."""
    behind = items[at + 1 : at + 3]
    stays = any(item.names_any("stays") for item in behind[:1]) or (
        len(behind) > 1 and behind[0].names_any("harmless", "not") and behind[1].names_any("stays")
    )
    return items[at].names_any("rest") and stays and bool(before.objects) and not before.has("stays", "not")


def _lists_units(clause: Stretch) -> bool:
    """Return whether a clause names units and says nothing of them."""
    said = [item for item in clause.items if item.kind != "unit"]
    return bool(clause.objects) and all(item.kind == "mark" or item.names <= _LISTING for item in said)


def _excepts(behind: Sequence[Stretch]) -> bool:
    return bool(behind) and behind[0].before == "but"


def _all_but(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items with "but" after "all" replaced by a word for "without": `everything but the corps`."""
    found = list(items)
    for at in range(1, len(items)):
        if items[at].text == "but" and items[at - 1].names_any("all", "both", "rest"):
            found[at] = replace(items[at], names=frozenset({"without"}))
    return _left_alone(found)


def _left_alone(items: list[Tagged]) -> list[Tagged]:
    """Return items with "leave" replaced by a negation where the line ends with "alone" or "be": `leave breslau alone`."""
    bare = [item for item in items if item.kind != "mark"]
    if not bare or not (bare[-1].names_any("only") or bare[-1].text in _BE):
        return items
    return [
        replace(item, names=frozenset({"not"})) if item.names_any("stays") and item.names_any("from") else item
        for item in items
    ]


def _is_front(clause: Stretch) -> bool:
    """Return whether words only name the part of the map that is spoken of: `lemberg front: ru corps to lublin`."""
    places = all(item.kind == "space" or item.names_any("harmless", "fronts") for item in clause.items)
    return clause.has("fronts") and places


def _is_remark(clause: Stretch) -> bool:
    """Return whether words are a remark: they name, order and negate nothing, and aren't only known fillers."""
    words = [item for item in clause.items if item.kind == "word"]
    plain = len(words) == len([item for item in clause.items if item.kind != "mark"]) and len(words) <= _REMARK
    return plain and any(not item.names for item in words) and all(item.names <= _IN_REMARKS for item in words)


def _adds_nothing(clause: Stretch) -> bool:
    """Return whether a stretch only gives the cost of something: `(4)`, `(1 MP)`."""
    bare = [item for item in clause.items if item.kind != "mark"]
    costs = all(item.text.isdecimal() or item.names_any("cost") for item in bare)
    named = any(item.kind == "card" for item in bare)  # `reinforcements (32)`
    return clause.before == "(" and costs and not named


def _excludes(items: Sequence[Tagged]) -> bool:
    """Return whether units or a use follow a negation and are thereby excluded: `pleve as sr not as ops`."""
    named = next((item for item in items if not (item.names_any("harmless") and item.kind == "word")), None)
    return named is not None and named.kind in ("unit", "use")


def _goes_on(items: Sequence[Tagged]) -> bool:
    """Return whether a verb follows a word for "and" before the next separator, so that other units are meant."""
    if _only_ends(items):
        return True
    if items and items[0].names_any(*_VERBS) and not items[0].names_any("harmless", "to", "in"):
        return True
    for item in items:
        if item.kind == "mark" or item.text in _BREAKS | _JOINS:
            return False
        if item.names_any("stays", "not", "entrench"):
            return True
    return False


def _only_ends(items: Sequence[Tagged]) -> bool:
    """Return whether words begin with an end and name nobody any more."""
    return bool(items) and items[0].names_any("ends") and not any(item.kind in _NAMED for item in items)


def _of_others(before: Stretch, items: Sequence[Tagged]) -> bool:
    """Return whether units behind "and" set out, while those before it stay: `fr 3 stays in verdun and ru 2 moves to plock`."""
    first = next((item for item in items if not item.names_any("harmless") or item.kind != "word"), None)
    stays = before.has("stays", "not") and bool(before.objects)
    return (
        stays
        and first is not None
        and first.kind == "unit"
        and (any(item.names_any("move", "attack", "to") for item in items) or _goes_to(items))
    )


def _without_pin(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items without who pins, which is told with the die: `metz flank pin koblenz`, `koblenz pins`."""
    at = next(at for at, item in enumerate(items) if item.names_any("pins"))
    end = at + 1
    while end < len(items) and (items[end].kind in _NAMED or items[end].kind == "mark" or items[end].names & _AT_PIN):
        end += 1
    before = items[:at]
    pinned_after = any(item.kind in _NAMED for item in items[at:end])
    told = not pinned_after and all(
        item.kind in _NAMED or item.kind == "mark" or item.names & _AT_PIN for item in before
    )
    return [*([] if told else before), *items[end:]]


def _goes_to(items: Sequence[Tagged]) -> bool:
    """Return whether the first unit has a space right after it: `and ru 2 warsaw`."""
    return next((behind.kind == "space" for one, behind in pairwise(items) if one.kind == "unit"), False)


def read(ground: Ground, items: Sequence[Tagged]) -> Line:
    """Return what a line says about the units that take part, and which don't."""
    line, leaving, spared, listing = Line(), False, False, list[Tagged]()
    for clause in [part for one in clauses(items) for part in _split_exclusion(ground, one)]:
        line.left_open |= clause.has("open")
        if clause.has("pins") and ground.table.face.commands[0] != "move":
            clause.items = _without_pin(clause.items)
        if not clause.items or (line.items and _adds_nothing(clause)):
            continue
        denies = clause.has("not", "without") or (clause.has("stays") and not _sets_out(clause))
        listed = leaving and not denies and _only_units(clause) and (not spared or _are_enemies(ground, clause))
        line.refused |= {name for item in clause.items for name in item.names} if denies else set()
        line.left |= any(item.names_any("from") and item.names_any("stays") for item in clause.items)
        spared = (denies and _spares(ground, clause)) or (listed and spared)
        leaving = (denies and _leaves_out(ground, clause)) or listed or spared
        if leaving and listing and clause.before in (",", "+") and clause.has("stays"):
            _stay_too(line, listing, clause)
        listing = clause.objects if not denies and _lists_units(clause) else []
        if leaving:
            line.unclear |= _told_of(clause)
            line.out += clause.objects
            line.denied |= clause.items[0].names_any("without") and any(
                item.names_any("stays", "not") for item in clause.items[1:]
            )  # denied twice
            line.left_open |= clause.items[0].names_any("without") and any(
                item.kind == "word" and not item.names for item in clause.items
            )  # `all but ge 4 stas out`
        elif denies and clause.has("not", "without") and not _is_later_negation(clause):
            line.finished |= not clause.objects and not _told_of(clause)
            line.denied |= bool(clause.objects) or _told_of(clause)
        elif denies and clause.has("stays") and not clause.objects:
            line.finished |= _all_stay(clause) or not any(item.kind in ("unit", "space") for item in items)
            line.denied |= _told_of(clause)
            line.conserved |= clause.has("conserves")
        elif clause.has("ends") and not clause.objects and not _told_of(clause) and not _ends_there(clause):
            line.finished = line.over = True
            line.refused |= {name for item in clause.items for name in item.names}
            line.ended |= any(item.text.startswith(_END) for item in clause.items if item.names_any("ends"))
        else:
            if ground.table.face.commands[0] == "rp":  # `rebuild nothing, flip the 8th`
                line.finished &= line.over or not clause.objects
            line.items += [Tagged("mark", 0, clause.before or ";"), *clause.items]
    return line


def _stay_too(line: Line, listed: Sequence[Tagged], clause: Stretch) -> None:
    """Leave units out that are only listed before others who stay: `ge 3, ge 4 stay`; with `stays` it's open who is meant."""
    stays = next(item for item in clause.items if item.names_any("stays"))
    if stays.text.split()[0].endswith("s"):
        line.left_open = True
        return
    line.items = [item for item in line.items if item not in listed]
    line.out += listed


def _split_exclusion(ground: Ground, clause: Stretch) -> list[Stretch]:
    """Return a clause that excludes units split from the goal of the others: `everything but the corps on sedan`, `instead of nancy with metz`."""
    named = spared = False
    for at, item in enumerate(clause.items if clause.items[0].names_any("without") else ()):
        aims = item.names_any("at", "to", "attack") or (item.kind == "space" and not ground.is_own(ground.place(item)))
        aims = aims or (spared and item.names_any("with", "from"))
        if named and aims and any(one.kind in ("unit", "space") for one in clause.items[at:]):
            return [Stretch(clause.before, clause.items[:at]), Stretch(";" if spared else ",", clause.items[at:])]
        spared |= item.kind == "space" and ground.is_enemy(ground.place(item))
        named |= item.kind == "unit" or spared
    return [clause]


def _sets_out(clause: Stretch) -> bool:
    """Return whether a word for leaving says that units go from one space to another: `ge 3 leaves metz for koblenz`."""
    stays = [item for item in clause.items if item.names_any("stays")]
    spaces = [item for item in clause.items if item.kind == "space"]
    return len(spaces) > 1 and all(item.text.startswith("leav") for item in stays) and clause.has("to")


def _leaves_out(ground: Ground, clause: Stretch) -> bool:
    """Return whether a negated clause is about own units or stacks."""
    objects = clause.objects
    own = [
        item for item in objects if item.kind == "unit" or (item.kind == "space" and ground.is_own(ground.place(item)))
    ]
    kept = [item for item in objects if item.kind == "card" and clause.has("conserves", "stays")]  # `holding blockade`
    return bool(objects) and len(own) + len(kept) == len(objects)


def _all_stay(clause: Stretch) -> bool:
    """Return whether all others are said to stay; not `the other`, which is one of a kind."""
    return any(item.names_any("all", "rest", "both") and item.text not in _OTHER for item in clause.items)


def _spares(ground: Ground, clause: Stretch) -> bool:
    """Return whether a negated clause is about enemies alone, who aren't attacked: `skip nancy`, `not nancy`."""
    fights = ground.table.face.commands[0] in AGAINST
    return fights and clause.has("without", "not") and _are_enemies(ground, clause)


def _are_enemies(ground: Ground, clause: Stretch) -> bool:
    """Return whether a clause names spaces that enemies hold, and nothing else."""
    there = [item for item in clause.objects if item.kind == "space" and ground.is_enemy(ground.place(item))]
    return bool(there) and len(there) == len(clause.objects)


def _only_units(clause: Stretch) -> bool:
    """Return whether a clause only names units, or stacks by their spaces; not a unit with where it goes."""
    listed = clause.before in (",", "and", "+") and len({item.kind for item in clause.objects}) == 1
    return listed and all(
        item.kind == "unit" or item.names <= _IN_REMARKS for item in clause.items if item.kind != "mark"
    )


def _is_later_negation(clause: Stretch) -> bool:
    """Return whether a clause negates only what is decided later."""
    return all(
        not item.names_any("not", "without") or item.names_any("beside", "frontally", "only") for item in clause.items
    )


def _ends_there(clause: Stretch) -> bool:
    """Return whether a word for an end says where somebody stops, and not that the player has: `and end there`, not `then end`."""
    words = [item for item in clause.items if item.kind != "mark" and not item.names_any("next", "and", "joins")]
    return len(words) > 1 and any(item.names_any("stop") for item in words)


def _told_of(clause: Stretch) -> bool:
    """Return whether a clause has unknown words besides its negation, or leaves something open."""
    return any(item.kind == "word" and not item.names for item in clause.items) or clause.has("open")


__all__ = ["Line", "Stretch", "clauses", "read"]
