"""Typed orders of the Barrage Phase.

fire 21cm 4fa at fleron             fire at fleron                    fire as before
barrage kmk3 at pontisse liers lantin
shell v35 with 18id ii/9            shell v36                         shell v36 with barchon fleron
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.table import Table
from bot.titles.liege.notation import barrage_targets
from bot.titles.liege.notation.lexicon import lexicon, one_unit
from bot.titles.liege.notation.reading import SaidOrder
from engine.core.bits import members
from engine.liege import barrage
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.state import WAITING, LiegeState
from engine.liege.view import seen_at

#: Unit types that fire if none is named: they give up nothing else by firing.
GUNS = frozenset({"HAR", "SAR"})
#: Maximum number of alternating parts in one barrage: guns, their target, and more guns.
_ONE_BARRAGE = 3


@dataclass(slots=True)
class TypedFire:
    """A parsed barrage order: its target and its guns, None for all that can fire."""

    hex: int = NOWHERE
    forts: list[int] = field(default_factory=list)
    guns: list[int] | None = None
    joining: list[int] | None = None
    #: The hexes that guns and forts fire from, () for any hex.
    origins: tuple[int, ...] = ()
    #: Whether every unit in reach fires: infantry too at units, and at forts all guns, beside those that are named.
    everybody: bool = False
    #: Whether those are only the others: guns and forts, since infantry that fires does nothing else.
    others: bool = False


def fire_said(said: SaidOrder, *, at_units: bool) -> TypedFire:
    """Parse a barrage order; with `at_units`, a fort named by the Germans means the hex around it."""
    table, facts = said.context.table, said.names.facts
    origins = _origins(said)
    if at_units and [item.kind for item in said.items[:2]] == ["all", "hex"]:
        said.items.pop(0)  # all units there are the target, which doesn't say who fires
    others = _names_others(said)
    found = TypedFire(origins=origins, everybody=said.flag("all"), others=others)
    _check_one_barrage(said)
    for item in said.items:
        if item.kind == "unit":
            unit = one_unit(
                said.names, item, table.side, [one for one in _guns(table) if one not in (found.guns or ())]
            )
            if facts.units[unit].side == table.side:
                found.guns = [*(found.guns or ()), unit]
            else:
                found.hex = enemy_hex(said, unit)
        elif item.kind == "hex":
            if found.hex not in (NOWHERE, item.ids[0]):
                raise refuse("too_much", part=said.text, text=item.text)  # a barrage has one hex
            found.hex = item.ids[0]
        elif item.kind == "fort":
            _fort(said, found, item.ids[0], at_units=at_units)
        elif item.kind not in ("at", "to", "with", "after", "before"):
            raise refuse("too_much", part=said.text, text=item.text)
    said.items.clear()
    if found.everybody:
        found.guns, found.joining = (found.guns if found.forts else None), None
    elif found.joining is not None and found.guns is None:
        found.guns = []
    elif found.guns is not None and found.joining is None:
        found.joining = []
    return found


def _names_others(said: SaidOrder) -> bool:
    """Return True if "all" is said of those not named before, `with the rest`, or of the forts alone."""
    known = lexicon(said.names)
    words = [known.key(word) for item in said.items if item.kind == "all" for word in known.split(item.text)]
    return not known.others.isdisjoint(words) or _names_own_forts(said)


def _names_own_forts(said: SaidOrder) -> bool:
    """Return True if "all" is said of the forts, which spends no infantry: `fire all forts at u35`."""
    known = lexicon(said.names)
    if said.context.table.side != ALLIED:
        return False
    every, works = known.naming["every"], known.naming["works"]
    words = [word for word in map(known.key, known.split(said.text)) if word not in known.naming["articles"] - every]
    return any(word in every and after in works for word, after in pairwise(words))


def enemy_hex(said: SaidOrder, unit: int) -> int:
    """Return the hex of an enemy unit that an order aims at; refuses one that is hidden, still to come or gone (19.1.3)."""
    state, side = said.state, said.context.table.side
    at = seen_at(state, unit, side)
    if at == WAITING and state.fog:
        raise refuse("not_seen", "19.1.3", said.text, unit=unit)
    if at < 0:
        raise refuse("not_on_the_map", "", said.text, unit=unit)
    return at


def _check_one_barrage(said: SaidOrder) -> None:
    """Refuse a second group of guns with its own target: `15cm at Evegnée and 21cm at Fléron` is two barrages."""
    parts: list[bool] = []
    for item in said.items:
        if item.kind in ("unit", "hex", "fort") and parts[-1:] != [item.kind == "unit"]:
            parts.append(item.kind == "unit")
        if len(parts) > _ONE_BARRAGE:
            raise refuse("too_much", part=said.text, text=item.text)


def _origins(said: SaidOrder) -> tuple[int, ...]:
    """Remove the own hexes that all fire from, `all u35 at fleron`, `the forts of w34 and w35 at v34`; () if units or no other target are named."""
    names, state, side = said.names, said.state, said.context.table.side
    units, forts = names.facts.units, names.facts.forts
    if any(units[one].side == side for item in said.items for one in item.ids if item.kind == "unit"):
        return ()

    def own(hex_: int) -> bool:
        if there := state.units_at(hex_):
            return units[there[0]].side == side  # an enemy among the forts is a target
        return side != GERMAN and any(fort.hex == hex_ and state.active(at) for at, fort in enumerate(forts))

    aims = ("hex", "unit", "fort") if side == GERMAN else ("hex", "unit")
    found = [item for item in said.items if item.kind == "hex" and own(item.ids[0])]
    if all(item in found or item.kind not in aims for item in said.items):
        return ()
    said.items = [item for item in said.items if item not in found]
    return tuple(item.ids[0] for item in found)


def _fort(said: SaidOrder, found: TypedFire, fort: int, *, at_units: bool) -> None:
    if said.context.table.side != GERMAN:
        found.joining = [*(found.joining or ()), fort]
    elif at_units:
        if not any(item.kind == "hex" for item in said.items):
            raise _fort_or_hex(said, fort)
        found.hex = said.names.facts.forts[fort].hex
    else:
        found.forts.append(fort)


def _fort_or_hex(said: SaidOrder, fort: int) -> Refusal:
    """Return the question whether a fort is meant or the troops around it, which the guns can fire at too."""
    names, guns = said.names, [item.text for item in said.items if item.kind == "unit"]
    hex_ = names.facts.forts[fort].hex
    troops = " ".join(["shell", names.hex(hex_).lower(), *(["with", *guns] if guns else [])])
    lines = [" ".join(["fire", *guns, "at", names.typed_fort(fort)]), troops]
    return perhaps(refuse("fort_or_hex", "8.2.1", said.text, fort=fort, hex=hex_), "", lines)


def _guns(table: Table) -> Iterable[int]:
    """Return a side's units on the map that have any artillery."""
    state: LiegeState = table.game.state
    units = state.facts.units
    return [
        one
        for one, at in enumerate(state.at)
        if at >= 0 and units[one].side == table.side and (units[one].aff or any(units[one].arf))
    ]


