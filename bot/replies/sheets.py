"""Sheets: forms in which a whole step of an operation is filled in at once and sent with one press.

A sheet asks what several menus of the panel would ask one after another, e.g. the card and every space that it
activates. Its entries are orders of one position like those of menus, so nothing is remembered while it is open.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.narration.names import Names
from bot.notation import compact
from bot.notation.table import Table, units_of
from bot.replies import tokens
from bot.replies.activating import marks, targets_near
from bot.replies.cards_and_units import operations
from bot.replies.layout import ENTRIES, option_of
from bot.replies.lengths import shortened
from bot.replies.model import Form, FormField, MenuOption, Select
from bot.replies.moving import after_movement, mixed, moves_of, origins_of, part_moves_of
from bot.replies.offers import Desk, Entry, Fields, Sheet

#: Fields of a form at most, and characters of a field's name: the narrowest of all platforms.
FIELDS, LABEL = 5, 45


def sheet(game_id: str, desk: Desk) -> Form | None:
    """The sheet of the present decision; None where it has none or another side decides."""
    table = desk.table
    if not table.mine or table.face.sheet is None:
        return None
    asked = table.face.sheet(desk)
    fields, ops = asked.fields, asked.ops
    # Beside a card more can be chosen than a poor card pays for.
    limit = desk.say("sheets.ops_left", count=ops) if ops else desk.say("sheets.ops_of_card")
    made = [_field(game_id, table.number, *field, limit) for field in fields if field[1]]
    if not made:
        return None
    title = desk.say(f"sheets.{table.kind}")
    return Form(title=title, game=game_id, number=table.number, fields=tuple(made[:FIELDS]), ops=ops)


def filled(form: Form, orders: Collection[str], names: Names) -> Form:
    """The same form with these orders chosen, as far as it has them, and counted."""
    fields = []
    for field in form.fields:
        left = field.menu.most
        options = []
        for option in field.menu.options:
            chosen = left > 0 and order_in(option) in orders
            left -= chosen
            options.append(option.model_copy(update={"chosen": chosen}))
        menu = field.menu.model_copy(update={"options": tuple(options)})
        fields.append(field.model_copy(update={"menu": menu}))
    new = form.model_copy(update={"fields": tuple(fields)})
    return new.model_copy(update={"tally": _tally(new, names)})


def order_in(option: MenuOption) -> str:
    """The order that an entry of a form stands for."""
    return tokens.parse(option.token).body


def place_of(form: Form, order: str) -> tuple[int, str] | None:
    """The number of the field that has an order, and what it is called there; None where no field has it."""
    for number, field in enumerate(form.fields):
        for option in field.menu.options:
            if order_in(option) == order:
                return number, option.label
    return None


def _tally(form: Form, names: Names) -> str:
    """What all that is chosen comes to, where something costs OPS."""
    if not any(option.ops for field in form.fields for option in field.menu.options):
        return ""
    if not form.there:
        return names.words.say("ui.sheets.no_card", spent=form.spent)
    over = form.spent > form.there
    return names.words.say("ui.sheets.over" if over else "ui.sheets.tally", count=form.there, spent=form.spent)


def card_and_spaces(desk: Desk) -> Sheet:
    """The card and all that it activates."""
    cards = operations(desk)
    richest = next((trial for entry in cards if (trial := _after(desk, entry.order)) is not None), None)
    if richest is None:
        return Sheet([])
    return Sheet([(desk.say("sheets.card"), cards, 1, True), *_spaces(Desk(richest, desk.names))])


def _after(desk: Desk, order: str) -> Table | None:
    verb, _, arg = order.removeprefix("c.").partition(":")
    there = desk.table.attempt((verb, int(arg, 36)))
    return there if there is not None and there.mine and there.kind == "activate" else None


def spaces(desk: Desk) -> Sheet:
    """What is activated with the OPS that are there."""
    return Sheet(_spaces(desk), int(desk.table.game.state.operation.ops))


def _spaces(desk: Desk) -> Fields:
    """Which spaces are activated for what (9.2.5), and what follows at once."""
    table, say = desk.table, desk.say
    moving = marks(desk, "for_movement", table.may("for_movement"), bare=True)
    attacking = marks(desk, "for_combat", table.may("for_combat"), bare=True)
    operation = table.game.state.operation
    most = int(operation.ops)
    near = targets_near(desk, [*table.may("for_combat"), *units_of(operation.attack)])
    # Whoever has a space to move from wants to move first.
    at_once = [] if operation.move else [_all_out(desk, target) for target in near]
    end = Entry(say("sheets.end_activation"), compact.END_ACTIVATION)
    return [
        (say("sheets.attack_from"), attacking[:ENTRIES], most, False),
        (say("sheets.move_from"), moving[:ENTRIES], most, False),
        (say("sheets.move_from_others"), moving[ENTRIES : 2 * ENTRIES], most, False),
        (say("sheets.at_once"), [end, *at_once][:ENTRIES], 1, False),
    ]


def _all_out(desk: Desk, target: int) -> Entry:
    """An attack from every space that is chosen for it."""
    label = desk.say("sheets.attack", target=desk.names.space(target))
    return Entry(label, compact.attack(target), desk.units(desk.enemies_in(target)))


def movement(desk: Desk) -> Sheet:
    """Where the stacks go, whole or in parts, and what follows."""
    origins = origins_of(desk)
    splitting = sum(len(units) > 1 for units in origins.values())
    roomy = len(origins) + splitting < FIELDS
    fields: Fields = []
    for origin, units in origins.items():
        space, whole, parts = desk.names.space(origin), moves_of(desk, units), part_moves_of(desk, units)
        if roomy:
            fields.append((shortened(space, LABEL), whole[:ENTRIES], 1, False))
            fields.append((shortened(desk.say("sheets.parts", space=space), LABEL), parts[:ENTRIES], len(units), False))
        else:
            fields.append((shortened(space, LABEL), mixed(whole, parts, ENTRIES), len(units), False))
    fields = [field for field in fields if field[1]]
    return Sheet([*fields[: FIELDS - 1], (desk.say("sheets.then"), after_movement(desk)[:ENTRIES], 1, False)])


def _field(
    game_id: str, number: int, name: str, entries: list[Entry], most: int, required: bool, limit: str
) -> FormField:
    fitting = {entry.order: entry for entry in entries if tokens.fits(game_id, number, entry.order)}
    options = tuple(option_of(entry, game_id, number) for entry in fitting.values())
    select = Select(placeholder=name, options=options, most=max(1, min(most, len(options))))
    hint = limit if any(entry.ops < 0 for entry in entries) else ""
    return FormField(label=name, menu=select, required=required, hint=hint)


__all__ = ["card_and_spaces", "filled", "movement", "order_in", "place_of", "sheet", "spaces"]
