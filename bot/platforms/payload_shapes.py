"""Log the shape of platforms' payloads: field names, types and lengths, never content.

Platforms promise no lengths and add fields as they like, so the first operator who meets a new form can report it with
these lines. They contain nothing a person wrote, no id, token or address.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

_log: Final = logging.getLogger(__name__)
#: Off until an operator enables it, whatever the log level.
_log.setLevel(logging.CRITICAL)

#: Field names in the platforms' documented style. Any other key may be an id or user input.
_FIELD = re.compile(r"[a-z][a-z_]{0,39}")
#: Limits: fields per line, items of a list, and nesting levels.
_FIELDS, _ITEMS, _LEVELS = 300, 3, 12


def shape(value: Any) -> str:
    """Describe a payload's fields with type and length, as in `user.id: text 11, team: null`."""
    found = list(_parts(value, "", 0))
    more = [f"and {len(found) - _FIELDS} more"] if len(found) > _FIELDS else []
    return ", ".join(found[:_FIELDS] + more)


def kind_of(value: Any) -> str:
    """Return type and length of a value, as in `text 11`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return f"number {len(str(value))}" if abs(value) < 10**40 else "number"
    if isinstance(value, str):
        return f"text {len(value)}"
    if isinstance(value, Mapping):
        return f"object {len(value)}"
    return f"list {len(value)}" if isinstance(value, Sequence) else type(value).__name__


def field_name(path: Sequence[int | str]) -> str:
    """Format a path in a payload, as in `view.state.*.value`; keys that aren't field names become a star."""
    return ".".join(str(one) if isinstance(one, int) else _field_or_wildcard(one) for one in path)


def at(value: Any, path: Sequence[int | str]) -> Any:
    """Return the value at a path in a payload; None if there is none."""
    for step in path:
        if isinstance(value, list) and isinstance(step, int):
            value = value[step] if step < len(value) else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return value


def log_shape(platform: str, kind: str, payload: Any) -> None:
    """Log the shape of a payload, if the operator has enabled it."""
    if _log.isEnabledFor(logging.INFO):
        _log.info("%s sent %s: %s", platform, kind, shape(payload))


def log_shapes(wanted: bool) -> None:
    """Enable or disable logging of shapes."""
    _log.setLevel(logging.INFO if wanted else logging.CRITICAL)


def _parts(value: Any, path: str, level: int) -> Iterator[str]:
    if isinstance(value, Mapping) and value and level < _LEVELS:
        for name, one in value.items():
            yield from _parts(
                one, f"{path}.{_field_or_wildcard(name)}" if path else _field_or_wildcard(name), level + 1
            )
    elif isinstance(value, list) and value and level < _LEVELS:
        yield f"{path}: {kind_of(value)}"
        for number, one in enumerate(value[:_ITEMS]):
            yield from _parts(one, f"{path}.{number}" if path else str(number), level + 1)
    else:
        yield f"{path}: {kind_of(value)}" if path else kind_of(value)


def _field_or_wildcard(key: object) -> str:
    return key if isinstance(key, str) and _FIELD.fullmatch(key) else "*"


__all__ = ["at", "field_name", "kind_of", "log_shape", "log_shapes", "shape"]
