"""Protocol of a title's narration: events as text, with their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.narration.book import Book
from bot.narration.segments import Segment, Told
from engine.core.game import Game

B_contra = TypeVar("B_contra", bound=Book, contravariant=True)


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture of a position that goes with a text: its kind, arguments and alt text."""

    kind: str
    args: dict[str, Any]
    alt: str = ""
    #: Whether it stays in the table message, which always shows the position.
    lasting: bool = False


class Story(Protocol[B_contra]):
    """Narration of a title's events; hidden data reaches only `alone` and `as_known`."""

    @property
    def silent(self) -> frozenset[str]:
        """Kinds of events that aren't narrated themselves; they only affect the narration of others."""
        ...

    @property
    def details(self) -> Sequence[frozenset[str]]:
        """Kinds of events that a panel leaves out where all that happened doesn't fit on it, the least important first."""
        ...

    @property
    def headed(self) -> frozenset[str]:
        """Kinds of events that the log doesn't tell, since its headings say the same."""
        ...

    def lines(self, names: B_contra, segment: Segment) -> list[str]:
        """Return the lines for a finished action, or for the events between two actions."""
        ...

    def so_far(self, names: B_contra, events: Sequence[Told]) -> list[str]:
        """Return what is known of an action in progress, or of one just ordered."""
        ...

    def alone(self, names: B_contra, kind: str, own: dict[str, Any]) -> list[str]:
        """Return what only one seat may know of an event."""
        ...

    def as_known(self, event: Told, own: dict[str, Any]) -> Told | None:
        """Return an event as a seat with extra knowledge reads it, replacing the public version; None if `alone` adds to that instead."""
        ...

    def running(self, segment: Segment) -> bool:
        """Return True if events belong to an action whose beginning isn't among them."""
        ...

    def belongs(self, events: Sequence[Told]) -> bool:
        """Return True if some of the events are parts of something narrated as a whole."""
        ...

    def together(self, events: Sequence[Told], at: int) -> int:
        """Return the index where the group of events around `at` begins; `at` itself if it isn't in a group."""
        ...

    def shown(self, names: B_contra, segment: Segment, lines: Sequence[str]) -> list[ShownPicture]:
        """Return the pictures for a segment narrated in these lines, the first on top."""
        ...

    def scene(self, names: B_contra, events: Sequence[Told]) -> list[ShownPicture]:
        """Return pictures of an action's subject and area, even while it is in progress; none if it has no location."""
        ...

    def report(self, names: B_contra, segment: Segment) -> tuple[str, ShownPicture] | None:
        """Return an extra report for the spectators' thread, as its title and picture; called with one event at a time."""
        ...

    def hands(self, names: B_contra, game: Game[Any]) -> list[str]:
        """Return each side's hidden holdings, one line each; called only for finished games."""
        ...

    def reports(self, game: Game[Any], events: Sequence[Told]) -> list[ShownPicture]:
        """Return the pictures of what happened since a seat last acted."""
        ...


__all__ = ["ShownPicture", "Story"]
