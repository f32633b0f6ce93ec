"""Offers outside combat: cards, redeployment, replacements."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from bot.table import choice_codec
from bot.table.offers import Entry, Group, Offers
from bot.titles.pog import confirmations
from bot.titles.pog.narration.written_figures import half
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext
from engine.errors import Reason
from engine.pog.rules.replacement import points_of, price

#: The uses of a card.
_USES = ("ops", "event", "sr", "rp")


def choose_action(context: PogOfferContext) -> Offers:
    """Offer every card for every use, and the two actions without a card."""
    table, offers = context.table, Offers()
    for use in _USES:
        offers.group(
            context.say(f"groups.use_{use}"),
            [
                Entry(context.names.card(card), choice_codec.encode_choices((use, card)), _figure(context, use, card))
                for card in sorted(table.may(use), key=lambda card: _rank(context, use, card))
            ],
        )
    if len(offers.groups) == 1:
        _say_use(offers)
    for verb in ("auto_op", "auto_sr", "auto_rp", "political", "economic", "call_off", "peace"):
        if table.offers(verb):
            offers.press(context.say(f"verbs.{verb}"), choice_codec.encode_choices((verb, 0)))
    return offers


def _say_use(offers: Offers) -> None:
    """Add the use to each label of the only menu, since a panel shows that as buttons without the menu's title."""
    only = offers.groups[0]
    entries = [replace(entry, label=only.title.replace("…", entry.label)) for entry in only.entries]
    offers.groups[0] = Group(only.title, entries, only.most)


def _ending_style(question: Reason | None) -> Literal["danger", "primary"]:
    """Return the style of a button that ends a step: not the primary one if it must be confirmed, since something would lapse."""
    return "danger" if question is not None else "primary"


def operations(context: PogOfferContext) -> list[Entry]:
    """Return everything that starts an operation: all cards, highest OPS first, and the operation without a card (9.2, 8.2.3)."""
    table = context.table
    entries = [
        Entry(
            context.names.card(card),
            choice_codec.encode_choices(("ops", card)),
            _figure(context, "ops", card),
            amount=context.names.content.cards[card].ops,
        )
        for card in sorted(table.may("ops"), key=lambda card: _rank(context, "ops", card))
    ]
    if table.offers("auto_op"):
        entries.append(
            Entry(
                context.say("verbs.auto_op"),
                choice_codec.encode_choices(("auto_op", 0)),
                amount=table.game.state.rules.content.activation.automatic_ops,
            )
        )
    return entries


def _rank(context: PogOfferContext, use: str, card: int) -> tuple[int, int]:
    spec = context.names.content.cards[card]
    return (-(spec.sr if use == "sr" else spec.ops), card)


def _figure(context: PogOfferContext, use: str, card: int) -> str:
    spec = context.names.content.cards[card]
    if use == "event":
        return context.names.card_short(card)
    if use == "rp":
        recorded = points_of(context.table.game.state, card)
        return ", ".join(f"{context.names.nation(pool)} {points}" for pool, points in recorded.items())
    return context.say(f"entries.{use}", count=spec.ops if use == "ops" else spec.sr)


def sr_unit(context: PogOfferContext) -> Offers:
    """Offer the units to redeploy, by nation."""
    table, offers = context.table, Offers()
    specs = context.names.content.units
    nations: dict[str, list[int]] = {}
    for unit in context.distinct(table.may("pick")):
        nations.setdefault(specs[unit].nation, []).append(unit)
    for nation, units in sorted(nations.items(), key=lambda item: -len(item[1])):
        # Units in the Reserve Box first, since most redeployments concern them.
        units.sort(key=lambda unit: (context.names.content.spaces[stands(table, unit)].kind == "map", unit))
        offers.group(
            context.say("groups.sr_units", nation=context.names.nation(nation)),
            [Entry(context.unit_at(unit), choice_codec.encode_choices(("pick", unit))) for unit in units],
        )
    if table.offers("evacuate"):
        offers.press(context.say("verbs.evacuate"), choice_codec.encode_choices(("evacuate", 0)), style="danger")
    near = [
        Entry(context.unit_at(unit), choice_codec.encode_choices(("near", unit)))
        for unit in context.distinct(table.may("near"))
    ]
    offers.group(context.say("verbs.near"), near)
    for ops in table.may("convert"):
        offers.press(f"{context.say('verbs.convert')}: {ops}", choice_codec.encode_choices(("convert", ops)))
    if table.offers("finish"):
        style = _ending_style(confirmations.unsent(context, 0))
        offers.press(context.say("buttons.end_sr"), choice_codec.encode_choices(("finish", 0)), style=style)
    return offers


def sr_destination(context: PogOfferContext) -> Offers:
    """Offer the unit's destinations: the Reserve Box, then front spaces, then the rest."""
    table, offers = context.table, Offers()
    enemy = table.game.state.occupied[1 - table.side]

    def key(space: int) -> tuple[int, int, str]:
        box = context.names.content.spaces[space].kind != "map"
        faces = not box and any(enemy >> other & 1 for other in context.neighbours(space))
        return (0 if box else 1, 0 if faces else 1, context.names.space(space))

    offers.group(
        context.say("groups.sr_to"),
        [
            Entry(context.names.space(s), choice_codec.encode_choices(("to", s)), _room(context, s))
            for s in sorted(table.may("to"), key=key)
        ],
    )
    if table.offers("cancel"):
        offers.press(context.say("verbs.cancel"), choice_codec.encode_choices(("cancel", 0)))
    return offers


def _room(context: PogOfferContext, space: int) -> str:
    """Return the units in a destination, and that one of them must go on if the space is full (10.1.3)."""
    inside = context.inside(space)
    full = context.table.game.state.full[context.table.side] >> space & 1
    return context.say("entries.full", units=inside) if full else inside


def record_point(context: PogOfferContext) -> Offers:
    """Offer the nations for which a point can be recorded."""
    offers = Offers()
    entries = [
        Entry(context.names.argument("pool", number), choice_codec.encode_choices(("pool", number)))
        for number in context.table.may("pool")
    ]
    offers.group(context.say("verbs.pool"), entries)
    return offers


def _step(context: PogOfferContext, unit: int) -> tuple[str, str, str]:
    """Return the entry of a unit with its cost per step, the choice, and the points left (17.1.4)."""
    state, pool = context.table.game.state, context.names.content.units[unit].pool or ""
    cost, left = half(int(price(state, unit))), half(state.rp.get(pool, 0))
    label = context.say("entries.step", unit=context.unit_at(unit), price=cost)
    hint = context.say("entries.step_left", pool=context.names.nation(pool), left=left)
    return label, choice_codec.encode_choices(("spend", unit)), hint


def replacement(context: PogOfferContext) -> Offers:
    """Offer the units that points can be spent on, those on the map first."""
    table, offers = context.table, Offers()
    units = context.distinct(table.may("spend"))
    units.sort(key=lambda unit: (context.names.content.spaces[stands(table, unit)].kind != "map", unit))
    offers.group(
        context.say("groups.spend"),
        [Entry(*_step(context, unit)) for unit in units],
    )
    if table.offers("finish"):
        offers.press(
            context.say("buttons.end_replacement"),
            choice_codec.encode_choices(("finish", 0)),
            style=_ending_style(confirmations.lapsing(context, 0)),
        )
    return offers
