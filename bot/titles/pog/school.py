"""The lessons of Paths of Glory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import resources

from bot.titles.school import Lesson, read_lessons


class PogSchool:
    """Five lessons, up to the first turn of a war."""

    @cached_property
    def lessons(self) -> Sequence[Lesson]:
        """Read when they are first asked for."""
        return read_lessons(resources.files("assets") / "pog" / "school")


__all__ = ["PogSchool"]
