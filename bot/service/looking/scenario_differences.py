"""The special rules of a game's scenario: their page, by any of its names, and a button to it."""

from __future__ import annotations

from bot.service.calls import Tools
from bot.storage.models import GameHeader
from bot.table import tokens
from bot.table.layout import ROWS
from bot.table.reply import Button, Menu, Reply
from bot.table.typed_text import phrase
from bot.titles import title_stored, titles
from bot.titles.forms import brief_name


def page(tools: Tools, wanted: str) -> Reply | None:
    """Return the page of a scenario's special rules; None if no scenario has that name."""
    for title in titles():
        if wanted in title.setups.offered() or phrase(wanted) in title.setups.aliases():
            return title.setups.page(tools.of(title).words, wanted)
    return None


def linked(tools: Tools, header: GameHeader, reply: Reply) -> Reply:
    """Add a button to the page of a game's scenario, unless the reply has one or no room."""
    title = title_stored(header)
    words, rows = tools.of(title).words, reply.menu.rows if reply.menu is not None else ()
    token = tokens.line("", f"help {header.scenario}")
    shown = {control.token for row in rows if isinstance(row, tuple) for control in row}
    if header.scenario not in title.setups.offered() or len(rows) >= ROWS or token in shown:
        return reply
    scenario = brief_name(words, header.scenario)
    button = Button(label=words.say("guide.buttons.differs", title=scenario), token=token)
    return reply.model_copy(update={"menu": Menu(rows=(*rows, (button,)))})


__all__ = ["linked", "page"]
