"""Text of an order after its command name, composed from the tokens of a free-form line.

Orders with a destination put units first, then places, then a facing, whatever the order of the line; others keep its
order. Of units named together, the position decides which can do it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import Item, LiegeLexicon
from bot.titles.liege.notation.mentions import (
    PLACES,
    RUNS_OF_ONE_ORDER,
    UNITS,
    Mentioned,
    called,
    enemies,
    faced,
    groups,
    words_of,
)
from bot.titles.liege.notation.named_units import one_by_one
from engine.liege.facts import GERMAN
from engine.liege.state import WAITING, LiegeState
from engine.liege.view import seen_at

#: Keywords between names, with the orders that use them.
_WITH: Final = {
    "with": ("attack", "fire", "shell", "assault"),
    "deploy": ("march",),
    "forced": ("march", "depart", "scout"),
}
#: Orders written as units, destination, facing, whatever the order of the line.
_GOING: Final = frozenset({"arrive", "march", "scout", "shift", "advance", "enter", "withdraw", "retreat", "turn"})
#: For each order, the verbs whose arguments are the units able to do it, once the target is chosen.
_ABLE: Final = {
    "arrive": ("arrive",), "march": ("unit",), "turn": ("turn", "shift"), "dig": ("dig",), "shift": ("shift",), "hide": ("hide",), "advance": ("enter",),
    "fire": ("add",), "shell": ("add",), "attack": ("commit",), "assault": ("by", "gun"), "scout": ("unit",), "depart": ("unit",),
}  # fmt: skip


def able(context: OfferContext, order: str, said: Mentioned) -> Mentioned:
    """Narrow units named together to those able to do what is ordered; all are kept if none is."""
    if (
        all(not item.grouped and not item.count for item in said.items)
        or (can := _able_units(context, order, said)) is None
    ):
        return said
    names, state = cast("LiegeBook", context.names), cast("LiegeState", context.table.game.state)
    beside = {seen_at(state, one, context.table.side) for item in said.of("unit") for one in item.ids}
    left: list[Item] = []
    for item in said.items:
        here = [one for one in item.ids if one in can]
        if item.count > 0 and len(here) > item.count:  # `the 15cm and both brigades`: those next to it
            here = [one for one in here if state.at[one] in beside]
        if item.count > 0 and len(here) == item.count:
            left += one_by_one(names, item, here)
        elif not item.grouped or here:
            left.append(item)
    return Mentioned(left, said.others, said.excepted) if any(item.grouped for item in left) else said


def _able_units(context: OfferContext, order: str, said: Mentioned) -> set[int] | None:
    """Return the units able to do what is ordered at the named place; None for an order without such a check."""
    table, verbs = context.table, _ABLE.get(order, ())
    if not verbs:
        return None
    state = cast("LiegeState", table.game.state)
    aims = {
        "fire": [("fort", one) for item in said.of("fort") for one in item.ids[:1]],
        "assault": [("fort", one) for item in said.of("fort") for one in item.ids[:1]],
        "shell": [("target", one) for item in said.of("hex") for one in item.ids],
        "attack": [("hex", one) for item in said.of("hex") for one in item.ids],
    }.get(order, [])
    if order == "attack" and not aims and "hex" in table.game.decision.verbs and len(table.may("hex")) == 1:
        aims = [("hex", table.may("hex")[0])]  # the only hex that can be attacked
    tried = (table.attempt(one) for one in aims if table.offers(*one))
    trial = next((one for one in tried if one is not None), table)
    can = {one for verb in verbs if verb in trial.game.decision.verbs for one in trial.may(verb)}
    if order == "march":  # units already there have no way to go
        goals = [item.ids for item in said.of("hex") if not faced(said, item)][-1:]
        can = {one for one in can if all(state.at[one] not in ids for ids in goals)} or can
    if order == "turn":
        looks = [item.ids for item in said.of("side") if len(item.ids) == 1][-1:]
        can = {one for one in can if all(state.facing[one] not in ids for ids in looks)} or can
    return can


def unplaced(context: OfferContext, order: str, said: Mentioned) -> list[str]:
    """Return the places that an order without one could mean; if there are several, the player is asked."""
    verb = {"attack": "hex", "retreat": "to", "withdraw": "go", "fire": "fort"}.get(order, "")
    table, names = context.table, cast("LiegeBook", context.names)
    if not verb or said.of(*PLACES) or enemies(context, said.of("unit")) or verb not in table.game.decision.verbs:
        return []
    if any(item.kind in ("facing", "side") for item in said.items):
        return []
    if verb == "fort":
        return [f"at {names.typed_fort(fort)}" for fort in table.may(verb)]
    camp = (
        context.table.game.state.facts.camp if order != "attack" and words_of(context).camp & set(said.others) else -1
    )
    return [names.hex(hex_).lower() for hex_ in table.may(verb) if camp >> hex_ & 1]


def behind_place(said: Mentioned, order: str) -> str:
    """Return the units to write after the place of an order that named none; "" for retreats and withdrawals."""
    units = [item.text for item in said.of("unit", "partly")] if order in ("attack", "fire") else []
    return " ".join(["with", *units]) if units else ""


def _in_usual_order(said: Mentioned, order: str) -> str:
    """Return the line's units, then destination, then facing, whatever the order of the line."""
    kinds = [item.kind for item in said.items]
    if kinds.count("facing") > 1 or len(groups(said, UNITS, PLACES)) > RUNS_OF_ONE_ORDER:
        return " ".join(kept(said, order))
    last = kinds.index("facing") + 1 if "facing" in kinds else len(kinds)
    looks = [item for item in said.items[last - 1 :] if item.kind not in UNITS] if "facing" in kinds else []
    units = [item for item in said.items if item.kind in UNITS]
    rest = [item for item in said.items if item.kind not in UNITS and all(item is not one for one in looks)]
    return " ".join(kept(Mentioned([*units, *rest, *looks], said.others, said.excepted), order))


