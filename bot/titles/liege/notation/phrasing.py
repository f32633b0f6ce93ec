"""Interpretation of free-form lines: composes orders from the units, hexes, forts and facings named.

`27ib and 14ib attack V35`, `34 IB -> T36, facing southwest`, `the 21cm fires at Barchon`

An order keeps every name of the line, in order. It covers the whole line if the other words belong to this order or are
known to add nothing; then the host carries it out, else it is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.barrage_orders import GUNS
from bot.titles.liege.notation.clause_orders import clause_orders
from bot.titles.liege.notation.clauses import clauses
from bot.titles.liege.notation.lexicon import LiegeLexicon
from bot.titles.liege.notation.mentions import (
    PLACES,
    RUNS_OF_ONE_ORDER,
    UNITS,
    Mentioned,
    asks,
    called,
    faced,
    groups,
    scan,
    words_of,
)
from bot.titles.liege.notation.order_texts import able, behind_place, by_the_way, parted, text_of, unplaced
from bot.titles.liege.notation.relations import confronts, related
from bot.titles.liege.notation.standing_sentences import StandingSentence, begins_in_advance, standing_sentence
from engine.liege.grid import SIDES
from engine.liege.state import ACTED, ARRIVED, MARCHED, WAITING, LiegeState
from engine.liege.view import seen_at

#: Decisions at which a phase's orders begin.
_PHASES: Final = frozenset({"barrage", "assaults", "march", "combat", "afterwards"})
#: Decisions within a phase, which know no order of another one.
_WITHIN: Final = frozenset({
    "marching", "arrival", "facing", "barrage_targets", "storm_on", "assault_advance", "withdraw", "retreat", "remain", "advance", "breach", "entering",
})  # fmt: skip
#: Units that swap hexes.
_PAIR: Final = 2
#: Only lines up to this many words are interpreted.
MOST: Final = 60
#: Possible orders, by kind of decision.
_ORDERS: Final = {
    "march": ("arrive", "turn", "march", "depart", "scout"), "marching": ("march", "turn"), "arrival": ("arrive",), "facing": ("turn",),
    "arrival_facing": ("turn",), "barrage": ("fire", "shell"), "shelling": ("fire",), "bombarding": ("fire",), "barrage_targets": ("fire",),
    "assaults": ("assault",), "storm_on": ("assault",), "assault_advance": ("enter",), "combat": ("attack",), "attack": ("attack",),
    "withdraw": ("withdraw",), "retreat": ("retreat", "turn"), "remain": ("retreat", "stay"), "advance": ("advance",), "breach": ("advance",),
    "entering": ("advance",), "afterwards": ("dig", "turn", "shift", "merge", "hide"),
}  # fmt: skip
#: Orders of other phases that are other names for one of a phase.
_CALLED_ALIKE: Final = {"combat": ("assault",)}
#: Orders aimed at a place.
_AIMED: Final = frozenset({"attack", "fire", "shell", "assault"})
#: Names and words of a march.
_GOES: Final = frozenset({"unit", "hex", "fort", "to", "at", "facing", "side", "forced"})
#: Orders that are considered only if one of their words is said.
_SAID: Final = frozenset({"depart", "scout", "hide", "merge", "dig"})


def guesses(context: OfferContext, line: str) -> list[str]:
    """Return the orders that a line could mean at the present decision."""
    if len(line.split()) > MOST or not context.table.mine:
        return []
    if (advance := in_advance(context, line)) is not None:
        return [f"standing {advance.order}"]
    if later := _denied_elsewhere(context, line):
        return [later]
    if _denied(context, line):
        return ["hold"]
    if staying := _stays(context, line):
        return [staying]
    return list(
        dict.fromkeys(
            [
                *clause_orders(context, line, _covering_orders),
                *_swap_orders(context, line),
                *related(context, line),
                *_clause_orders(context, line),
            ]
        )
    )


def _denied(context: OfferContext, line: str) -> bool:
    """Return whether a line of one clause only says what isn't done: `dont waste shells on fleron`, `leave v35 alone`."""
    known = words_of(context)
    first = LiegeLexicon.key(line.split(maxsplit=1)[0]) if line.split() else ""
    alone = not known.left_alone.sub(" ", known.over.sub(" ", line)).strip(" .!,;") and not scan(context, line).of(
        "unit", "group", "number", "all"
    )
    one = not any(mark in line for mark in ",;\n") and clauses(context, line) is None
    denied = first in known.clause["denials"] and not scan(context, line).items
    return alone or (one and (denied or first in known.clause["refusing"]))


