"""Map overlays of a side's actions: marches, attacks and lines of fire, from public events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.narration.segments import Told
from engine.liege.grid import NOWHERE
from renderer.liege import MapMarks
from renderer.liege.view import DrawnPosition

#: Events that are drawn, with the fields needed.
_DRAWN: Final[Mapping[str, tuple[str, ...]]] = {
    "action": ("side",), "moved": ("path",), "attack": ("hex", "full", "partly"), "bombarded": ("fort", "guns"),
    "assaulted": ("fort", "guns"), "shelled": ("hex", "guns", "forts"), "fort_fell": ("fort",),
}  # fmt: skip
#: Maximum number of paths and lines of fire in one picture, newest ones.
_MOST: Final = 12


def drawn_events(events: Sequence[Told]) -> list[Told]:
    """Return the drawable part of public events, as a picture reference stores it; [] if nothing can be drawn."""
    found: list[Told] = [
        {"kind": event["kind"], "data": {name: event["data"][name] for name in _DRAWN[event["kind"]]}}
        for event in events
        if event["kind"] in _DRAWN
    ]
    return found if any(event["kind"] != "action" for event in found) else []


def marks_of(view: DrawnPosition, events: Sequence[Told]) -> MapMarks:
    """Return marches, attacks and barrages of the side that acted; units missing from the view are left out."""
    facts, at = view.facts, {unit.unit: unit.hex for unit in view.units}
    ways: list[tuple[str, tuple[int, ...]]] = []
    fires: list[tuple[int, int, int]] = []
    forts: list[int] = []
    side = view.side
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind == "action":
            side = data["side"]
        elif kind == "moved" and len(data["path"]) > 1:
            ways.append(("move", tuple(data["path"])))
        elif kind == "attack":
            origins = dict.fromkeys(at[unit] for unit in (*data["full"], *data["partly"]) if unit in at)
            ways += [("attack", (hex_, data["hex"])) for hex_ in origins if hex_ != data["hex"]]
        elif kind in ("bombarded", "assaulted"):
            target = facts.forts[data["fort"]].hex
            fires += [(at[gun], data["fort"], target) for gun in data["guns"] if gun in at and at[gun] != target]
        elif kind == "shelled":
            fires += [(hex_, NOWHERE, data["hex"]) for hex_ in _origins(view, at, data) if hex_ != data["hex"]]
        elif kind == "fort_fell":
            forts.append(data["fort"])
    return MapMarks(side, tuple(dict.fromkeys(fires))[-_MOST:], tuple(dict.fromkeys(ways))[-_MOST:], (), tuple(forts))


def _origins(view: DrawnPosition, at: Mapping[int, int], data: Mapping[str, Any]) -> list[int]:
    """Return where the units and forts of a barrage fired from."""
    return [at[gun] for gun in data["guns"] if gun in at] + [view.facts.forts[fort].hex for fort in data["forts"]]


__all__ = ["drawn_events", "marks_of"]
