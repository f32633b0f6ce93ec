"""Which shards of Discord's gateway a process connects: all of them, or a range, so that a second process adds capacity.

Discord sends each server's events to one shard (`developers/events/gateway`, Sharding). What a process does by REST, such as
posts and direct messages, has nothing to do with shards: any process can post in any channel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FORM = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    """A range of shards."""

    first: int
    last: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Shards | None:
        """Read `0-3/8` (shards 0 to 3 of 8) or `2/8`; None for "".

        Raises:
            ValueError: it is no such range, with the reason.
        """
        if not text:
            return None
        found = _FORM.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"it must be shards and their number, such as 0-3/8 or 2/8, not {text!r}")
        first, count = int(found[1]), int(found[3])
        last = int(found[2] or first)
        if not first <= last < count:
            raise ValueError(f"of {count} shards the first is 0 and the last {count - 1}: {text!r} is no range of them")
        return cls(first, last, count)

    @property
    def ids(self) -> list[int]:
        """The numbers of the shards."""
        return list(range(self.first, self.last + 1))

    def __str__(self) -> str:
        told = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{told} of {self.count}"

    @property
    def others(self) -> str:
        """The shards that other processes have to connect, "" where there are none."""
        parts = [(0, self.first - 1), (self.last + 1, self.count - 1)]
        return " and ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts if a <= b)


__all__ = ["Shards"]
