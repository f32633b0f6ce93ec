"""The lessons of Paths of Glory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import resources

from bot.titles.school import Lesson, read_lessons


class PogSchool:
    """Five lessons, up to the first turn of a game."""

    @cached_property
    def lessons(self) -> Sequence[Lesson]:
        """Loaded on first use."""
        return read_lessons(resources.files("assets") / "pog" / "school")


__all__ = ["PogSchool"]
