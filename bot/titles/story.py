"""How what happens in the games of a title is told, in words and with which pictures."""

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
    """A picture of a position that goes with words: its kind and arguments, and what it shows in words."""

    kind: str
    args: dict[str, Any]
    alt: str = ""
    #: It stays with the message that always says how things stand.
    lasting: bool = False


class Story(Protocol[B_contra]):
    """How the events of a title are told; nothing hidden comes here but what `alone` is for."""

    @property
    def silent(self) -> frozenset[str]:
        """Kinds of events that are not told by themselves: they only steer how the others are."""
        ...

    def lines(self, names: B_contra, segment: Segment) -> list[str]:
        """Return a finished action in a few lines, or what lies between two."""
        ...

    def so_far(self, names: B_contra, events: Sequence[Told]) -> list[str]:
        """Return what is known of an action that goes on, or was ordered just now."""
        ...

    def alone(self, names: B_contra, kind: str, own: dict[str, Any]) -> list[str]:
        """Return what one seat alone may know of an event."""
        ...

    def as_known(self, event: Told, own: dict[str, Any]) -> Told | None:
        """Return an event as a seat that knows more of it reads it, in place of what everybody reads; None where `alone` tells it beside."""
        ...

    def running(self, segment: Segment) -> bool:
        """Return True for events that are told as a part of an action, although its beginning is not among them."""
        ...

    def belongs(self, events: Sequence[Told]) -> bool:
        """Return True if some of the events are parts of something that is told as a whole."""
        ...

    def together(self, events: Sequence[Told], at: int) -> int:
        """Where that begins which goes on at a place in a list of events; the place itself if nothing does."""
        ...

    def shown(self, names: B_contra, segment: Segment, lines: Sequence[str]) -> list[ShownPicture]:
        """Return the pictures that go with a segment told in these lines, the first on top."""
        ...

    def scene(self, names: B_contra, events: Sequence[Told]) -> list[ShownPicture]:
        """Return what an action is about and the ground where it happened, also of one that goes on; nothing if it happened nowhere."""
        ...

    def report(self, names: B_contra, segment: Segment) -> tuple[str, ShownPicture] | None:
        """Return what the spectators' thread gets besides for these events, under its title; asked for one event at a time."""
        ...

    def hands(self, names: B_contra, game: Game[Any]) -> list[str]:
        """Return what each side holds that the other does not see, in a line each; asked only of a record whose game is over."""
        ...

    def reports(self, game: Game[Any], events: Sequence[Told]) -> list[ShownPicture]:
        """Return what a seat is shown of what happened since it acted."""
        ...


__all__ = ["ShownPicture", "Story"]
