"""The position that controls belong to."""

from __future__ import annotations

from bot.replies import tokens
from bot.replies.model import Menu


def position_of(menu: Menu | None) -> int:
    """The newest record number among a menu's controls; -1 if they belong to no position."""
    if menu is None:
        return -1
    found = [-1]
    for row in menu.rows:
        for control in row if isinstance(row, tuple) else row.options:
            try:
                found.append(tokens.parse(control.token).number)
            except tokens.BadToken:
                continue  # a platform's own control
    return max(found)


__all__ = ["position_of"]
