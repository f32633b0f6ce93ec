"""Computer levels that all play every scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class PlainOpponents:
    """The table of levels; the title implements how a level answers and advises."""

    #: CPU seconds that each level has for one answer, weakest level first.
    players: ClassVar[Mapping[str, float]]
    #: The scenario and level of a newcomer's first game.
    first_game: ClassVar[tuple[str, str]]

    @property
    def levels(self) -> tuple[str, ...]:
        """All levels, weakest first."""
        return tuple(self.players)

    def offered(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return all levels: each plays every scenario."""
        del options
        return self.levels

    def budget(self, level: str) -> float:
        """Return the CPU seconds for one answer."""
        return self.players[level]

    @property
    def alone(self) -> tuple[str, str]:
        """The scenario and level of a newcomer's first game."""
        return self.first_game


__all__ = ["PlainOpponents"]
