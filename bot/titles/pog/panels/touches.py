"""Touches of a panel: which offers belong to which space of the map and card of the hand.

A board contains nothing beyond the panel: every offer has the token of a control on one of the panel's pages, and
spaces show only public information. A platform that can only show pictures omits it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.table import choice_codec, tokens
from bot.table.layout import option_of, unique
from bot.table.offers import Entry, Group, Offers, Press
from bot.table.reply import Touch
from bot.table.table import units_of
from bot.titles.defaults.touch import AIM
from bot.titles.pog.notation.stacks import stands, units_in
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.offer_targets import Concern, aim_of, concern_of
from engine.core.bits import members
from engine.pog.rules.supply import in_supply
from engine.pog.rules.targets import possible
from renderer.pog.hit_areas import card_target, space_target


def touches_of(game: str, context: PogOfferContext, offers: Offers) -> tuple[Touch, ...]:
    """Return the present decision's offers that belong to a space or a card, and the buttons that end it."""
    offers = unique(offers)
    found = [
        touch
        for group in offers.groups
        for entry in group.entries
        if entry.order and not _is_offered_otherwise(offers, entry)
        if (touch := _touch(game, context, entry, group)) is not None
    ]
    found += [_ending(game, context, press) for press in offers.presses if press.order]
    return tuple(found)


def _ending(game: str, context: PogOfferContext, press: Press) -> Touch:
    """Return a button; the one that ends activation also points at the attacks already paid for."""
    token = tokens.order(game, context.table.number, press.order)
    operation = context.table.game.state.operation
    if (
        context.table.kind != "activate"
        or press.order != choice_codec.encode_choices(("stop", 0))
        or not operation.attack
    ):
        return Touch(press.label, press.hint, token, style=press.style)
    near = _targets(_attackable(context, units_of(operation.attack)))
    activated = context.names.words.say("ui.touch.activated")
    return Touch(press.label, press.hint, token, activated, aimed=True, near=near, sign=AIM, style=press.style)


def _touch(game: str, context: PogOfferContext, entry: Entry, group: Group) -> Touch | None:
    about = concern_of(context, entry.order)
    if not about.here and about.to is None and about.card is None:
        return None
    control = option_of(entry, game, context.table.number)
    title = group.title if about.card is None else _use(context, entry.order, group.title)
    # A unit that adds nothing to an attack is no place to start it from.
    fighting = dict.fromkeys(stands(context.table, unit) for unit in aim_of(entry).force if context.factors([unit]))
    attacks = about.what == "attack"
    return Touch(
        control.label, control.description, control.token, title, _targets(fighting or about.here),
        "" if about.to is None else space_target(about.to), "" if about.card is None else card_target(about.card),
        attacks, _targets(_attack_targets(context, entry, about)), sign=AIM if attacks else "", most=group.most, note=entry.note,
    )  # fmt: skip


def _targets(spaces: Iterable[int]) -> tuple[str, ...]:
    return tuple(space_target(space) for space in spaces)


def _attack_targets(context: PogOfferContext, entry: Entry, about: Concern) -> tuple[int, ...]:
    """Return the targets of an activation for combat (9.2.5): the one it is meant for, else all that its units can attack."""
    if about.what != "attack" or about.to is not None:
        return ()
    if (toward := aim_of(entry).toward) is not None:
        return (toward,)
    return _attackable(context, about.here)


def _attackable(context: PogOfferContext, spaces: Sequence[int]) -> tuple[int, ...]:
    """Return the spaces that a unit in one of these spaces could attack."""
    state, found = context.table.game.state, 0
    for space in spaces:
        for unit in units_in(context.table, space):
            found |= possible(state, unit, later=True) if in_supply(state, unit) else 0
    return tuple(space for space in members(found) if space not in spaces)


def _use(context: PogOfferContext, order: str, group: str) -> str:
    """Return the use of a pressed card in a word or two."""
    key = f"ui.uses.{order.removeprefix('c.').partition(':')[0]}"
    return context.names.words.say(key) if context.names.words.has(key) else group


def _is_offered_otherwise(offers: Offers, entry: Entry) -> bool:
    """Return whether a move is also offered in another form: as a single move, or by picking its units first."""
    if not entry.order.startswith("n."):
        return False
    orders = {other.order for group in offers.groups for other in group.entries}
    first = entry.order[2:].partition(">")[0].replace("+", ",").split(",")[0]
    return f"m.{entry.order[2:]}" in orders or f"c.pick:{first}" in orders


def named(touches: Sequence[Touch]) -> set[str]:
    """Return the spaces that can be acted on."""
    return {space for touch in touches for space in (*touch.here, *touch.near, touch.to) if space}


__all__ = ["named", "touches_of"]
