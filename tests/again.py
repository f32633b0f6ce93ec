"""`python -m tests.again`: run once more, alone, what failed beside all others.

Browsers, bots as processes and loopback platforms share the cores with the rest of the suite, and each waits for the others
for a bounded time. A test that fails alone as well has failed. The tests that passed only alone are named and counted; more
than `FEW` of them fail the run, since so many are no accident of a crowded machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.lanes import RECORD

CACHE = Path(".pytest_cache/d")
#: As many may pass only alone.
FEW = 3
#: If more failed, running them again tells nothing.
MANY = 12


@dataclass(frozen=True, slots=True)
class Failed:
    """What failed in a run, and the lane and the eighth that it ran."""

    names: Sequence[str]
    lane: str = "test"
    eighth: str = "0"


def failed(cache: Path = CACHE) -> Failed:
    """Read what failed in the last run; nothing if it came to no tests."""
    try:
        kept = json.loads((cache / RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Failed(())
    return Failed(sorted(kept["failed"]), kept["lane"], kept["eighth"])


def alone(some: Failed) -> int:
    """Run the tests one after the other; returns pytest's code."""
    command = [sys.executable, "-m", "pytest", "-q", "--lane", some.lane, "--eighth", some.eighth, *some.names]
    return subprocess.run(command, check=False).returncode


def main(run: Callable[[Failed], int] = alone, cache: Path = CACHE) -> int:
    """Return the code that the suite ends with."""
    first = failed(cache)
    if not first.names or len(first.names) > MANY:
        return 1
    print(
        f"\n{len(first.names)} failed beside all others and run once more, alone:", *first.names, sep="\n  ", flush=True
    )
    code = run(first)
    passed = sorted(set(first.names) - set(failed(cache).names)) if code in (0, 1) else []
    print(f"\n{len(passed)} passed only alone:", *passed, sep="\n  ", flush=True)
    if len(passed) > FEW:
        print(f"More than {FEW} passed only alone: the run has failed.", flush=True)
    return code or int(len(passed) > FEW)


if __name__ == "__main__":
    raise SystemExit(main())
