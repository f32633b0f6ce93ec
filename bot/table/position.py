"""Read from a reply's controls what it belongs to: the game, the position, and whether there is a decision."""

from __future__ import annotations

import contextlib
import hashlib

from bot.table import tokens
from bot.table.reply import Button, Menu, MenuOption, Reply

#: The line by which a player keeps the seat they offered.
KEEP_SEAT = "substitute keep"


def controls_of(menu: Menu | None) -> list[Button | MenuOption]:
    """Return all buttons and entries of a menu in order."""
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
    """Return the number of the offer a menu answers, plus "s" if one's own open seat can be kept; "" for neither."""
    found = _tokens(menu)
    asked = [token.body.split(":") for token in found if token.body.startswith("offer:")]
    keeps = any(token.body == KEEP_SEAT for token in found)
    return next((parts[2].partition(".")[0] for parts in asked if len(parts) == 4), "") + ("s" if keeps else "")


def invites(menu: Menu | None) -> bool:
    """Return True if a menu leads to a new game, as shown in a channel without one."""
    typed = (token.body.split(" ")[-1] for token in _tokens(menu) if token.kind == "line" and not token.game)
    return any(control.token == tokens.NEW_GAME for control in controls_of(menu)) or "new" in typed


def before_start(menu: Menu | None) -> bool:
    """Return True if a menu belongs to a channel without a game or with one that has not begun."""
    seats = any(token.kind == "line" and token.body.split(" ")[0] in ("join", "start") for token in _tokens(menu))
    return seats or invites(menu)


def idle(reply: Reply) -> str:
    """Return a digest of a panel without a decision, "" for any other: with an equal digest it need not be renewed.

    The account of past events doesn't count: a waiting player's panel would otherwise be renewed with every step of the
    other side.
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
