"""Offers for attacks: targets with everything that can join, or groups built unit by unit."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import choice_codec
from bot.table.choice_codec import LONGEST
from bot.table.layout import ENTRIES
from bot.table.offers import Entry, Offers
from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog.notation import compact
from bot.titles.pog.notation.attacking import joinable
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.offer_targets import Aim
from engine.errors import ChanceError
from engine.pog.rules.prospects import defence

#: Attack suggestions computed at most; each costs some trials.
MOST_TARGETS = 24
#: Characters of an attack with its units named, so that a flank attempt still fits behind it.
_NAMED = LONGEST - len("|c.frontal:0")


def attack(desk: PogOfferContext) -> Offers:
    """Targets with everything that can join, or a group built unit by unit."""
    table, offers = desk.table, Offers()
    chosen = units_of(table.field("attackers", 0))
    if chosen:
        offers.group(
            desk.say("groups.targets", units=desk.units(chosen)),
            [
                Entry(_odds_label(desk, t, chosen), choice_codec.encode_choices(("target", t)), note=Aim(tuple(chosen)))
                for t in table.may("target")
            ],
        )
    else:
        offers.group(desk.say("groups.attack_all"), with_everything(desk))
    joining = attackers(desk)
    offers.group(desk.say("groups.add_attacker" if chosen else "groups.attackers"), joining, most=len(joining))
    if table.offers("decline"):
        offers.press(desk.say("verbs.decline"), choice_codec.encode_choices(("decline", 0)), style="danger")
    if table.offers("release"):
        offers.press(desk.say("verbs.release"), choice_codec.encode_choices(("release", 0)), style="danger")
    return offers


def attackers(desk: PogOfferContext) -> list[Entry]:
    """Who can join, to be taken one by one or several together; of equal counters one, where there is no room for all."""
    units = list(desk.table.may("add"))
    shown = units if len(units) <= ENTRIES else desk.distinct(units)
    return [Entry(desk.unit_at(unit), choice_codec.encode_choices(("add", unit))) for unit in shown]


def with_everything(desk: PogOfferContext, *, named: bool = False) -> list[Entry]:
    """Each target with all that can join, the best odds first; `named` where something else may come before it."""
    table = desk.table
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
                (defence(desk.table.game.state, desk.table.side, target) - desk.factors(units), target, units)
            )
    return [
        entry
        for _, target, units in sorted(entries, key=lambda item: item[0])
        for entry in flanked(desk, _all_out(desk, target, units, named=named))
    ]


def _all_out(desk: PogOfferContext, target: int, units: Sequence[int], *, named: bool) -> Entry:
    label, joining = _odds_label(desk, target, units), desk.units(units)
    order = compact.attack(target, units if named else ())
    return Entry(label, order if len(order) <= _NAMED else compact.attack(target), joining, note=Aim(tuple(units)))


def flanked(desk: PogOfferContext, attack: Entry, declared: Table | None = None) -> list[Entry]:
    """Return an attack as it is, or from the front and as a flank attempt where that is asked next (12.3.1).

    Args:
        desk: where it is offered.
        attack: as ordered.
        declared: the table once it has been ordered, where that is known.
    """
    trial = declared or _ordered(desk, attack)
    if trial is None or not (trial.mine and trial.kind == "flank"):
        return [attack]
    return [
        Entry(
            desk.say(f"entries.target_{verb}", attack=attack.label),
            choice_codec.join_orders(attack.order, choice_codec.encode_choices((verb, 0))),
            attack.description,
            note=attack.note,
        )
        for verb in ("frontal", "flank")
        if trial.offers(verb)
    ]


def _ordered(desk: PogOfferContext, attack: Entry) -> Table | None:
    """Return the table once an attack has been ordered; None where a die is rolled first."""
    trial = desk.table.trial()
    try:
        compact.carry_out(trial, attack.order)
    except (Refusal, ChanceError):
        return None
    return trial


def _odds_label(desk: PogOfferContext, target: int, units: Sequence[int]) -> str:
    return desk.say(
        "entries.target",
        target=desk.names.space(target),
        force=desk.factors(units),
        against=defence(desk.table.game.state, desk.table.side, target),
    )
