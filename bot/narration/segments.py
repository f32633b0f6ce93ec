"""Split events into actions; every title marks its actions and turns with the same events.

`turn` begins a turn and has its number as `turn`; `action` begins an action and has its `side` and, where turns have
parts, the number of the part as `round`; `action_over` ends it. The host knows no other events.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

#: A public event as plain JSON: its entry "n", its "kind" and its "data".
Told = dict[str, Any]


@dataclass(slots=True)
class Segment:
    """A run of events that is narrated as one: an action, or the events between two actions."""

    kind: str
    events: list[Told] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """True if the action is finished."""
        return bool(self.events) and self.events[-1]["kind"] == "action_over"

    def without(self, kinds: Collection[str]) -> Segment:
        """Return a copy without events of some kinds."""
        return Segment(self.kind, [event for event in self.events if event["kind"] not in kinds])


def turn_begun(event: Told) -> int | None:
    """Return the number of the turn that an event begins; None for other events."""
    return int(event["data"]["turn"]) if event["kind"] == "turn" else None


def action_begun(event: Told) -> tuple[int, int] | None:
    """Return turn part (0 if turns have none) and side of the action an event begins; None for other events."""
    return (int(event["data"].get("round", 0)), int(event["data"]["side"])) if event["kind"] == "action" else None


def passes_on(event: Told) -> bool:
    """Return True if an action can begin in the same entry after this event: an action's end or a turn's beginning."""
    return event["kind"] in ("action_over", "turn")


def segments(events: Sequence[Told]) -> list[Segment]:
    """Split events into actions ("action") and the runs between them ("between")."""
    found: list[Segment] = []
    for event in events:
        if event["kind"] == "action":
            found.append(Segment("action"))
        elif not found or found[-1].over:
            found.append(Segment("between"))
        found[-1].events.append(event)
    return found


__all__ = ["Segment", "Told", "action_begun", "passes_on", "segments", "turn_begun"]
