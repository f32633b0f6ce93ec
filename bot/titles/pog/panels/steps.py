"""Forms for steps of an operation that can be filled in together."""

from __future__ import annotations

from bot.table.layout import ENTRIES
from bot.table.lengths import shortened
from bot.table.offers import Entry, Fields, Sheet
from bot.table.sheets import FIELDS, LABEL
from bot.table.table import Table, units_of
from bot.titles.pog import dangers
from bot.titles.pog.notation import compact
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.activating import marks, targets_near
from bot.titles.pog.panels.cards_and_units import operations
from bot.titles.pog.panels.moving import after_movement, mixed, moves_of, origins_of, part_moves_of


def card_and_spaces(context: PogOfferContext) -> Sheet:
    """Return the form for a card and everything it activates."""
    cards = operations(context)
    richest = next((trial for entry in cards if (trial := _table_after(context, entry.order)) is not None), None)
    if richest is None:
        return Sheet([])
    return Sheet([(context.say("sheets.card"), cards, 1, True), *_spaces(PogOfferContext(richest, context.names))])


def _table_after(context: PogOfferContext, order: str) -> Table | None:
    verb, _, arg = order.removeprefix("c.").partition(":")
    there = context.table.attempt((verb, int(arg, 36)))
    return there if there is not None and there.mine and there.kind == "activate" else None


def spaces(context: PogOfferContext) -> Sheet:
    """Return the form for activations with the OPS left."""
    return Sheet(_spaces(context), int(context.table.game.state.operation.ops))


def _spaces(context: PogOfferContext) -> Fields:
    """Return the fields for the spaces to activate and their use (9.2.5), and for what follows at once."""
    table, say = context.table, context.say
    moving = marks(context, "for_movement", dangers.out_of_which(table), bare=True)
    attacking = marks(context, "for_combat", table.may("for_combat"), bare=True)
    operation = table.game.state.operation
    most = int(operation.ops)
    near = targets_near(context, [*table.may("for_combat"), *units_of(operation.attack)])
    # A player with a space to move from wants to move first.
    at_once = [] if operation.move else [_attack_from_selected(context, target) for target in near]
    end = Entry(say("sheets.end_activation"), compact.END_ACTIVATION)
    return [
        (say("sheets.attack_from"), attacking[:ENTRIES], most, False),
        (say("sheets.move_from"), moving[:ENTRIES], most, False),
        (say("sheets.move_from_others"), moving[ENTRIES : 2 * ENTRIES], most, False),
        (say("sheets.at_once"), [end, *at_once][:ENTRIES], 1, False),
    ]


def _attack_from_selected(context: PogOfferContext, target: int) -> Entry:
    """Return an attack from every space that was selected for it."""
    label = context.say("sheets.attack", target=context.names.space(target))
    return Entry(label, compact.attack(target), context.units(context.enemies_in(target)))


def movement(context: PogOfferContext) -> Sheet:
    """Return the form for the moves of all stacks, whole or in parts, and for what follows."""
    origins = origins_of(context)
    splitting = sum(len(units) > 1 for units in origins.values())
    roomy = len(origins) + splitting < FIELDS
    fields: Fields = []
    for origin, units in origins.items():
        space, whole, parts = context.names.space(origin), moves_of(context, units), part_moves_of(context, units)
        if roomy:
            fields.append((shortened(space, LABEL), whole[:ENTRIES], 1, False))
            fields.append(
                (shortened(context.say("sheets.parts", space=space), LABEL), parts[:ENTRIES], len(units), False)
            )
        else:
            fields.append((shortened(space, LABEL), mixed(whole, parts, ENTRIES), len(units), False))
    fields = [field for field in fields if field[1]]
    return Sheet([*fields[: FIELDS - 1], (context.say("sheets.then"), after_movement(context)[:ENTRIES], 1, False)])


__all__ = ["card_and_spaces", "movement", "spaces"]
