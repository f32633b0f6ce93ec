"""What can be looked at in the games of any title: the position, and how things stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.narration.book import Book
from bot.table.reply import Reply
from bot.titles import title_of
from bot.titles.looks import Look, Looker


def position(looker: Looker[Book], args: Any) -> Reply:
    """Return the position as everybody sees it."""
    del args
    text = title_of(looker.game).describe(looker.names, looker.game, None)
    return Reply(text=text, picture=looker.picture("board", text))


def status(looker: Looker[Book], args: Any) -> Reply:
    """Return how things stand, as the looker knows it, with the lines that head the table message."""
    del args
    title, side = title_of(looker.game), looker.side
    lines = title.summary(looker.names, looker.game)
    if side is not None and (own := title.describe(looker.names, looker.game, side)) not in lines:
        lines = [*lines, own]
    return Reply(text="\n".join(lines), picture=looker.picture("board", lines[-1], viewer=side), seat=side)


LOOKS: Mapping[str, Look[Any]] = {"map": Look(position), "status": Look(status)}

__all__ = ["LOOKS", "position", "status"]
