"""Protocol of the places on a title's map that players point out to each other, by the target ids of its boards."""

from __future__ import annotations

from typing import Protocol, TypeVar

from bot.narration.book import Book

B_contra = TypeVar("B_contra", bound=Book, contravariant=True)


class Places(Protocol[B_contra]):
    """How places are named, and where a side can look up what it is warned about."""

    @property
    def rule(self) -> str:
        """Paragraph under which an unread warning delays moves; "" for none."""
        ...

    def read(self, names: B_contra, text: str) -> tuple[str, ...]:
        """Return the places named in a comma-separated text; raises Refusal if it names anything else."""
        ...

    def told(self, names: B_contra, place: str) -> str:
        """Return the name of a place."""
        ...

    def examples(self, names: B_contra) -> tuple[str, ...]:
        """Return some places, one of each kind: a hex, a hexside, one of several things in a hex."""
        ...

    def threats(self, seat: str) -> tuple[str, str] | None:
        """Return label and screen of the look that shows a seat its dangers; None if only the map shows them."""
        ...


__all__ = ["Places"]
