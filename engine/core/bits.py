"""Sets of small integers as single Python integers, one bit for each member."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import lru_cache
from typing import Any


def bit(index: int) -> int:
    """The set that holds only `index`."""
    return 1 << index


def mask(indices: Iterable[int]) -> int:
    """The set of all `indices`."""
    result = 0
    for index in indices:
        result |= 1 << index
    return result


@lru_cache(maxsize=16_384)
def members(bits: int) -> tuple[int, ...]:
    """The members of a set in ascending order; the same sets are asked for again and again."""
    found: list[int] = []
    start = 0
    while bits:
        part = bits & _PART
        if part:
            found += _members_of(part, start)
        bits >>= _WIDTH
        start += _WIDTH
    return tuple(found)


@lru_cache(maxsize=16_384)
def _members_of(part: int, start: int) -> tuple[int, ...]:
    """The members that a part of a set stands for, if its lowest bit is `start`; most parts of a new set are known."""
    found = []
    while part:
        low = part & -part
        found.append(start + low.bit_length() - 1)
        part ^= low
    return tuple(found)


#: So many bits are a part of a set.
_WIDTH = 24
_PART = (1 << _WIDTH) - 1


def first(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def single(bits: int) -> bool:
    """True if the set has exactly one member."""
    return bits != 0 and bits & (bits - 1) == 0


def pack(value: Any) -> Any:
    """A big set as text for JSON, anything else as it is; other readers would round big numbers."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 0xFFFFFFFF:
        raw = value.to_bytes((value.bit_length() + 7) // 8, "little")
        return "=" + b64encode(raw).decode().rstrip("=")
    return value


def unpack(value: Any) -> Any:
    """Inverse of `pack`; raises ValueError for text that no set was packed into."""
    if isinstance(value, str) and value[:1] == "=":
        return int.from_bytes(b64decode(value[1:] + "=" * (-(len(value) - 1) % 4)), "little")
    return value
