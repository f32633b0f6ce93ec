"""Panel offers for assaults: complete assaults with their chances, assembling one, and what follows."""

from __future__ import annotations

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.table import Table
from bot.titles.liege.looks import odds
from bot.titles.liege.notation.assault_orders import entering_side
from bot.titles.liege.notation.reading import written
from bot.titles.liege.panels.barrage_panels import names_of, state_of
from bot.titles.liege.panels.choice_offers import offer_each, offer_end, offer_together, offer_whole
from bot.titles.liege.panels.facing_panels import offer_facings
from engine.core.bits import mask
from engine.errors import Reason
from engine.liege import march_search
from engine.liege.assault import cannot_be_carried_out
from engine.liege.phase_records import DeclaredAssault
from engine.liege.state import LiegeState

#: Maximum number of complete assaults offered as one entry each.
_MOST = 25


def assaults_offers(context: OfferContext) -> Offers:
    """Offer assaults with all guns in reach, best first; assembling one against each fort; and the end."""
    table = context.table
    found = [one for fort in table.may("fort") for one in _with_all_guns(table, fort)]
    near = {one: gets_there(table, one) for one in found}
    ranked = sorted(found, key=lambda one: (not near[one], -odds.assault_falls(state_of(context), one)))[:_MOST]
    whole = [_whole(context, one, near=near[one]) for one in ranked]
    return offer_whole(context, context.say("liege.storm_all"), whole, "fort")


def storm_lapses(context: OfferContext, _none: int) -> Reason | None:
    """Confirm ending movement while a unit declared to storm isn't at its fort yet, but could still march or turn (11.5.2)."""
    table, state = context.table, state_of(context)
    for one in state.assaults:
        reason = cannot_be_carried_out(state, one)
        if (
            reason is not None
            and state.active(one.fort)
            and any(table.offers(verb, one.unit) for verb in ("unit", "turn"))
        ):
            return Reason("storm_lapses", reason.rule, reason.data)
    return None


def storm_notes(context: OfferContext) -> list[str]:
    """Return what each unit declared to storm a fort still has to do for it (11.5.2), while units march."""
    state = state_of(context)
    return [
        _note(context, one) for one in state.assaults if state.side == context.table.side and state.active(one.fort)
    ]


def _note(context: OfferContext, one: DeclaredAssault) -> str:
    ready = cannot_be_carried_out(state_of(context), one) is None
    return context.say(
        "liege.storm_ready" if ready else "liege.storm_wants",
        unit=context.named("unit", one.unit),
        fort=context.named("fort", one.fort),
        hex=context.named("hex", state_of(context).facts.forts[one.fort].hex),
    )


def gets_there(table: Table, one: DeclaredAssault) -> bool:
    """Return whether the storming unit can still get next to its fort, by a forced march at the most, as its side knows the map."""
    state: LiegeState = table.trial().game.state
    if table.kind != "march":
        state.begin_movement()  # what it did last turn doesn't hold it up
    around = state.facts.grid.beyond[state.facts.forts[one.fort].hex]
    return state.at[one.unit] in around or any(
        march.hex in around for march in march_search.marches(state, one.unit, force=True)
    )


def _with_all_guns(table: Table, fort: int) -> list[DeclaredAssault]:
    """Return an assault on a fort by each unit that can storm it, following fire from all guns that can shell it."""
    trial = table.attempt(("fort", fort))
    if trial is None:
        return []
    guns = trial.may("gun")
    parts = [("gun", gun) for gun in guns]
    able = [by for by in trial.may("by") if trial.attempt(*parts, ("by", by), ("declare", 0)) is not None]
    return [DeclaredAssault(fort, by, mask(guns)) for by in able]


def _whole(context: OfferContext, one: DeclaredAssault, *, near: bool) -> Entry:
    names = names_of(context)
    label = context.say(
        "liege.storm",
        fort=context.named("fort", one.fort),
        unit=context.named("unit", one.unit),
        count=one.guns.bit_count(),
    )
    after = " after all" if one.guns else ""
    order = written("assault", f"{names.typed_fort(one.fort)} with {names.short(one.unit)}{after}")
    return Entry(label, order, odds.assault_told(context, one) if near else context.say("liege.storm_too_far"))


def declaring_offers(context: OfferContext) -> Offers:
    """Offer the units that can storm, the guns that can fire first, and the declaration with its chance."""
    table, offers = context.table, Offers(titled=True)
    for verb in ("by", "gun"):
        entries = [
            Entry(context.named("unit", unit), choice_codec.encode_choices((verb, unit)), names_of(context).long(unit))
            for unit in table.may(verb)
        ]
        offers.group(verb_label(context, verb), entries, most=len(entries) if verb == "gun" else 1)
    offer_together(context, offers, [("gun", gun) for gun in table.may("gun")])
    if table.offers("declare"):
        told = odds.assault_told(
            context, DeclaredAssault(table.field("fort"), table.field("unit"), table.field("guns"))
        )
        offer_end(context, offers, "declare", told)
    return offers


def storm_on_offers(context: OfferContext) -> Offers:
    """Offer the other forts of the hex, and stopping."""
    offers = Offers()
    offer_each(context, offers, "go")
    offer_end(context, offers, "stop")
    return offers


def entering_offers(context: OfferContext) -> Offers:
    """Offer entering with any facing, and staying."""
    table, offers = context.table, Offers()
    offer_facings(context, offers, int(table.field("hex")), entering_side(table), verb="enter")
    offers.press(verb_label(context, "stay"), choice_codec.encode_choices(("stay", 0)))
    return offers


__all__ = [
    "assaults_offers",
    "declaring_offers",
    "entering_offers",
    "gets_there",
    "storm_lapses",
    "storm_notes",
    "storm_on_offers",
]
