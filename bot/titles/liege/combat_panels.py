"""What the panels of combats offer: whole attacks with their chances, how one is put together, ways back and forward."""

from __future__ import annotations

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.titles.liege import odds
from bot.titles.liege.barrage_panels import names_of, state_of
from bot.titles.liege.combat_orders import attacks, commit_all, facing_foes
from bot.titles.liege.movement_orders import looking_out
from bot.titles.liege.orders import written
from engine.core.bits import members
from engine.liege.combat import HexAttack


def combat_offers(desk: OfferContext) -> Offers:
    """Return each hex with all that can attack it and the chances, each hex to pick units for, and the end."""
    table, offers = desk.table, Offers()
    whole = []
    for name in attacks(desk, ""):
        hex_ = state_of(desk).facts.hex_of(name.upper())
        trial = table.attempt(("hex", hex_))
        if trial is None:
            continue
        commit_all(trial)
        attack = HexAttack(hex_, trial.field("full"), ())
        label = desk.say("liege.attack_all", hex=desk.named("hex", hex_), count=len(attack.full))
        whole.append(Entry(label, written("attack", name), odds.attack_told(desk, attack)))
    offers.group(desk.say("liege.attack_with_all"), whole)
    entries = [Entry(desk.named("hex", hex_), choice_codec.encode_choices(("hex", hex_))) for hex_ in table.may("hex")]
    offers.group(verb_label(desk, "hex"), entries)
    offers.press(verb_label(desk, "done"), choice_codec.encode_choices(("done", 0)), style="primary")
    return offers


def attacking_offers(desk: OfferContext) -> Offers:
    """Return who may still join, fully or partly, and the attack with its chances as it is."""
    table, offers, state = desk.table, Offers(), state_of(desk)
    for verb in ("commit", "partly"):
        ratings = {
            unit: state.facts.units[unit].cbf if verb == "commit" else state.facts.units[unit].arf
            for unit in table.may(verb)
        }
        entries = [
            Entry(
                desk.say("liege.unit_in", unit=desk.named("unit", unit), hex=desk.named("hex", state.at[unit])),
                choice_codec.encode_choices((verb, unit)), desk.say("liege.adds_to_attack", value=values[state.level[unit]]),
            )
            for unit, values in ratings.items()
        ]  # fmt: skip
        offers.group(verb_label(desk, verb), entries)
    if table.offers("attack"):
        told = odds.attack_told(desk, HexAttack(table.field("hex"), table.field("full"), table.field("partly")))
        offers.press(verb_label(desk, "attack"), choice_codec.encode_choices(("attack", 0)), style="primary", hint=told)
    offers.press(verb_label(desk, "leave"), choice_codec.encode_choices(("leave", 0)))
    return offers


def retreat_offers(desk: OfferContext) -> Offers:
    """Return the hexes behind the unit, then its facings, the one toward the enemy first."""
    table, offers = desk.table, Offers()
    unit = int(table.field("units")[0])
    offers.group(
        verb_label(desk, "to"),
        [Entry(desk.named("hex", to), choice_codec.encode_choices(("to", to))) for to in table.may("to")],
    )
    if table.may("face"):
        _facings(desk, facing_foes(table, unit), offers)
    return offers


def entering_offers(desk: OfferContext) -> Offers:
    """Return where the unit goes, then its facings."""
    table, offers = desk.table, Offers()
    unit = int(table.field("unit"))
    offers.group(
        verb_label(desk, "to"),
        [Entry(desk.named("hex", to), choice_codec.encode_choices(("to", to))) for to in table.may("to")],
    )
    if table.may("face"):
        state = state_of(desk)
        wanted = looking_out(state, unit, (state.at[unit],))
        _facings(desk, wanted if table.offers("face", wanted) else table.may("face")[0], offers)
    return offers


def _facings(desk: OfferContext, wanted: int, offers: Offers) -> None:
    names = names_of(desk)
    label = desk.say("liege.face_proposed", facing=names.facing(wanted))
    offers.press(label, choice_codec.encode_choices(("face", wanted)), style="primary")
    entries = [
        Entry(names.facing(side).capitalize(), choice_codec.encode_choices(("face", side)))
        for side in desk.table.may("face")
    ]
    offers.group(verb_label(desk, "face"), entries)


def advance_offers(desk: OfferContext) -> Offers:
    """Return who may enter, who may turn, and the end."""
    table, offers = desk.table, Offers()
    for verb in ("enter", "face"):
        entries = [
            Entry(desk.named("unit", unit), choice_codec.encode_choices((verb, unit)), names_of(desk).long(unit))
            for unit in table.may(verb)
        ]
        offers.group(verb_label(desk, verb), entries)
    offers.press(verb_label(desk, "finish"), choice_codec.encode_choices(("finish", 0)), style="primary")
    return offers


def hexes_left(desk: OfferContext) -> str:
    """Return the hexes that an advance may enter."""
    return desk.names.words.listed([desk.named("hex", hex_) for hex_ in members(int(desk.table.field("hexes", 0)))])


__all__ = ["advance_offers", "attacking_offers", "combat_offers", "entering_offers", "hexes_left", "retreat_offers"]
