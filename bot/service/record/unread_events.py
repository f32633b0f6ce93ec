"""Unread events of a seat: what happened since it last acted, stored with the game and shown on its panel.

A seat gets public events and what it alone may know, such as cards it drew; nothing else is stored. A combat in
progress is shown in full, since its dice rolls belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.narration.book import Book
from bot.narration.plain import private, public
from bot.narration.segments import Segment, Told, segments
from bot.service.session import Memory
from bot.titles.story import Story
from bot.titles.title import Title
from engine.core.game import Event

#: Maximum number of events kept, the newest; more than two whole turns have.
_MOST = 600


def note(
    story: Story[Any], memory: Memory, told: Iterable[tuple[int, Event]], acted: Iterable[int], number: int
) -> None:
    """Add the events of a command; the sides that gave it have read them, up to entry `number`."""
    new = len(memory.recent)
    memory.recent += [_event_data(entry, event) for entry, event in told]
    for side in acted:
        memory.seen[str(side)] = number
    # The command's own events stay for its answer.
    first = min(new, *(_begin(story, memory, side) for side in (0, 1)))
    memory.recent = memory.recent[first:][-_MOST:]


def taken_back(memory: Memory, kept: int) -> bool:
    """Drop events after an entry to which the game went back; return True if there were any."""
    before = len(memory.recent)
    memory.recent = [event for event in memory.recent if event["n"] <= kept]
    return len(memory.recent) < before


def since(story: Story[Any], memory: Memory, side: int, settled: int | None = None) -> list[Told]:
    """Return the unread events of a seat, and all of a combat in progress; up to entry `settled` if given.

    While the other side decides, its undoable choices are not shown.
    """
    found = memory.recent[_begin(story, memory, side) :]
    return found if settled is None else [event for event in found if event["n"] <= settled]


def known(memory: Memory, side: int, number: int) -> list[Told]:
    """Return what a seat knows up to entry `number`, or up to its own last act if that is later."""
    last = max(number, memory.seen.get(str(side), -1))
    return [event for event in memory.recent if event["n"] <= last]


def after(memory: Memory, number: int) -> list[Told]:
    """Return the stored events after an entry."""
    return [event for event in memory.recent if event["n"] > number]


def whole(story: Story[Any], memory: Memory, told: Sequence[Told]) -> list[Told]:
    """Return the new events with all earlier ones of their combat; call it before they are noted."""
    if not story.belongs(told):
        return list(told)
    return [*memory.recent[story.together(memory.recent, len(memory.recent)) :], *told]


def lines(title: Title[Any, Any], names: Book, events: Sequence[Told], side: int) -> list[str]:
    """Return events as lines, action by action, for a side's seat."""
    found: list[str] = []
    for segment in segments(events):
        # The rest of an action whose beginning the seat knows is shown as an action as well.
        action = segment.kind == "action" or segment.over or title.story.running(segment)
        read, beside = for_seat(title.story, [(event, _own_knowledge(event, side)) for event in segment.events])
        found += title.story.lines(names, Segment("action" if action else segment.kind, read))
        for kind, own in beside:
            found += title.story.alone(names, kind, own)
    return found


def for_seat(
    story: Story[Any], events: Iterable[tuple[Told, dict[str, Any]]]
) -> tuple[list[Told], list[tuple[str, dict[str, Any]]]]:
    """Return events as a seat with extra knowledge reads them, and what it is told in addition, by kind."""
    read, beside = list[Told](), list[tuple[str, dict[str, Any]]]()
    for event, own in events:
        known = story.as_known(event, own) if own else None
        read.append(known or event)
        if known is None:
            beside.append((event["kind"], own))
    return read, beside


def _own_knowledge(event: Told, side: int) -> dict[str, Any]:
    """Return what a seat alone knows of a stored event."""
    own = event.get("own", {}).get(str(side), {})
    return own if isinstance(own, dict) else {"cards": own}  # an older version stored only the cards


def newest(told: Sequence[str], room: int, note: str) -> list[str]:
    """Return the newest lines that fit, cut at lines or sentences, below a note that there was more."""
    kept = list(told)
    while len(kept) > 1 and sum(len(line) + 1 for line in kept) > room:
        kept.pop(0)
    while len(kept[0]) > room and ". " in kept[0]:
        kept[0] = kept[0].partition(". ")[2]
    return kept if kept == list(told) else [note, *kept]


def _event_data(entry: int, event: Event) -> Told:
    own = {str(side): known for side in (0, 1) if (known := private(event, side))}
    return {**public(entry, event), **({"own": own} if own else {})}


def _begin(story: Story[Any], memory: Memory, side: int) -> int:
    """Return the index of the first event to show to a seat."""
    seen = memory.seen.get(str(side), -1)
    new = next((at for at, event in enumerate(memory.recent) if event["n"] > seen), len(memory.recent))
    return story.together(memory.recent, new)


__all__ = ["after", "for_seat", "known", "lines", "newest", "note", "since", "taken_back", "whole"]
