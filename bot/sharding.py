"""The shards of Discord's gateway that a process connects: all, or a range, so that a second process adds capacity.

Discord sends each server's events to one shard (`developers/events/gateway`, Sharding). REST calls, such as posts and
direct messages, are independent of shards: any process can post in any channel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.narration.texts import host_text

_FORM = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    """A range of shards."""

    first: int
    last: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Shards | None:
        """Parse `0-3/8` (shards 0 to 3 of 8) or `2/8`; returns None for "".

        Raises:
            ValueError: the text is not a valid range; the message says why.
        """
        if not text:
            return None
        found = _FORM.fullmatch(text.strip())
        if found is None:
            raise ValueError(host_text("operator.sharding.must_shards_their_number", text=f"{text!r}"))
        first, count = int(found[1]), int(found[3])
        last = int(found[2] or first)
        if not first <= last < count:
            raise ValueError(
                host_text("operator.sharding.shards_first_last_no", count=count, value=count - 1, text=f"{text!r}")
            )
        return cls(first, last, count)

    @property
    def ids(self) -> list[int]:
        """The shard ids in the range."""
        return list(range(self.first, self.last + 1))

    def __str__(self) -> str:
        told = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{told} of {self.count}"

    @property
    def others(self) -> str:
        """The shards that other processes have to connect, "" if there are none."""
        return _spans(set(range(self.count)) - set(self.ids))


def unevenness(ranges: Sequence[Shards | None]) -> str:
    """Return one sentence about what is wrong with the running processes' shard ranges and what to do; "" if they fit.

    Equal ranges are allowed: such processes are standbys for each other. None is a process that connects all shards.
    """
    parts = sorted({part for part in ranges if part is not None}, key=lambda part: (part.count, part.first, part.last))
    if not parts:
        return ""
    if None in ranges:
        told = ", ".join(map(str, parts))
        return host_text("operator.sharding.one_process_connects_all", told=told)
    if len(counts := {part.count for part in parts}) > 1:
        told = " and ".join(str(count) for count in sorted(counts))
        return host_text("operator.sharding.processes_divide_servers_into", told=told)
    every = set(range(parts[0].count))
    connected = [ident for part in parts for ident in part.ids]
    if missing := every - set(connected):
        return host_text("operator.sharding.no_process_connects_shards", spans=_spans(missing), number=len(every))
    if twice := {ident for ident in connected if connected.count(ident) > 1}:
        told = " and ".join(map(str, parts))
        return host_text("operator.sharding.shards_several_ranges_give", spans=_spans(twice), told=told)
    return ""


def _spans(ids: Iterable[int]) -> str:
    """Format numbers as spans: "0-1 and 3-7"."""
    spans: list[tuple[int, int]] = []
    for ident in sorted(ids):
        if spans and spans[-1][1] == ident - 1:
            spans[-1] = (spans[-1][0], ident)
        else:
            spans.append((ident, ident))
    return " and ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


__all__ = ["Shards", "unevenness"]