def _denied_elsewhere(context: OfferContext, line: str) -> str:
    """Return the order of another phase that a line says nobody gives, which is refused with its phase: `no storming`."""
    words, said = words_of(context), scan(context, line)
    denying = words.clause["denials"] | words.clause["nobody"] | words.clause["refusing"]
    if context.table.kind not in _PHASES or said.items or not said.others or said.others[0] not in denying:
        return ""
    told = cast("LiegeBook", context.names).words.table("phrasings.elsewhere")
    here = (*_ORDERS[context.table.kind], *_CALLED_ALIKE.get(context.table.kind, ()))
    adding = words.harmless | words.filling | denying
    found = [
        order
        for order, forms in told.items()
        if order not in here and set(said.others) - adding <= {LiegeLexicon.key(form) for form in forms}
    ]
    return found[0] if len(found) == 1 else ""


def _stays(context: OfferContext, line: str) -> str:
    """Return the order, which is refused, for a line that only says named units stay as they are: `leman stays`; "" for another line."""
    words = words_of(context)
    if context.table.kind not in _PHASES or asks(context, line) or clauses(context, line) is not None:
        return ""
    said = scan(context, line)
    units, state = said.of("unit"), cast("LiegeState", context.table.game.state)
    here = {seen_at(state, one, context.table.side) for item in units for one in item.ids}
    others = [item for item in said.items if item.kind not in ("unit", "at")]
    only = units and not said.excepted and all(item.kind == "hex" and set(item.ids) == here for item in others)
    idle = words.staying | words.idle | words.harmless | words.filling
    if not only or not words.clause["remaining"] & set(said.others) or not set(said.others) <= idle:
        return ""
    return " ".join(["hold", *(called(context, item) for item in units)])


def _swap_orders(context: OfferContext, line: str) -> list[str]:
    """Return the two marches of units that are to swap hexes, in both sequences, since the line doesn't say which goes first."""
    said, names = scan(context, line), cast("LiegeBook", context.names)
    if context.table.kind != "march" or not words_of(context).clause["swapping"] & set(said.others):
        return []
    state = cast("LiegeState", context.table.game.state)
    pair = [item.ids[0] for item in said.of("unit") if len(item.ids) == 1]
    if (
        len(pair) != _PAIR
        or len(pair) != len(said.items)
        or any(seen_at(state, one, context.table.side) < 0 for one in pair)
    ):
        return []
    goals = [f"{names.short(one)} {names.hex(state.at[other]).lower()}" for one, other in (pair, pair[::-1])]
    return [f"march {goals[0]}; march {goals[1]}", f"march {goals[1]}; march {goals[0]}"]


def _clause_orders(context: OfferContext, line: str) -> list[str]:
    """Return the orders that a line could mean as a single clause."""
    said = scan(context, line)
    made = list(dict.fromkeys(f"{order} {text}".strip() for order, text in orders_made(context, said)))
    if not said.items and _orders_said(context, said, _ORDERS.get(context.table.kind, ())) == ["dig"]:
        made.append("dig all")  # who digs isn't said
    if not said.items and not made:
        made += _other_phase_order(context, said, ())  # refused with its phase
    return made or _same_acts(context, said) or _not_here(context, said)


def _not_here(context: OfferContext, said: Mentioned) -> list[str]:
    """Return the order, which is refused with its reason, for a march of units of one's own that are still to come or lost: `13id to herve`."""
    names, state, side = (
        cast("LiegeBook", context.names),
        cast("LiegeState", context.table.game.state),
        context.table.side,
    )
    units = [one for item in said.of("unit") for one in item.ids]
    own = [one for one in units if names.facts.units[one].side == side and state.at[one] < 0]
    if context.table.kind != "march" or not units or own != units or {item.kind for item in said.items} - _GOES:
        return []
    return [f"march {' '.join(called(context, item) for item in said.of('unit'))}"]


def _covering_orders(context: OfferContext, line: str) -> list[str]:
    """Return the orders that cover the whole line as a single clause."""
    return [one for one in _clause_orders(context, line) if _says_all(context, line, one)]


def _same_acts(context: OfferContext, said: Mentioned) -> list[str]:
    """Return what others have done in this phase, for a line that only says a unit does the same: `14 too`."""
    names, state = cast("LiegeBook", context.names), cast("LiegeState", context.table.game.state)
    if context.table.kind != "march" or not words_of(context).same & set(said.others):
        return []
    units, named = " ".join(called(context, item) for item in said.of("unit")), said.of("unit")
    if not named or {one for item in named for one in item.ids[:1]} <= set(context.table.may("arrive")):
        return [f"arrive {units}"] if named else []
    found = list[str]()
    for one in range(len(state.at)):
        if names.facts.units[one].side != context.table.side or state.at[one] < 0:
            continue
        if state.has(one, MARCHED):
            found.append(f"march {units} to {names.hex(state.at[one]).lower()} facing {SIDES[state.facing[one]]}")
        elif state.has(one, ACTED) and not state.has(one, ARRIVED):
            found.append(f"turn {units} {SIDES[state.facing[one]]}")
    return found


