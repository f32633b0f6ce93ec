"""Orders of the toy: typed, and in the tokens of buttons."""

from __future__ import annotations

from collections.abc import Callable

from bot.table import choice_codec
from bot.table.generic import generic
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase, pieces
from engine.errors import Reason
from tests.titles.toy.rules import facts


def hex_of(text: str) -> int:
    """The hex that a text names."""
    spoken = phrase(text).replace(" ", "_")
    if spoken not in facts().hexes:
        names = tuple(name.replace("_", " ") for name in facts().hexes)
        raise Refusal(Reason("no_hex", "", {"text": text, "candidates": names}), text)
    return facts().hexes.index(spoken)


def _den(desk: OfferContext, text: str) -> None:
    desk.table.do("hide", hex_of(text), text)


def _run(desk: OfferContext, text: str) -> None:
    desk.table.do("run", hex_of(text), text)


def _track(desk: OfferContext, text: str) -> None:
    for part in pieces(text):
        if part.casefold() == "sniff":
            desk.table.do("sniff", 0, part)
        else:
            desk.table.do("step", hex_of(part), part)


def _choose(desk: OfferContext, text: str) -> None:
    verb, _, rest = text.strip().partition(" ")
    kind = desk.table.game.decision.verbs.get(verb.casefold(), "")
    desk.table.do(verb.casefold(), hex_of(rest) if kind == "hex" else 0, text)


def _done(desk: OfferContext, text: str) -> None:
    desk.table.do("finish", 0, text)


#: Playing commands by name.
ORDERS: dict[str, Callable[[OfferContext, str], None]] = {
    "den": _den, "run": _run, "track": _track, "choose": _choose, "done": _done, "pass": _done,
}  # fmt: skip


def press(table: Table, order: str) -> None:
    """Choices as `atoms` writes them."""
    for one in order.split("|"):
        code, _, body = one.partition(".")
        if code != "c":
            raise refuse("stale")
        for choice in body.split("+"):
            verb, _, arg = choice.partition(":")
            try:
                number = int(arg or "0", 36)
            except ValueError:
                raise refuse("stale") from None
            table.do(verb, number)


# -- what is offered ------------------------------------------------------------------------


def leaps(desk: OfferContext) -> Offers:
    """Steps, and two steps in one: what comes after the first is tried."""
    offers, table, entries = generic(desk), desk.table, []
    for first in table.may("step"):
        there = table.attempt(("step", first))
        for second in there.may("step") if there is not None else ():
            label = desk.say("hunt.leap", first=desk.named("hex", first), second=desk.named("hex", second))
            entries.append(Entry(label, choice_codec.encode_choices(("step", first), ("step", second))))
    offers.group(desk.say("hunt.leaps"), entries)
    return offers


def hexes(verb: str) -> Callable[[OfferContext, str], list[str]]:
    """What may be typed where a hex is chosen."""

    def suggest(desk: OfferContext, piece: str) -> list[str]:
        del piece
        return [facts().hexes[arg].replace("_", " ") for arg in desk.table.may(verb)]

    return suggest


def tracks(desk: OfferContext, piece: str) -> list[str]:
    """Where the hound may go, and whether it may sniff."""
    found = hexes("step")(desk, piece)
    return [*found, *(["sniff"] if desk.table.may("sniff") else [])]


def choices(desk: OfferContext, piece: str) -> list[str]:
    """Every choice."""
    del piece
    table, found = desk.table, []
    for verb, kind in table.game.decision.verbs.items():
        names = (facts().hexes[arg].replace("_", " ") for arg in table.may(verb))
        found += [f"{verb} {name}" if kind else verb for name in names]
    return found


__all__ = ["ORDERS", "choices", "hex_of", "hexes", "leaps", "press", "tracks"]
