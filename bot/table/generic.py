"""Default offers of a decision: its bare choices, by verb."""

from __future__ import annotations

from collections.abc import Iterable

from bot.table import choice_codec
from bot.table.offers import Entry, OfferContext, Offers


def generic(context: OfferContext) -> Offers:
    """Return offers for any decision: one group per verb with an argument, one button per verb without."""
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
    """Return the label of a verb; what takes the place of its "…" is chosen next."""
    key = f"ui.decisions.{context.table.kind}.verbs.{verb}"
    return context.names.words.say(key if context.names.words.has(key) else f"ui.verbs.{verb}")


__all__ = ["generic", "verb_label"]
