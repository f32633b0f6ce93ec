"""What processes of tests are asked to do, in a module that a process loads at once."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

#: The longest time in seconds that a process waits to be released.
PATIENCE = 30.0


def held_back(gate: Path) -> str:
    """In a worker: wait until the gate exists."""
    end = time.monotonic() + PATIENCE
    while not gate.exists() and time.monotonic() < end:
        time.sleep(0.01)
    return "held back"


def marked(mark: Path) -> str:
    """In a worker: leave a mark."""
    mark.touch()
    return mark.name


def dies_twice(gate: Path) -> None:
    """In a worker: die as soon as the other one has started."""
    held_back(gate)
    os.kill(os.getpid(), signal.SIGKILL)


def begins(gate: Path, end: Path) -> str:
    """In a worker: signal the start, and run until released."""
    gate.touch()
    return held_back(end)


def count_of(folder: Path) -> int:
    """Return how many files there are."""
    return len(list(folder.iterdir()))


def dies_at_first(folder: Path, deaths: int) -> str:
    """In a worker: die this many times."""
    if count_of(folder) < deaths:
        (folder / f"death {count_of(folder)}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


__all__ = ["PATIENCE", "begins", "count_of", "dies_at_first", "dies_twice", "held_back", "marked"]
