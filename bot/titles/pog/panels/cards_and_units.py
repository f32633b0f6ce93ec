"""Offers outside combat: cards, redeployment, replacements."""

from __future__ import annotations

from bot.table import choice_codec
from bot.table.offers import Entry, Offers
from bot.titles.pog.narration.fields import half
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext
from engine.pog.rules.replacement import price

#: What a card is used for, with the figure that matters.
_USES = ("ops", "event", "sr", "rp")


def choose_action(desk: PogOfferContext) -> Offers:
    """Every card for every use, and the two actions without a card."""
    table, offers = desk.table, Offers()
    for use in _USES:
        offers.group(
            desk.say(f"groups.use_{use}"),
            [
                Entry(desk.names.card(card), choice_codec.encode_choices((use, card)), _figure(desk, use, card))
                for card in sorted(table.may(use), key=lambda card: _rank(desk, use, card))
            ],
        )
    for verb in ("auto_op", "auto_sr", "auto_rp", "political", "economic", "call_off", "peace"):
        if table.offers(verb):
            offers.press(desk.say(f"verbs.{verb}"), choice_codec.encode_choices((verb, 0)))
    return offers


def operations(desk: PogOfferContext) -> list[Entry]:
    """Whatever begins an operation: every card, the richest first, and the one without a card (9.2, 8.2.3)."""
    table = desk.table
    entries = [
        Entry(
            desk.names.card(card),
            choice_codec.encode_choices(("ops", card)),
            _figure(desk, "ops", card),
            amount=desk.names.content.cards[card].ops,
        )
        for card in sorted(table.may("ops"), key=lambda card: _rank(desk, "ops", card))
    ]
    if table.offers("auto_op"):
        entries.append(
            Entry(
                desk.say("verbs.auto_op"),
                choice_codec.encode_choices(("auto_op", 0)),
                amount=table.game.state.rules.content.activation.automatic_ops,
            )
        )
    return entries


def _rank(desk: PogOfferContext, use: str, card: int) -> tuple[int, int]:
    spec = desk.names.content.cards[card]
    return (-(spec.sr if use == "sr" else spec.ops), card)


def _figure(desk: PogOfferContext, use: str, card: int) -> str:
    spec = desk.names.content.cards[card]
    if use == "event":
        return desk.names.card_event(card)
    if use == "rp":
        return ", ".join(f"{desk.names.nation(pool)} {points}" for pool, points in spec.rp)
    return desk.say(f"entries.{use}", count=spec.ops if use == "ops" else spec.sr)


def sr_unit(desk: PogOfferContext) -> Offers:
    """Units to redeploy, by nation."""
    table, offers = desk.table, Offers()
    specs = desk.names.content.units
    nations: dict[str, list[int]] = {}
    for unit in desk.distinct(table.may("pick")):
        nations.setdefault(specs[unit].nation, []).append(unit)
    for nation, units in sorted(nations.items(), key=lambda item: -len(item[1])):
        # Those in the Reserve Box first: that is what most redeployments are about.
        units.sort(key=lambda unit: (desk.names.content.spaces[stands(table, unit)].kind == "map", unit))
        offers.group(
            desk.say("groups.sr_units", nation=desk.names.nation(nation)),
            [Entry(desk.unit_at(unit), choice_codec.encode_choices(("pick", unit))) for unit in units],
        )
    if table.offers("evacuate"):
        offers.press(desk.say("verbs.evacuate"), choice_codec.encode_choices(("evacuate", 0)), style="danger")
    near = [
        Entry(desk.unit_at(unit), choice_codec.encode_choices(("near", unit)))
        for unit in desk.distinct(table.may("near"))
    ]
    offers.group(desk.say("verbs.near"), near)
    for ops in table.may("convert"):
        offers.press(f"{desk.say('verbs.convert')}: {ops}", choice_codec.encode_choices(("convert", ops)))
    if table.offers("finish"):
        offers.press(desk.say("buttons.end_sr"), choice_codec.encode_choices(("finish", 0)), style="primary")
    return offers


def sr_destination(desk: PogOfferContext) -> Offers:
    """Where the unit may go: the Reserve Box, then spaces at the enemy, then the rest."""
    table, offers = desk.table, Offers()
    enemy = table.game.state.occupied[1 - table.side]

    def key(space: int) -> tuple[int, int, str]:
        box = desk.names.content.spaces[space].kind != "map"
        faces = not box and any(enemy >> other & 1 for other in desk.neighbours(space))
        return (0 if box else 1, 0 if faces else 1, desk.names.space(space))

    offers.group(
        desk.say("groups.sr_to"),
        [
            Entry(desk.names.space(s), choice_codec.encode_choices(("to", s)), desk.inside(s))
            for s in sorted(table.may("to"), key=key)
        ],
    )
    if table.offers("cancel"):
        offers.press(desk.say("verbs.cancel"), choice_codec.encode_choices(("cancel", 0)))
    return offers


def record_point(desk: PogOfferContext) -> Offers:
    """Return the nations for which a point can be recorded."""
    offers = Offers()
    entries = [
        Entry(desk.names.argument("pool", number), choice_codec.encode_choices(("pool", number)))
        for number in desk.table.may("pool")
    ]
    offers.group(desk.say("verbs.pool"), entries)
    return offers


def _step(desk: PogOfferContext, unit: int) -> tuple[str, str, str]:
    """Return a unit with what its step costs, the choice, and how much there is of that (17.1.4)."""
    state, pool = desk.table.game.state, desk.names.content.units[unit].pool or ""
    cost, left = half(int(price(state, unit))), half(state.rp.get(pool, 0))
    label = desk.say("entries.step", unit=desk.unit_at(unit), price=cost)
    hint = desk.say("entries.step_left", pool=desk.names.nation(pool), left=left)
    return label, choice_codec.encode_choices(("spend", unit)), hint


def replacement(desk: PogOfferContext) -> Offers:
    """Units that points can be spent on, those on the map first."""
    table, offers = desk.table, Offers()
    units = desk.distinct(table.may("spend"))
    units.sort(key=lambda unit: (desk.names.content.spaces[stands(table, unit)].kind != "map", unit))
    offers.group(
        desk.say("groups.spend"),
        [Entry(*_step(desk, unit)) for unit in units],
    )
    if table.offers("finish"):
        offers.press(desk.say("buttons.end_replacement"), choice_codec.encode_choices(("finish", 0)), style="primary")
    return offers
