"""Default looking commands: the position and the status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.narration.book import Book
from bot.table.reply import Reply
from bot.titles import title_of
from bot.titles.looks import Look, Viewer


def position(viewer: Viewer[Book], args: Any) -> Reply:
    """Return the position as the viewer may know it, for this viewer only."""
    del args
    side = viewer.side
    text = title_of(viewer.game).describe(viewer.names, viewer.game, side)
    return Reply(text=text, picture=viewer.picture("board", text, viewer=side), seat=side)


def status(viewer: Viewer[Book], args: Any) -> Reply:
    """Return the status as the viewer knows it: the table message's first lines, with the public description replaced by the viewer's own."""
    del args
    title, side, names = title_of(viewer.game), viewer.side, viewer.names
    lines = title.summary(names, viewer.game)
    if side is not None:
        public = title.describe(names, viewer.game, None)
        lines = [*(line for line in lines if line != public), title.describe(names, viewer.game, side)]
    return Reply(text="\n".join(lines), picture=viewer.picture("board", lines[-1], viewer=side), seat=side)


LOOKS: Mapping[str, Look[Any]] = {"map": Look(position), "status": Look(status)}

__all__ = ["LOOKS", "position", "status"]
