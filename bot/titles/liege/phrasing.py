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
    "march": ("arrive", "turn", "march", "depart"), "marching": ("march",), "arrival": ("arrive",), "facing": ("turn",),
    "arrival_facing": ("turn",), "barrage": ("fire", "shell"), "shelling": ("fire",), "bombarding": ("fire",),
    "assaults": ("assault",), "storm_on": ("assault",), "assault_advance": ("enter",), "combat": ("attack",), "attack": ("attack",),
    "withdraw": ("withdraw",), "retreat": ("retreat",), "remain": ("retreat", "stay"), "advance": ("advance",), "breach": ("advance",),
    "entering": ("advance",), "afterwards": ("dig", "shift", "merge"),
}  # fmt: skip
#: Orders that use a word between names, by the word.
_WITH: Final = {"with": ("attack", "fire", "shell", "assault"), "deploy": ("march",)}
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
    items, others = known.scan(known.numbered(words))
    return _placed(context, Mentioned(items, others))


def _placed(context: OfferContext, said: Mentioned) -> Mentioned:
    """Return what is said without the place of the units that are named: `34ib from V36 to U36`."""
    state, units = cast("LiegeState", context.table.game.state), said.of("unit")
    places = [item for item in said.of("hex") if not _faced(said, item)]
    here = {state.at[one] for unit in units for one in unit.ids}
    if len(places) > 1 and units and set(places[0].ids) == here:
        said.items.remove(places[0])
    return said


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
    return len(_groups(said, _UNITS, _PLACES)) <= 2 and not (
        name != "hold" and any(i.text == "rest" for i in said.items)
    )


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
    for order in named or fitting:
        if (text := _text(context, order, said)) is not None:
            yield order, text


def _text(context: OfferContext, order: str, said: Mentioned) -> str | None:
    """Return what is behind an order's name, None where the pieces don't fit it."""
    units, places, sides = said.of(*_UNITS), said.of(*_PLACES), said.of("side")
    looks = bool(sides) or any(item.kind == "facing" for item in said.items)
    ways = [item for item in places if not _faced(said, item)]
    if (
        order == "turn"
        and (ways or not looks)
        and not (len(ways) == 1 and not looks and "turn" in _named(context, said))
    ):
        return None
    if order in ("march", "depart") and not (units and (ways or order == "depart")):
        return None
    if order == "arrive" and (not units or not _waiting(context, units)):
        return None
    if order in ("attack", "fire", "shell", "assault") and len(ways) + len(_enemies(context, units)) < 1:
        return None
    if order in ("fire", "assault") and not said.of("fort"):
        return None
    if order == "shell" and said.of("fort"):
        return None
    if order in ("retreat", "withdraw", "shift") and not ways:
        return None
    if order == "dig" and not (units or ways):
        return None
    return " ".join(_kept(said, order))


def _named(context: OfferContext, said: Mentioned) -> set[str]:
    verbs = _words(context).verbs
    return {order for order, known in verbs.items() if known & set(said.others)}


def _kept(said: Mentioned, order: str) -> Iterator[str]:
    """Yield the words of the pieces, without those that this order has no use for: "to" before no place, "with" before who marches."""
    for at, item in enumerate(said.items):
        later = said.items[at + 1].kind if at + 1 < len(said.items) else ""
        useless = item.kind in ("to", "at") and later not in _PLACES | {"unit"}
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
