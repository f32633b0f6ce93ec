"""The narration of the toy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.narration.segments import Segment, Told
from bot.titles.defaults.story import PlainStory
from bot.titles.story import ShownPicture
from tests.titles.toy.words import Book

#: Events that only part what is told.
SILENT = frozenset({"action", "action_over"})


class ToyStory(PlainStory[Book]):
    """Tells events; the fox's hex appears only when everybody sees it."""

    @property
    def silent(self) -> frozenset[str]:
        """Return the kinds of events without a line of their own."""
        return SILENT

    def line(self, names: Book, event: Told) -> str:
        """Return an event in words."""
        data, kind = event["data"], event["kind"]
        if kind in SILENT:
            return ""
        words = {key: names.hex(value) for key, value in data.items() if key in ("hex", "origin", "to", "fox")}
        if kind == "turn":
            return names.words.say("narration.day", day=names.day(data["turn"]))
        if kind == "sniffed":
            return names.words.say(f"narration.sniffed_{'near' if data['near'] else 'far'}", die=data["die"], **words)
        if kind == "escaped":
            return names.words.say(f"narration.escaped_{'safe' if data['safe'] else 'open'}", **words)
        return names.words.say(f"narration.{kind}", **words)

    def alone(self, names: Book, kind: str, own: dict[str, Any]) -> list[str]:
        """Return the private part: where the fox went, and where its burrow is."""
        where = next(iter(own.values()), None)
        return [names.words.say(f"narration.alone.{kind}", hex=names.hex(where))] if isinstance(where, int) else []

    def shown(self, names: Book, segment: Segment, lines: Sequence[str]) -> list[ShownPicture]:
        """Return the board with the hound's way."""
        return [ShownPicture("board", {"way": way_of(segment.events)}, lines[0], lasting=True)]

    def scene(self, names: Book, events: Sequence[Told]) -> list[ShownPicture]:
        """Return the board as the hound left it."""
        way = way_of(events)
        return [ShownPicture("board", {"way": way}, names.words.say("ui.hunt.board"), lasting=True)] if way else []

    def report(self, names: Book, segment: Segment) -> tuple[str, ShownPicture] | None:
        """Return the tracks of all days, if the hound went anywhere."""
        if not way_of(segment.events):
            return None
        return names.words.say("ui.hunt.tracks"), ShownPicture("tracks", {})


def way_of(events: Sequence[Told]) -> list[int]:
    """Return the hexes that the hound went through."""
    steps = [event["data"] for event in events if event["kind"] == "tracked"]
    return [*(step["origin"] for step in steps[:1]), *(step["to"] for step in steps)]


__all__ = ["SILENT", "ToyStory", "way_of"]
