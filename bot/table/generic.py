"""Offers of any decision: its bare choices, verb by verb."""

from __future__ import annotations

from collections.abc import Iterable

from bot.table import choice_codec
from bot.table.offers import Entry, OfferContext, Offers


def generic(context: OfferContext) -> Offers:
    """Any decision: one group for each verb with an argument, one button for each without."""
    table = context.table
    offers = Offers(titled=sum(bool(kind) for kind in table.game.decision.verbs.values()) > 1)
    for verb, kind in table.game.decision.verbs.items():
        args: Iterable[int] = table.may(verb)
        if not args:
            continue
        label = verb_label(context, verb)
        if not kind:
            ending = verb in ("finish", "stop", "accept")
            offers.press(label, choice_codec.encode_choices((verb, 0)), style="primary" if ending else "plain")
            continue
        args = context.alike(kind, args)
        offers.group(
            label,
            [
                Entry(context.named(kind, arg), choice_codec.encode_choices((verb, arg)), context.detail(kind, arg))
                for arg in args
            ],
        )
    return offers


def verb_label(context: OfferContext, verb: str) -> str:
    """Words for a verb; one that has none is shown as it is."""
    key = f"ui.decisions.{context.table.kind}.verbs.{verb}"
    if not context.names.words.has(key):
        key = f"ui.verbs.{verb}"
    return context.names.words.say(key) if context.names.words.has(key) else verb.replace("_", " ").capitalize()


__all__ = ["generic", "verb_label"]