def parted(context: OfferContext, order: str, said: Mentioned) -> list[str]:
    """Split an order: one assault per fort and storming unit if several forts are named; one order per hex for digging in."""
    units, forts = said.of("unit"), said.of("fort")
    if order == "assault" and len(forts) > 1:
        return [line for fort in forts for line in _stormed_by_each(context, fort, units)]
    state, names = cast("LiegeState", context.table.game.state), cast("LiegeBook", context.names)
    own = [one for item in units for one in item.ids if names.facts.units[one].side == context.table.side]
    hexes = dict.fromkeys(state.at[one] for one in own)
    if order == "dig" and not said.of(*PLACES) and len(own) == len(units) and len(hexes) > 1:
        return [" ".join(names.short(one) for one in own if state.at[one] == hex_) for hex_ in hexes]
    return []


def text_of(context: OfferContext, order: str, said: Mentioned) -> str | None:
    """Return the text after an order's name, None if the tokens don't fit the order."""
    if context.table.kind == "barrage_targets":
        if said.of("side", "facing", "via", "deploy", "forced"):
            return None  # of no barrage: `everyone out to the west`
        return " ".join(item.text for item in said.of(*UNITS)) or None
    said = _heading_there(context, order, said)
    if not _is_complete(context, order, said):
        return None
    if order == "dig" and any(item.text == "rest" for item in said.of(*UNITS)):
        return "all"
    if order == "assault":
        return _assault_text(context, said)
    if order == "hide":
        return " ".join(_units_there(context, said)) or None
    if order == "dig" and said.of("unit"):
        return _diggers(context, said)
    if order in _GOING:
        return _in_usual_order(said, order)
    if order == "depart":
        said = Mentioned(said.of(*UNITS), said.others, said.excepted)
    if order in ("fire", "shell") and words_of(context).others & set(said.others):  # `everything else at v36`
        rest = [replace(item, text="rest") if item.kind == "all" else item for item in said.items]
        said = Mentioned(rest, said.others, said.excepted)
    guns = ["all"] if order == "fire" and _joins_guns(context, said) else []
    return " ".join([*guns, *kept(said, order)])


def _joins_guns(context: OfferContext, said: Mentioned) -> bool:
    """Return whether pioneers fire beside all guns, which aren't named: `fire at fleron with pioneers too`."""
    units = cast("LiegeBook", context.names).facts.units
    named = [one for item in said.of("unit") for one in item.ids]
    too = words_of(context).same & set(said.others)
    return bool(named) and bool(too) and not said.of("all") and all(units[one].type == "PIO" for one in named)


def _heading_there(context: OfferContext, order: str, said: Mentioned) -> Mentioned:
    """Read "toward" a hex to which a unit can retreat as its goal: `they fall back towards Eupen`."""
    verb = {"retreat": "to", "withdraw": "go"}.get(order, "")
    at = next((at for at, item in enumerate(said.items) if item.kind == "facing"), -1)
    if not verb or at < 0 or LiegeLexicon.key(said.items[at].text) not in words_of(context).heading:
        return said
    goal = said.items[at + 1] if at + 1 < len(said.items) else None
    ways = [item for item in said.of(*PLACES) if not faced(said, item)]
    if goal is None or goal.kind != "hex" or ways or not any(context.table.offers(verb, one) for one in goal.ids):
        return said
    return Mentioned([*said.items[:at], *said.items[at + 1 :]], said.others, said.excepted)


def _diggers(context: OfferContext, said: Mentioned) -> str | None:
    """Return the units that dig in, without their location; None if another location was named."""
    state = cast("LiegeState", context.table.game.state)
    hexes = {one for item in said.of("hex") for one in item.ids}
    here = all(any(seen_at(state, one, context.table.side) in hexes for one in item.ids) for item in said.of("unit"))
    return " ".join(item.text for item in said.of("unit")) if not hexes or here else None


