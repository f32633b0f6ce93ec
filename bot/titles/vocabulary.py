"""The commands available in a title's games: those of every title, and its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.commands.arguments import NewArgs
from bot.commands.catalogue import PARTS, Brought, universal
from bot.commands.model import Command
from bot.titles import MODULES, titles
from bot.titles.capabilities import lessons_of, levels_of, puzzles_of
from bot.titles.title import Title

#: Number of titles whose commands are cached.
_KEPT = 16


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The commands of one title, part by part; the title's own come after the first of their part."""

    commands: tuple[Command, ...]
    by_name: Mapping[str, Command]
    #: Names of the playing commands, whose text is passed to the title unparsed.
    orders: frozenset[str]

    def own_words(self, line: str) -> bool:
        """Return whether a line is a command with free text, which is taken literally."""
        command = self.by_name.get(line.partition(" ")[0].casefold())
        return command is not None and command.own_words

    def fitting(self, begun: str) -> list[str]:
        """Return the command names with this prefix; only the name itself if it is one."""
        if begun in self.by_name:
            return [begun]
        return [command.name for command in self.commands if begun and command.name.startswith(begun)]


@lru_cache(maxsize=_KEPT)
def vocabulary(title: Title[Any, Any]) -> Vocabulary:
    """Return the commands of a title; raises ValueError if it uses a name that is taken."""
    setups = title.setups
    brought = Brought(
        levels=levels_of(title),
        lessons=len(lessons_of(title)),
        puzzles=len(puzzles_of(title)),
        standing_orders=title.standing_orders is not None,
        places=title.places is not None,
    )
    shared = universal(setups.offered(), setups.usual, title.seats, title.areas, title.length, title.part, brought)
    commands: list[Command] = []
    for part in PARTS:
        first, *rest = (command for command in shared if command.part == part)
        own = (command for command in title.commands if command.part == part)
        commands += [first, *own, *rest]
    by_name = {command.name: command for command in commands}
    if len(by_name) < len(commands):
        names = [command.name for command in commands]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"title {title.name!r} declares a command that there is already: {', '.join(twice)}")
    opening = by_name["new"].arguments
    if issubclass(opening, NewArgs):
        opening.aliases = setups.aliases()
    return Vocabulary(tuple(commands), by_name, frozenset(title.orders))


def every_name() -> frozenset[str]:
    """Return the command names of all titles."""
    return _every_name(tuple(MODULES))


@lru_cache(maxsize=_KEPT)
def _every_name(known: tuple[str, ...]) -> frozenset[str]:
    del known
    return frozenset(name for title in titles() for name in vocabulary(title).by_name)


__all__ = ["Vocabulary", "every_name", "vocabulary"]
