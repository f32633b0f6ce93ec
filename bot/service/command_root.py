"""Checks a command's root against the title of the channel's game."""

from __future__ import annotations

from bot.commands.model import OfAnyGame
from bot.service.calls import Tools
from bot.table.refusal import Refusal, refuse


def anywhere(tools: Tools, line: str) -> bool:
    """Return True for a line that does not refer to the channel's game."""
    name, _, rest = line.partition(" ")
    fitting = tools.vocabulary.fitting(name.casefold())
    if len(fitting) != 1:
        return False
    command = tools.vocabulary.by_name[fitting[0]]
    if not command.of_channel:
        return True
    model = command.arguments
    return issubclass(model, OfAnyGame) and model.fits(rest) and bool(model.read(rest).game)


def other_root(tools: Tools, line: str) -> Refusal:
    """Return the refusal that says the channel's game uses another root."""
    name = line.partition(" ")[0].casefold()
    known = tools.vocabulary.by_name
    return refuse("other_root", title=tools.say("ui.title"), name=name if name in known else "panel")


__all__ = ["anywhere", "other_root"]
