"""Narration of hidden units and reconnaissance: anonymous for the public, with names for their own side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.liege.fog import UNSEEN


def is_hidden(data: Mapping[str, Any]) -> bool:
    """Return True for an event whose unit is hidden from the reader."""
    return data.get("unit") == UNSEEN or not data.get("units", True)


def _public_march(data: Mapping[str, Any]) -> str:
    return "moved_hidden" if len(data["path"]) > 1 else ""


def _public_shift(data: Mapping[str, Any]) -> str:
    return "shifted_hidden" if data["came"] != data["to"] else ""


#: Text keys for events of hidden units, by kind; "" for events that others don't notice.
HIDDEN: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "moved": _public_march, "arrived": lambda _: "arrived_hidden", "shifted": _public_shift, "unit_shelled": lambda _: "",
    "dug": lambda data: "dug_hidden" if data["passed"] else "dug_hidden_in_vain",
}  # fmt: skip


#: What hidden units do on their own; their side reads it with names.
ACTS: Final = frozenset({"moved", "arrived", "shifted", "dug"})


def _public_scouting(data: Mapping[str, Any]) -> str:
    return "air_saw" if data["seen"] else "air_small" if data["small"] else "air_missed"


def _looked_again(data: Mapping[str, Any]) -> str:
    return "air_again_saw" if data["seen"] else "air_again_small" if data["small"] else ""


def _public_change(data: Mapping[str, Any]) -> str:
    return "command_changed" if data["passed"] else "command_not_changed"


#: Text keys for events about hidden units, by kind.
SEEN: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "air": _public_scouting, "air_again": _looked_again, "scouted": lambda data: "scout_saw" if data["seen"] else "scout_missed",
    "peril": lambda data: "peril_held" if data["held"] else "peril_lost", "command_changed": _public_change,
    "turn_counted": lambda data: "turn_counted" if data["score"] is not None else "turn_over",
}  # fmt: skip


__all__ = ["ACTS", "HIDDEN", "SEEN", "is_hidden"]
