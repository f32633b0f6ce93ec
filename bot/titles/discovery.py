"""Titles of packages that are installed beside the bot: found by their entry points, taken if they are whole.

A package names its title in its metadata:

    [project.entry-points."feldpost.titles"]
    skat = "skat.title:TITLE"

The name is the title's, as it is stored with its games. What cannot be loaded, breaks the protocol, or takes a name that another
title has, is left out and named (`left_out`); the bot runs with the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from bot.titles import GROUP, LEFT_OUT, MODULES, title_at, titles
from bot.titles.title import Title


@dataclass(frozen=True, slots=True)
class UnplayedTitle:
    """A title that is not played, and what is wrong with it, a clause each."""

    name: str
    where: str
    faults: tuple[str, ...]

    def __str__(self) -> str:
        """Return it as one sentence."""
        return f"the title {self.name} ({self.where}) is left out: {'; '.join(self.faults)}"


#: What the last look found to be broken.
_left_out: list[UnplayedTitle] = []


def discover() -> tuple[UnplayedTitle, ...]:
    """Look for installed titles and take those that are whole into `MODULES`; returns the others. Looking again is cheap."""
    looked = {one.where for one in _left_out} | {_canonical(where) for where in MODULES.values()}
    for found in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        if _canonical(found.value) in looked or found.value in looked:
            continue
        if faults := _examined(found):
            _left_out.append(UnplayedTitle(found.name, found.value, tuple(faults)))
            LEFT_OUT.update({found.name} - MODULES.keys())
        else:
            MODULES[found.name] = found.value
    return left_out()


def left_out() -> tuple[UnplayedTitle, ...]:
    """Return the titles that the last look left out."""
    return tuple(_left_out)


def _canonical(where: str) -> str:
    module, _, attribute = where.partition(":")
    return f"{module}:{attribute or 'TITLE'}"


def _examined(found: EntryPoint) -> list[str]:
    """Return what keeps an installed title from being played; nothing where it is whole."""
    from bot.titles import title_checks

    try:
        title: Title[Any, Any] = title_at(found.value)
    except Exception as error:  # noqa: BLE001 - a stranger's module may fail in any way, and the bot runs without it
        return [f"it cannot be loaded: {type(error).__name__}: {error}"]
    if faults := title_checks.faults(title):
        return faults
    if title.name != found.name:
        return [f"its entry point is called {found.name}, and its member name says {title.name}"]
    return title_checks.clashes(title, titles())


__all__ = ["UnplayedTitle", "discover", "left_out"]
