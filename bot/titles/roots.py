"""The root under which the commands of a title are typed, on platforms that have one for each title."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from bot.table.typed_text import stripped
from bot.titles import MODULES, title_named, titles, usual_title
from bot.titles.title import Title
from bot.titles.vocabulary import vocabulary

#: How a platform writes a command of a title.
Path = Callable[[Title[Any, Any], str], str]
#: Titles whose patterns are kept at hand.
_KEPT = 16


def title_meant(name: str) -> Title[Any, Any]:
    """Return the title of that name; the usual one where none is named."""
    return title_named(name) if name in MODULES else usual_title()


def mark_of(name: str) -> str:
    """Return the name of a title as replies bear it: nothing for the usual one."""
    return "" if name == usual_title().name else name


def rooted(text: str) -> tuple[str, str]:
    """Return a typed line as the name of the title whose root it begins with, "" without one, and what stands behind it.

    Where lines are typed without a slash, a root counts only before the name of a command: places may be called like games.
    """
    line = stripped(text)
    root, _, rest = line.partition(" ")
    found = next((title for title in titles() if root.casefold().removeprefix("/") == title.command), None)
    if found is None or not (root.startswith("/") or rest.split(" ", 1)[0].casefold() in vocabulary(found).by_name):
        return "", line.removeprefix("/")
    return found.name, rest.strip()


def binds(line: str, title: str) -> bool:
    """Return whether a typed line, under the root of a title, brings a game to the channel."""
    command = vocabulary(title_meant(title)).by_name.get(line.partition(" ")[0])
    return command is not None and command.binds


def spoken(text: str, title: str, path: Path) -> str:
    """Return a text of a title's game whose commands, /join and the like, are written as a platform has them typed."""
    meant = title_meant(title)
    return _named(meant).sub(lambda found: path(meant, found[1]), text)


@lru_cache(maxsize=_KEPT)
def _named(title: Title[Any, Any]) -> re.Pattern[str]:
    """Return a command as texts name it for every platform; not a part of a word, a path or a link."""
    names = sorted(vocabulary(title).by_name, key=len, reverse=True)
    return re.compile(rf"(?<![\w/.:<])/({'|'.join(names)})\b")


__all__ = ["Path", "binds", "mark_of", "rooted", "spoken", "title_meant"]
