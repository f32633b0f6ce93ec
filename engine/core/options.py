"""Legal choices of one decision, as one bit set per verb.

A choice is a verb with one argument: the id of a space, a unit or a card, or a plain
number. Verbs without an argument use the argument 0, so a membership test is always one
dictionary look-up and one shift.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.bits import members


class Choice(NamedTuple):
    """One atomic answer to a decision."""

    verb: str
    arg: int = 0


class Options:
    """All legal choices of the current decision; empty sets are dropped.

    Takes ownership of the dictionary passed in.
    """

    __slots__ = ("masks",)

    def __init__(self, masks: dict[str, int]) -> None:
        self.masks = masks if all(masks.values()) else {verb: bits for verb, bits in masks.items() if bits}

    def allows(self, choice: Choice) -> bool:
        """Return True if the choice is legal."""
        return choice.arg >= 0 and self.masks.get(choice.verb, 0) >> choice.arg & 1 == 1

    def of(self, verb: str) -> tuple[int, ...]:
        """Return the legal arguments of one verb in ascending order."""
        return members(self.masks.get(verb, 0))

    def count(self) -> int:
        """Return the number of legal choices."""
        return sum(bits.bit_count() for bits in self.masks.values())

    def only(self) -> Choice | None:
        """Return the single legal choice, if there is exactly one."""
        if len(self.masks) != 1:
            return None
        ((verb, bits),) = self.masks.items()
        return Choice(verb, bits.bit_length() - 1) if bits & (bits - 1) == 0 else None

    def __iter__(self) -> Iterator[Choice]:
        for verb, bits in self.masks.items():
            for arg in members(bits):
                yield Choice(verb, arg)

    def __bool__(self) -> bool:
        return bool(self.masks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self.masks == other.masks

    __hash__ = None  # type: ignore[assignment]  # a mutable mapping inside: not for sets

    def __repr__(self) -> str:
        return f"Options({self.masks!r})"
