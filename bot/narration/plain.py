"""Events as plain JSON: what is stored until an action is over, and what narration reads."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass
from typing import Any

from engine.core.game import Event


def plain(value: Any) -> Any:
    """Return the records and tuples as dictionaries and lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {key: plain(item) for key, item in asdict(value).items()}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return value


def public(number: int, event: Event) -> dict[str, Any]:
    """Return the part of an event that everybody may know, with the entry that told it."""
    return {"n": number, "kind": event.kind, "data": plain(event.data)}


def private(event: Event, side: int) -> dict[str, Any]:
    """Return what only one side may know of an event, {} if nothing."""
    return dict(plain((event.secret or {}).get(side, {})))
