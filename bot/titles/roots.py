"""Command roots: the word before a title's commands, on platforms that have one per title."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from bot.table.typed_text import phrase, stripped
from bot.titles import MODULES, title_named, titles, usual_title
from bot.titles.title import Title
from bot.titles.vocabulary import vocabulary
from renderer.kit.languages import languages

#: How a platform spells a command of a title.
Path = Callable[[Title[Any, Any], str], str]
#: The command that opens a game.
_OPENING = "new"
#: Maximum number of words of a title's name after it.
_LONGEST_NAME = 4
#: Number of titles whose patterns are cached.
_KEPT = 16


def title_meant(name: str) -> Title[Any, Any]:
    """Return the title with this name; the default title if there is none."""
    return title_named(name) if name in MODULES else usual_title()


def mark_of(name: str) -> str:
    """Return the title name that replies carry: "" for the default title."""
    return "" if name == usual_title().name else name


def rooted(text: str) -> tuple[str, str]:
    """Split a typed line into the name of the title whose root it starts with ("" without one) and the rest.

    Without a slash, a root counts only before a command name, since places can have the names of games. A new game can
    be asked for by the name of its title: `new liege night`.
    """
    line = stripped(text)
    root, _, rest = line.partition(" ")
    found = next((title for title in titles() if root.casefold().removeprefix("/") == title.command), None)
    if found is None or not (root.startswith("/") or rest.split(" ", 1)[0].casefold() in vocabulary(found).by_name):
        return _new_by_name(line.removeprefix("/"))
    return found.name, rest.strip()


def _new_by_name(line: str) -> tuple[str, str]:
    """Return the name of the title that a line asks a new game of, and the line without it; "" and the line otherwise."""
    command, *words = line.split()[: _LONGEST_NAME + 1] or [""]
    for count in range(len(words), 0, -1) if command.casefold() == _OPENING else ():
        if (title := _titles_by_name(tuple(MODULES)).get(phrase(" ".join(words[:count])))) is not None:
            return title, " ".join([command, *line.split()[count + 1 :]])
    return "", line


@lru_cache(maxsize=_KEPT)
def _titles_by_name(registered: tuple[str, ...]) -> dict[str, str]:
    """Return registered titles by their roots and by their names in every language, as typed; not by a scenario's name."""
    found = [title_named(name) for name in registered]
    named = [(title, title.words(language)) for title in found for language in languages()]
    shown = {phrase(words.say("ui.title")): title.name for title, words in named}
    meant = shown | {title.command: title.name for title in found}
    scenarios = {phrase(scenario) for title in found for scenario in title.setups.offered()}
    return {typed: title for typed, title in meant.items() if typed not in scenarios}


def binds(line: str, title: str) -> bool:
    """Return whether a line, typed under a title's root, binds a game to the channel."""
    command = vocabulary(title_meant(title)).by_name.get(line.partition(" ")[0])
    return command is not None and command.binds


def spoken(text: str, title: str, path: Path) -> str:
    """Return a text of a title's game with its commands (`/join` etc.) spelled as the platform wants them typed."""
    meant = title_meant(title)
    return _command_pattern(meant).sub(lambda found: path(meant, found[1]), text)


@lru_cache(maxsize=_KEPT)
def _command_pattern(title: Title[Any, Any]) -> re.Pattern[str]:
    """Return the pattern of a command in a text; it matches no part of a word, path or link."""
    names = sorted(vocabulary(title).by_name, key=len, reverse=True)
    return re.compile(rf"(?<![\w/.:<])/({'|'.join(names)})\b")


__all__ = ["Path", "binds", "mark_of", "rooted", "spoken", "title_meant"]
