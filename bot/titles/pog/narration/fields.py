"""Data fields of events and reasons turned into words by the name of the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.titles.pog.narration.names import Names

_SINGLE: dict[str, Callable[[Names, int], str]] = {
    **dict.fromkeys(("space", "to", "origin", "target", "place"), Names.space),
    **dict.fromkeys(("unit", "army", "corps"), Names.unit),
    "card": Names.card,
    "card_text": Names.card_event,
    "turn": Names.turn,
}
_SEVERAL: dict[str, Callable[[Names, Sequence[int]], str]] = {
    **dict.fromkeys(("spaces", "origins"), Names.spaces),
    **dict.fromkeys(("units", "attackers"), Names.units),
    "cards": Names.cards,
}
_CODES = ("nation", "pool")


def worded(names: Names, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with ids as names; whatever has no words of its own stays as it is."""
    return {key: _word(names, key, value) for key, value in data.items()}


def _word(names: Names, key: str, value: Any) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        make = _SINGLE.get(key)
        return make(names, value) if make else value
    if isinstance(value, list | tuple) and key in _SEVERAL:
        return _SEVERAL[key](names, value)
    return names.nation(str(value)) if key in _CODES else value


def signed(value: int) -> str:
    """A number with its sign, a real minus among them."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def half(points: int) -> str:
    """Half points as points: 3 is "1½"."""
    whole, rest = divmod(points, 2)
    return f"{whole or ''}½" if rest else str(whole)
