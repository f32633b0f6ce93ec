"""Lines in people's own words: the order that is put together of the units, hexes, forts and facings which they name, and questions.

`27ib and 14ib attack V35`, `34 IB -> T36, facing southwest`, `the 21cm fires at Barchon`, `can I shoot at Loncin?`

An order keeps every name of the line, in its order. It says all of the line where the other words are those of this order, or known
to add nothing; then the host carries it out, else it proposes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.lexicon import Item, LiegeLexicon, lexicon, one_unit
from engine.liege.state import WAITING, LiegeState

#: Signs that lead from one name to the next, and marks that part words.
_ARROWS: Final = re.compile(r"\s*(?:[-=]+>|→|>+)\s*")
_BETWEEN_HEXES: Final = re.compile(r"(?<=[A-Za-z]\d\d)\s*[-–—]\s*(?=[A-Za-z]{1,2}\d\d\b)")
_MARKS: Final = re.compile(r"[:;()+]|(?<=\w)[.!](?=\s|$)|&")
#: Words of a line at most in which a meaning is looked for.
_MOST: Final = 60
#: Orders that may be meant, by the kind of the decision.
_ORDERS: Final = {
    "march": ("arrive", "turn", "march", "depart", "scout"), "marching": ("march",), "arrival": ("arrive",), "facing": ("turn",),
    "arrival_facing": ("turn",), "barrage": ("fire", "shell"), "shelling": ("fire",), "bombarding": ("fire",),
    "assaults": ("assault",), "storm_on": ("assault",), "assault_advance": ("enter",), "combat": ("attack",), "attack": ("attack",),
    "withdraw": ("withdraw",), "retreat": ("retreat",), "remain": ("retreat", "stay"), "advance": ("advance",), "breach": ("advance",),
    "entering": ("advance",), "afterwards": ("dig", "shift", "merge", "hide"),
}  # fmt: skip
#: Orders that use a word between names, by the word.
_WITH: Final = {"with": ("attack", "fire", "shell", "assault"), "deploy": ("march",)}
#: Orders that are meant only where their words are said.
_SAID: Final = frozenset({"depart", "scout", "hide"})
_BOTH: Final = frozenset({"both", "two", "2"})
#: Orders of which there are chances.
_CHANCES: Final = frozenset({"fire", "shell", "assault", "attack"})
#: Kinds of pieces that name something.
_UNITS: Final = frozenset({"unit", "all"})
_PLACES: Final = frozenset({"hex", "fort"})


@dataclass(slots=True)
class Mentioned:
    """What a line names, in its order, and its other words in small letters."""

    items: list[Item]
    others: list[str]

    def of(self, *kinds: str) -> list[Item]:
        """Return the pieces of some kinds."""
        return [item for item in self.items if item.kind in kinds]


def scan(context: OfferContext, line: str) -> Mentioned:
    """Read a line as far as it names something."""
    names = cast("LiegeBook", context.names)
    known = lexicon(names)
    words = _MARKS.sub(" ", _ARROWS.sub(" to ", _BETWEEN_HEXES.sub(" ", line)))
    words = known.every_gun.sub(" ", words)
    words = known.partly.sub(" partly ", words)
    items, others = known.scan(known.numbered(words))
    return _placed(context, _counted(context, Mentioned(items, others)))


def _counted(context: OfferContext, said: Mentioned) -> Mentioned:
    """Return what is said with both units of one's own in the place of a name that means either: `both fortress regiments`."""
    names, side = cast("LiegeBook", context.names), context.table.side
    if not _BOTH & set(said.others):
        return said
    found: list[Item] = []
    for item in said.items:
        own = [one for one in item.ids if item.kind == "unit" and names.facts.units[one].side == side]
        here = [one for one in own if cast("LiegeState", context.table.game.state).at[one] >= 0]
        found += [Item("unit", (one,), names.short(one)) for one in here] if len(here) == len("ab") else [item]
    return Mentioned(found, said.others)


def _placed(context: OfferContext, said: Mentioned) -> Mentioned:
    """Return what is said without the place of the units that are named: `34ib from V36 to U36`."""
    state = cast("LiegeState", context.table.game.state)
    said.items = list(_narrowed(context, said.items))
    units = said.of("unit")
    places = [item for item in said.of("hex") if not _faced(said, item)]
    here = {state.at[one] for unit in units for one in unit.ids}
    if len(places) > 1 and units and set(places[0].ids) == here:
        said.items.remove(places[0])
    held = {hex_ for place in places for hex_ in place.ids if place.kind == "hex"}
    for enemy in _enemies(context, units) if len(units) > 1 and context.table.kind in ("combat", "attack") else ():
        if held & {state.at[one] for one in enemy.ids}:
            said.items.remove(enemy)  # `the 9th brigade in V35`
    return said


