"""Discovery of titles from installed packages: found by entry point, registered if they pass the checks.

A package names its title in its metadata:

    [project.entry-points."feldpost.titles"]
    skat = "skat.title:TITLE"

The entry point's name is the title's stored name. A title that can't be loaded, breaks the protocol, or takes a name
that another title already has is left out and reported (`left_out`); the bot runs with the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from bot.titles import GROUP, LEFT_OUT, MODULES, title_at, titles
from bot.titles.title import Title


@dataclass(frozen=True, slots=True)
class UnplayedTitle:
    """A rejected title, with what is wrong with it, one clause per fault."""

    name: str
    where: str
    faults: tuple[str, ...]

    def __str__(self) -> str:
        """Return the rejection as one sentence."""
        return f"the title {self.name} ({self.where}) is left out: {'; '.join(self.faults)}"


#: Titles that were rejected so far.
_left_out: list[UnplayedTitle] = []


def discover() -> tuple[UnplayedTitle, ...]:
    """Scan installed titles, add the sound ones to `MODULES` and return the rejected ones; repeated scans are cheap."""
    looked = {one.where for one in _left_out} | {_canonical(where) for where in MODULES.values()}
    for found in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        if _canonical(found.value) in looked or found.value in looked:
            continue
        if faults := _find_faults(found):
            _left_out.append(UnplayedTitle(found.name, found.value, tuple(faults)))
            LEFT_OUT.update({found.name} - MODULES.keys())
        else:
            MODULES[found.name] = found.value
    return left_out()


def left_out() -> tuple[UnplayedTitle, ...]:
    """Return the titles rejected so far."""
    return tuple(_left_out)


def _canonical(where: str) -> str:
    module, _, attribute = where.partition(":")
    return f"{module}:{attribute or 'TITLE'}"


def _find_faults(found: EntryPoint) -> list[str]:
    """Return why an installed title can't be played; an empty list if it is sound."""
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
