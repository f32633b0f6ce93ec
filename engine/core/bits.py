"""Sets of small integers as single Python integers, one bit for each member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bit(index: int) -> int:
    """The set that holds only `index`."""
    return 1 << index


def mask(indices: Iterable[int]) -> int:
    """The set of all `indices`."""
    result = 0
    for index in indices:
        result |= 1 << index
    return result


def members(bits: int) -> Iterator[int]:
    """The members of a set in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def first(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def single(bits: int) -> bool:
    """True if the set has exactly one member."""
    return bits != 0 and bits & (bits - 1) == 0
