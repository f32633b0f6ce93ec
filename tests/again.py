"""`python -m tests.again`: the few tests that failed beside all others are run once more, alone.

Browsers, bots as processes and loopback platforms share two cores with the rest of the suite, and each waits for the others
a bounded time. Whoever fails alone as well has failed. Which ones were run again is said, so that nobody takes them for sound.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

FAILED = Path(".pytest_cache/v/cache/lastfailed")
#: More than these are no matter of a crowded machine.
FEW = 12


def failed(kept: Path = FAILED) -> list[str]:
    """The ids of the tests that failed in the last run; none if it came to no tests."""
    try:
        return sorted(json.loads(kept.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return []


def alone(names: Sequence[str]) -> int:
    """Run the tests one after the other; returns pytest's code."""
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *names], check=False).returncode


def main(run: Callable[[Sequence[str]], int] = alone, kept: Path = FAILED) -> int:
    """The code that the suite ends with."""
    names = failed(kept)
    if not names or len(names) > FEW:
        return 1
    print(f"\n{len(names)} failed beside all others and run once more, alone:", *names, sep="\n  ", flush=True)
    return run(names)


if __name__ == "__main__":
    raise SystemExit(main())
