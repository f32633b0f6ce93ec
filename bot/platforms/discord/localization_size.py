"""Keep commands with their translations within Discord's size limit.

Discord allows 8,000 characters in one command and everything below it: names, descriptions and values, counting the
longest language of each field (developers/interactions/application-commands, "Slash Commands").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

#: Most characters of one command.
MOST = 8_000
_FIELDS = ("name", "description")


def fitted(command: dict[str, Any], most: int = MOST) -> tuple[dict[str, Any], int]:
    """Return a command with enough translations removed to fit, and the number of entries affected.

    The translations that exceed the English text most are removed first; those entries are then shown in English.
    """
    made = _copy(command)
    nodes = sorted(_walk(made), key=_surplus)
    left_out = 0
    while (over := size(made) - most) > 0 and nodes and _surplus(nodes[-1]) > 0:
        # Of the entries that suffice alone, take the smallest.
        at = next((at for at, node in enumerate(nodes) if _surplus(node) >= over), len(nodes) - 1)
        enough = nodes.pop(at)
        for field in _FIELDS:
            enough.pop(f"{field}_localizations", None)
        left_out += 1
    return made, left_out


def size(command: dict[str, Any]) -> int:
    """Return the characters that Discord counts in a command and everything below it."""
    own = sum(_longest(command, field) for field in _FIELDS) + len(str(command.get("value", "")))
    return own + sum(size(one) for one in _children(command))


def _walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for one in _children(command):
        yield from _walk(one)


def _children(command: dict[str, Any]) -> list[dict[str, Any]]:
    return [*(command.get("options") or ()), *(command.get("choices") or ())]


def _copy(command: dict[str, Any]) -> dict[str, Any]:
    lists = {name: [_copy(one) for one in command[name]] for name in ("options", "choices") if command.get(name)}
    return {**command, **lists}


def _longest(told: dict[str, Any], field: str) -> int:
    texts = [str(told.get(field) or ""), *(told.get(f"{field}_localizations") or {}).values()]
    return max(map(len, texts))


def _surplus(told: dict[str, Any]) -> int:
    return sum(_longest(told, field) - len(str(told.get(field) or "")) for field in _FIELDS)


__all__ = ["MOST", "fitted", "size"]