def says_all(context: OfferContext, line: str, order: str) -> bool:
    """Return whether an order of `guesses` covers the whole line: its other words belong to the order or add nothing."""
    if (advance := in_advance(context, line)) is not None:
        return advance.exact
    if _stays(context, line) or _denied_elsewhere(context, line):
        return True
    if _denied(context, line):
        return bool(words_of(context).over.search(line))  # else whether nothing else is done either isn't said
    if confronts(context, line):
        return list(related(context, line)) == [order]
    if clauses(context, line) is not None:  # an order made from the whole line would be only one of several
        return order in clause_orders(context, line, _covering_orders)
    return _says_all(context, line, order)


def _says_all(context: OfferContext, line: str, order: str) -> bool:
    """Return whether an order covers the whole line as a single clause."""
    said, name = scan(context, line), order.partition(" ")[0]
    if asks(context, line) or not set(said.others) <= _allowed_words(context, said, name):
        return False
    aimed = said.of("fort") or context.table.kind == "barrage_targets"
    if order != name and (not said.items or (name == "fire" and not aimed)):
        return False  # `attack` without a target: the player must say where, even if there is only one possibility
    acts = said.of("unit", "all", "at", "to", "with") or (said.of("fort") and said.of("hex"))
    if name in _AIMED and not acts and not _names_order(context, said, name):
        return False  # a place alone doesn't say what to do with it
    rest = name not in ("hold", "dig", "arrive", "retreat") and any(item.text == "rest" for item in said.items)
    return not rest and not _unclear(context, said, name)


def _allowed_words(context: OfferContext, said: Mentioned, name: str) -> frozenset[str]:
    """Return the words allowed besides names in an order: its own, those that add nothing, and those already consumed."""
    words = words_of(context)
    known = words.harmless | words.filling | words.verbs.get(name, frozenset())
    if name not in _AIMED or _names_order(context, said, name):  # a unit that supports a hex attacks nothing
        known |= words.beside.get(name, frozenset())
    if words.naming["courtesy"] & set(said.others):
        known |= words.naming["asking"]
    if said.excepted:
        known |= words.naming["excepting"] | words.naming["denying"] | words.staying
    return known


def _names_order(context: OfferContext, said: Mentioned, name: str) -> bool:
    """Return whether a word for an order is said."""
    return bool(words_of(context).verbs[name] & set(said.others))


def _unclear(context: OfferContext, said: Mentioned, name: str) -> bool:
    """Return whether the names of a line leave open which unit does what, or belong to several orders."""
    kinds = [item.kind for item in said.items]
    if name == "turn" and _is_only_toward(context, said):
        return True
    if (name == "assault" and len(said.of("fort")) > 1) or (name == "dig" and parted(context, name, said)):
        return True
    if name != "march" and said.of("deploy"):
        return True
    if kinds[:2] == ["all", "facing"] and not said.others:
        return True  # the units were named before: `18id u36, 5id u35, everyone facing sw`
    if (
        name == "march"
        and "facing" not in kinds
        and any(kind == "side" and by_the_way(said, at) for at, kind in enumerate(kinds))
    ):
        return True
    if able(context, name, said).of("group", "number"):
        return True  # the units aren't known
    if name not in ("arrive", "fire") and said.of("unit") and said.of("all") and not _guns_beside(context, name, said):
        return True  # the others aren't known
    several = name in ("assault", "shell") or (name == "attack" and bool(said.of("partly")))
    return not several and len(groups(said, UNITS, PLACES)) > RUNS_OF_ONE_ORDER


def _guns_beside(context: OfferContext, name: str, said: Mentioned) -> bool:
    """Return whether an attack is by everybody and the named guns."""
    units = cast("LiegeBook", context.names).facts.units
    return name == "attack" and all(units[one].type in GUNS for item in said.of("unit") for one in item.ids)


def in_advance(context: OfferContext, line: str) -> StandingSentence | None:
    """Return the standing order in a line that clearly concerns the future; None for an order for now, or a question."""
    names = cast("LiegeBook", context.names)
    if asks(context, line) and not begins_in_advance(names, line):
        return None
    found = standing_sentence(names, line)
    return found if found is not None and found.general else None


def _is_only_toward(context: OfferContext, said: Mentioned) -> bool:
    """Return whether the line only says "toward" a hex, which could mean marching or facing: `34ib toward U36`."""
    facing = next((item for item in said.items if item.kind == "facing"), None)
    words = words_of(context)
    heading = facing is not None and LiegeLexicon.key(facing.text) in words.heading
    return heading and not words.verbs["turn"] & set(said.others)


