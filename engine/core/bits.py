"""Sets of small integers as single Python integers, one bit for each member."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import lru_cache
from typing import Any


def bit(index: int) -> int:
    """Return the set that contains only `index`."""
    return 1 << index


def mask(indices: Iterable[int]) -> int:
    """Return the set of all `indices`."""
    result = 0
    for index in indices:
        result |= 1 << index
    return result


@lru_cache(maxsize=16_384)
def members(bits: int) -> tuple[int, ...]:
    """Return the members of a set in ascending order; cached by byte, since the same sets come up all the time."""
    size = (bits.bit_length() + 7) >> 3
    while len(_BYTES) < size:
        start = 8 * len(_BYTES)
        _BYTES.append([tuple(start + at for at in range(8) if value >> at & 1) for value in range(256)])
    found: list[int] = []
    for known, byte in zip(_BYTES, bits.to_bytes(size, "little")):  # noqa: B905  # there may be more of the first
        if byte:
            found += known[byte]
    return tuple(found)


#: For each byte position and byte value: the members it represents. Grows as needed.
_BYTES: list[list[tuple[int, ...]]] = []


def first(bits: int) -> int:
    """Return the smallest member of a non-empty set."""
    return (bits & -bits).bit_length() - 1


def single(bits: int) -> bool:
    """Return True if the set has exactly one member."""
    return bits != 0 and bits & (bits - 1) == 0


def pack(value: Any) -> Any:
    """Return a big set as text for JSON and any other value unchanged; other JSON readers would round big integers."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 0xFFFFFFFF:
        raw = value.to_bytes((value.bit_length() + 7) // 8, "little")
        return "=" + b64encode(raw).decode().rstrip("=")
    return value


def unpack(value: Any) -> Any:
    """Reverse `pack`; raises ValueError for text that is not a packed set."""
    if isinstance(value, str) and value[:1] == "=":
        return int.from_bytes(b64decode(value[1:] + "=" * (-(len(value) - 1) % 4)), "little")
    return value
