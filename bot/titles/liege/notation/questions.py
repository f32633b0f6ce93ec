"""Free-form questions, mapped to the look-up that answers them; sentences about the future become standing orders."""

from __future__ import annotations

import re
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation import orders
from bot.titles.liege.notation.barrage_orders import GUNS
from bot.titles.liege.notation.lexicon import LiegeLexicon
from bot.titles.liege.notation.mentions import PLACES, Mentioned, asks, called, enemies, scan, words_of
from bot.titles.liege.notation.order_texts import kept
from bot.titles.liege.notation.phrasing import MOST, in_advance, orders_made
from engine.liege.facts import GERMAN

#: What ends a clause before another one.
_CLAUSE: Final = re.compile(r"[?,;!]\s|\s-\s")
#: Decisions about one unit's destination.
_GOING: Final = frozenset(
    {"retreat", "withdraw", "remain", "marching", "advance", "breach", "entering", "arrival", "shifting"}
)
#: Orders with chances.
_CHANCES: Final = frozenset({"fire", "shell", "assault", "attack"})
#: Decisions at which a unit or fort alone is not yet a target.
_AIMING: Final = frozenset({"barrage", "shelling"})
#: Decisions at which a fort's name stands for its hex.
_FOUGHT: Final = frozenset({"combat", "attack"})
#: Decisions whose panel lists every target with its chances.
_FIGHTING: Final = frozenset({"barrage", "assaults", "combat"})


def answered(context: OfferContext, line: str, *, question: bool = False) -> str:
    """Return the look-up that answers a question; "" if the line isn't one, or its subject is unknown.

    A sentence about the future is a standing order; as a `question` it looks up the existing standing orders.
    """
    if len(line.split()) > MOST:
        return ""
    if in_advance(context, line) is not None:
        return "standing" if question else f"standing {line}"
    spoken = f" {' '.join(LiegeLexicon.key(word) for word in line.split())} "
    if not asks(context, line) and not ((question or _asked_at_its_end(context, line)) and _of_odds(context, spoken)):
        return (_about_order(context, line) if question else "") or _farthest(context, line, spoken)
    said = scan(context, line)
    if look := _who_reaches(context, said, spoken):
        return look
    about = cast("LiegeBook", context.names).words.table("phrasings.questions.about")
    topics = sorted(
        ((word, look) for look, words in about.items() for word in words), key=lambda one: -len(one[0].split())
    )
    topic = next((look for word, look in topics if f" {word} " in spoken), "")
    goes = topic.startswith("rules") and words_of(context).verbs["reach"] & set(said.others)
    if said.of("unit", *PLACES) and topic == "rules 6.4":
        topic = ""  # how many steps the hex holds
    if said.of("unit") and (goes or topic in ("rules supply", "rules facing")):
        topic = ""  # how far it goes, how it is supplied, where it faces
    if topic == "score" and said.of("unit"):
        topic = "units"  # its points for a march
    if topic == "odds":
        return chances(context, said) or _targets(context, spoken)
    if topic and topic != "units":
        return topic
    if context.table.kind in _AIMING and _target(context, said) and said.of("unit") and context.table.mine:
        return chances(context, said)  # `can the 21cm reach fleron`
    if (
        context.table.kind in _GOING
        and not said.of(*PLACES, "unit")
        and words_of(context).naming["asking"] & set(said.others)
    ):
        return "panel"  # where the unit in question can go
    first = next((item for item in said.items if item.kind in ("unit", "hex", "fort")), None)
    return f"units {called(context, first)}" if first is not None else ("units" if topic else "")


def _about_order(context: OfferContext, line: str) -> str:
    """Return the look-up for an order with a question mark, which is not carried out: its chances, else its unit, place or choices."""
    name, said = line.partition(" ")[0].casefold(), scan(context, line.strip(" ?!."))
    ordered = name in orders.ORDERS
    several = bool(said.of("unit", "all"))
    alone = len(said.items) == 1 and not said.others
    named = line.endswith("?") and bool(said.of(*PLACES)) and (several or alone)  # `34ib to w36?`, `barchon?`
    if not context.table.mine or not (ordered or named):
        return ""
    aims = name in _CHANCES | {"barrage"} or (not ordered and several and context.table.kind in _FIGHTING)
    if aims and (look := chances(context, said)):
        return look
    first = next((item for item in said.items if item.kind in ("unit", "hex", "fort")), None)
    return f"units {called(context, first)}" if first is not None else "panel"


def _asked_at_its_end(context: OfferContext, line: str) -> bool:
    """Return whether a question stands behind an order: `34 assault barchon? what are the odds`, `hit v35, whats the chance`."""
    behind = [one.strip() for one in _CLAUSE.split(line)[1:]]
    return any(one and asks(context, one) for one in behind)


