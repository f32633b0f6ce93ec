"""What an answer belongs to, read from its controls: the game, the position, and whether anything is decided."""

from __future__ import annotations

import contextlib
import hashlib

from bot.table import tokens
from bot.table.reply import Button, Menu, MenuOption, Reply

#: The line with which somebody keeps the seat that they have offered.
KEEP_SEAT = "substitute keep"


def controls_of(menu: Menu | None) -> list[Button | MenuOption]:
    """All buttons and entries of a menu in their order."""
    rows = menu.rows if menu is not None else ()
    return [control for row in rows for control in (row if isinstance(row, tuple) else row.options)]


def game_of(reply: Reply) -> str:
    """Return the game that a reply belongs to, "" if it belongs to none."""
    for token in _tokens(reply.menu):
        return token.game
    return reply.picture.game if reply.picture is not None else ""


def position_of(menu: Menu | None) -> int:
    """Return the newest record number among a menu's controls; -1 if they belong to no position."""
    return max([-1, *(token.number for token in _tokens(menu))])


def offers_of(menu: Menu | None) -> str:
    """Return what a menu answers: the number of the offer, and "s" where one's own open seat may be kept; "" for nothing."""
    found = _tokens(menu)
    asked = [token.body.split(":") for token in found if token.body.startswith("offer:")]
    keeps = any(token.body == KEEP_SEAT for token in found)
    return next((parts[2].partition(".")[0] for parts in asked if len(parts) == 4), "") + ("s" if keeps else "")


def invites(menu: Menu | None) -> bool:
    """Return True if a menu leads to a new game: what a channel shows in which none is going on."""
    typed = (token.body.split(" ")[-1] for token in _tokens(menu) if token.kind == "line" and not token.game)
    return any(control.token == tokens.NEW_GAME for control in controls_of(menu)) or "new" in typed


def before_start(menu: Menu | None) -> bool:
    """Return True if a menu is of a channel without a game or of one that has not begun."""
    seats = any(token.kind == "line" and token.body.split(" ")[0] in ("join", "start") for token in _tokens(menu))
    return seats or invites(menu)


def idle(reply: Reply) -> str:
    """Return a digest of a panel on which there is nothing to decide, "" for any other: if it would read the same, it may stay.

    What it tells of the past does not count: whoever waits would else have it renewed with every step of the other side.
    """
    if any(token.kind == "order" for token in _tokens(reply.menu)):
        return ""
    said = [reply.text[reply.past :], *(control.label for control in controls_of(reply.menu))]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]


def _tokens(menu: Menu | None) -> list[tokens.Token]:
    found = []
    for control in controls_of(menu):
        with contextlib.suppress(tokens.BadToken):  # a platform's own control
            found.append(tokens.parse(control.token))
    return found


__all__ = ["KEEP_SEAT", "before_start", "controls_of", "game_of", "idle", "invites", "offers_of", "position_of"]
