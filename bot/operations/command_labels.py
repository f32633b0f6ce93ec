"""Name commands in metrics and logs: always one of a fixed set of labels, never what was typed."""

from __future__ import annotations

from bot.commands import leagues
from bot.port import Inbound
from bot.table import tokens
from bot.titles.roots import rooted
from bot.titles.vocabulary import every_name

#: Labels besides the names of commands.
PRESS, SCREEN, UNKNOWN = "press", "screen", "unknown"


def command_of(inbound: Inbound) -> str:
    """Return the command's label; `press` is an order given by a control, `screen` a request to show something."""
    if inbound.token is None:
        return _named(inbound.text or "")
    try:
        token = tokens.parse(inbound.token)
    except tokens.BadToken:
        return UNKNOWN
    if token.kind == "line":
        return _named(token.body)
    return PRESS if token.kind == "order" else SCREEN


def _named(line: str) -> str:
    word = rooted(line)[1].partition(" ")[0].casefold()
    names = {*every_name(), leagues.ROOT}
    if word in names:
        return word
    fitting = [name for name in names if word and name.startswith(word)]
    return fitting[0] if len(fitting) == 1 else UNKNOWN


__all__ = ["PRESS", "SCREEN", "UNKNOWN", "command_of"]
