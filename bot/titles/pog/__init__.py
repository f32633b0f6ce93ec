"""Paths of Glory as a title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.service.suggesting import ALWAYS
from bot.titles.pog.faces import FACES, GENERIC
from bot.titles.title import Face, Suggest, Title


class PathsOfGloryTitle:
    """What the host must know of Paths of Glory, whatever the ruleset."""

    @property
    def name(self) -> str:
        """As stored."""
        return "pog"

    @property
    def suggests(self) -> Mapping[str, Suggest]:
        """What may be typed behind a command at any decision."""
        return ALWAYS

    def face(self, kind: str) -> Face:
        """What the host must know of a kind of decision."""
        return FACES.get(kind, GENERIC)


TITLE: Final[Title] = PathsOfGloryTitle()

__all__ = ["TITLE", "PathsOfGloryTitle"]
