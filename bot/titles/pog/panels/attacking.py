"""Offers for attacks: targets with every unit that can join, or groups built unit by unit."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import choice_codec
from bot.table.choice_codec import LONGEST
from bot.table.layout import ENTRIES
from bot.table.offers import Entry, Offers
from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog import offensives
from bot.titles.pog.notation import compact
from bot.titles.pog.notation.attacking import joinable
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.offer_targets import Aim
from engine.errors import ChanceError
from engine.pog.rules.prospects import defence

#: Maximum number of attack suggestions computed, since each costs several trials.
MOST_TARGETS = 24
#: Maximum length of an attack order that names its units, so that a flank attempt can still be appended.
_NAMED = LONGEST - len("|c.frontal:0")


def attack(context: PogOfferContext) -> Offers:
    """Offer targets with every unit that can join, or building a group unit by unit."""
    table, offers = context.table, Offers()
    chosen = units_of(table.field("attackers", 0))
    if chosen:
        offers.group(
            context.say("groups.targets", units=context.units(chosen)),
            [
                Entry(
                    _odds_label(context, t, chosen), choice_codec.encode_choices(("target", t)), note=Aim(tuple(chosen))
                )
                for t in table.may("target")
            ],
        )
    else:
        offers.group(context.say("groups.attack_all"), with_everything(context))
    joining = attackers(context)
    offers.group(context.say("groups.add_attacker" if chosen else "groups.attackers"), joining, most=len(joining))
    if table.offers("decline"):
        offers.press(context.say("verbs.decline"), choice_codec.encode_choices(("decline", 0)), style="danger")
    if table.offers("release"):
        offers.press(context.say("verbs.release"), choice_codec.encode_choices(("release", 0)), style="danger")
    return offers


def attackers(context: PogOfferContext) -> list[Entry]:
    """Return the units that can join, one entry each, those alike numbered; one per kind of counter if there isn't room for all."""
    units = list(context.table.may("add"))
    shown = units if len(units) <= ENTRIES else context.distinct(units)
    labels = [context.unit_at(unit) for unit in shown]
    return [
        Entry(_numbered(context, labels, at), choice_codec.encode_choices(("add", unit)))
        for at, unit in enumerate(shown)
    ]


def _numbered(context: PogOfferContext, labels: Sequence[str], at: int) -> str:
    """Return a label, with its number if others are the same."""
    label = labels[at]
    if labels.count(label) == 1:
        return label
    return context.say("entries.one_of", unit=label, number=labels[: at + 1].count(label), count=labels.count(label))


def with_everything(context: PogOfferContext, *, named: bool = False) -> list[Entry]:
    """Return each target with all units that can join, best odds first; `named` lists the units, if other orders could come first."""
    table = context.table
    targets: dict[int, None] = {}
    for unit in table.may("add"):
        there = table.attempt(("add", unit))
        for target in there.may("target") if there else ():
            targets.setdefault(target)
    entries = []
    for target in list(targets)[:MOST_TARGETS]:
        units = joinable(table, target)
        if units:
            entries.append(
                (defence(context.table.game.state, context.table.side, target) - context.factors(units), target, units)
            )
    return [
        entry
        for _, target, units in sorted(entries, key=lambda item: item[0])
        for entry in flanked(context, _all_out(context, target, units, named=named))
    ]


def _all_out(context: PogOfferContext, target: int, units: Sequence[int], *, named: bool) -> Entry:
    label, joining = _odds_label(context, target, units), context.units(units)
    order = compact.attack(target, units if named else ())
    return Entry(label, order if len(order) <= _NAMED else compact.attack(target), joining, note=Aim(tuple(units)))


def flanked(context: PogOfferContext, attack: Entry, declared: Table | None = None) -> list[Entry]:
    """Return an attack as it is, or as a frontal and a flank attack if that is asked next (12.3.1).

    Args:
        context: the context that offers it.
        attack: the attack as ordered.
        declared: the table after the order, if known.
    """
    trial = declared or _table_after_attack(context, attack)
    if trial is None or not (trial.mine and trial.kind == "flank"):
        return [attack]
    manners = [
        (context.say(f"entries.target_{verb}", attack=attack.label), (verb, 0))
        for verb in ("frontal", "flank")
        if trial.offers(verb)
    ]
    manners += [
        (
            context.say("entries.target_flank_card", attack=attack.label, card=context.names.card_title(card)),
            ("play", card),
        )
        for card in trial.may("play")
    ]
    entries = [
        Entry(
            label,
            choice_codec.join_orders(attack.order, choice_codec.encode_choices(choice)),
            attack.description,
            note=attack.note,
        )
        for label, choice in manners
    ]
    return [entry for entry in entries if len(entry.order) <= choice_codec.LONGEST]


def _table_after_attack(context: PogOfferContext, attack: Entry) -> Table | None:
    """Return the table after an attack has been ordered; None if a die would be rolled first."""
    trial = context.table.trial()
    try:
        compact.carry_out(trial, attack.order)
    except (Refusal, ChanceError):
        return None
    return trial


def _odds_label(context: PogOfferContext, target: int, units: Sequence[int]) -> str:
    state, side = context.table.game.state, context.table.side
    attack = context.say(
        "entries.target",
        target=context.names.space(target),
        force=context.factors(units),
        against=defence(state, side, target),
    )
    return offensives.marked(context.names, state, side, attack, units, target)
