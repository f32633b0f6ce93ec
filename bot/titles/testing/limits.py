"""The narrowest limits of all platforms on a reply, and its controls."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.reply import Button, Menu, Reply, Select


def controls(replies: Sequence[Reply]) -> list[tuple[str, str]]:
    """Return the labels and tokens of everything that can be pressed."""
    found: list[tuple[str, str]] = []
    for reply in replies:
        for row in (reply.menu or Menu()).rows:
            if isinstance(row, Select):
                found += [(option.label, option.token) for option in row.options]
            else:
                found += [(button.label, button.token) for button in row]
    return found


def check_limits(reply: Reply) -> None:
    """Check a reply against the narrowest limits of all platforms (Discord's, except for text)."""
    assert len(reply.text) <= 2000
    if reply.picture is not None:
        assert len(reply.picture.alt) <= 1024
    if reply.menu is None:
        return
    assert len(reply.menu.rows) <= 5
    tokens = [token for _, token in controls([reply])]
    assert len(tokens) == len(set(tokens)), "platforms want distinct ids in one message"
    for row in reply.menu.rows:
        if isinstance(row, Select):
            assert 1 <= len(row.options) <= 25
            assert len(row.placeholder) <= 150
            for option in row.options:
                assert 1 <= len(option.label) <= 100
                assert len(option.description) <= 100
                assert 1 <= len(option.token) <= 100
        else:
            assert 1 <= len(row) <= 5
            for button in row:
                check_button(button)


def check_button(button: Button) -> None:
    """Check the limits of one button."""
    assert 1 <= len(button.label) <= 80
    assert 1 <= len(button.token) <= 100


__all__ = ["check_button", "check_limits", "controls"]
