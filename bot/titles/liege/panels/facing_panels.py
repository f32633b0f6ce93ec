"""Panel offers for a unit's facing: the suggested one as a button, the others as entries."""

from __future__ import annotations

from typing import cast

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.titles.liege.book import LiegeBook
from engine.liege.grid import NOWHERE


def offer_facings(context: OfferContext, offers: Offers, hex_: int, wanted: int, *, verb: str = "face") -> None:
    """Offer all facings in a hex; the `wanted` one, if possible, is a button instead of an entry."""
    table, names = context.table, cast("LiegeBook", context.names)
    proposed = wanted if table.offers(verb, wanted) else NOWHERE
    if proposed != NOWHERE:
        key = "liege.enter_facing" if verb == "enter" else "liege.face_proposed"
        label = context.say(key, hex=names.hex(hex_), facing=names.facing(proposed))
        offers.press(label, choice_codec.encode_choices((verb, proposed)), style="primary")
    beyond = names.facts.grid.beyond[hex_]
    entries = [
        Entry(
            names.facing(side).capitalize(), choice_codec.encode_choices((verb, side)),
            context.say("liege.looks_at", hex=context.named("hex", beyond[side])) if beyond[side] != NOWHERE else context.say("liege.looks_off"),
        )
        for side in table.may(verb)
        if side != proposed
    ]  # fmt: skip
    offers.group(verb_label(context, verb), entries)


__all__ = ["offer_facings"]
