"""Places that are named individually, separated by commas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from bot.narration.book import Book

B = TypeVar("B", bound=Book)


class PlainPlaces(Generic[B]):
    """The places of a map that is the only view of the position.

    Args:
        rule: paragraph under which an unread warning delays moves; "" for none.
        examples: some places, one of each kind.
        read: resolves one name to a place; raises Refusal.
        told: returns the name of a place.
    """

    def __init__(
        self, rule: str, examples: tuple[str, ...], read: Callable[[B, str], str], told: Callable[[B, str], str]
    ) -> None:
        self._rule, self._examples, self._read, self._told = rule, examples, read, told

    @property
    def rule(self) -> str:
        """The rules paragraph."""
        return self._rule

    def read(self, names: B, text: str) -> tuple[str, ...]:
        """Return the places that a text names; raises Refusal."""
        return tuple(self._read(names, part.strip()) for part in text.split(",") if part.strip())

    def told(self, names: B, place: str) -> str:
        """Return the name of a place."""
        return self._told(names, place)

    def examples(self, names: B) -> tuple[str, ...]:
        """Return the examples."""
        del names
        return self._examples

    def threats(self, seat: str) -> None:
        """Return None: only the map shows dangers."""
        del seat


__all__ = ["PlainPlaces"]
