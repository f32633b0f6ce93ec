"""Offers that several panels make from a decision's verbs: an entry for each argument, several at once, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers


def offer_each(context: OfferContext, offers: Offers, verb: str) -> None:
    """Offer each argument of a verb by its name."""
    table = context.table
    kind = table.game.decision.verbs[verb]
    entries = [Entry(context.named(kind, arg), choice_codec.encode_choices((verb, arg))) for arg in table.may(verb)]
    offers.group(verb_label(context, verb), entries)


def offer_end(context: OfferContext, offers: Offers, verb: str = "done", hint: str = "") -> None:
    """Offer the verb that ends the decision."""
    offers.press(verb_label(context, verb), choice_codec.encode_choices((verb, 0)), style="primary", hint=hint)


def offer_whole(context: OfferContext, label: str, whole: Sequence[Entry], *verbs: str) -> Offers:
    """Offer complete orders as one entry each, then the targets to choose who acts on them, and the end of the phase."""
    offers = Offers(titled=True)
    offers.group(label, whole)
    for verb in verbs:
        offer_each(context, offers, verb)
    offer_end(context, offers)
    return offers


def offer_together(context: OfferContext, offers: Offers, choices: Sequence[tuple[str, int]]) -> None:
    """Add a button that makes several choices at once, if they are possible together."""
    order = choice_codec.encode_choices(*choices) if len(choices) > 1 else ""
    if not order or len(order) > choice_codec.LONGEST or context.table.attempt(*choices) is None:
        return
    kinds = context.table.game.decision.verbs
    named = context.names.words.listed([context.named(kinds[verb], arg) for verb, arg in choices])
    offers.press(context.say("liege.together", count=len(choices)), order, hint=named)


__all__ = ["offer_each", "offer_end", "offer_together", "offer_whole"]
