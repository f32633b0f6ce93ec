"""Offers within a combat: cards, losses, retreat, advance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.table import choice_codec
from bot.table.offers import Entry, Offers
from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog.narration import battles
from bot.titles.pog.notation import compact
from bot.titles.pog.notation.path_search import Path, movers, ways
from bot.titles.pog.notation.reactions import about_losses
from bot.titles.pog.notation.routes import retreat_of
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.offer_context import PogOfferContext, by_steps, left_behind
from engine.errors import ChanceError
from engine.pog.rules import losses


def cards(context: PogOfferContext) -> Offers:
    """Offer the cards that can be committed, and continuing without (more) cards."""
    table, offers = context.table, Offers()
    entries = [
        Entry(context.names.card(card), choice_codec.encode_choices(("play", card)), _short(context, card))
        for card in table.may("play")
    ]
    offers.group(context.say("groups.combat_cards"), entries)
    for verb in ("flank", "frontal", "finish"):
        if table.offers(verb):
            label = context.say(f"buttons.{verb}_cards" if verb == "finish" else f"verbs.{verb}")
            offers.press(
                label, choice_codec.encode_choices((verb, 0)), style="plain" if verb == "frontal" else "primary"
            )
    if table.face.standing == "defending":
        # This default is public, so the next attack waits for nobody and reveals nothing about the hand.
        offers.press(
            context.say("buttons.pass_openly"),
            screen="standing:openly:pass:defending:cards:this:turn",
            hint=context.say("buttons.pass_openly_hint"),
        )
        if table.game.state.rules.options.windows == "public":
            when, wish = ("always", "always:ask:me") if table.spared else ("only_held", "ask:me:only:when:I:hold:one")
            offers.press(
                context.say(f"buttons.ask_{when}"),
                screen=f"standing:{wish}",
                hint=context.say(f"buttons.ask_{when}_hint"),
            )
    return offers


def loss(context: PogOfferContext) -> Offers:
    """Offer the units that can take the next step loss."""
    table, offers = context.table, Offers()
    verb = next(verb for verb in ("hit", "use", "restore") if verb in table.game.decision.verbs)
    entries = []
    asked = context.distinct(table.may(verb))
    alike = Counter(context.unit(unit) for unit in asked)
    for unit in asked:
        said = context.unit(unit) if alike[context.unit(unit)] == 1 else context.unit_at(unit)
        label = _lost_step(context, unit, said) if verb == "hit" else said
        about = _and_what_follows(context, unit) if verb == "hit" else context.names.unit_title(unit)
        entries.append(Entry(label, choice_codec.encode_choices((verb, unit)), about))
    entries += [
        Entry(context.say("entries.fort"), choice_codec.encode_choices(("hit_fort", s))) for s in table.may("hit_fort")
    ]
    offers.group(context.say(f"groups.{verb}"), entries)
    if verb == "hit" and len(entries) > 1 and _needs_several_units(context):
        armies = {bool(table.game.state.rules.armies >> unit & 1) for unit in asked}
        for first in ("corps", "armies") if len(armies) > 1 else ("corps",):
            key = first if len(armies) > 1 else "alike"
            offers.press(context.say(f"buttons.losses_at_once.{key}"), compact.losses(first))
    return offers


def _lost_step(context: PogOfferContext, unit: int, said: str) -> str:
    """Return the result of a unit's step loss with its loss factor, i.e. how much of the loss number it absorbs (12.4)."""
    state, gone = context.table.game.state, weakened(context.table) >> unit & 1
    loss = int(state.rules.loss_factor(state, unit))
    return context.say("entries.hit_eliminated" if gone else "entries.hit_reduced", unit=said, loss=loss)


def _and_what_follows(context: PogOfferContext, unit: int) -> str:
    """Return the long name of a unit, with the steps lost after its own because nothing else takes as much (12.4.3)."""
    title, there = context.names.unit_title(unit), context.table.trial()
    there.game.listening = True
    try:
        there.do("hit", unit)
    except (Refusal, ChanceError):
        return title
    lost = [event.data for _, event in there.told if event.kind == "loss" and event.data["side"] == there.side]
    if not (after := lost[1:]):
        return title
    return context.say("entries.hit_follows", unit=title, losses=battles.losses_alone(context.names, after))


def _needs_several_units(context: PogOfferContext) -> bool:
    """Return True if no single unit's steps can absorb all the losses."""
    table = context.table
    for unit in table.may("hit"):
        there = table.attempt(("hit", unit))
        if there is not None and there.mine and about_losses(there):
            return True
    return False


