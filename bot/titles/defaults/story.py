"""Default narration: each event is a line of the title's text file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Generic, TypeVar

from bot.narration.book import Book
from bot.narration.segments import Segment, Told
from bot.titles.story import ShownPicture
from engine.core.game import Game

B = TypeVar("B", bound=Book)

#: Events that divide the story of any title.
_STEERING = frozenset({"turn", "action", "action_over"})


class PlainStory(Generic[B]):
    """An event is `narration.KIND` with its data filled in; what one seat alone knows of it is `narration.alone.KIND`.

    Args:
        silent: further kinds that aren't narrated, besides the events that begin and end turns and actions.
        picture: the kind of picture that goes with events; "" for none.
    """

    def __init__(self, silent: Collection[str] = (), picture: str = "board") -> None:
        self._silent, self._picture = _STEERING | frozenset(silent), picture

    #: What a panel leaves out where not all fits on it, the least important first; titles define their own.
    details: Sequence[frozenset[str]] = ()
    #: What the headings of the log say already.
    headed: frozenset[str] = frozenset()

    @property
    def silent(self) -> frozenset[str]:
        """The title's silent kinds, and the events that divide the story."""
        return self._silent

    def line(self, names: B, event: Told) -> str:
        """Return an event in words; "" for a silent one."""
        kind = event["kind"]
        if kind in self._silent and not names.words.has(f"narration.{kind}"):
            return ""
        return names.words.say(f"narration.{kind}", **names.because(event["data"]))

    def lines(self, names: B, segment: Segment) -> list[str]:
        """Return a line for each event."""
        return [line for event in segment.events if (line := self.line(names, event))]

    def so_far(self, names: B, events: Sequence[Told]) -> list[str]:
        """Return a line for each event of an action in progress."""
        return self.lines(names, Segment("action", list(events)))

    def alone(self, names: B, kind: str, own: dict[str, Any]) -> list[str]:
        """Return the line about what only this seat knows."""
        key = f"narration.alone.{kind}"
        return [names.words.say(key, **names.because(own))] if own and names.words.has(key) else []

    def as_known(self, event: Told, own: dict[str, Any]) -> Told | None:
        """Return None: `alone` adds what a seat knows."""
        del event, own
        return None

    def running(self, segment: Segment) -> bool:
        """Return False: each event is narrated separately."""
        del segment
        return False

    def belongs(self, events: Sequence[Told]) -> bool:
        """Return False: events aren't grouped."""
        del events
        return False

    def together(self, events: Sequence[Told], at: int) -> int:
        """Return `at`: events aren't grouped."""
        del events
        return at

    def shown(self, names: B, segment: Segment, lines: Sequence[str]) -> list[ShownPicture]:
        """Return the picture of the position, which stays in the table message."""
        del names, segment
        return [ShownPicture(self._picture, {}, lines[0] if lines else "", lasting=True)] if self._picture else []

    def scene(self, names: B, events: Sequence[Told]) -> list[ShownPicture]:
        """Return nothing: the position shows where things happened."""
        del names, events
        return []

    def report(self, names: B, segment: Segment) -> tuple[str, ShownPicture] | None:
        """Return None."""
        del names, segment
        return None

    def hands(self, names: B, game: Game[Any]) -> list[str]:
        """Return nothing: sides hold nothing hidden."""
        del names, game
        return []

    def reports(self, game: Game[Any], events: Sequence[Told]) -> list[ShownPicture]:
        """Return no further pictures."""
        del game, events
        return []


__all__ = ["PlainStory"]
