"""How hunts are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.narration.segments import Segment, Told
from bot.titles.story import ShownPicture
from engine.core.game import Game
from tests.titles.toy.words import Book

#: Events that only part what is told.
SILENT = frozenset({"action", "action_over"})


class ToyStory:
    """Tells what happened; where the fox is comes here only when everybody sees it."""

    @property
    def silent(self) -> frozenset[str]:
        """What divides the story."""
        return SILENT

    def _line(self, names: Book, event: Told) -> str:
        data = event["data"]
        words = {key: names.hex(value) for key, value in data.items() if key in ("hex", "origin", "to", "fox")}
        if event["kind"] == "turn":
            return names.words.say("narration.day", day=names.day(data["turn"]))
        if event["kind"] == "sniffed":
            return names.words.say(f"narration.sniffed_{'near' if data['near'] else 'far'}", die=data["die"], **words)
        if event["kind"] == "escaped":
            return names.words.say(f"narration.escaped_{'safe' if data['safe'] else 'open'}", **words)
        return names.words.say(f"narration.{event['kind']}", **words)

    def lines(self, names: Book, segment: Segment) -> list[str]:
        """One line for each event."""
        return [self._line(names, event) for event in segment.events if event["kind"] not in SILENT]

    def so_far(self, names: Book, events: Sequence[Told]) -> list[str]:
        """The same of what goes on."""
        return self.lines(names, Segment("action", list(events)))

    def alone(self, names: Book, kind: str, own: dict[str, Any]) -> list[str]:
        """Where the fox went, and where its burrow is."""
        where = next(iter(own.values()), None)
        return [names.words.say(f"narration.alone.{kind}", hex=names.hex(where))] if isinstance(where, int) else []

    def running(self, segment: Segment) -> bool:
        """Nothing is told as a part of anything."""
        del segment
        return False

    def belongs(self, events: Sequence[Told]) -> bool:
        """Nor does anything belong together."""
        del events
        return False

    def together(self, events: Sequence[Told], at: int) -> int:
        """Each event is told by itself."""
        del events
        return at

    def shown(self, names: Book, segment: Segment, lines: Sequence[str]) -> list[ShownPicture]:
        """The board, with where the hound went."""
        return [ShownPicture("board", {"way": way_of(segment.events)}, lines[0], lasting=True)]

    def scene(self, names: Book, events: Sequence[Told]) -> list[ShownPicture]:
        """The board where the hound has been."""
        way = way_of(events)
        return [ShownPicture("board", {"way": way}, names.words.say("ui.hunt.board"), lasting=True)] if way else []

    def report(self, names: Book, segment: Segment) -> tuple[str, ShownPicture] | None:
        """The tracks of all days, where the hound went anywhere."""
        if not way_of(segment.events):
            return None
        return names.words.say("ui.hunt.tracks"), ShownPicture("tracks", {})

    def hands(self, names: Book, game: Game[Any]) -> list[str]:
        """Nobody holds anything."""
        del names, game
        return []

    def reports(self, game: Game[Any], events: Sequence[Told]) -> list[ShownPicture]:
        """Nothing besides."""
        return []


def way_of(events: Sequence[Told]) -> list[int]:
    """The hexes that the hound went through."""
    steps = [event["data"] for event in events if event["kind"] == "tracked"]
    return [*(step["origin"] for step in steps[:1]), *(step["to"] for step in steps)]


__all__ = ["SILENT", "ToyStory", "way_of"]