def retreat_option(context: PogOfferContext) -> Offers:
    """Offer to hold by losing a step, to retreat together at once, or to decide unit by unit."""
    table, offers = context.table, Offers()
    # Holding is the question asked, so it comes first; after the retreats of several units it would land in a submenu.
    offers.group(
        context.say("groups.hold"),
        [
            Entry(
                context.unit(unit),
                choice_codec.encode_choices(("hold", unit)),
                _last_step(context, unit) if weakened(table) >> unit & 1 else "",
            )
            for unit in context.distinct(table.may("hold"))
        ],
    )
    going = table.attempt(("retreat", 0))
    if going is not None and going.kind == "retreat":
        # Complete retreats only: they imply that no unit holds.
        for group in retreat(PogOfferContext(going, context.names)).groups:
            offers.group(group.title, [entry for entry in group.entries if entry.order[:2] in ("r.", "R.")])
    offers.press(context.say("verbs.retreat"), choice_codec.encode_choices(("retreat", 0)))
    return offers


def _last_step(context: PogOfferContext, unit: int) -> str:
    """Return the effect of losing a unit's last step: elimination, or replacement of an army by a corps (12.4.4)."""
    state = context.table.game.state
    if not state.rules.armies >> unit & 1 or (corps := losses.replacement_corps(state, unit)) is None:
        return context.say("entries.hold_eliminates")
    return context.say("entries.hold_replaced", corps=context.unit(corps))


def retreat(context: PogOfferContext) -> Offers:
    """Offer the retreat of all units to one space if possible, else each unit's destinations."""
    table, offers = context.table, Offers()
    current = int(table.field("unit", -1))
    units = [current] if current >= 0 else list(table.may("pick"))
    groups = []
    everywhere: dict[int, Path] = {}
    for unit in context.distinct(units):
        found = _retreats(context, unit)
        everywhere |= found
        entries = [
            Entry(
                context.say("entries.to", space=context.names.space(s)),
                compact.retreat([unit], path),
                context.way(path),
            )
            for s, path in found.items()
        ]
        if not entries and current < 0:
            entries = [_lost_unit_entry(context, unit)]
        groups.append((context.say("groups.retreat", unit=context.unit(unit)), entries))
    if len(units) > 1:
        together = [entry for s, path in everywhere.items() for entry in _all_to(context, s, path)]
        offers.group(context.say("groups.retreat_all", units=context.units(units)), together)
    for title, entries in groups:
        offers.group(title, entries)
    by_steps(context, offers)
    if table.offers("halt"):
        offers.press(context.say("verbs.halt"), choice_codec.encode_choices(("halt", 0)))
    if table.offers("eliminate"):
        offers.press(context.say("verbs.eliminate"), choice_codec.encode_choices(("eliminate", 0)), style="danger")
    return offers


def _retreats(context: PogOfferContext, unit: int) -> dict[int, Path]:
    """Return a unit's retreat destinations, each with a shortest path; choosing the unit may already take the only one."""
    table = context.table
    picked = table if movers(table) == [unit] else table.attempt(("pick", unit))
    if picked is None:
        return {}
    if picked.mine and picked.kind == "retreat" and movers(picked) == [unit]:
        return ways(picked)
    at = stands(picked, unit)
    if at == stands(table, unit) or context.names.content.spaces[at].kind != "map":
        return {}
    return {at: retreat_of(picked, unit) or (at,)}


def _lost_unit_entry(context: PogOfferContext, unit: int) -> Entry:
    """Return the entry of a unit without a retreat, or whose retreat isn't known before it is chosen."""
    there = context.table.attempt(("pick", unit))
    gone = there is not None and context.names.content.spaces[stands(there, unit)].kind != "map"
    label = context.say("entries.eliminated", unit=context.unit(unit)) if gone else context.unit(unit)
    return Entry(label, choice_codec.encode_choices(("pick", unit)))


def _all_to(context: PogOfferContext, space: int, path: Path) -> list[Entry]:
    """Return the retreat of all units to one space along one path, or along separate paths if they can't share one."""
    label = context.say("entries.all_to", space=context.names.space(space))
    if _all_can(context, path):
        return [Entry(label, compact.retreat_all(path), context.way(path))]
    return [Entry(label, compact.retreat_all([space]))] if len(path) > 1 and _all_can(context, [space]) else []


def _all_can(context: PogOfferContext, way: Sequence[int]) -> bool:
    trial = context.table.trial()
    try:
        compact.retreat_everybody(trial, way)
    except (Refusal, ChanceError):
        return False
    return True


