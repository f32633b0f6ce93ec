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
    """Return how things stand, as the looker knows it, with the lines that head the table message; nothing of it twice."""
    del args
    title, side, names = title_of(looker.game), looker.side, looker.names
    lines = title.summary(names, looker.game)
    if side is not None:
        public = title.describe(names, looker.game, None)
        lines = [*(line for line in lines if line != public), title.describe(names, looker.game, side)]
    return Reply(text="\n".join(lines), picture=looker.picture("board", lines[-1], viewer=side), seat=side)


LOOKS: Mapping[str, Look[Any]] = {"map": Look(position), "status": Look(status)}

__all__ = ["LOOKS", "position", "status"]