def _narrowed(context: OfferContext, items: Sequence[Item]) -> Iterator[Item]:
    """Yield pieces without a place behind the units that are there, `27ib (from U35)`, and without one that is named twice, `Herve U35`."""
    state, names = cast("LiegeState", context.table.game.state), cast("LiegeBook", context.names)
    named = sum(item.kind in _PLACES for item in items)
    last: Item | None = None
    for item in items:
        if item.kind == "hex" and last is not None and last.kind == "hex" and last.ids == item.ids:
            continue
        here = (
            [one for one in last.ids if state.at[one] in item.ids] if last is not None and last.kind == "unit" else []
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


def _faced(said: Mentioned, item: Item) -> bool:
    at = next(at for at, one in enumerate(said.items) if one is item)
    return any(one.kind == "facing" for one in said.items[:at])


def guesses(context: OfferContext, line: str) -> list[str]:
    """Return the orders that a line may mean at the present decision."""
    if len(line.split()) > _MOST or not context.table.mine:
        return []
    said = scan(context, line)
    return list(dict.fromkeys(f"{order} {text}".strip() for order, text in _made(context, said)))


def says_all(context: OfferContext, line: str, order: str) -> bool:
    """Return whether an order of `guesses` says all of a line: its other words are those of this order, or add nothing."""
    said, words = scan(context, line), _words(context)
    name = order.partition(" ")[0]
    known = words.harmless | words.filling | words.verbs.get(name, frozenset())
    if asks(context, line) or not set(said.others) <= known:
        return False
    if name == "turn" and _only_toward(context, said):
        return False
    rest = name not in ("hold", "dig") and any(item.text == "rest" for item in said.items)
    several = name == "assault" or (name == "attack" and bool(said.of("partly")))
    return not rest and (several or len(_groups(said, _UNITS, _PLACES)) <= len("up"))


def _only_toward(context: OfferContext, said: Mentioned) -> bool:
    """Return whether units and a hex "toward" which they go or look are all that is said: `34ib toward U36`."""
    facing = next((item for item in said.items if item.kind == "facing"), None)
    words = _words(context)
    heading = facing is not None and LiegeLexicon.key(facing.text) in words.heading
    return heading and not words.verbs["turn"] & set(said.others)


def _made(context: OfferContext, said: Mentioned) -> Iterator[tuple[str, str]]:
    """Yield orders with their text: those whose words are said, else all that fit what is named."""
    verbs = _words(context).verbs
    fitting = _ORDERS.get(context.table.kind, ())
    named = [order for order in fitting if verbs.get(order, frozenset()) & set(said.others)]
    for order in named or [order for order in fitting if order not in _SAID]:
        if (text := _text(context, order, said)) is not None:
            yield order, text


def _text(context: OfferContext, order: str, said: Mentioned) -> str | None:
    """Return what is behind an order's name, None where the pieces don't fit it."""
    if not _fits(context, order, said):
        return None
    if order == "dig" and any(item.text == "rest" for item in said.of(*_UNITS)):
        return "all"
    if order == "assault":
        return _stormed(context, said)
    if order == "hide":
        return " ".join(_there(context, said)) or None
    return " ".join(item.text for item in said.of(*_UNITS)) if order == "depart" else " ".join(_kept(said, order))


def _fits(context: OfferContext, order: str, said: Mentioned) -> bool:
    """Return whether an order has all that it needs, and nothing that belongs to another one."""
    units, sides = said.of(*_UNITS), said.of("side")
    looks = bool(sides) or any(item.kind == "facing" for item in said.items)
    ways = [item for item in said.of(*_PLACES) if not _faced(said, item)]
    if order == "turn":
        toward = len(ways) == 1 and not looks and "turn" in _named(context, said)
        return bool(not ways and looks) or toward
    aimed = bool(ways) or bool(_enemies(context, units))
    needs = {
        "march": bool(units and ways), "scout": bool(units and ways), "depart": bool(units), "arrive": bool(units) and _waiting(context, units),
        "attack": aimed, "fire": bool(said.of("fort")), "assault": bool(said.of("fort")), "shell": aimed and not said.of("fort"),
        "retreat": bool(ways), "withdraw": bool(ways), "shift": bool(ways), "dig": bool(units or ways), "hide": bool(units or ways),
    }  # fmt: skip
    return needs.get(order, True)


def _there(context: OfferContext, said: Mentioned) -> Iterator[str]:
    """Yield the names of units, and of those of one's own that are in the places that are named."""
    names, state = cast("LiegeBook", context.names), cast("LiegeState", context.table.game.state)
    yield from (item.text for item in said.of("unit"))
    for item in said.of("hex"):
        here = [one for one in context.table.may("hide") if state.at[one] in item.ids]
        yield from (names.short(one) for one in here)


def _stormed(context: OfferContext, said: Mentioned) -> str:
    """Return an assault with its fort first, who storms it, and the guns that shell it before: `18id to assault pontisse, 42cm helping`."""
    table = context.table
    trial = table.attempt(("fort", said.of("fort")[0].ids[0])) if table.kind == "assaults" else None
    guns = set(trial.may("gun")) - set(trial.may("by")) if trial is not None else set[int]()
    if any(item.kind in ("with", "after") for item in said.items) and not guns & {
        one for item in said.of("unit") for one in item.ids
    }:
        return " ".join(_kept(said, "assault"))
    firing = [item for item in said.of("unit") if set(item.ids) & guns]
    storming = [item for item in said.of("unit") if item not in firing]
    parts = [item.text for item in said.of("fort")]
    parts += ["with", *(item.text for item in storming)] if storming else []
    parts += ["after", *(_name(context, item) for item in firing)] if firing else []
    return " ".join(parts)


def _named(context: OfferContext, said: Mentioned) -> set[str]:
    verbs = _words(context).verbs
    return {order for order, known in verbs.items() if known & set(said.others)}


def _kept(said: Mentioned, order: str) -> Iterator[str]:
    """Yield the words of the pieces, without those that this order has no use for: "to" before no place, "with" before who marches."""
    for at, item in enumerate(said.items):
        later = said.items[at + 1].kind if at + 1 < len(said.items) else ""
        useless = item.kind in ("to", "at") and (order == "turn" or later not in _PLACES | {"unit"})
        useless |= item.kind == "facing" and later not in _PLACES | {"side", "to", "at"}
        useless |= item.kind in ("with", "deploy") and order not in _WITH.get(item.kind, ())
        if not useless:
            yield item.text


def _waiting(context: OfferContext, units: Sequence[Item]) -> bool:
    """Return whether units are named that may arrive."""
    may = set(context.table.may("arrive")) if context.table.kind == "march" else set()
    state = cast("LiegeState", context.table.game.state)
    waits = {one for one in may if state.at[one] == WAITING}
    return context.table.kind == "arrival" or any(item.kind == "all" or waits & set(item.ids) for item in units if may)


def _enemies(context: OfferContext, units: Sequence[Item]) -> list[Item]:
    facts = cast("LiegeBook", context.names).facts
    return [item for item in units if item.ids and all(facts.units[one].side != context.table.side for one in item.ids)]


def _groups(said: Mentioned, *kinds: frozenset[str]) -> list[int]:
    """Return which of some kinds follow each other, without those of a facing: units, places, units again are three."""
    found: list[int] = []
    for item in said.items:
        if item.kind == "facing":
            break
        number = next((at for at, known in enumerate(kinds) if item.kind in known), -1)
        if number >= 0 and found[-1:] != [number]:
            found.append(number)
    return found


# -- questions --------------------------------------------------------------------------------------------------


def asks(context: OfferContext, line: str) -> bool:
    """Return whether a line begins like a question."""
    words = [LiegeLexicon.key(word) for word in line.split()[:3]]
    begin = _words(context).begin
    return any(" ".join(words[:length]) in begin for length in range(1, len(words) + 1))


def answered(context: OfferContext, line: str) -> str:
    """Return the look-up that answers a question, "" for what is none, or is about nothing that is known."""
    if len(line.split()) > _MOST or not asks(context, line):
        return ""
    said = scan(context, line)
    spoken = f" {' '.join(LiegeLexicon.key(word) for word in line.split())} "
    about = cast("LiegeBook", context.names).words.table("phrasings.questions.about")
    topics = sorted(
        ((word, look) for look, words in about.items() for word in words), key=lambda one: -len(one[0].split())
    )
    topic = next((look for word, look in topics if f" {word} " in spoken), "")
    if topic.startswith("rules") and said.of("unit") and _words(context).verbs["reach"] & set(said.others):
        topic = ""  # how far it goes
    if topic == "odds":
        return chances(context, said) or "odds attack"
    if topic and topic != "units":
        return topic
    first = next((item for item in said.items if item.kind in ("unit", "hex", "fort")), None)
    return f"units {_name(context, first)}" if first is not None else ("units" if topic else "")


def chances(context: OfferContext, said: Mentioned) -> str:
    """Return the look-up of the chances of what is named, "" where nothing is named."""
    if not said.of(*_PLACES, "unit"):
        return ""
    made = next((one for one in _made(context, said) if one[0] in _CHANCES), None)
    usual = "fire" if said.of("fort") else "attack"
    order, text = made if made is not None else (usual, " ".join(_kept(said, usual)))
    return f"odds {order} {text}"


def _name(context: OfferContext, item: Item) -> str:
    """Return a piece as its look-up takes it: a unit by its counter, of one's own before others."""
    names = cast("LiegeBook", context.names)
    if item.kind != "unit":
        return item.text
    try:
        return names.short(one_unit(names, item, context.table.side))
    except Refusal:
        return item.text


def _words(context: OfferContext) -> LiegeLexicon:
    return lexicon(cast("LiegeBook", context.names))


__all__ = ["answered", "asks", "chances", "guesses", "says_all", "scan"]