def declare_advance(context: PogOfferContext) -> Offers:
    """Offer which units will occupy the space: all that fit, single units, or none."""
    table, offers = context.table, Offers()
    space, joining = int(table.field("space")), list(table.may("add"))
    stack = units_of(table.field("stack", 0))
    everybody, here = list(stack), table.trial()
    for unit in joining:
        there = here.attempt(("add", unit))
        if there is not None and there.mine and there.kind == "declare_advance":
            everybody.append(unit)
            here = there
    choices = [everybody] if len(everybody) > len(stack) else []
    choices += [[*stack, unit] for unit in context.distinct(joining)] if len(everybody) > len(stack) + 1 else []
    entries = [
        Entry(
            context.say("entries.units_to", units=context.units(units), space=context.names.space(space)),
            compact.advance(units, [space]),
        )
        for units in choices
        if _suffices(context, units)
    ]
    offers.group(context.say("groups.advance"), entries)
    if len(joining) > 2 or not entries:
        offers.group(
            context.say("groups.add"),
            [Entry(context.unit(u), choice_codec.encode_choices(("add", u))) for u in context.distinct(joining)],
        )
    for verb in ("declare", "decline"):
        if table.offers(verb):
            label = context.say(f"decisions.declare_advance.verbs.{verb}")
            offers.press(
                label, choice_codec.encode_choices((verb, 0)), style="primary" if verb == "declare" else "plain"
            )
    return offers


def _suffices(context: PogOfferContext, units: list[int]) -> bool:
    """Return True if these units can be named and are enough for the space."""
    trial = context.table.trial()
    try:
        compact.carry_out(trial, compact.advance(units, [int(context.table.field("space"))]))
    except ChanceError:
        return True
    except Refusal:
        return False
    return True


def advance(context: PogOfferContext) -> Offers:
    """Offer advances: all units as far as possible, single units, or none."""
    table, offers = context.table, Offers()
    stack, joining = units_of(table.field("stack", 0)), list(table.may("add"))
    if table.field("path"):
        entries = [
            Entry(context.say("entries.to", space=context.names.space(s)), choice_codec.encode_choices(("step", s)))
            for s in table.may("step")
        ]
        offers.group(context.say("groups.stack_to", units=context.units(stack)), entries)
        left_behind(context, offers)
    else:
        choices = [_most_together(context, stack, joining)]
        choices += [stack] if stack and joining else []
        choices += [[*stack, unit] for unit in context.distinct(joining)] if len(choices[0]) > 1 else []
        entries = [entry for units in choices for entry in _advances(context, units)]
        unique = list({entry.order: entry for entry in entries}.values())
        last = {entry.order: _nobody_else(context, entry) for entry in unique}
        offers.group(context.say("groups.advance"), [last[entry.order] or entry for entry in unique])
        offers.group(context.say("groups.advance_first"), [entry for entry in unique if last[entry.order]])
        if not unique or len(joining) > 2:
            offers.group(
                context.say("groups.add"),
                [Entry(context.unit(u), choice_codec.encode_choices(("add", u))) for u in context.distinct(joining)],
            )
        by_steps(context, offers)
    for verb in ("stop", "finish"):
        if table.offers(verb):
            ends = "no_advance" if _has_advanced(table) else "nobody_advances"
            label = context.say("buttons.stop_here" if verb == "stop" else f"buttons.{ends}")
            offers.press(label, choice_codec.encode_choices((verb, 0)))
    return offers


def _has_advanced(table: Table) -> bool:
    """Return True if an attacker has left the spaces that the attack came from."""
    combat = table.game.state.combat
    return any(not combat.spaces >> stands(table, unit) & 1 for unit in units_of(combat.attackers))


def _most_together(context: PogOfferContext, stack: list[int], joining: list[int]) -> list[int]:
    """Return the largest group that can advance together: each unit joins unless that leaves the stack without a move."""
    chosen = list(stack)
    here = context.table.trial()
    for unit in joining:
        there = here.attempt(("add", unit))
        if there is not None and ways(there):
            chosen.append(unit)
            here = there
    return chosen or [*stack, *joining]


def _advances(context: PogOfferContext, units: list[int]) -> list[Entry]:
    """Return the spaces these units can advance to together."""
    here = context.table.trial()
    try:
        for unit in units:
            if not here.field("stack", 0) >> unit & 1:
                here.do("add", unit)
    except (Refusal, ChanceError):
        return []
    return [
        Entry(
            context.say("entries.units_to", units=context.units(units), space=context.names.space(space)),
            compact.advance(units, path),
            context.way(path),
        )
        for space, path in ways(here).items()
    ]


def _nobody_else(context: PogOfferContext, entry: Entry) -> Entry | None:
    """Return the same advance with no further units following; None if it ends by itself."""
    trial = context.table.trial()
    try:
        compact.carry_out(trial, entry.order)
    except (Refusal, ChanceError):
        return None
    if not (trial.mine and trial.kind == "advance" and trial.offers("finish")):
        return None
    return Entry(
        context.say("entries.others_stay", advance=entry.label),
        choice_codec.join_orders(entry.order, choice_codec.encode_choices(("finish", 0))),
        entry.description,
    )


def _short(context: PogOfferContext, card: int) -> str:
    return context.names.card_event(card)
