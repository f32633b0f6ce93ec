"""The places of a title's map, as players point them out to each other: targets, under the ids that its boards use."""

from __future__ import annotations

from typing import Protocol, TypeVar

from bot.narration.book import Book

B_contra = TypeVar("B_contra", bound=Book, contravariant=True)


class Places(Protocol[B_contra]):
    """How places are named, and where a side sees what a warning about them is about."""

    @property
    def rule(self) -> str:
        """Paragraph under which a warning that nobody has read holds up moves; "" for none."""
        ...

    def read(self, names: B_contra, text: str) -> tuple[str, ...]:
        """Return the places that a text names, parted by commas; raises Refusal where it names anything else."""
        ...

    def told(self, names: B_contra, place: str) -> str:
        """Return the name of a place."""
        ...

    def examples(self, names: B_contra) -> tuple[str, ...]:
        """Return some places, of each kind that there is: a hex, a side of it, one of several things in it."""
        ...

    def threats(self, seat: str) -> tuple[str, str] | None:
        """Label and screen of the look that shows a seat what it is warned of; None where the map is all there is."""
        ...


__all__ = ["Places"]
