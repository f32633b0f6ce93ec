"""Between the record's names and the engine's numbers, and what differs in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.bits import mask, members
from engine.pog.content import Content
from engine.pog.state import State

SIDES = ("ap", "cp")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that differs: the field, and both values in words."""

    field: str
    expected: str
    got: str


class Translator:
    """Between the record's names and the engine's ids; follows interchangeable counters."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.cards = content.card_by_name
        self.spaces = content.space_by_name
        self.units = content.unit_by_name
        #: The counter that plays the part of a recorded one; the same until a choice of
        #: identical corps differs.
        self.played_by = list(range(len(content.units)))
        self.arabia = 1 << self.spaces["arabia"] if "arabia" in self.spaces else 0

    def arg(self, kind: str, name: str | None) -> int:
        """The id of an argument of the given kind."""
        if name is None or not kind:
            return 0
        if kind == "unit":
            return self.played_by[self.units[name]]
        return self.spaces[name] if kind == "space" else self.cards[name]

    def name(self, kind: str, arg: int) -> str:
        """The record's name of an id."""
        if kind == "unit":
            return self.content.units[self.played_by.index(arg)].name
        if kind == "space":
            return self.content.spaces[arg].name
        return self.content.cards[arg].name if kind == "card" else ""

    def card_mask(self, names: list[str]) -> int:
        """A set of cards."""
        return mask(self.cards[name] for name in names)

    def space_mask(self, names: list[str]) -> int:
        """A set of spaces."""
        return mask(self.spaces[name] for name in names)

    def unit_mask(self, names: list[str]) -> int:
        """A set of recorded units, in the record's own numbers."""
        return mask(self.units[name] for name in names)

    def here(self, units: int) -> int:
        """A set of recorded units as the counters that play their parts."""
        return mask(self.played_by[unit] for unit in members(units))


def show_units(units: int, state: State, names: Translator) -> str:
    """Units with their places."""
    spaces = names.content.spaces
    return " ".join(f"{names.name('unit', unit)}@{spaces[state.loc[unit]].name}" for unit in members(units)) or "-"


def spaces_differ(name: str, expected: int, actual: int, names: Translator) -> Mismatch:
    """A mismatch of two sets of spaces."""

    def words(spaces: int) -> str:
        return " ".join(names.content.spaces[space].name for space in members(spaces)) or "-"

    return Mismatch(name, "only there: " + words(expected & ~actual), "only here: " + words(actual & ~expected))


def show(name: str, value: Any, other: Any, names: Translator) -> str:
    """A field in words; of sets only what the other has not."""
    cards, spaces = names.content.cards, names.content.spaces
    if name in ("hand", "discard", "removed_cards"):
        return " / ".join(
            "+".join(cards[c].name for c in members(mine & ~theirs)) or "-"
            for mine, theirs in zip(value, other, strict=True)
        )
    if name == "combat_cards":
        return "+".join(cards[c].name for c in members(value & ~other)) or "-"
    if name == "forts":
        return " / ".join(
            "+".join(spaces[s].name for s in members(mine & ~theirs)) or "-"
            for mine, theirs in zip(value, other, strict=True)
        )
    if name == "trenches":
        return " ".join(f"{spaces[s].name}:{level}{SIDES[side]}" for s, level, side in sorted(value - other)) or "-"
    if name in ("failed_entrench", "ne_armies_outside"):
        return " ".join(names.name("unit", unit) for unit in members(value & ~other)) or "-"
    if isinstance(value, dict) and isinstance(other, dict):
        return str({k: v for k, v in value.items() if other.get(k) != v})
    return str(value)
