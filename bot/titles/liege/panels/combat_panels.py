"""Panel offers for combats: complete attacks with their chances, assembling one, retreats and advances."""

from __future__ import annotations

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.table import Table
from bot.titles.liege.looks import odds
from bot.titles.liege.notation.barrage_orders import GUNS
from bot.titles.liege.notation.combat_orders import attacks, commit_all, facing_foes
from bot.titles.liege.notation.movement_orders import looking_out
from bot.titles.liege.notation.reading import written
from bot.titles.liege.panels.barrage_panels import names_of, state_of
from bot.titles.liege.panels.choice_offers import offer_each, offer_end, offer_together, offer_whole
from bot.titles.liege.panels.facing_panels import offer_facings
from engine.core.bits import members
from engine.liege.combat import HexAttack
from engine.liege.retreat import cannot_advance
from engine.liege.sequence.facings import has_facing
from engine.liege.sequence.retreats import KEEPS_FACING


def combat_offers(context: OfferContext) -> Offers:
    """Offer each hex with everything that can attack it and the chances, each hex to pick units for, and the end."""
    table, whole = context.table, list[Entry]()
    for name in attacks(context, ""):
        hex_ = state_of(context).facts.hex_of(name.upper())
        trial = table.attempt(("hex", hex_))
        if trial is None:
            continue
        commit_all(trial)
        attack = HexAttack(hex_, trial.field("full"), ())
        label = context.say("liege.attack_all", hex=context.named("hex", hex_), count=len(attack.full))
        whole.append(Entry(label, written("attack", name), odds.attack_told(context, attack)))
    return offer_whole(context, context.say("liege.attack_with_all"), whole, "hex")


def attacking_offers(context: OfferContext) -> Offers:
    """Offer the units that can still join fully or partly, and the attack with its present chances."""
    table, offers, state = context.table, Offers(titled=True), state_of(context)
    offers.group(context.say("liege.all_of_hex"), _stacks(context))
    for verb in ("commit", "partly"):
        ratings = {
            unit: state.facts.units[unit].cbf if verb == "commit" else state.facts.units[unit].arf
            for unit in table.may(verb)
        }
        entries = [
            Entry(
                context.say("liege.unit_in", unit=context.named("unit", unit), hex=context.named("hex", state.at[unit])),
                choice_codec.encode_choices((verb, unit)), context.say("liege.adds_to_attack", value=values[state.level[unit]]),
            )
            for unit, values in ratings.items()
        ]  # fmt: skip
        offers.group(verb_label(context, verb), entries, most=len(entries))
    if (trial := table.attempt()) is not None:
        commit_all(trial)
        full = trial.field("full")[len(table.field("full")) :]
        offer_together(context, offers, [("commit", unit) for unit in full])
    if table.offers("attack"):
        told = odds.attack_told(context, HexAttack(table.field("hex"), table.field("full"), table.field("partly")))
        offer_end(context, offers, "attack", told)
    offers.press(verb_label(context, "leave"), choice_codec.encode_choices(("leave", 0)))
    return offers


def _stacks(context: OfferContext) -> list[Entry]:
    """Return for each hex the units that can join fully from it, as one entry without guns."""
    table, state = context.table, state_of(context)
    there: dict[int, list[int]] = {}
    for unit in table.may("commit"):
        if state.facts.units[unit].type not in GUNS:
            there.setdefault(state.at[unit], []).append(unit)
    found = []
    for hex_, units in there.items():
        choices = [("commit", unit) for unit in units]
        if len(units) > 1 and table.attempt(*choices) is not None:
            label = context.say("liege.attack_all", hex=context.named("hex", hex_), count=len(units))
            named = context.names.words.listed([context.named("unit", unit) for unit in units])
            found.append(Entry(label, choice_codec.encode_choices(*choices), named))
    return found


def retreat_offers(context: OfferContext) -> Offers:
    """Offer the unit's retreat hexes, then its facings, the one towards the enemy first."""
    table, offers = context.table, Offers()
    unit = int(table.field("units")[0])
    offer_each(context, offers, "to")
    if table.may("face"):
        offer_facings(context, offers, state_of(context).at[unit], facing_foes(table, unit))
    return offers


def entering_offers(context: OfferContext) -> Offers:
    """Offer the unit's destinations, then its facings."""
    table, offers = context.table, Offers()
    unit = int(table.field("unit"))
    offer_each(context, offers, "to")
    if table.may("face"):
        state = state_of(context)
        wanted = looking_out(state, unit, (state.at[unit],))
        offer_facings(context, offers, state.at[unit], wanted if table.offers("face", wanted) else table.may("face")[0])
    return offers


def advance_offers(context: OfferContext) -> Offers:
    """Offer the units that can enter, those that can turn, and the end."""
    table, offers = context.table, Offers(titled=True)
    for verb in ("enter", "face"):
        entries = [
            Entry(context.named("unit", unit), choice_codec.encode_choices((verb, unit)), names_of(context).long(unit))
            for unit in table.may(verb)
        ]
        offers.group(verb_label(context, verb), entries)
    offer_end(context, offers, "finish")
    return offers


def only_turns(table: Table) -> bool:
    """Return True if only a facing is asked after a combat: the unit is already there, or forts bar its way."""
    verb = {"advance": "enter", "entering": "to", "retreat": "to"}.get(table.kind)
    return verb is not None and not table.may(verb)


def goes_without_facing(table: Table) -> bool:
    """Return True if no facing is asked of a unit that goes somewhere: with all-round facing, or two steps lost (6.2.1, 9.6.1)."""
    if table.kind not in ("retreat", "entering"):
        return False
    unit = table.field("units")[0] if table.kind == "retreat" else table.field("unit")
    if table.kind == "retreat" and table.field("lost")[0] >= KEEPS_FACING:
        return True
    return not has_facing(table.game.state, int(unit))


def hexes_left(context: OfferContext) -> str:
    """Return the hexes that an advance can enter."""
    return context.names.words.listed(
        [context.named("hex", hex_) for hex_ in members(int(context.table.field("hexes", 0)))]
    )


def turns_text(context: OfferContext) -> str:
    """Return the name of the question where only facings are asked, with why nobody can enter the hexes that the enemy left."""
    table, state = context.table, state_of(context)
    if table.kind != "advance":
        return "turns"  # a facing is a hexside there, not a unit
    hexes = members(int(table.field("hexes", 0)))
    reasons = [cannot_advance(state, unit, hex_) for unit in table.may("face") for hex_ in hexes]
    codes = {reason.code for reason in reasons if reason is not None and reason.code != "not_next_to_it"}
    why = f"turns_{codes.pop()}" if len(codes) == 1 else ""
    return why if context.names.words.has(f"ui.decisions.advance.{why}") else "turns"


__all__ = [
    "advance_offers",
    "attacking_offers",
    "combat_offers",
    "entering_offers",
    "goes_without_facing",
    "hexes_left",
    "only_turns",
    "retreat_offers",
    "turns_text",
]
