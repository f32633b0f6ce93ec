"""Where one action's story ends and the next begins, and what its picture should show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.titles.pog.narration.narrator import Told


@dataclass(slots=True)
class Segment:
    """A run of events that is told as one: an action, or what lies between actions."""

    kind: str
    events: list[Told] = field(default_factory=list)

    @property
    def event_card(self) -> int | None:
        """The card whose event this action is; everybody knows it by then."""
        first = self.events[0] if self.kind == "action" else None
        return first["data"]["card"] if first is not None and first["data"]["kind"] == "event" else None

    @property
    def over(self) -> bool:
        """True if the action is finished."""
        return bool(self.events) and self.events[-1]["kind"] == "action_over"


def segments(events: Sequence[Told]) -> list[Segment]:
    """Events divided into actions ("action") and what lies between them ("between")."""
    found: list[Segment] = []
    for event in events:
        if event["kind"] == "action":
            found.append(Segment("action"))
        elif not found or found[-1].over:
            found.append(Segment("between"))
        found[-1].events.append(event)
    return found


def marks(events: Sequence[Told]) -> dict[str, Any]:
    """Arrows and places for a close-up, as the JSON of `engine.pog.view.ActionMarks`."""
    moves: list[list[list[int]]] = []
    attacks: list[list[Any]] = []
    attackers: list[list[int]] = []
    focus: list[int] = []
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind in ("moved", "advanced"):
            moves.append([data["units"], data["path"]])
        elif kind == "retreated" and data["path"]:
            # The event names the spaces entered; the arrow begins where the combat was.
            moves.append([[data["unit"]], [*(target for _, target in attacks[-1:]), *data["path"]]])
        elif kind == "sr":
            focus += [data["origin"], data["to"]]
        elif kind == "attack":
            attacks.append([data["origins"], data["target"]])
            attackers.append(data["attackers"])
        elif kind in ("activated", "trench", "entrench", "siege", "fort_destroyed", "control"):
            focus.append(data["space"])
        elif kind in ("reinforcement", "rebuilt"):
            focus.append(data["place"])
        elif kind == "card_effect":
            focus += [space for space in (data.get("space"), data.get("place")) if isinstance(space, int)]
    return {"moves": moves, "attacks": attacks, "focus": list(dict.fromkeys(focus)), "attackers": attackers}


def last_battle(events: Sequence[Told]) -> dict[str, Any] | None:
    """The record of the last combat that was fought out, None if there was none."""
    return next((event["data"]["battle"] for event in reversed(events) if event["kind"] == "combat_over"), None)


def places(marked: dict[str, Any]) -> list[int]:
    """The spaces that marks show, each once."""
    found = [space for _, path in marked["moves"] for space in path]
    found += [space for origins, target in marked["attacks"] for space in (*origins, target)]
    return list(dict.fromkeys([*found, *marked["focus"]]))
