"""The games that this host plays, by the names under which they are stored.

A title is loaded when it is first asked for: what titles are made of asks for them here, and so knows no single one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from bot.storage.errors import WarMissing
from bot.table.table import Table

if TYPE_CHECKING:
    from bot.storage.models import GameHeader
    from bot.titles.title import Title
    from engine.core.game import Game

#: The entry points by which packages bring titles; `bot.titles.discovery` looks for them.
GROUP = "feldpost.titles"
#: Where each title stands, by its stored name: `module`, which holds it as `TITLE`, or `module:attribute`. Ours stand here, so that a
#: source tree works that nobody has installed.
MODULES = {"pog": "bot.titles.pog.title", "liege": "bot.titles.liege.title"}
#: Names of titles that `bot.titles.discovery` has examined and found broken.
LEFT_OUT: set[str] = set()


@cache
def title_at(where: str) -> Title[Any, Any]:
    """Return the title that stands there, as an entry point names it: `module`, which holds it as `TITLE`, or `module:attribute`."""
    module, _, attribute = where.partition(":")
    found: Title[Any, Any] = getattr(import_module(module), attribute or "TITLE")
    return found


def title_named(name: str) -> Title[Any, Any]:
    """Return the title of that name; raises KeyError where this version has none."""
    return title_at(MODULES[name])


def is_known(name: str) -> bool:
    """Return True if there is a title of that name; one that is installed is taken then.

    Processes beside the bot begin knowing our own titles alone, and are asked about those that the bot has examined.
    """
    if name not in MODULES and name not in LEFT_OUT and (where := _installed(name)):
        MODULES[name] = where
    return name in MODULES


@cache
def _installed(name: str) -> str:
    """Where an entry point says that a title stands; "" where there is none."""
    return next((found.value for found in entry_points(group=GROUP, name=name)), "")


def title_sent(where: str) -> Title[Any, Any]:
    """Return the title that the bot names to a process beside it, which knows it from then on."""
    found = title_at(where)
    MODULES.setdefault(found.name, where)
    return found


def title_of(game: Game[Any]) -> Title[Any, Any]:
    """Return the title that a game is one of."""
    return title_at(MODULES[game.system.title])


def table_of(game: Game[Any], side: int, **known: Any) -> Table:
    """Return a game as orders of a side meet it; `known` is what else the table is to know."""
    return Table(game, side, title_of(game), **known)


def usual_title() -> Title[Any, Any]:
    """Return the title whose words are spoken where there is no game."""
    return title_named(next(iter(MODULES)))


def titles() -> list[Title[Any, Any]]:
    """All titles, the usual one first."""
    return [title_named(name) for name in MODULES]


def title_offering(scenario: str, otherwise: Title[Any, Any] | None = None) -> Title[Any, Any]:
    """Return the title that has a scenario, whose names differ in all titles; where none has it that one, or the usual."""
    return next((title for title in titles() if scenario in title.setups.offered()), otherwise or usual_title())


def title_teaching(lesson: str) -> Title[Any, Any] | None:
    """Return the title that has a lesson of that name, which differ in all titles."""
    return next(
        (
            title
            for title in titles()
            if any(one.name == lesson for one in (title.school.lessons if title.school else ()))
        ),
        None,
    )


def title_posing(puzzle: str) -> Title[Any, Any] | None:
    """Return the title that has a puzzle of that name, which differ in all titles."""
    return next(
        (
            title
            for title in titles()
            if any(one.name == puzzle for one in (title.puzzles.all if title.puzzles else ()))
        ),
        None,
    )


def title_stored(header: GameHeader) -> Title[Any, Any]:
    """Return the title that a stored game is one of.

    Raises:
        WarMissing: this version has no such title.
    """
    return title_stored_as(header.title)


def title_stored_as(name: str) -> Title[Any, Any]:
    """Return the title of a stored name.

    Raises:
        WarMissing: this version has no such title.
    """
    if name not in MODULES and not is_known(name):
        raise WarMissing(name)
    return title_at(MODULES[name])


__all__ = [
    "GROUP",
    "LEFT_OUT",
    "MODULES",
    "is_known",
    "title_at",
    "title_named",
    "title_of",
    "title_offering",
    "title_posing",
    "title_sent",
    "title_stored",
    "title_stored_as",
    "title_teaching",
    "titles",
    "usual_title",
]
