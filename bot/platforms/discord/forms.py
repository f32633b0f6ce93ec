"""Forms: the modal for typing orders, and sheets, whose menus are sent together.

A modal reports nothing before it is submitted, so a sheet is a private message instead: each choice is counted at once.
Limits (discord/discord-api-docs, components/reference): five rows of one menu or five buttons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.narration.texts import spoken_texts
from bot.platforms.discord import adapter_texts
from bot.table import tokens
from bot.table.lengths import shortened
from bot.table.reply import Form
from bot.titles.roots import title_meant

#: Id prefixes of the order modal and of sheets of an earlier version, before the game.
TYPED = "form:"
SHEET = "sheet:"

_OPTION = 100
#: Separates game and title in a modal's id.
_TITLE = "~"
#: Menus of a message that also has a row of buttons.
_MENUS = 4


def form_id(game: str, title: str) -> str:
    """Return the id of a game's order modal, with its title unless it is the usual one."""
    return f"{TYPED}{game}{_TITLE}{title}" if title else f"{TYPED}{game}"


def form_of(custom_id: str) -> tuple[str, str]:
    """Return the game of an order modal, and its title."""
    game, _, title = custom_id.removeprefix(TYPED).partition(_TITLE)
    return game, title


def order_form(game: str, title: str = "") -> discord.ui.Modal:
    """Build the modal for typing orders in a title's game."""
    meant = title_meant(title)
    modal = discord.ui.Modal(title=adapter_texts.ORDER_TITLE, custom_id=form_id(game, title), timeout=None)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        label=adapter_texts.ORDER_LABEL.format(root=meant.command),
        custom_id="order",
        placeholder=shortened(meant.words(spoken_texts().language).say("ui.order_example"), _OPTION),
        style=discord.TextStyle.paragraph,
        max_length=1900,
    )
    modal.add_item(field)
    return _stop_tracking(modal)


def sheet_text(form: Form) -> str:
    """Return the text above a sheet's menus: the tally of the choices, and the error of the last submission."""
    lines = [f"**{form.title}**: {form.tally}" if form.tally else f"**{form.title}**"]
    if form.told:
        lines.append(f"**{form.fields[form.wrong].label}**: {form.told}" if form.wrong >= 0 else form.told)
    return "\n".join(lines)


def sheet_view(form: Form) -> discord.ui.View:
    """Build a sheet's menus, each of which reports its choices at once, and a row of buttons.

    A message has room for four menus above its buttons; the others are on a second page.
    """
    view = discord.ui.View(timeout=None)
    number, first = tokens.At(form.number, form.mark), form.at // _MENUS * _MENUS
    for row, field in enumerate(range(first, min(first + _MENUS, len(form.fields)))):
        view.add_item(_menu(form, field, tokens.screen(form.game, number, f"tick:{field}"), row))
    buttons = [(adapter_texts.SEND_SHEET, "send", discord.ButtonStyle.primary)]
    if len(form.fields) > _MENUS:
        label, other = (adapter_texts.FIRST_FIELDS, 0) if first else (adapter_texts.MORE_FIELDS, _MENUS)
        buttons.append((label, f"sheet:{other}", discord.ButtonStyle.secondary))
    buttons.append((adapter_texts.LEAVE_SHEET, "panel", discord.ButtonStyle.secondary))
    for label, body, style in buttons:
        at = -1 if body == "panel" else number
        view.add_item(
            discord.ui.Button(label=label, custom_id=tokens.screen(form.game, at, body), style=style, row=_MENUS)
        )
    view.stop()
    return view


def typed_in(data: Mapping[str, Any]) -> str:
    """Return the text typed into the order modal."""
    return next(
        (str(one.get("value", "")).strip() for one in _submitted_fields(data) if one.get("custom_id") == "order"), ""
    )


def chosen_in(data: Mapping[str, Any]) -> list[str]:
    """Return the tokens chosen in a sheet of an earlier version, which was a modal; field by field."""
    return [str(value) for one in _submitted_fields(data) for value in one.get("values") or ()]


def _submitted_fields(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the fields of a submitted modal; each is in a row or under its own label."""
    for row in data.get("components", ()):
        yield from row.get("components", ()) or ([row["component"]] if "component" in row else ())


def _menu(form: Form, number: int, custom_id: str, row: int) -> discord.ui.Select[discord.ui.View]:
    field = form.fields[number]
    most = min(form.most(number), len(field.menu.options))
    name = field.label if most == 1 else adapter_texts.CHOOSE_UP_TO.format(name=field.label, most=most)
    return discord.ui.Select(
        custom_id=custom_id,
        placeholder=name,
        min_values=0,
        max_values=most,
        options=[
            discord.SelectOption(
                label=shortened(option.label, _OPTION) or "…",
                value=option.token,
                default=option.chosen,
                description=shortened(option.description, _OPTION) or None,
            )
            for option in field.menu.options
        ],
        row=row,
    )


def _stop_tracking(modal: discord.ui.Modal) -> discord.ui.Modal:
    """Mark a modal as finished, so that the library doesn't track it; its submission is routed by id."""
    modal.stop()
    return modal


__all__ = ["SHEET", "TYPED", "chosen_in", "form_id", "form_of", "order_form", "sheet_text", "sheet_view", "typed_in"]
