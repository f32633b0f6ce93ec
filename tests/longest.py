"""Bring `longest.txt` up to date from the durations that a run has printed.

    make test EIGHTH=none ARGS="--durations=0 --durations-min=0.05" > run.log
    python -m tests.longest run.log [FACTOR]

FACTOR turns the run's seconds into those of a machine with two quiet cores and four workers; without it they are taken
as they are. A test that did not run keeps its line while it exists, and what a line says runs beside a test stays.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping

from tests.ordering import LONGEST, Takes, known

#: Seconds beside three other workers from which a test is listed: about a tenth of a second of processor time.
FROM = 0.25

_LINE = re.compile(r"^\s*([\d.]+)s (?:call|setup|teardown)\s+(\S+)")


def measured(lines: Iterable[str], factor: float) -> dict[str, float]:
    """Return the seconds of each test, by id without parameters: those of its longest case, setup and teardown included."""
    cases: dict[str, float] = {}
    for line in lines:
        if found := _LINE.match(line):
            cases[found[2]] = cases.get(found[2], 0.0) + float(found[1]) * factor
    tests: dict[str, float] = {}
    for case, seconds in cases.items():
        name = case.partition("[")[0]
        tests[name] = max(tests.get(name, 0.0), seconds)
    return tests


def renewed(listed: Mapping[str, Takes], tests: Mapping[str, float]) -> dict[str, Takes]:
    """Return the list with the durations measured now, the longest first."""
    new = {name: listed.get(name, Takes())._replace(seconds=seconds) for name, seconds in tests.items()}
    kept = {**listed, **new}
    return dict(
        sorted(((n, t) for n, t in kept.items() if t.seconds >= FROM), key=lambda row: (-row[1].seconds, row[0]))
    )


def main(arguments: list[str] | None = None) -> int:
    """Rewrite the list from a log and say how many tests it names now; the lines of its head stay."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.longest", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", type=argparse.FileType(encoding="utf-8"))
    parser.add_argument("factor", type=float, nargs="?", default=1.0)
    given = parser.parse_args(arguments)
    with given.log as log:
        tests = renewed(known(), measured(log, given.factor))
    head = [line for line in LONGEST.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    rows = [f"{takes.seconds:.1f} {name} {takes.beside}".rstrip() for name, takes in tests.items()]
    LONGEST.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")
    print(f"longest.txt names {len(rows)} tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