def _of_odds(context: OfferContext, spoken: str) -> bool:
    """Return whether a line with a question mark is about chances: `good odds on v35?`."""
    words = cast("LiegeBook", context.names).words.table("phrasings.questions")["chances"]
    return any(f" {one} " in spoken for one in words)


def _farthest(context: OfferContext, line: str, spoken: str) -> str:
    """Return the look-up of a unit's destinations if it is to go as far as it can, which is ambiguous; "" for other lines."""
    far = cast("LiegeBook", context.names).words.table("phrasings.questions")["farthest"]
    units = scan(context, line).of("unit") if any(f" {one} " in spoken for one in far) else []
    return f"units {called(context, units[0])}" if units else ""


def _who_reaches(context: OfferContext, said: Mentioned, spoken: str) -> str:
    """Return the look-up of which units can march to a place, if no unit is named; "" for other questions."""
    words = cast("LiegeBook", context.names).words.table("phrasings.questions")
    place = next(iter(said.of(*PLACES)), None)
    who = any(spoken.startswith(f" {one} ") for one in words["who"])
    if place is None or said.of("unit") or not who or not any(f" {one} " in spoken for one in words["reaches"]):
        return ""
    return f"units reach {place.text}"


def _targets(context: OfferContext, spoken: str) -> str:
    """Return the look-up of what can be fired at or attacked: the panel in its phase, else the chances of such an order."""
    if context.table.mine and context.table.kind in _FIGHTING:
        return "panel"
    shots = words_of(context).verbs["shell"] - words_of(context).verbs["attack"]
    return "odds shell" if shots & set(spoken.split()) else "odds attack"


def _only_guns(context: OfferContext, said: Mentioned) -> bool:
    """Return whether guns are named, and no other units or places."""
    units = cast("LiegeBook", context.names).facts.units
    named = [one for item in said.of("unit") for one in item.ids]
    return bool(named) and not said.of(*PLACES) and all(units[one].type in GUNS for one in named)


def _storming(context: OfferContext, said: Mentioned) -> str:
    """Return the look-up of the chances to storm a fort with the named troops: `can both brigades take Loncin?`; "" for other lines."""
    names, forts = cast("LiegeBook", context.names), said.of("fort")
    if len(forts) != 1 or context.table.side != GERMAN or context.table.kind in _FOUGHT:
        return ""
    guns, troops, pioneers = list[str](), list[str](), True
    for item in said.of("unit", "group"):
        own = [one for one in item.ids if names.facts.units[one].side == context.table.side]
        heavy = all(names.facts.units[one].type in GUNS for one in own)
        (guns if heavy else troops).extend(names.short(one) for one in own)
        pioneers &= heavy or all(names.facts.units[one].type == "PIO" for one in own)
    if not troops or enemies(context, said.of("unit")) or (pioneers and guns):
        return ""  # pioneers beside guns may fire with them
    return " ".join(["odds assault", called(context, forts[0]), "with", *troops, *(["after", *guns] if guns else [])])


def _target(context: OfferContext, said: Mentioned) -> bool:
    """Return whether a place other than an own fort is named."""
    return bool(said.of("hex")) or (bool(said.of("fort")) and context.table.side == GERMAN)


def chances(context: OfferContext, said: Mentioned) -> str:
    """Return the look-up of the chances of what is named, "" if nothing is; in the Combat Phase of the only possible attack."""
    hexes = context.table.may("hex") if context.table.kind == "combat" and not said.of(*PLACES) else ()
    if len(hexes) == 1 and said.of("unit", "all") and not said.of("number", "group"):
        place = cast("LiegeBook", context.names).hex(hexes[0]).lower()
        return " ".join(["odds attack", place, *(called(context, item) for item in said.of("unit"))])
    if not said.of(*PLACES, "unit"):
        return ""
    if context.table.kind == "assaults" and context.table.mine and not said.of(*PLACES):
        return "panel"  # `what can the pioneers storm`
    if storming := _storming(context, said):
        return storming
    made = next((one for one in orders_made(context, said) if one[0] in _CHANCES), None)
    usual = "fire" if said.of("fort") or _only_guns(context, said) else "attack"
    if made is None and context.table.kind in _AIMING and not _target(context, said):
        return f"units {called(context, said.of(*PLACES, 'unit')[0])}"  # `what can barchon hit`
    order, text = made if made is not None else (usual, " ".join(kept(said, usual)))
    return f"odds {order} {text}"


__all__ = ["answered", "chances"]
