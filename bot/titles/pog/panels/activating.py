"""Offers for activation: spaces to move or attack from, and attacks with all activations they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table import choice_codec
from bot.table.layout import ENTRIES
from bot.table.offers import Entry, Offers
from bot.table.table import Table
from bot.titles.pog import dangers, offensives
from bot.titles.pog.notation import attacking, compact
from bot.titles.pog.notation.stacks import units_in
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.attacking import MOST_TARGETS, flanked
from bot.titles.pog.panels.offer_targets import Aim
from engine.pog.rules.activation import costs
from engine.pog.rules.prospects import defence

#: Most characters of a label that names target and origins: what follows it, the kind of attack, fits into Slack's 75 as well.
_WHOLE = 50


def activate(context: PogOfferContext) -> Offers:
    """Return immediate attacks, then activations of several spaces at once or one by one, then the end."""
    table, offers = context.table, Offers()
    attack, move = table.may("for_combat"), dangers.out_of_which(table)
    operation = table.game.state.operation
    found = suggestions(context, attack)
    if not operation.move and not operation.attack:
        now = (flanked(context, one.at_once, attacking.declared(one.paid, one.target, one.units)) for one in found)
        offers.group(context.say("groups.attack_now"), [entry for entries in now for entry in entries])
    likely, others = _likely_choices(marks(context, "for_movement", move), marks(context, "for_combat", attack))
    offers.group(context.say("groups.activate"), likely, most=operation.ops)
    offers.group(context.say("groups.activate_others"), others, most=operation.ops)
    offers.group(context.say("groups.attacks"), [one.marked for one in found])
    if table.offers("call_off"):
        offers.press(context.say("verbs.call_off"), choice_codec.encode_choices(("call_off", 0)))
    left = operation.ops
    offers.press(
        context.say("buttons.end_activation", count=left),
        choice_codec.encode_choices(("stop", 0)),
        style="danger" if left else "primary",
    )
    return offers


def marks(context: PogOfferContext, verb: str, spaces: Sequence[int], *, bare: bool = False) -> list[Entry]:
    """Return the spaces to activate by "for_movement" or "for_combat", front spaces first; `bare` labels omit the use."""
    ordered = front(context, spaces)
    prices = costs(context.table.game.state, context.table.side, ordered, verb == "for_combat")
    return [
        Entry(
            context.names.space(space) if bare else context.say(f"entries.{verb}", space=context.names.space(space)),
            choice_codec.encode_choices((verb, space)),
            context.say("entries.cost", count=price, units=_units_inside(context, space))
            if bare
            else _units_inside(context, space),
            amount=-price,
        )
        for space, price in zip(ordered, prices, strict=True)
    ]


def _likely_choices(moving: list[Entry], attacking: list[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Split both uses into one menu, balanced so that one selection usually covers both, and the rest.

    A space is listed for both uses if both are legal; a player who picks both is told that it takes only one (9.2.5).
    """
    movers = min(len(moving), ENTRIES - min(len(attacking), ENTRIES // 2))
    attackers = ENTRIES - movers
    return moving[:movers] + attacking[:attackers], moving[movers:] + attacking[attackers:]


def targets_near(context: PogOfferContext, attackable: Sequence[int]) -> dict[int, list[int]]:
    """Return the enemy spaces in reach, each with the adjacent spaces that can be activated for combat."""
    around: dict[int, list[int]] = {}
    for space in attackable:
        for target in context.neighbours(space):
            if context.enemies_in(target) or context.fort_of(target):
                around.setdefault(target, []).append(space)
    return around


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An attack with every adjacent unit that the OPS can pay for.

    Attributes:
        at_once: activates and attacks, leaving further OPS unused.
        marked: only activates.
        target: the attacked space.
        units: the attackers.
        paid: the table after the activation.
    """

    at_once: Entry
    marked: Entry
    target: int
    units: Sequence[int]
    paid: Table


def suggestions(context: PogOfferContext, attackable: Sequence[int]) -> list[Suggestion]:
    """Suggest, for each enemy space in reach, activating everything adjacent that the OPS can pay for, best odds first."""
    table = context.table
    before = table.game.state.operation.ops
    found: list[tuple[int, Suggestion]] = []
    for target, spaces in list(targets_near(context, attackable).items())[:MOST_TARGETS]:
        spaces.sort(key=lambda space: -context.factors(units_in(table, space)))
        paid, here, attackers = attacking.fighting(table, target, spaces)
        if not attackers or here is None:
            continue
        left = here.game.state.operation.ops
        force = context.factors(attackers)
        against = defence(context.table.game.state, context.table.side, target)
        costs_what = context.say("entries.attack_cost", count=before - left, force=force, against=against)
        label, origins = _attack_from(context, target, paid)
        detail = offensives.marked(context.names, table.game.state, table.side, costs_what, attackers, target)
        marks = choice_codec.encode_choices(*(("for_combat", s) for s in paid))
        unused = detail if not left else context.say("entries.attack_unused", detail=detail, count=left)
        at_once = Entry(
            label,
            choice_codec.join_orders(marks, compact.attack(target)),
            _with_origins(context, unused, origins),
            note=Aim(tuple(attackers)),
        )
        marked = Entry(label, marks, _with_origins(context, detail, origins), note=Aim(toward=target))
        found.append((against - force, Suggestion(at_once, marked, target, attackers, here)))
    return [one for _, one in sorted(found, key=lambda item: item[0])]


def _attack_from(context: PogOfferContext, target: int, origins: Sequence[int]) -> tuple[str, str]:
    """Return an attack's label, and the origins if it has no room for them, which would be cut."""
    place, spaces = context.names.space(target), context.names.spaces(origins)
    label = context.say("entries.attack_from", target=place, spaces=spaces)
    if len(label) <= _WHOLE:
        return label, ""
    return context.say("entries.attack_from_many", target=place, count=len(origins)), spaces


def _with_origins(context: PogOfferContext, detail: str, spaces: str) -> str:
    return context.say("entries.attack_origins", detail=detail, spaces=spaces) if spaces else detail


def front(context: PogOfferContext, spaces: Sequence[int]) -> list[int]:
    """Sort spaces: those next to the enemy first, stronger ones before weaker ones."""
    enemy = context.table.game.state.occupied[1 - context.table.side]

    def key(space: int) -> tuple[int, int, str]:
        faces = any(enemy >> other & 1 for other in context.neighbours(space))
        return (0 if faces else 1, -context.factors(units_in(context.table, space)), context.names.space(space))

    return sorted(spaces, key=key)


def _units_inside(context: PogOfferContext, space: int) -> str:
    return context.units(units_in(context.table, space))
