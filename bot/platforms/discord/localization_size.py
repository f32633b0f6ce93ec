"""Keep commands with their translations within what Discord takes.

Discord takes 8,000 characters in one command and all below it: names, descriptions and values, of each field the longest of its
languages (developers/interactions/application-commands, "Slash Commands").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

#: Characters of one command.
MOST = 8_000
_FIELDS = ("name", "description")


def fitted(command: dict[str, Any], most: int = MOST) -> tuple[dict[str, Any], int]:
    """Return a command as it is sent, with fewer translations where all are too long, and how many are left out.

    Those go first that add most to the English text; what they describe is then shown in English.
    """
    made = _copied(command)
    nodes = sorted(_spread(made), key=_surplus)
    left_out = 0
    while (over := size(made) - most) > 0 and nodes and _surplus(nodes[-1]) > 0:
        # Among those that are enough by themselves the smallest one is left out.
        at = next((at for at, node in enumerate(nodes) if _surplus(node) >= over), len(nodes) - 1)
        enough = nodes.pop(at)
        for field in _FIELDS:
            enough.pop(f"{field}_localizations", None)
        left_out += 1
    return made, left_out


def size(command: dict[str, Any]) -> int:
    """Return the characters that Discord counts in a command and all below it."""
    own = sum(_longest(command, field) for field in _FIELDS) + len(str(command.get("value", "")))
    return own + sum(size(one) for one in _below(command))


def _spread(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for one in _below(command):
        yield from _spread(one)


def _below(command: dict[str, Any]) -> list[dict[str, Any]]:
    return [*(command.get("options") or ()), *(command.get("choices") or ())]


def _copied(command: dict[str, Any]) -> dict[str, Any]:
    lists = {name: [_copied(one) for one in command[name]] for name in ("options", "choices") if command.get(name)}
    return {**command, **lists}


def _longest(told: dict[str, Any], field: str) -> int:
    texts = [str(told.get(field) or ""), *(told.get(f"{field}_localizations") or {}).values()]
    return max(map(len, texts))


def _surplus(told: dict[str, Any]) -> int:
    return sum(_longest(told, field) - len(str(told.get(field) or "")) for field in _FIELDS)


__all__ = ["MOST", "fitted", "size"]
