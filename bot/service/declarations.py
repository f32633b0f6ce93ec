"""Validates the declarations of all commands: unique, with texts and a handler, and names that platforms accept.

The bot reports faults at start-up; `feldpost check` reports them at any time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.commands import leagues
from bot.commands.catalogue import EVERYTHING, universal
from bot.commands.model import Command
from bot.narration.texts import Texts
from bot.service.leagues.routes import ROUTES as LEAGUE_ROUTES
from bot.service.looking.completion import COMPLETERS
from bot.service.looking.meta_completion import AROUND
from bot.service.people.completion import PERSONAL
from bot.service.routes import ROUTES
from bot.titles import titles
from bot.titles.vocabulary import vocabulary

#: Valid Discord command and option names, lower case ("Application Command Naming"); Slack allows more.
_NAME = re.compile(r"[-_'\w]{1,32}")
#: Text tables with one entry per command, by command name.
_OF_A_COMMAND = ("help", "short", "numbers", "options")
#: Names of commands that any title has or can have: those of capabilities are declared with these only.
_SHARED = frozenset(
    command.name for command in universal(("any",), "any", ("one", "other"), ("overview",), (1, 1), "round", EVERYTHING)
)
#: Entries of these tables that belong to no command: texts of options shared by many, and of an unknown number.
_EVERY, _NONE = "every", "none"


def faults() -> list[str]:
    """Return the faults in the declared commands, one sentence each, naming the command and the text or route."""
    found: list[str] = []
    known = set(_SHARED)
    for title in titles():
        try:
            commands = vocabulary(title).commands
        except (ValueError, LookupError) as error:
            found.append(f"title {title.name}: {error}")
            continue
        words = title.words("en")
        carried = {*ROUTES, *title.orders, *title.looks}
        found += [f"title {title.name}: {one}" for one in _of_commands(commands, words, carried)]
        found += [
            f"title {title.name}: {one}"
            for one in _unused_texts(words, "commands", {one.name for one in commands} | _SHARED)
        ]
        known |= {one.name for one in commands}
    found += [f"title commands: the route {name} is of no command" for name in sorted(ROUTES.keys() - known)]
    completers = COMPLETERS.keys() | AROUND.keys() | PERSONAL.keys()
    found += [f"title commands: the completer {name} is of no command" for name in sorted(completers - known)]
    words = titles()[0].words("en")
    found += [f"leagues: {one}" for one in _of_commands(leagues.COMMANDS, words, LEAGUE_ROUTES.keys())]
    found += [f"leagues: {one}" for one in _unused_texts(words, leagues.WORDS, leagues.BY_NAME.keys())]
    return found


def _of_commands(commands: tuple[Command, ...], words: Texts, carried: Any) -> Iterator[str]:
    """Yield the faults in the commands of one root, in which each name must be unique."""
    for name, count in Counter(one.name for one in commands).items():
        if count > 1:
            yield f"the command {name} is declared {count} times"
    for command in commands:
        if command.name not in carried:
            yield f"the command {command.name} has nothing that carries it out"
        for name in (command.name, *command.arguments.model_fields):
            if not _NAME.fullmatch(name) or name != name.lower():
                yield f"the command {command.name}: Discord takes no name {name!r} (1 to 32 small letters, digits, - and _)"
        for one, *others in _wanted_texts(command):
            if all(words.find(key) is None for key in (one, *others)):
                yield f"the command {command.name} has no text {one}"


def _wanted_texts(command: Command) -> Iterator[tuple[str, ...]]:
    """Yield the texts that a command needs; one of each group is enough."""
    under = command.words_under
    yield from ((f"{under}.help.{command.name}.{part}",) for part in ("text", "usage"))
    for name in command.arguments.model_fields:
        yield f"{under}.options.{command.name}.{name}", f"{under}.options.{_EVERY}.{name}"


def _unused_texts(words: Texts, under: str, names: Any) -> Iterator[str]:
    """Yield texts that belong to no command."""
    for table in _OF_A_COMMAND:
        key = f"{under}.{table}"
        told = set(words.table(key)) if words.find(key) is not None else set()
        yield from (f"the text {key}.{name} is of no command" for name in sorted(told - set(names) - {_EVERY, _NONE}))


__all__ = ["faults"]
