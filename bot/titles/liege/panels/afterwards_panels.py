"""Panel offers after the combats: digging in, moving one hex, merging; each unit can do one of these."""

from __future__ import annotations

from typing import Final

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.titles.liege.looks import odds
from bot.titles.liege.notation.movement_orders import looking_out
from bot.titles.liege.notation.reading import written
from bot.titles.liege.panels.barrage_panels import names_of, state_of
from bot.titles.liege.panels.facing_panels import offer_facings
from engine.liege.tables import FACES
from engine.liege.works import able_to_dig, dig_cab

#: The longest description of a menu's entry on any platform; longer lists of units are counted.
_LONGEST: Final = 100


def afterwards_offers(context: OfferContext) -> Offers:
    """Offer to dig in everywhere, digging in by hex with its chance, each unit that can move, turn or merge, and the end."""
    table, offers, state = context.table, Offers(titled=True), state_of(context)
    if table.offers("dig_each"):
        offers.press(
            verb_label(context, "dig_each"),
            choice_codec.encode_choices(("dig_each", 0)),
            hint=context.say("liege.dig_all_hint"),
        )
    hexes = dict.fromkeys(state.at[one] for one in table.may("dig"))
    digs = [
        Entry(
            context.named("hex", hex_),
            written("dig", names_of(context).hex(hex_).lower()),
            _chance(context, able_to_dig(state, hex_)),
        )
        for hex_ in hexes
    ]
    offers.group(verb_label(context, "dig"), digs)
    if len(table.may("hide")) > 1:
        offers.press(context.say("liege.hide_all"), written("hide", "all"), hint=context.say("liege.hide_all_hint"))
    for verb in ("shift", "merge", "hide"):
        entries = [
            Entry(
                context.say("liege.unit_in", unit=context.named("unit", unit), hex=context.named("hex", state.at[unit])),
                choice_codec.encode_choices((verb, unit)), names_of(context).long(unit),
            )
            for unit in table.may(verb)
        ]  # fmt: skip
        offers.group(verb_label(context, verb), entries)
    offers.press(verb_label(context, "done"), choice_codec.encode_choices(("done", 0)), style="primary")
    return offers


def _chance(context: OfferContext, units: list[int]) -> str:
    chance = odds.percent(max(0, min(dig_cab(state_of(context), units), FACES)), FACES)
    names = context.names.words.listed([context.named("unit", unit) for unit in units])
    told = context.say("liege.digs", units=names, chance=chance)
    return told if len(told) <= _LONGEST else context.say("liege.digs_many", count=len(units), chance=chance)


def facing_offers(context: OfferContext) -> Offers:
    """Offer all facings of the unit."""
    table, offers = context.table, Offers()
    state, unit, hex_ = state_of(context), int(table.field("unit")), int(table.field("hex"))
    came = state.at[unit]
    wanted = looking_out(state, unit, (came, hex_) if came != hex_ else (hex_,))
    offer_facings(context, offers, hex_, wanted)
    return offers


__all__ = ["afterwards_offers", "facing_offers"]
