"""The commands of leagues, all under a root of their own beside those of the titles, each declared once, one part a file."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.commands.leagues import organise, season, watch
from bot.commands.leagues.arguments import WORDS, NamedArguments, Which
from bot.commands.model import Command, Part

#: The word before every command of leagues.
ROOT = "league"
#: The parts, players' first; those of organisers lie in a group where a platform takes only so many in one.
PARTS: tuple[Part, ...] = ("season", "watch", "organise")

COMMANDS: tuple[Command, ...] = (*season.COMMANDS, *watch.COMMANDS, *organise.COMMANDS)
BY_NAME = {command.name: command for command in COMMANDS}


def fitting(begun: str) -> list[str]:
    """Return the names that begin so; the name itself alone where it is one."""
    if begun in BY_NAME:
        return [begun]
    return [command.name for command in COMMANDS if begun and command.name.startswith(begun)]


def spoken(text: str, path: Callable[[Command], str]) -> str:
    """Return a text whose commands of leagues are written as a platform has them typed."""
    return _NAMED.sub(lambda found: path(BY_NAME[found[1]]), text)


#: A command as texts name it for every platform; not a part of a path or a link.
_NAMED = re.compile(rf"(?<![\w/.:<])/{ROOT} ({'|'.join(sorted(BY_NAME, key=len, reverse=True))})\b")

__all__ = ["BY_NAME", "COMMANDS", "PARTS", "ROOT", "WORDS", "NamedArguments", "Which", "fitting", "spoken"]
