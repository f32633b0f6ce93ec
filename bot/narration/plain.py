"""Convert events to plain JSON: for storage until an action is over, and as input of narration."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass
from typing import Any

from engine.core.game import Event


def plain(value: Any) -> Any:
    """Convert dataclasses and tuples to dictionaries and lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {key: plain(item) for key, item in asdict(value).items()}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return value


def public(number: int, event: Event) -> dict[str, Any]:
    """Return the public part of an event, with its entry number."""
    return {"n": number, "kind": event.kind, "data": plain(event.data)}


def private(event: Event, side: int) -> dict[str, Any]:
    """Return the part of an event that only one side may know, {} if there is none."""
    return dict(plain((event.secret or {}).get(side, {})))
