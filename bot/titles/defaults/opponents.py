"""Levels of the computer that all play every scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class PlainOpponents:
    """The table of levels; how one answers and advises, the title says."""

    #: Seconds of CPU that a level has for one answer, the weakest first.
    players: ClassVar[Mapping[str, float]]
    #: The scenario and the level with which somebody begins alone.
    first_game: ClassVar[tuple[str, str]]

    @property
    def levels(self) -> tuple[str, ...]:
        """The weakest first."""
        return tuple(self.players)

    def offered(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return all: every level plays every scenario."""
        del options
        return self.levels

    def budget(self, level: str) -> float:
        """Return seconds of CPU for one answer."""
        return self.players[level]

    @property
    def alone(self) -> tuple[str, str]:
        """The scenario and the level with which somebody begins alone."""
        return self.first_game


__all__ = ["PlainOpponents"]