def fire(context: OfferContext, text: str) -> None:
    """Fire at a fort or at the units in a hex; if a barrage is being assembled, add to it and fire."""
    _fire(context, text, at_units=False)


def shell(context: OfferContext, text: str) -> None:
    """Fire at the units in a hex; if targets are being chosen, choose them."""
    _fire(context, text, at_units=True)


def _fire(context: OfferContext, text: str, *, at_units: bool) -> None:
    table, said = context.table, SaidOrder.of(context, text)
    if table.kind == "barrage_targets":
        barrage_targets.hit(said)
        return
    facts = said.names.facts
    hit = {
        one for item in said.items for one in item.ids if item.kind == "unit" and facts.units[one].side != table.side
    }
    prepare(said, at_units=at_units)
    several = table.kind == "shelling" and len(hit) > barrage.hits(
        said.state, barrage.UnitBarrage(table.field("hex"), table.field("guns"), table.field("forts"))
    )
    table.do("fire", 0, text)
    while table.game.stack and table.mine and table.kind == "barrage_targets" and not table.chance and not several:
        wanted = [unit for unit in table.may("hit") if unit in hit]
        if not wanted:
            return
        table.do("hit", wanted[0], text)


def as_before(table: Table) -> list[list[tuple[str, int]]]:
    """Return the barrages of the last Barrage Phase that can be repeated with the units still able, each as its choices."""
    found = []
    for volley in table.game.state.before[table.side] if table.kind == "barrage" else ():
        first = ("fort", volley.targets[0]) if volley.targets else ("target", volley.hex)
        trial = table.attempt(first)
        if trial is None:
            continue
        choices = [first]
        parts = [("next", fort) for fort in volley.targets[1:]]
        parts += [("add", gun) for gun in members(volley.guns)] + [("join", fort) for fort in members(volley.forts)]
        for verb, arg in parts:
            if trial.offers(verb, arg):
                trial.do(verb, arg)
                choices.append((verb, arg))
        if trial.offers("fire"):
            found.append([*choices, ("fire", 0)])
    return found


