"""Panel offers for barrages: complete barrages with their chances, best first, and assembling one."""

from __future__ import annotations

from typing import cast

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.table import Table
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.looks import odds
from bot.titles.liege.notation.barrage_orders import GUNS, as_before
from bot.titles.liege.notation.reading import written
from bot.titles.liege.panels.choice_offers import offer_each, offer_end, offer_together
from engine.core.bits import mask, members
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.state import LiegeState

#: Number of complete barrages with a button of their own.
_BEST = 3


def barrage_offers(context: OfferContext) -> Offers:
    """Offer all guns in reach at each fort and hex with their chances, the same gun by gun, and the end."""
    table, offers = context.table, Offers(titled=True)
    at_forts = sorted(
        ((odds.falls(*one), fort, one[1]) for fort in table.may("fort") if (one := _all_guns(table, fort))),
        reverse=True,
    )
    whole = [
        Entry(
            context.say("liege.all_at_fort", fort=context.named("fort", fort), count=barrage.guns.bit_count()),
            written("fire", f"at {names_of(context).typed_fort(fort)}"), odds.fort_told(context, barrage),
        )
        for _, fort, barrage in at_forts
    ]  # fmt: skip
    if again := as_before(table):
        offers.press(
            _repeated_barrage(context, again), written("fire", "as before"), hint=context.say("liege.as_before_hint")
        )
    for entry in whole[: _BEST - bool(again)]:
        offers.press(entry.label, entry.order, hint=entry.description)
    offers.group(context.say("liege.fire_all"), whole)
    offers.group(
        context.say("liege.shell_all"),
        [_at_hex(context, *shot) for at in table.may("target") if (shot := _all_at(table, at))],
    )
    for verb in ("fort", "target"):
        offer_each(context, offers, verb)
    offer_end(context, offers)
    return offers


def _repeated_barrage(context: OfferContext, again: list[list[tuple[str, int]]]) -> str:
    """Return the first barrage of a repetition, and the number of further ones."""
    verb, target = again[0][0]
    named = context.named("fort" if verb == "fort" else "hex", target)
    return context.say("liege.as_before", target=named, more=len(again) - 1)


def _all_guns(table: Table, fort: int) -> tuple[LiegeState, FortBarrage] | None:
    """Return the barrage of all guns in reach of a fort; None if they are too weak."""
    trial = table.attempt(("fort", fort))
    guns = _guns(trial) if trial is not None else 0
    found = FortBarrage((fort,), guns)
    return (table.game.state, found) if odds.reaches(table.game.state, found) else None


def _all_at(table: Table, hex_: int) -> tuple[LiegeState, UnitBarrage] | None:
    trial = table.attempt(("target", hex_))
    found = UnitBarrage(hex_, _guns(trial), mask(trial.may("join"))) if trial is not None else UnitBarrage(hex_)
    return (table.game.state, found) if odds.hits(table.game.state, found) else None


def _guns(table: Table | None) -> int:
    if table is None:
        return 0
    units = table.game.state.facts.units
    return mask(one for one in table.may("add") if units[one].type in GUNS)


def _at_hex(context: OfferContext, state: LiegeState, fired: UnitBarrage) -> Entry:
    count = fired.guns.bit_count() + fired.forts.bit_count()
    key = "all_at_hex" if not fired.forts else "both_at_hex" if fired.guns else "forts_at_hex"
    label = context.say(f"liege.{key}", hex=context.named("hex", fired.hex), count=count)
    return Entry(
        label, written("shell", names_of(context).hex(fired.hex).lower()), odds.units_told(context, state, fired)
    )


def shelling_offers(context: OfferContext) -> Offers:
    """Offer the units that can still join a barrage, and `fire` with its present effect."""
    table, offers = context.table, Offers(titled=True)
    state = state_of(context)
    guns = [_gun(context, gun, state.facts.units[gun].arf[state.level[gun]]) for gun in table.may("add")]
    offers.group(verb_label(context, "add"), guns, most=len(guns))
    forts = [
        Entry(
            context.named("fort", fort), choice_codec.encode_choices(("join", fort)),
            context.say("liege.adds", value=state.facts.forts[fort].arf),
        )
        for fort in table.may("join")
    ]  # fmt: skip
    offers.group(verb_label(context, "join"), forts, most=len(forts))
    offer_together(
        context,
        offers,
        [*(("add", gun) for gun in members(_guns(table))), *(("join", fort) for fort in table.may("join"))],
    )
    if table.offers("fire"):
        barrage = UnitBarrage(table.field("hex"), table.field("guns"), table.field("forts"))
        offer_end(context, offers, "fire", odds.units_told(context, state, barrage))
    return offers


def bombarding_offers(context: OfferContext) -> Offers:
    """Offer the guns that can still join, the next fort to hit, and `fire` with its chance."""
    table, offers = context.table, Offers(titled=True)
    units = state_of(context).facts.units
    guns = [_gun(context, gun, units[gun].aff) for gun in table.may("add")]
    offers.group(verb_label(context, "add"), guns, most=len(guns))
    offer_together(context, offers, [("add", gun) for gun in table.may("add")])
    offer_each(context, offers, "next")
    if table.offers("fire"):
        told = odds.fort_told(context, FortBarrage(table.field("forts"), table.field("guns")))
        offer_end(context, offers, "fire", told)
    return offers


def _gun(context: OfferContext, gun: int, value: int) -> Entry:
    detail = context.say("liege.gun_adds", name=names_of(context).long(gun), value=value)
    label = context.say(
        "liege.unit_in", unit=context.named("unit", gun), hex=context.named("hex", state_of(context).at[gun])
    )
    return Entry(label, choice_codec.encode_choices(("add", gun)), detail)


def names_of(context: OfferContext) -> LiegeBook:
    """Return the game's book."""
    return cast("LiegeBook", context.names)


def state_of(context: OfferContext) -> LiegeState:
    """Return the position."""
    return cast("LiegeState", context.table.game.state)


__all__ = ["barrage_offers", "bombarding_offers", "names_of", "shelling_offers", "state_of"]