def _is_complete(context: OfferContext, order: str, said: Mentioned) -> bool:
    """Return whether the line has everything that an order needs, and nothing that belongs to another."""
    units, sides = said.of(*UNITS), said.of("side")
    looks = bool(sides) or any(item.kind == "facing" for item in said.items)
    ways = [item for item in said.of(*PLACES) if not faced(said, item)]
    if order == "turn":
        toward = len(ways) == 1 and not looks and bool(words_of(context).verbs["turn"] & set(said.others))
        return bool(not ways and looks) or toward
    if looks and order in ("attack", "fire", "shell", "assault"):
        return False
    aimed = bool(ways) or bool(enemies(context, units))
    needs = {
        "march": bool(units and ways), "scout": bool(units and ways), "depart": bool(units), "arrive": (bool(units) and _waiting(context, units)) or (context.table.kind == "arrival" and bool(ways)),
        "attack": aimed, "fire": bool(said.of("fort")) and context.table.side == GERMAN, "assault": bool(said.of("fort")),
        "shell": bool(enemies(context, units) or said.of("hex")) and not (said.of("fort") and context.table.side == GERMAN),
        "retreat": bool(ways), "withdraw": bool(ways), "shift": bool(ways), "dig": bool(units or ways) and not looks, "hide": bool(units or ways),
    }  # fmt: skip
    return needs.get(order, True)


def _units_there(context: OfferContext, said: Mentioned) -> Iterator[str]:
    """Yield the named units, and the own units in the named places."""
    names, state = cast("LiegeBook", context.names), cast("LiegeState", context.table.game.state)
    yield from (item.text for item in said.of("unit"))
    for item in said.of("hex"):
        here = [one for one in context.table.may("hide") if state.at[one] in item.ids]
        yield from (names.short(one) for one in here)


def _stormed_by_each(context: OfferContext, fort: Item, units: Sequence[Item]) -> list[str]:
    """Return an assault on a fort for each unit that can storm it, with the named guns."""
    guns = _shelling(context, fort)
    firing = [item for item in units if set(item.ids) & guns]
    return [_assault_text(context, Mentioned([fort, item, *firing], [])) for item in units if item not in firing]


def _shelling(context: OfferContext, fort: Item) -> set[int]:
    """Return the guns that can shell a fort before an assault, without units that can storm it."""
    table = context.table
    trial = table.attempt(("fort", fort.ids[0])) if table.kind == "assaults" else None
    return set(trial.may("gun")) - set(trial.may("by")) if trial is not None else set()


def _assault_text(context: OfferContext, said: Mentioned) -> str:
    """Return an assault as fort, storming unit and shelling guns: `18id to assault pontisse, 42cm helping`."""
    guns = _shelling(context, said.of("fort")[0])
    if any(item.kind in ("with", "after") for item in said.items) and not guns & {
        one for item in said.of("unit") for one in item.ids
    }:
        first = [item for item in said.items if item.kind == "fort"]
        others = [item for item in said.items if item.kind != "fort"]
        return " ".join(kept(Mentioned([*first, *others], said.others), "assault"))
    firing = [item for item in said.of("unit") if set(item.ids) & guns]
    storming = [item for item in said.of("unit") if item not in firing]
    parts = [item.text for item in said.of("fort")]
    parts += ["with", *(item.text for item in storming)] if storming else []
    parts += ["after", *(called(context, item) for item in firing)] if firing else []
    return " ".join(parts)


def kept(said: Mentioned, order: str) -> Iterator[str]:
    """Yield the tokens' texts without those meaningless in this order: "to" without a place, "with" before a marching unit."""
    for at, item in enumerate(said.items):
        later = said.items[at + 1].kind if at + 1 < len(said.items) else ""
        useless = item.kind in ("to", "at") and (order == "turn" or later not in PLACES | {"unit"})
        useless |= item.kind == "via" and later not in PLACES
        useless |= item.kind == "facing" and later not in PLACES | {"side", "to", "at"}
        useless |= item.kind == "side" and order == "march" and by_the_way(said, at)
        useless |= item.kind in ("with", "deploy", "forced") and order not in _WITH.get(item.kind, ())
        if not useless:
            yield item.text


def by_the_way(said: Mentioned, at: int) -> bool:
    """Return whether a side describes the route rather than a facing: `round the south to huy`."""
    before = said.items[at - 1].kind if at else ""
    return before != "facing" and any(item.kind in PLACES for item in said.items[at + 1 :])


def _waiting(context: OfferContext, units: Sequence[Item]) -> bool:
    """Return whether the named units can arrive."""
    may = set(context.table.may("arrive")) if context.table.kind == "march" else set()
    state = cast("LiegeState", context.table.game.state)
    waits = {one for one in may if state.at[one] == WAITING}
    return context.table.kind == "arrival" or any(item.kind == "all" or waits & set(item.ids) for item in units if may)


__all__ = ["able", "behind_place", "by_the_way", "kept", "parted", "text_of", "unplaced"]
