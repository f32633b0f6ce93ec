"""Registry of the games (titles) that this host plays, by stored name.

A title is loaded on first use. Titles import the host's modules, and those look titles up here, so no host module
imports a title.
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

#: Entry point group under which installed packages register titles; `bot.titles.discovery` scans it.
GROUP = "feldpost.titles"
#: Where each title is defined, by stored name: `module` (the title is its `TITLE`) or `module:attribute`. The built-in
#: titles are listed here, so that a source tree works without being installed.
MODULES = {"pog": "bot.titles.pog.title", "liege": "bot.titles.liege.title"}
#: Names of titles that `bot.titles.discovery` has examined and rejected.
LEFT_OUT: set[str] = set()


@cache
def title_at(where: str) -> Title[Any, Any]:
    """Import and return a title by its entry point reference: `module` (the title is its `TITLE`) or `module:attribute`."""
    module, _, attribute = where.partition(":")
    found: Title[Any, Any] = getattr(import_module(module), attribute or "TITLE")
    return found


def title_named(name: str) -> Title[Any, Any]:
    """Return the title with this name; raises KeyError if this version doesn't have it."""
    return title_at(MODULES[name])


def is_known(name: str) -> bool:
    """Return True if a title has this name; an installed title is registered on the way.

    Worker processes start with the built-in titles only, and are asked only about titles that the bot has already
    examined.
    """
    if name not in MODULES and name not in LEFT_OUT and (where := _installed(name)):
        MODULES[name] = where
    return name in MODULES


@cache
def _installed(name: str) -> str:
    """Return the entry point reference of an installed title, "" if there is none."""
    return next((found.value for found in entry_points(group=GROUP, name=name)), "")


def title_sent(where: str) -> Title[Any, Any]:
    """Return the title at a reference that the bot sent to a worker process, and register it in this process."""
    found = title_at(where)
    MODULES.setdefault(found.name, where)
    return found


def title_of(game: Game[Any]) -> Title[Any, Any]:
    """Return the title of a game."""
    return title_at(MODULES[game.system.title])


def table_of(game: Game[Any], side: int, **known: Any) -> Table:
    """Return the `Table` through which a side's orders reach a game; `known` is passed on to it."""
    return Table(game, side, title_of(game), **known)


def usual_title() -> Title[Any, Any]:
    """Return the default title, whose texts are used where no game is involved."""
    return title_named(next(iter(MODULES)))


def titles() -> list[Title[Any, Any]]:
    """Return all titles, the default first."""
    return [title_named(name) for name in MODULES]


def title_offering(scenario: str, otherwise: Title[Any, Any] | None = None) -> Title[Any, Any]:
    """Return the title that offers a scenario (scenario names are unique across titles), else `otherwise`, else the default title."""
    return next((title for title in titles() if scenario in title.setups.offered()), otherwise or usual_title())


def title_teaching(lesson: str) -> Title[Any, Any] | None:
    """Return the title with a lesson of this name (lesson names are unique across titles), or None."""
    return next(
        (
            title
            for title in titles()
            if any(one.name == lesson for one in (title.school.lessons if title.school else ()))
        ),
        None,
    )


def title_posing(puzzle: str) -> Title[Any, Any] | None:
    """Return the title with a puzzle of this name (puzzle names are unique across titles), or None."""
    return next(
        (
            title
            for title in titles()
            if any(one.name == puzzle for one in (title.puzzles.all if title.puzzles else ()))
        ),
        None,
    )


def title_stored(header: GameHeader) -> Title[Any, Any]:
    """Return the title of a stored game.

    Raises:
        WarMissing: this version doesn't have that title.
    """
    return title_stored_as(header.title)


def title_stored_as(name: str) -> Title[Any, Any]:
    """Return the title with a stored name.

    Raises:
        WarMissing: this version doesn't have that title.
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