def _aims_elsewhere(context: OfferContext, said: Mentioned) -> bool:
    """Return whether a line, while the targets of a barrage are chosen, names another hex: `fleron at u35, everything else at v36`."""
    if context.table.kind != "barrage_targets":
        return False
    forts, here = cast("LiegeBook", context.names).facts.forts, context.table.field("hex")
    hexes = [item.ids for item in said.of("hex")] + [
        tuple(forts[one].hex for one in item.ids) for item in said.of("fort")
    ]
    return any(here not in ids for ids in hexes)


def orders_made(context: OfferContext, said: Mentioned) -> Iterator[tuple[str, str]]:
    """Yield (order, text) for the orders whose words are said, else for all that fit the names."""
    fitting = _ORDERS.get(context.table.kind, ())
    named = _orders_said(context, said, fitting)
    if named is None or _aims_elsewhere(context, said):
        return
    named = _other_phase_order(context, said, named) or named
    state = cast("LiegeState", context.table.game.state)
    named_units = [one for item in said.of("unit") for one in item.ids]
    coming = bool(named_units) and all(seen_at(state, one, context.table.side) == WAITING for one in named_units)
    fitting = tuple(order for order in fitting if order != "march" or not coming)  # a march of theirs is an arrival
    named = [order for order in named if order != "march" or not coming]
    named = [order for order in named if order != "depart" or not _left_there(context, said)]
    mixed = len(groups(said, UNITS, PLACES)) > RUNS_OF_ONE_ORDER + 1  # several gun groups with different targets
    if not named and _is_march_elsewhere(context, said):
        yield "march", text_of(context, "march", said) or ""
        return
    every = said
    for order in named or [order for order in fitting if order not in _SAID]:
        if mixed and order == "fire":
            continue
        said = able(context, order, every)
        to_camp = order in ("retreat", "withdraw") and words_of(context).camp & set(said.others)
        if (places := unplaced(context, order, said)) and (order in named or to_camp):
            for place in places:
                yield order, f"{place} {behind_place(said, order)}".strip()
            continue
        if order in ("assault", "dig") and (parts := parted(context, order, said)):
            yield from ((order, text) for text in parts)
        elif (text := text_of(context, order, said)) is not None:
            yield order, text
            if order == "march" and said.of("forced") and words_of(context).open & set(said.others):
                yield order, " ".join(item.text for item in said.items if item.kind != "forced")


def _left_there(context: OfferContext, said: Mentioned) -> bool:
    """Return whether a line says that units are left where they are, and not that they leave the map: `leave them all`."""
    words = words_of(context)
    told = [word for word in said.others if word in words.verbs["depart"] | words.beside["depart"]]
    return bool(told) and set(told) <= words.clause["leaving"] and told[0] == next(iter(said.others), "")


def _is_march_elsewhere(context: OfferContext, said: Mentioned) -> bool:
    """Return whether units are sent to a place that can't be attacked or fired at: a march, which belongs to another phase."""
    verb = {"combat": "hex", "barrage": "target"}.get(context.table.kind, "")
    places = [one for item in said.of("hex") if not faced(said, item) for one in item.ids]
    if not verb or said.of("fort") or not said.of("to") or not said.of("unit"):
        return False
    return bool(places) and not any(context.table.offers(verb, one) for one in places)


def _other_phase_order(context: OfferContext, said: Mentioned, named: Sequence[str]) -> list[str]:
    """Return the order of another phase that the line names, if it names exactly one; words that go with it name no order of this phase."""
    if context.table.kind not in _PHASES | _WITHIN:
        return []
    words, spoken = words_of(context), set(said.others)
    told = cast("LiegeBook", context.names).words.table("phrasings.elsewhere")
    here = _ORDERS.get(context.table.kind, ())
    own = frozenset().union(*(words.verbs.get(order, frozenset()) for order in here))
    found = {
        order: there
        for order, forms in told.items()
        if order not in here and (there := {LiegeLexicon.key(form) for form in forms} & spoken - own)
    }
    if len(found) != 1:
        return []
    (order,) = found
    of_named = frozenset().union(*(words.verbs.get(one, frozenset()) for one in named)) & spoken
    beside = words.verbs.get(order, frozenset()) | words.idle | words.harmless | words.filling
    return [order] if of_named <= beside else []


def _orders_said(context: OfferContext, said: Mentioned, among: Sequence[str]) -> list[str] | None:
    """Return the orders whose words are said; None if different words belong to different orders: `27ib digs in, 14ib turns`."""
    words = words_of(context)
    verbs = {order: words.verbs.get(order, frozenset()) & set(said.others) for order in among}
    every = frozenset().union(*verbs.values()) - words.harmless
    named = [order for order, found in verbs.items() if found]
    whole = [order for order in named if every <= verbs[order] | words.beside.get(order, frozenset())]
    return whole if whole or not named else None


__all__ = ["MOST", "guesses", "in_advance", "orders_made", "says_all"]
