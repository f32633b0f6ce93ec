"""The forms that open over a channel: one to type orders into, and sheets in which menus are filled in together.

Limits (discord/discord-api-docs, components/reference): a title of 45 characters, five fields with labels of 45.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.platforms.discord import words
from bot.replies import tokens
from bot.replies.lengths import shortened
from bot.replies.model import Form, FormField

#: Prefixes of the ids of both forms; the game follows.
TYPED = "form:"
SHEET = "sheet:"

_LABEL, _OPTION = 45, 100


def order_form(game: str) -> discord.ui.Modal:
    """The form into which orders are typed."""
    modal = discord.ui.Modal(title=words.ORDER_TITLE, custom_id=f"{TYPED}{game}", timeout=None)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        label=words.ORDER_LABEL,
        custom_id="order",
        placeholder=words.ORDER_EXAMPLE,
        style=discord.TextStyle.paragraph,
        max_length=1900,
    )
    modal.add_item(field)
    return _unremembered(modal)


def sheet_form(form: Form) -> discord.ui.Modal:
    """A sheet as Discord shows it: a menu under each label."""
    modal = discord.ui.Modal(title=form.title, custom_id=f"{SHEET}{form.game}", timeout=None)
    for number, field in enumerate(form.fields):
        modal.add_item(
            discord.ui.Label(
                text=shortened(field.label, _LABEL), description=field.hint or None, component=_menu(field, number)
            )
        )
    return _unremembered(modal)


def opens_sheet(custom_id: str) -> bool:
    """True for a control whose answer may be a sheet."""
    try:
        token = tokens.parse(custom_id)
    except tokens.BadToken:
        return False
    return token.kind == "screen" and token.body == "sheet"


def typed_in(data: Mapping[str, Any]) -> str:
    """What was typed into the form for orders."""
    return next((str(one.get("value", "")).strip() for one in _filled(data) if one.get("custom_id") == "order"), "")


def chosen_in(data: Mapping[str, Any]) -> list[str]:
    """The tokens that were chosen in a sheet, field by field."""
    return [str(value) for one in _filled(data) for value in one.get("values") or ()]


def _filled(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The fields of a form that was sent; each stands in a row or under a label of its own."""
    for row in data.get("components", ()):
        yield from row.get("components", ()) or ([row["component"]] if "component" in row else ())


def _menu(field: FormField, number: int) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=f"field:{number}",
        min_values=1 if field.required else 0,
        max_values=min(field.menu.most, len(field.menu.options)),
        required=field.required,
        options=[
            discord.SelectOption(
                label=shortened(option.label, _OPTION) or "…",
                value=option.token,
                default=option.chosen,
                description=shortened(option.description, _OPTION) or None,
            )
            for option in field.menu.options
        ],
    )


def _unremembered(modal: discord.ui.Modal) -> discord.ui.Modal:
    """A form that is finished is sent but not remembered by the library; what comes back is routed by its id."""
    modal.stop()
    return modal


__all__ = ["SHEET", "TYPED", "chosen_in", "opens_sheet", "order_form", "sheet_form", "typed_in"]
