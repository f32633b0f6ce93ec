"""The words of one game in one language, as far as the host asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bot.narration.texts import Texts


class Book(Protocol):
    """The texts of a language, and the names of what a game is played with; each title has its own."""

    words: Texts

    @property
    def seats(self) -> tuple[str, str]:
        """The seats by side, as they are stored."""
        ...

    def side(self, side: int) -> str:
        """Name of a side."""
        ...

    def argument(self, kind: str, arg: int) -> str:
        """Return an argument of a choice by its kind, e.g. "space"; "" for a choice without one."""
        ...

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of a refusal with ids turned into words; whatever has no words of its own stays as it is."""
        ...


__all__ = ["Book"]
