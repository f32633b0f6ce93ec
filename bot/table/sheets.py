"""Sheets: forms that fill in a whole step at once and are sent with one press.

A sheet combines what several menus of the panel would ask one after another, e.g. what pays for a step and everything
done in it. Its entries are orders of one position, like those of menus, so no state is kept while it is open.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.narration.book import Book
from bot.table import tokens
from bot.table.layout import option_of
from bot.table.offers import Entry, OfferContext
from bot.table.reply import Form, FormField, MenuOption, Select

#: Most fields of a form, and characters of a field's name: the smallest limits of all platforms.
FIELDS, LABEL = 5, 45


def sheet(game_id: str, context: OfferContext) -> Form | None:
    """Return the sheet of the present decision; None if it has none or another side decides."""
    table = context.table
    if not table.mine or table.face.sheet is None:
        return None
    asked = table.face.sheet(context)
    fields, budget = asked.fields, asked.budget
    # Without a fixed budget, the limit depends on what is chosen first.
    limit = context.say("sheets.most", count=budget) if budget else context.say("sheets.most_of_chosen")
    made = [_field(game_id, table.number, *field, limit) for field in fields if field[1]]
    if not made:
        return None
    title = context.say(f"sheets.{table.kind}")
    counting = context.say("sheets.tally", spent="{spent}", count="{count}")
    return Form(
        title=title, game=game_id, number=int(table.number), mark=tokens.mark_of(table.number),
        fields=tuple(made[:FIELDS]), budget=budget, counting=counting,
    )  # fmt: skip


def filled(form: Form, orders: Collection[str], names: Book) -> Form:
    """Return the form with these orders chosen, if it has them, and the tally updated."""
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
    """Return the order of a form's entry."""
    return tokens.parse(option.token).body


def place_of(form: Form, order: str) -> tuple[int, str] | None:
    """Return the number of the field with this order and its label there; None if no field has it."""
    for number, field in enumerate(form.fields):
        for option in field.menu.options:
            if order_in(option) == order:
                return number, option.label
    return None


def _tally(form: Form, names: Book) -> str:
    """Return the tally of the chosen entries, "" if nothing has a cost."""
    if not any(option.amount for field in form.fields for option in field.menu.options):
        return ""
    if not form.there:
        return names.words.say("ui.sheets.no_budget", spent=form.spent)
    over = form.spent > form.there
    return names.words.say("ui.sheets.over" if over else "ui.sheets.tally", count=form.there, spent=form.spent)


def _field(
    game_id: str, number: int, name: str, entries: list[Entry], most: int, required: bool, limit: str
) -> FormField:
    fitting = {entry.order: entry for entry in entries if tokens.fits(game_id, number, entry.order)}
    options = tuple(option_of(entry, game_id, number) for entry in fitting.values())
    select = Select(placeholder=name, options=options, most=max(1, min(most, len(options))))
    hint = limit if any(entry.amount < 0 for entry in entries) else ""
    return FormField(label=name, menu=select, required=required, hint=hint)


__all__ = ["FIELDS", "LABEL", "filled", "order_in", "place_of", "sheet"]
