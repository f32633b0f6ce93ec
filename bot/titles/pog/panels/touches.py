"""A panel as it can be touched: pictures of the map and of the hand, and which offers belong to which space and card.

Nothing stands here that the panel has not: every offer bears the token of a control of the panel (on one of its pages),
and spaces say what everybody may see. A platform that shows pictures only leaves it out.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import tokens
from bot.table.layout import option_of, unique
from bot.table.offers import Entry, Group, Offers
from bot.table.reply import Touch
from bot.titles.pog.desk import Desk
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.panels.concerns import concern_of


def touches_of(game: str, desk: Desk, offers: Offers) -> tuple[Touch, ...]:
    """The offers of the present decision that a space or a card stands for, and the buttons that end it."""
    offers = unique(offers)
    number = desk.table.number
    found = [
        touch
        for group in offers.groups
        for entry in group.entries
        if entry.order and not _said_otherwise(offers, entry)
        if (touch := _touch(game, desk, entry, group)) is not None
    ]
    found += [
        Touch(press.label, press.hint, tokens.order(game, number, press.order), style=press.style)
        for press in offers.presses
        if press.order
    ]
    return tuple(found)


def _touch(game: str, desk: Desk, entry: Entry, group: Group) -> Touch | None:
    about = concern_of(desk, entry.order)
    if not about.here and about.to is None and about.card is None:
        return None
    control = option_of(entry, game, desk.table.number)
    title = group.title if about.card is None else _use(desk, entry.order, group.title)
    # Who adds nothing to an attack is no place to begin it from.
    fighting = dict.fromkeys(stands(desk.table, unit) for unit in entry.force if desk.factors([unit]))
    return Touch(
        control.label, control.description, control.token, title, tuple(fighting or about.here), about.to, about.card,
        about.what, entry.force, most=group.most,
    )  # fmt: skip


def _use(desk: Desk, order: str, group: str) -> str:
    """What a card is pressed for, in a word or two."""
    key = f"ui.uses.{order.removeprefix('c.').partition(':')[0]}"
    return desk.names.words.say(key) if desk.names.words.has(key) else group


def _said_otherwise(offers: Offers, entry: Entry) -> bool:
    """A move that may be one of several: the same stands as a move of its own, or its units can be picked first."""
    if not entry.order.startswith("n."):
        return False
    orders = {other.order for group in offers.groups for other in group.entries}
    first = entry.order[2:].partition(">")[0].replace("+", ",").split(",")[0]
    return f"m.{entry.order[2:]}" in orders or f"c.pick:{first}" in orders


def named(touches: Sequence[Touch]) -> set[int]:
    """The spaces that something can be done with."""
    return {space for touch in touches for space in (*touch.here, *([touch.to] if touch.to is not None else []))}


__all__ = ["named", "touches_of"]
