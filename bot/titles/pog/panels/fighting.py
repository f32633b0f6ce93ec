"""Offers inside a combat: cards, losses, retreat, advance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import choice_codec
from bot.table.offers import Entry, Offers
from bot.table.refusal import Refusal
from bot.table.table import units_of
from bot.titles.pog.notation import compact
from bot.titles.pog.notation.path_search import Path, movers, ways
from bot.titles.pog.notation.reactions import about_losses
from bot.titles.pog.notation.routes import retreat_of
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.offer_context import PogOfferContext, by_steps
from engine.errors import ChanceError


def cards(desk: PogOfferContext) -> Offers:
    """Cards that may be committed, and to go on without (more)."""
    table, offers = desk.table, Offers()
    entries = [
        Entry(desk.names.card(card), choice_codec.encode_choices(("play", card)), _short(desk, card))
        for card in table.may("play")
    ]
    offers.group(desk.say("groups.combat_cards"), entries)
    for verb in ("flank", "frontal", "finish"):
        if table.offers(verb):
            label = desk.say(f"buttons.{verb}_cards" if verb == "finish" else f"verbs.{verb}")
            offers.press(
                label, choice_codec.encode_choices((verb, 0)), style="plain" if verb == "frontal" else "primary"
            )
    if table.face.standing == "defending":
        # A default that both sides see, so that the next attack waits for nobody and tells nothing of the hand.
        offers.press(
            desk.say("buttons.pass_openly"),
            screen="standing:openly:pass:defending:cards:this:turn",
            hint=desk.say("buttons.pass_openly_hint"),
        )
        if table.game.state.rules.options.windows == "public":
            when, wish = ("always", "always:ask:me") if table.spared else ("only_held", "ask:me:only:when:I:hold:one")
            offers.press(
                desk.say(f"buttons.ask_{when}"), screen=f"standing:{wish}", hint=desk.say(f"buttons.ask_{when}_hint")
            )
    return offers


def loss(desk: PogOfferContext) -> Offers:
    """Whose step is lost next."""
    table, offers = desk.table, Offers()
    verb = next(verb for verb in ("hit", "use", "restore") if verb in table.game.decision.verbs)
    entries = []
    for unit in desk.distinct(table.may(verb)):
        label = _lost_step(desk, unit) if verb == "hit" else desk.unit(unit)
        entries.append(Entry(label, choice_codec.encode_choices((verb, unit)), desk.names.unit_title(unit)))
    entries += [
        Entry(desk.say("entries.fort"), choice_codec.encode_choices(("hit_fort", s))) for s in table.may("hit_fort")
    ]
    offers.group(desk.say(f"groups.{verb}"), entries)
    if verb == "hit" and len(entries) > 1 and _several(desk):
        for first in ("corps", "armies"):
            offers.press(desk.say(f"buttons.losses_at_once.{first}"), compact.losses(first))
    return offers


def _lost_step(desk: PogOfferContext, unit: int) -> str:
    """Return what becomes of a unit that loses a step, with its loss factor: how much of the loss number that takes (12.4)."""
    state, gone = desk.table.game.state, weakened(desk.table) >> unit & 1
    loss = int(state.rules.loss_factor(state, unit))
    return desk.say("entries.hit_eliminated" if gone else "entries.hit_reduced", unit=desk.unit(unit), loss=loss)


def _several(desk: PogOfferContext) -> bool:
    """Return True if the steps of no single unit pay for all losses that are asked."""
    table = desk.table
    for unit in table.may("hit"):
        there = table.attempt(("hit", unit))
        if there is not None and there.mine and about_losses(there):
            return True
    return False


def retreat_option(desk: PogOfferContext) -> Offers:
    """Hold by a step, retreat together at once, or decide unit by unit."""
    table, offers = desk.table, Offers()
    going = table.attempt(("retreat", 0))
    if going is not None and going.kind == "retreat":
        # Only whole retreats: they say by themselves that nobody holds.
        for group in retreat(PogOfferContext(going, desk.names)).groups:
            offers.group(group.title, [entry for entry in group.entries if entry.order[:2] in ("r.", "R.")])
    offers.group(
        desk.say("groups.hold"),
        [
            Entry(desk.unit(unit), choice_codec.encode_choices(("hold", unit)))
            for unit in desk.distinct(table.may("hold"))
        ],
    )
    offers.press(desk.say("verbs.retreat"), choice_codec.encode_choices(("retreat", 0)))
    return offers


def retreat(desk: PogOfferContext) -> Offers:
    """All to one place where that is possible, else each unit to its places."""
    table, offers = desk.table, Offers()
    current = int(table.field("unit", -1))
    units = [current] if current >= 0 else list(table.may("pick"))
    groups = []
    everywhere: dict[int, Path] = {}
    for unit in desk.distinct(units):
        found = _retreats(desk, unit)
        everywhere |= found
        entries = [
            Entry(desk.say("entries.to", space=desk.names.space(s)), compact.retreat([unit], path), desk.way(path))
            for s, path in found.items()
        ]
        if not entries and current < 0:
            entries = [_lost(desk, unit)]
        groups.append((desk.say("groups.retreat", unit=desk.unit(unit)), entries))
    if len(units) > 1:
        together = [entry for s, path in everywhere.items() for entry in _all_to(desk, s, path)]
        offers.group(desk.say("groups.retreat_all", units=desk.units(units)), together)
    for title, entries in groups:
        offers.group(title, entries)
    by_steps(desk, offers)
    if table.offers("halt"):
        offers.press(desk.say("verbs.halt"), choice_codec.encode_choices(("halt", 0)))
    if table.offers("eliminate"):
        offers.press(desk.say("verbs.eliminate"), choice_codec.encode_choices(("eliminate", 0)), style="danger")
    return offers


def _retreats(desk: PogOfferContext, unit: int) -> dict[int, Path]:
    """Where a unit may end its retreat, with a shortest way to it; the only one there is may be taken by the choice of the unit."""
    table = desk.table
    picked = table if movers(table) == [unit] else table.attempt(("pick", unit))
    if picked is None:
        return {}
    if picked.mine and picked.kind == "retreat" and movers(picked) == [unit]:
        return ways(picked)
    at = stands(picked, unit)
    if at == stands(table, unit) or desk.names.content.spaces[at].kind != "map":
        return {}
    return {at: retreat_of(picked, unit) or (at,)}


def _lost(desk: PogOfferContext, unit: int) -> Entry:
    """Return a unit that has nowhere to go, or of which that is not known before it is chosen."""
    there = desk.table.attempt(("pick", unit))
    gone = there is not None and desk.names.content.spaces[stands(there, unit)].kind != "map"
    label = desk.say("entries.eliminated", unit=desk.unit(unit)) if gone else desk.unit(unit)
    return Entry(label, choice_codec.encode_choices(("pick", unit)))


def _all_to(desk: PogOfferContext, space: int, path: Path) -> list[Entry]:
    """Return the retreat of all to one space, along one way or, where they cannot all take the same, each its own."""
    label = desk.say("entries.all_to", space=desk.names.space(space))
    if _all_can(desk, path):
        return [Entry(label, compact.retreat_all(path), desk.way(path))]
    return [Entry(label, compact.retreat_all([space]))] if len(path) > 1 and _all_can(desk, [space]) else []


def _all_can(desk: PogOfferContext, way: Sequence[int]) -> bool:
    trial = desk.table.trial()
    try:
        compact.retreat_everybody(trial, way)
    except (Refusal, ChanceError):
        return False
    return True


def declare_advance(desk: PogOfferContext) -> Offers:
    """Who will occupy the space: all that fit, single units, or nobody."""
    table, offers = desk.table, Offers()
    space, joining = int(table.field("space")), list(table.may("add"))
    stack = units_of(table.field("stack", 0))
    everybody, here = list(stack), table.trial()
    for unit in joining:
        there = here.attempt(("add", unit))
        if there is not None and there.mine and there.kind == "declare_advance":
            everybody.append(unit)
            here = there
    choices = [everybody] if len(everybody) > len(stack) else []
    choices += [[*stack, unit] for unit in desk.distinct(joining)] if len(everybody) > len(stack) + 1 else []
    entries = [
        Entry(
            desk.say("entries.units_to", units=desk.units(units), space=desk.names.space(space)),
            compact.advance(units, [space]),
        )
        for units in choices
        if _suffices(desk, units)
    ]
    offers.group(desk.say("groups.advance"), entries)
    if len(joining) > 2 or not entries:
        offers.group(
            desk.say("groups.add"),
            [Entry(desk.unit(u), choice_codec.encode_choices(("add", u))) for u in desk.distinct(joining)],
        )
    for verb in ("declare", "decline"):
        if table.offers(verb):
            label = desk.say(f"decisions.declare_advance.verbs.{verb}")
            offers.press(
                label, choice_codec.encode_choices((verb, 0)), style="primary" if verb == "declare" else "plain"
            )
    return offers


def _suffices(desk: PogOfferContext, units: list[int]) -> bool:
    """Return True if these units can be named and are enough for the space."""
    trial = desk.table.trial()
    try:
        compact.carry_out(trial, compact.advance(units, [int(desk.table.field("space"))]))
    except ChanceError:
        return True
    except Refusal:
        return False
    return True


def advance(desk: PogOfferContext) -> Offers:
    """Everybody as far as they may, single units, or nobody."""
    table, offers = desk.table, Offers()
    stack, joining = units_of(table.field("stack", 0)), list(table.may("add"))
    if table.field("path"):
        entries = [
            Entry(desk.say("entries.to", space=desk.names.space(s)), choice_codec.encode_choices(("step", s)))
            for s in table.may("step")
        ]
        offers.group(desk.say("groups.stack_to", units=desk.units(stack)), entries)
        offers.group(
            desk.say("groups.drop"),
            [
                Entry(desk.unit(unit), choice_codec.encode_choices(("drop", unit)))
                for unit in desk.distinct(table.may("drop"))
            ],
        )
    else:
        choices = [_most_together(desk, stack, joining)]
        choices += [stack] if stack and joining else []
        choices += [[*stack, unit] for unit in desk.distinct(joining)] if len(choices[0]) > 1 else []
        entries = [entry for units in choices for entry in _advances(desk, units)]
        unique = list({entry.order: entry for entry in entries}.values())
        offers.group(desk.say("groups.advance"), unique)
        offers.group(
            desk.say("groups.advance_alone"), [alone for entry in unique if (alone := _nobody_else(desk, entry))]
        )
        if not unique or len(joining) > 2:
            offers.group(
                desk.say("groups.add"),
                [Entry(desk.unit(u), choice_codec.encode_choices(("add", u))) for u in desk.distinct(joining)],
            )
        by_steps(desk, offers)
    for verb in ("stop", "finish"):
        if table.offers(verb):
            label = desk.say("buttons.stop_here" if verb == "stop" else "buttons.no_advance")
            offers.press(label, choice_codec.encode_choices((verb, 0)))
    return offers


def _most_together(desk: PogOfferContext, stack: list[int], joining: list[int]) -> list[int]:
    """As many units as can advance together: each joins unless that leaves the stack nowhere to go."""
    chosen = list(stack)
    here = desk.table.trial()
    for unit in joining:
        there = here.attempt(("add", unit))
        if there is not None and ways(there):
            chosen.append(unit)
            here = there
    return chosen or [*stack, *joining]


def _advances(desk: PogOfferContext, units: list[int]) -> list[Entry]:
    """Where these units can advance together."""
    here = desk.table.trial()
    try:
        for unit in units:
            if not here.field("stack", 0) >> unit & 1:
                here.do("add", unit)
    except (Refusal, ChanceError):
        return []
    return [
        Entry(
            desk.say("entries.units_to", units=desk.units(units), space=desk.names.space(space)),
            compact.advance(units, path),
            desk.way(path),
        )
        for space, path in ways(here).items()
    ]


def _nobody_else(desk: PogOfferContext, entry: Entry) -> Entry | None:
    """Return the same advance with nobody to follow it; None where it ends by itself."""
    trial = desk.table.trial()
    try:
        compact.carry_out(trial, entry.order)
    except (Refusal, ChanceError):
        return None
    if not (trial.mine and trial.kind == "advance" and trial.offers("finish")):
        return None
    return Entry(
        entry.label,
        choice_codec.join_orders(entry.order, choice_codec.encode_choices(("finish", 0))),
        entry.description,
    )


def _short(desk: PogOfferContext, card: int) -> str:
    return desk.names.card_event(card)
