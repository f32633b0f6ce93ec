"""The table of places where the rulebook decides against a recorded game."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("departures.toml")


@dataclass(frozen=True, slots=True)
class Departure:
    """One such place: where, what differs, which paragraph decides, and why."""

    trace: str
    n: int
    kind: str
    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.trace} n {self.n} {self.kind} ({self.rule}): {self.reason}"


@cache
def table() -> tuple[Departure, ...]:
    """All entries."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["departure"]
    return tuple(Departure(**row) for row in rows)


def of_trace(name: str) -> dict[tuple[int, str], Departure]:
    """The entries for a file, by decision and kind."""
    stem = name.split(".", 1)[0]
    return {(entry.n, entry.kind): entry for entry in table() if entry.trace == stem}
