"""Offers of any decision: its bare choices, verb by verb."""

from __future__ import annotations

from collections.abc import Iterable

from bot.notation import atoms
from bot.replies.offers import Desk, Entry, Offers


def generic(desk: Desk) -> Offers:
    """Any decision: one group for each verb with an argument, one button for each without."""
    table, offers = desk.table, Offers()
    for verb, kind in table.game.decision.verbs.items():
        args: Iterable[int] = table.may(verb)
        if not args:
            continue
        label = verb_label(desk, verb)
        if not kind:
            ending = verb in ("finish", "stop", "accept")
            offers.press(label, atoms.atoms((verb, 0)), style="primary" if ending else "plain")
            continue
        if kind == "unit":
            args = desk.distinct(args)
        offers.group(
            label,
            [Entry(_named(desk, kind, arg), atoms.atoms((verb, arg)), _detail(desk, kind, arg)) for arg in args],
        )
    return offers


def verb_label(desk: Desk, verb: str) -> str:
    """Words for a verb; one that has none is shown as it is."""
    key = f"ui.decisions.{desk.table.kind}.verbs.{verb}"
    if not desk.names.words.has(key):
        key = f"ui.verbs.{verb}"
    return desk.names.words.say(key) if desk.names.words.has(key) else verb.replace("_", " ").capitalize()


def _named(desk: Desk, kind: str, arg: int) -> str:
    return desk.unit_at(arg) if kind == "unit" else desk.names.argument(kind, arg)


def _detail(desk: Desk, kind: str, arg: int) -> str:
    if kind == "card":
        return desk.names.card_event(arg)
    return standing_in(desk, arg) if kind == "space" else ""


def standing_in(desk: Desk, space: int) -> str:
    """The seat's own units in a space, "" for a box."""
    if desk.names.content.spaces[space].kind != "map":
        return ""
    return desk.units(desk.table.units_in(space))


__all__ = ["generic", "standing_in", "verb_label"]
