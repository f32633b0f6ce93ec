"""Lines in people's own words: the order that is put together of the units, hexes, forts and facings which they name.

`27ib and 14ib attack V35`, `34 IB -> T36, facing southwest`, `the 21cm fires at Barchon`

An order keeps every name of the line, in its order. It says all of the line where the other words are those of this order, or known
to add nothing; then the host carries it out, else it proposes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.lexicon import Item, LiegeLexicon
from bot.titles.liege.mentions import PLACES, UNITS, Mentioned, asks, called, enemies, faced, groups, scan, words_of
from bot.titles.liege.standing_sentences import StandingSentence, begins_in_advance, standing_sentence
from engine.liege.facts import GERMAN
from engine.liege.grid import SIDES
from engine.liege.state import MARCHED, WAITING, LiegeState

#: Decisions at which the orders of a phase begin.
_PHASES: Final = frozenset({"barrage", "assaults", "march", "combat", "afterwards"})
#: Words of a line at most in which a meaning is looked for.
MOST: Final = 60
#: Orders that may be meant, by the kind of the decision.
_ORDERS: Final = {
    "march": ("arrive", "turn", "march", "depart", "scout"), "marching": ("march", "turn"), "arrival": ("arrive",), "facing": ("turn",),
    "arrival_facing": ("turn",), "barrage": ("fire", "shell"), "shelling": ("fire",), "barrage_targets": ("fire",), "bombarding": ("fire",),
    "assaults": ("assault",), "storm_on": ("assault",), "assault_advance": ("enter",), "combat": ("attack",), "attack": ("attack",),
    "withdraw": ("withdraw",), "retreat": ("retreat",), "remain": ("retreat", "stay"), "advance": ("advance",), "breach": ("advance",),
    "entering": ("advance",), "afterwards": ("dig", "shift", "merge", "hide"),
}  # fmt: skip
#: Orders that use a word between names, by the word.
_WITH: Final = {
    "with": ("attack", "fire", "shell", "assault"),
    "deploy": ("march",),
    "forced": ("march", "depart", "scout"),
}
#: Orders that are meant only where their words are said.
_SAID: Final = frozenset({"depart", "scout", "hide"})


def guesses(context: OfferContext, line: str) -> list[str]:
    """Return the orders that a line may mean at the present decision."""
    if len(line.split()) > MOST or not context.table.mine:
        return []
    if (advance := in_advance(context, line)) is not None:
        return [f"standing {advance.order}"]
    said = scan(context, line)
    made = list(dict.fromkeys(f"{order} {text}".strip() for order, text in orders_made(context, said)))
    return made or _the_same(context, said)


def _the_same(context: OfferContext, said: Mentioned) -> list[str]:
    """Return the marches to where others have marched in this phase, for a line that says no more than that a unit does the same."""
    names, state = cast("LiegeBook", context.names), cast("LiegeState", context.table.game.state)
    if context.table.kind != "march" or not words_of(context).same & set(said.others):
        return []
    units = " ".join(called(context, item) for item in said.of("unit"))
    gone = [
        one
        for one in range(len(state.at))
        if state.has(one, MARCHED) and names.facts.units[one].side == context.table.side
    ]
    return [
        f"march {units} to {names.hex(state.at[one]).lower()} facing {SIDES[state.facing[one]]}"
        for one in gone
        if units and state.at[one] >= 0
    ]


def says_all(context: OfferContext, line: str, order: str) -> bool:
    """Return whether an order of `guesses` says all of a line: its other words are those of this order, or add nothing."""
    if (advance := in_advance(context, line)) is not None:
        return advance.exact
    said, words = scan(context, line), words_of(context)
    name = order.partition(" ")[0]
    known = words.harmless | words.filling | words.verbs.get(name, frozenset())
    if asks(context, line) or not set(said.others) <= known:
        return False
    if name == "turn" and _only_toward(context, said):
        return False
    if (name == "assault" and len(said.of("fort")) > 1) or (name == "dig" and _parted(context, name, said)):
        return False
    if name != "march" and said.of("deploy"):
        return False
    if [item.kind for item in said.items[:2]] == ["all", "facing"] and not said.others:
        return False  # who they are was said before: `18id u36, 5id u35, everyone facing sw`
    if name == "march" and any(item.kind == "side" and _by_the_way(said, at) for at, item in enumerate(said.items)):
        return False
    rest = name not in ("hold", "dig") and any(item.text == "rest" for item in said.items)
    several = name in ("assault", "shell") or (name == "attack" and bool(said.of("partly")))
    return not rest and (several or len(groups(said, UNITS, PLACES)) <= len("up"))


def in_advance(context: OfferContext, line: str) -> StandingSentence | None:
    """Return the standing order of a line that clearly speaks of what is to come; None for one of the present, or a question."""
    names = cast("LiegeBook", context.names)
    if asks(context, line) and not begins_in_advance(names, line):
        return None
    found = standing_sentence(names, line)
    return found if found is not None and found.general else None


def _only_toward(context: OfferContext, said: Mentioned) -> bool:
    """Return whether units and a hex "toward" which they go or look are all that is said: `34ib toward U36`."""
    facing = next((item for item in said.items if item.kind == "facing"), None)
    words = words_of(context)
    heading = facing is not None and LiegeLexicon.key(facing.text) in words.heading
    return heading and not words.verbs["turn"] & set(said.others)


def orders_made(context: OfferContext, said: Mentioned) -> Iterator[tuple[str, str]]:
    """Yield orders with their text: those whose words are said, else all that fit what is named."""
    verbs = words_of(context).verbs
    fitting = _ORDERS.get(context.table.kind, ())
    named = [order for order in fitting if verbs.get(order, frozenset()) & set(said.others)]
    named = named or _elsewhere(context, said)
    state = cast("LiegeState", context.table.game.state)
    coming = bool(said.of("unit")) and all(state.at[one] == WAITING for item in said.of("unit") for one in item.ids)
    fitting = tuple(order for order in fitting if order != "march" or not coming)  # a march of theirs is an arrival
    named = [order for order in named if order != "march" or not coming]
    mixed = len(groups(said, UNITS, PLACES)) > len("one")  # other guns at another target
    for order in named or [order for order in fitting if order not in _SAID]:
        if mixed and order == "fire":
            continue
        if order in ("assault", "dig") and (parts := _parted(context, order, said)):
            yield from ((order, text) for text in parts)
        elif (text := _text(context, order, said)) is not None:
            yield order, text
            if order == "march" and said.of("forced") and words_of(context).open & set(said.others):
                yield order, " ".join(item.text for item in said.items if item.kind != "forced")


def _elsewhere(context: OfferContext, said: Mentioned) -> list[str]:
    """Return the order of another phase that the words of a line name, where they name one alone and none of the present phase."""
    if context.table.kind not in _PHASES:
        return []
    told = cast("LiegeBook", context.names).words.table("phrasings.elsewhere")
    found = [order for order, words in told.items() if {LiegeLexicon.key(word) for word in words} & set(said.others)]
    here = _ORDERS.get(context.table.kind, ())
    return found if len(found) == 1 and found[0] not in here else []


def _parted(context: OfferContext, order: str, said: Mentioned) -> list[str]:
    """Return one order for each fort and each unit that may storm it, where several forts are named; one for each hex to dig in."""
    units, forts = said.of("unit"), said.of("fort")
    if order == "assault" and len(forts) > 1:
        return [line for fort in forts for line in _stormed_by_each(context, fort, units)]
    state, names = cast("LiegeState", context.table.game.state), cast("LiegeBook", context.names)
    own = [one for item in units for one in item.ids if names.facts.units[one].side == context.table.side]
    if order == "dig" and not said.of(*PLACES) and len(own) == len(units) and len({state.at[one] for one in own}) > 1:
        return [names.short(one) for one in own]
    return []


def _text(context: OfferContext, order: str, said: Mentioned) -> str | None:
    """Return what is behind an order's name, None where the pieces don't fit it."""
    if not _fits(context, order, said):
        return None
    if order == "dig" and any(item.text == "rest" for item in said.of(*UNITS)):
        return "all"
    if order == "assault":
        return _stormed(context, said)
    if order == "hide":
        return " ".join(_there(context, said)) or None
    return " ".join(item.text for item in said.of(*UNITS)) if order == "depart" else " ".join(kept(said, order))


def _fits(context: OfferContext, order: str, said: Mentioned) -> bool:
    """Return whether an order has all that it needs, and nothing that belongs to another one."""
    units, sides = said.of(*UNITS), said.of("side")
    looks = bool(sides) or any(item.kind == "facing" for item in said.items)
    ways = [item for item in said.of(*PLACES) if not faced(said, item)]
    if order == "turn":
        toward = len(ways) == 1 and not looks and "turn" in _named(context, said)
        return bool(not ways and looks) or toward
    aimed = bool(ways) or bool(enemies(context, units))
    targets = context.table.kind == "barrage_targets" and bool(enemies(context, units))
    needs = {
        "march": bool(units and ways), "scout": bool(units and ways), "depart": bool(units), "arrive": bool(units) and _waiting(context, units),
        "attack": aimed, "fire": targets or (bool(said.of("fort")) and context.table.side == GERMAN), "assault": bool(said.of("fort")),
        "shell": bool(enemies(context, units) or said.of("hex")) and not (said.of("fort") and context.table.side == GERMAN),
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


def _stormed_by_each(context: OfferContext, fort: Item, units: Sequence[Item]) -> list[str]:
    """Return an assault on a fort for each unit that may storm it, with the guns that are named."""
    guns = _shelling(context, fort)
    firing = [item for item in units if set(item.ids) & guns]
    return [_stormed(context, Mentioned([fort, item, *firing], [])) for item in units if item not in firing]


def _shelling(context: OfferContext, fort: Item) -> set[int]:
    """Return the guns that can shell a fort before an assault, without units that can storm it."""
    table = context.table
    trial = table.attempt(("fort", fort.ids[0])) if table.kind == "assaults" else None
    return set(trial.may("gun")) - set(trial.may("by")) if trial is not None else set()


def _stormed(context: OfferContext, said: Mentioned) -> str:
    """Return an assault with its fort first, who storms it, and the guns that shell it before: `18id to assault pontisse, 42cm helping`."""
    guns = _shelling(context, said.of("fort")[0])
    if any(item.kind in ("with", "after") for item in said.items) and not guns & {
        one for item in said.of("unit") for one in item.ids
    }:
        return " ".join(kept(said, "assault"))
    firing = [item for item in said.of("unit") if set(item.ids) & guns]
    storming = [item for item in said.of("unit") if item not in firing]
    parts = [item.text for item in said.of("fort")]
    parts += ["with", *(item.text for item in storming)] if storming else []
    parts += ["after", *(called(context, item) for item in firing)] if firing else []
    return " ".join(parts)


def _named(context: OfferContext, said: Mentioned) -> set[str]:
    verbs = words_of(context).verbs
    return {order for order, known in verbs.items() if known & set(said.others)}


def kept(said: Mentioned, order: str) -> Iterator[str]:
    """Yield the words of the pieces, without those that this order has no use for: "to" before no place, "with" before who marches."""
    for at, item in enumerate(said.items):
        later = said.items[at + 1].kind if at + 1 < len(said.items) else ""
        useless = item.kind in ("to", "at") and (order == "turn" or later not in PLACES | {"unit"})
        useless |= item.kind == "facing" and later not in PLACES | {"side", "to", "at"}
        useless |= item.kind == "side" and order == "march" and _by_the_way(said, at)
        useless |= item.kind in ("with", "deploy", "forced") and order not in _WITH.get(item.kind, ())
        if not useless:
            yield item.text


def _by_the_way(said: Mentioned, at: int) -> bool:
    """Return whether a side says which way is marched, not where somebody looks: `round the south to huy`."""
    before = said.items[at - 1].kind if at else ""
    return before != "facing" and any(item.kind in PLACES for item in said.items[at + 1 :])


def _waiting(context: OfferContext, units: Sequence[Item]) -> bool:
    """Return whether units are named that may arrive."""
    may = set(context.table.may("arrive")) if context.table.kind == "march" else set()
    state = cast("LiegeState", context.table.game.state)
    waits = {one for one in may if state.at[one] == WAITING}
    return context.table.kind == "arrival" or any(item.kind == "all" or waits & set(item.ids) for item in units if may)


__all__ = ["MOST", "guesses", "in_advance", "kept", "orders_made", "says_all"]
