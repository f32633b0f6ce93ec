"""Protocol for the words of one game in one language, as far as the host needs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bot.narration.texts import Texts


class Book(Protocol):
    """The texts of a language and the names of game pieces and places; each title has its own."""

    words: Texts

    @property
    def seats(self) -> tuple[str, str]:
        """The seat names by side, as stored."""
        ...

    def side(self, side: int) -> str:
        """Name of a side."""
        ...

    def argument(self, kind: str, arg: int) -> str:
        """Return an argument of a choice in words, by its kind, e.g. "space"; "" for a choice without one."""
        ...

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of a refusal with ids replaced by names; values without a name are unchanged."""
        ...


__all__ = ["Book"]
