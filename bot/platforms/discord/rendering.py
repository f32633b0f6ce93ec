"""Render replies for Discord, within its limits.

Limits (discord/discord-api-docs): 2,000 characters of text, 5 rows of 5 buttons or one select of
25 options, labels of 80 and 100 characters, ids of 100, alt text of 1,024, 10 attachments.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import discord

from bot.narration.channel_mentions import placed
from bot.narration.user_text import escaped
from bot.platforms.discord import adapter_texts
from bot.platforms.discord.commands import spoken
from bot.platforms.discord.forms import form_id, sheet_text, sheet_view
from bot.platforms.discord.timestamps import local
from bot.table.lengths import first_lines, shortened
from bot.table.reply import Button, Form, Menu, Reply, Select

TEXT = 2000
LABEL = 80
OPTION = 100
PLACEHOLDER = 150
ALT = 1024

#: Id prefix of a select, which is no token of ours; its options are.
SELECT = "select:"

#: Discord shows any punctuation after a backslash literally.
_SIGN = re.compile(r"[!-/:-@\[-`{-~]")

NOBODY = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Rendered:
    """A message: its text, its controls (None for no controls) and an optional text file."""

    content: str
    view: discord.ui.View | None
    attached: tuple[str, str] | None
    mentions: discord.AllowedMentions

    def file(self) -> discord.File | None:
        """Return the text file as a new object, since it can be read only once."""
        if self.attached is None:
            return None
        name, text = self.attached
        return discord.File(io.BytesIO(text.encode()), filename=name)


def render(reply: Reply, *, form: str = "") -> Rendered:
    """Render a reply as a message; `form` is the game for which orders can be typed into a form.

    Text that is too long is truncated, and attached in full as a file.
    """
    users = [user for user in dict.fromkeys(reply.mention) if user.isdecimal()]
    pings = " ".join(f"<@{user}>" for user in users)
    sheet = reply.form
    said = reply.text if sheet is None else f"{sheet_text(sheet)}\n{_replaced_text(sheet, reply.text)}"
    text, attached = written(said, reply.title, reply.moments), None
    if reply.attachment is not None:
        attached = (reply.attachment.name, reply.attachment.text)
    room = TEXT - len(pings) - 1
    if len(text) > room:
        if attached is None:
            attached = ("text.txt", spoken(said, reply.title))
        text = f"{first_lines(text, room - len(adapter_texts.WRITTEN_OUT) - 1)}\n{adapter_texts.WRITTEN_OUT}"
    content = "\n".join(part for part in (text, pings) if part)
    allowed = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(int(user)) for user in users]
    )
    view = controls(reply.menu, form_id(form, reply.title) if form else "") if sheet is None else sheet_view(sheet)
    return Rendered(content or "\u200b", view, attached, allowed if users else NOBODY)


def _replaced_text(sheet: Form, text: str) -> str:
    """Return the text of the panel that a sheet replaces, without the sheet's own text."""
    return text.removeprefix(sheet.told).lstrip("\n") if sheet.told else text


def controls(menu: Menu | None, form: str = "") -> discord.ui.View | None:
    """Build the controls of a message; the library doesn't track them, presses are routed by their ids.

    Args:
        menu: the controls.
        form: the id of the order form, "" for none.
    """
    rows = list(menu.rows) if menu is not None else []
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        if isinstance(row, Select):
            view.add_item(_select(row, number))
            continue
        for button in row:
            view.add_item(_button(button, number))
    if form:
        _offer_form(view, rows, form)
    # A finished view is sent but not tracked by the library.
    view.stop()
    return view


def written(text: str, title: str = "", moments: Sequence[tuple[str, int]] = ()) -> str:
    """Convert a text for Discord: commands and moments in Discord's form, users' text escaped."""
    now = datetime.now(UTC)
    return escaped(text, _escape_markup, lambda ours: local(spoken(placed(ours, _channel_link), title), now, moments))


def _channel_link(platform: str, channel: str) -> str:
    """Return a channel as a Discord link; one of another platform can't be linked."""
    return f"<#{channel}>" if platform == "discord" and channel.isdecimal() else f"{platform}"


def _escape_markup(text: str) -> str:
    """Escape everything that could be Markdown, a link, a mention or an emoji; defuse @ by a zero-width space."""
    return _SIGN.sub(r"\\\g<0>", text).replace("@", "@\u200b")


def alt_text(text: str) -> str:
    """Shorten an alt text to the limit."""
    return shortened(text, ALT)


def _button(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    styles = {
        "plain": discord.ButtonStyle.secondary,
        "primary": discord.ButtonStyle.primary,
        "danger": discord.ButtonStyle.danger,
    }
    return discord.ui.Button(
        label=shortened(button.label, LABEL) or "…", custom_id=button.token, style=styles[button.style], row=row
    )


def _select(select: Select, row: int) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=f"{SELECT}{row}",
        placeholder=shortened(select.placeholder, PLACEHOLDER) or None,
        max_values=min(select.most, len(select.options)),
        options=[
            discord.SelectOption(
                label=shortened(option.label, OPTION) or "…",
                value=option.token,
                description=shortened(option.description, OPTION) or None,
            )
            for option in select.options
        ],
        row=row,
    )


def _offer_form(view: discord.ui.View, rows: list[tuple[Button, ...] | Select], form: str) -> None:
    """Add a button for the form to the last row of buttons, or in its own row."""
    number = len(rows) - 1
    last = rows[number]
    if isinstance(last, Select) or len(last) >= 5:
        number += 1
    if number < 5:
        view.add_item(
            discord.ui.Button(
                label=adapter_texts.TYPE_ORDER,
                custom_id=form,
                style=discord.ButtonStyle.secondary,
                row=number,
            )
        )


__all__ = ["NOBODY", "SELECT", "Rendered", "alt_text", "controls", "render"]
