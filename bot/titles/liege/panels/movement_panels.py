"""Panel offers of the Movement Phase: units with their remaining points, complete marches, single steps, facings."""

from __future__ import annotations

from typing import cast

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.table import Table
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.movement_orders import destinations, looking_out, march_of, proposed
from bot.titles.liege.notation.reading import written
from bot.titles.liege.panels import assault_panels
from bot.titles.liege.panels.facing_panels import offer_facings
from engine.errors import Reason
from engine.liege import move, recon
from engine.liege.arrive import places
from engine.liege.sequence.facings import has_facing
from engine.liege.state import AIR_ORDERS, LiegeState

#: Minimum number of waiting units for a button that brings in all of them.
_MANY = 2


def orders_offers(context: OfferContext) -> Offers:
    """Offer the units that can arrive, march and turn, bringing in all arrivals at once, and the end of the phase."""
    table, offers = context.table, Offers(titled=True)
    waiting = table.may("arrive")
    if len(waiting) >= _MANY:
        label = context.say("liege.arrive_all", count=len(waiting))
        offers.press(label, written("arrive", "all"), style="primary", hint=context.say("liege.arrive_all_hint"))
        offers.ahead = "presses"
    offers.group(verb_label(context, "unit"), [_marcher(context, unit) for unit in table.may("unit")])
    offers.group(verb_label(context, "arrive"), [_arrival(context, unit) for unit in waiting])
    offers.group(verb_label(context, "turn"), [_turner(context, unit) for unit in table.may("turn")])
    airborne = [
        Entry(context.say(f"liege.air_labels.{AIR_ORDERS[order]}"), choice_codec.encode_choices(("aircraft", order)), context.say(f"liege.air_hints.{AIR_ORDERS[order]}"))
        for order in table.may("aircraft")
    ]  # fmt: skip
    now = context.named("air_order", _state(context).air_orders[table.side])
    offers.group(context.say("liege.aircraft_now", order=now), airborne)
    style = "plain" if len(waiting) >= _MANY else "primary"
    offers.press(verb_label(context, "done"), choice_codec.encode_choices(("done", 0)), style=style)
    return offers


def all_have_acted(table: Table) -> bool:
    """Return True if no unit can march, turn or arrive any more this phase."""
    return table.kind == "march" and not any(table.may(verb) for verb in ("unit", "turn", "arrive"))


def marching_offers(context: OfferContext) -> Offers:
    """Offer the march's destinations, each with a suggested facing, the next step only, and ending it here."""
    table, offers = context.table, Offers(titled=True)
    begun, state = march_of(table), _state(context)
    found = destinations(table, begun)
    offers.group(context.say("liege.march_to"), [_destination(context, one, begun) for one in found.values()])
    steps = [
        Entry(context.named("hex", hex_), choice_codec.encode_choices(("step", hex_)), _price(context, begun, hex_))
        for hex_ in table.may("step")
    ]
    offers.group(verb_label(context, "step"), steps)
    for verb in ("scout", "scout_long"):
        price = context.say("liege.scout_costs", points=recon.scouting_price(state, long=verb == "scout_long"))
        looks = [
            Entry(context.named("hex", to), choice_codec.encode_choices((verb, to)), price) for to in table.may(verb)
        ]
        offers.group(verb_label(context, verb), looks)
    for verb in ("halt", "turn", "deploy", "forced"):
        if table.offers(verb):
            label = verb_label(context, verb)
            if verb == "forced":
                label = context.say("liege.force", points=move.forced_points(state, begun.unit))
            offers.press(label, choice_codec.encode_choices((verb, 0)), style="primary" if verb == "halt" else "plain")
    return offers


def facing_offers(context: OfferContext) -> Offers:
    """Offer all facings of the unit."""
    table, offers = context.table, Offers()
    at = (table.field("path") or (table.field("hex"),))[-1]
    offer_facings(context, offers, at, proposed(table))
    return offers


def unit_label(context: OfferContext, unit: int) -> str:
    """Return a unit with its hex."""
    at = _state(context).at[unit]
    return context.say("liege.unit_in", unit=context.named("unit", unit), hex=context.named("hex", at))


def _marcher(context: OfferContext, unit: int) -> Entry:
    state = _state(context)
    detail = context.say(
        "liege.marcher", name=_names(context).long(unit), points=move.points_of(state, unit), steps=state.steps(unit)
    )
    return Entry(unit_label(context, unit), choice_codec.encode_choices(("unit", unit)), detail)


def _turner(context: OfferContext, unit: int) -> Entry:
    facing = context.say("liege.now_faces", facing=_names(context).facing(_state(context).facing[unit]))
    return Entry(unit_label(context, unit), choice_codec.encode_choices(("turn", unit)), facing)


def _arrival(context: OfferContext, unit: int) -> Entry:
    state = _state(context)
    own = state.scenario.arrivals[unit].hex
    key = "arrives_in" if own in places(state, unit) else "arrives_beside"
    label = context.say(f"liege.{key}", unit=context.named("unit", unit), hex=context.named("hex", own))
    return Entry(label, choice_codec.encode_choices(("arrive", unit)), _names(context).long(unit))


def _destination(context: OfferContext, march: move.HexMarch, begun: move.HexMarch) -> Entry:
    """Return a complete march, with its facing if the unit has one, as one entry."""
    state, names = _state(context), _names(context)
    side = looking_out(state, march.unit, march.path)
    faces = has_facing(state, march.unit)
    key = "liege.destination_facing" if faces else "liege.destination"
    label = context.say(key, hex=names.place(march.hex), facing=names.facing(side))
    steps = [("step", hex_) for hex_ in march.path[len(begun.path) :]]
    order = choice_codec.encode_choices(*steps, ("halt", 0), *([("face", side)] if faces else []))
    detail = context.say("liege.spends", spent=march.spent, points=move.points_of(state, march.unit))
    return Entry(label, order, detail)


def _price(context: OfferContext, begun: move.HexMarch, hex_: int) -> str:
    state = _state(context)
    after = move.step(state, begun, hex_).spent
    return context.say("liege.spends", spent=after, points=move.points_of(state, begun.unit))


def ending_question(context: OfferContext, none: int) -> Reason | None:
    """Confirm ending movement while a declared assault lapses (11.5.2), or units could still arrive (7.7.4)."""
    if lapses := assault_panels.storm_lapses(context, none):
        return lapses
    waiting = tuple(context.table.may("arrive"))
    return Reason("arrivals_wait", "7.7.4", {"units": waiting}) if waiting else None


def _names(context: OfferContext) -> LiegeBook:
    return cast("LiegeBook", context.names)


def _state(context: OfferContext) -> LiegeState:
    return cast("LiegeState", context.table.game.state)


__all__ = ["ending_question", "facing_offers", "marching_offers", "orders_offers", "unit_label"]
