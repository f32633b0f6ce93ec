"""The lesson of Liège 1914: one German player turn against the last two forts of Maubeuge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import resources

from bot.titles.school import Lesson, read_lessons


class LiegeSchool:
    """One lesson of five steps."""

    @cached_property
    def lessons(self) -> Sequence[Lesson]:
        """Loaded on first use."""
        return read_lessons(resources.files("assets") / "liege" / "school")


__all__ = ["LiegeSchool"]
