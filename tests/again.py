"""`python -m tests.again`: rerun failed tests by themselves.

Browsers, bot processes and loopback platforms share the cores with the rest of the suite, and wait for each other with
timeouts. A test that also fails by itself has failed. Tests that pass only by themselves are listed; more than `FEW` of
them fail the run, since that many can't be explained by a busy machine.
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
#: Most tests that may pass only by themselves.
FEW = 3
#: With more failures than this, rerunning them is pointless.
MANY = 12


@dataclass(frozen=True, slots=True)
class Failed:
    """The failures of a run, with its lane and eighth."""

    names: Sequence[str]
    lane: str = "test"
    eighth: str = "0"


def failed(cache: Path = CACHE) -> Failed:
    """Read the failures of the last run; none if it never got to run tests."""
    try:
        kept = json.loads((cache / RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Failed(())
    return Failed(sorted(kept["failed"]), kept["lane"], kept["eighth"])


def alone(some: Failed) -> int:
    """Run the tests one after the other; returns pytest's exit code."""
    command = [sys.executable, "-m", "pytest", "-q", "--lane", some.lane, "--eighth", some.eighth, *some.names]
    return subprocess.run(command, check=False).returncode


def main(run: Callable[[Failed], int] = alone, cache: Path = CACHE) -> int:
    """Rerun the failures; returns the exit code of the suite."""
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
