"""Orders of the toy: typed, and in the tokens of buttons."""

from __future__ import annotations

from collections.abc import Callable

from bot.table import choice_codec
from bot.table.generic import generic
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.refusal import Refusal
from bot.table.typed_text import phrase, pieces
from bot.titles.defaults.orders import press
from engine.errors import Reason
from tests.titles.toy.rules import facts


def hex_of(text: str) -> int:
    """Return the hex that a text names; raises Refusal."""
    spoken = phrase(text).replace(" ", "_")
    if spoken not in facts().hexes:
        names = tuple(name.replace("_", " ") for name in facts().hexes)
        raise Refusal(Reason("no_hex", "", {"text": text, "candidates": names}), text)
    return facts().hexes.index(spoken)


def _den(context: OfferContext, text: str) -> None:
    context.table.do("hide", hex_of(text), text)


def _run(context: OfferContext, text: str) -> None:
    context.table.do("run", hex_of(text), text)


def _track(context: OfferContext, text: str) -> None:
    for part in pieces(text):
        if part.casefold() == "sniff":
            context.table.do("sniff", 0, part)
        else:
            context.table.do("step", hex_of(part), part)


def _choose(context: OfferContext, text: str) -> None:
    verb, _, rest = text.strip().partition(" ")
    kind = context.table.game.decision.verbs.get(verb.casefold(), "")
    context.table.do(verb.casefold(), hex_of(rest) if kind == "hex" else 0, text)


def _done(context: OfferContext, text: str) -> None:
    context.table.do("finish", 0, text)


#: Playing commands by name.
ORDERS: dict[str, Callable[[OfferContext, str], None]] = {
    "den": _den, "run": _run, "track": _track, "choose": _choose, "done": _done, "pass": _done,
}  # fmt: skip


# -- what is offered ------------------------------------------------------------------------


def leaps(context: OfferContext) -> Offers:
    """Offer steps, and two steps in one press, of which the second is tried."""
    offers, table, entries = generic(context), context.table, []
    for first in table.may("step"):
        there = table.attempt(("step", first))
        for second in there.may("step") if there is not None else ():
            label = context.say("hunt.leap", first=context.named("hex", first), second=context.named("hex", second))
            entries.append(Entry(label, choice_codec.encode_choices(("step", first), ("step", second))))
    offers.group(context.say("hunt.leaps"), entries)
    return offers


def hexes(verb: str) -> Callable[[OfferContext, str], list[str]]:
    """Return the hexes that can be typed where one is chosen."""

    def suggest(context: OfferContext, piece: str) -> list[str]:
        del piece
        return [facts().hexes[arg].replace("_", " ") for arg in context.table.may(verb)]

    return suggest


def tracks(context: OfferContext, piece: str) -> list[str]:
    """Return where the hound can go, and whether it can sniff."""
    found = hexes("step")(context, piece)
    return [*found, *(["sniff"] if context.table.may("sniff") else [])]


def choices(context: OfferContext, piece: str) -> list[str]:
    """Return every choice."""
    del piece
    table, found = context.table, []
    for verb, kind in table.game.decision.verbs.items():
        names = (facts().hexes[arg].replace("_", " ") for arg in table.may(verb))
        found += [f"{verb} {name}" if kind else verb for name in names]
    return found


__all__ = ["ORDERS", "choices", "hex_of", "hexes", "leaps", "press", "tracks"]