def prepare(said: SaidOrder, *, at_units: bool) -> None:
    """Assemble a barrage as ordered, up to the firing itself."""
    table, text = said.context.table, said.text
    if table.kind == "barrage" and [item.kind for item in said.items] == ["as", "before"]:
        again = as_before(table)
        if not again:
            raise refuse("nothing_as_before", "8.1.1", text)
        for verb, arg in again[0][:-1]:
            table.do(verb, arg, text)
        return
    order = fire_said(said, at_units=at_units)
    if table.kind == "barrage":
        if order.forts:
            _check_named(said, order)
            table.do("fort", order.forts[0], text)
            for fort in order.forts[1:]:
                if barrage.order_of(table.game.state, table.field("forts"))[len(table.field("forts")) :] != (fort,):
                    table.do("next", fort, text)  # the last one follows anyway
        elif order.hex != NOWHERE:
            table.do("target", order.hex, text)
        else:
            raise refuse("which_target", "8.2.1", text)
    _add(table, order, text)
    by_all = order.everybody and not order.others
    if table.kind == "shelling" and not table.offers("fire") and order.guns is None and not by_all:
        hex_, names = int(table.field("hex")), said.names
        better = f"{names.hex(hex_).lower()} with {names.short(table.may('add')[0])}"
        raise refuse("guns_too_weak", "8.3.1", text, hex=hex_, again=better)


def _check_named(said: SaidOrder, order: TypedFire) -> None:
    """Refuse a barrage at a fort that no named unit can fire at with the reason of the first, which says more than the fort's (8.1.2)."""
    state, fort = said.state, order.forts[0]
    named = [one for one in order.guns or () if one not in (order.joining or ())]
    reasons = [barrage.cannot_bombard(state, one, fort) for one in named]
    if barrage.cannot_be_bombarded(state, fort) is None and (why := next(iter(reasons), None)) and all(reasons):
        raise Refusal(why, said.text)


def _add(table: Table, order: TypedFire, text: str) -> None:
    """Add the named guns and forts, or else all that can fire.

    Pioneers fire at a fort only if they are named, since they storm forts, or if "all" has no guns that are strong enough.
    """
    state = table.game.state
    there = [one for one in table.may("add") if not order.origins or state.at[one] in order.origins]
    by_all = order.everybody and not order.others
    infantry = by_all and table.kind == "shelling"
    able = [one for one in there if infantry or state.facts.units[one].type in GUNS]
    named = order.guns or []
    guns = able if order.guns is None else named
    if order.everybody:
        guns = [*able, *(gun for gun in named if gun not in able)]
    for gun in guns:
        table.do("add", gun, text)
    for gun in there if by_all and not table.offers("fire") else ():
        if table.offers("add", gun):
            table.do("add", gun, text)
    if table.kind == "shelling":
        forts = state.facts.forts
        near = [fort for fort in table.may("join") if not order.origins or forts[fort].hex in order.origins]
        for fort in order.joining if order.joining is not None else near:
            table.do("join", fort, text)


# -- completions -------------------------------------------------------------------------------------------------


def fires(context: OfferContext, piece: str) -> list[str]:
    """Complete `fire`: all guns at each fort and hex in reach; for a barrage in progress, what completes it."""
    del piece
    said, table = SaidOrder(context, "", []), context.table
    if table.kind == "barrage":
        forts = [
            f"at {said.names.typed_fort(fort)}" for fort in table.may("fort") if _strong_enough(table, ("fort", fort))
        ]
        again = ["as before"] if as_before(table) else []
        hexes = [
            f"at {said.names.hex(at).lower()}" for at in table.may("target") if _strong_enough(table, ("target", at))
        ]
        return [*again, *forts, *hexes]
    if table.kind == "barrage_targets":
        return barrage_targets.hits(context)
    return ["all"] if table.offers("fire") or table.may("add") else []


def shells(context: OfferContext, piece: str) -> list[str]:
    """Complete `shell`: the hexes whose units all guns in reach can fire at."""
    said, table = SaidOrder(context, "", []), context.table
    if table.kind != "barrage":
        return fires(context, piece) if table.kind == "barrage_targets" else []
    return [said.names.hex(at).lower() for at in table.may("target") if _strong_enough(table, ("target", at))]


def _strong_enough(table: Table, target: tuple[str, int]) -> bool:
    """Return True if the guns that fire by default are strong enough."""
    trial = table.attempt(target)
    if trial is None:
        return False
    _add(trial, TypedFire(), "")
    return trial.offers("fire")


__all__ = ["GUNS", "TypedFire", "as_before", "enemy_hex", "fire", "fire_said", "fires", "prepare", "shell", "shells"]
