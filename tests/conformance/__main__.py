"""`python -m tests.conformance PATH...`: replay recorded games and report every first difference."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.conformance.checks import Difference, Report
from tests.conformance.departures import Departure
from tests.conformance.replay import Replay
from tests.conformance.trace import find, read


def replay_file(path: Path, limit_turns: int | None = None, stop_first: bool = False) -> Report:
    """Replay one recorded game."""
    return Replay(read(path), limit_turns, stop_first).run()


def main(arguments: list[str] | None = None) -> int:
    """Replay, print, and return 1 if anything differed."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="recorded games, or folders of them")
    parser.add_argument("--stop-first", action="store_true", help="end each game at its first difference")
    parser.add_argument("--limit-turns", type=int, help="replay only so many turns")
    parser.add_argument("--all", action="store_true", help="print every difference, not only the first of a kind")
    parser.add_argument("--jobs", type=int, default=1, help="games replayed at the same time")
    parser.add_argument("--examples", type=int, default=3, help="examples of each kind in the summary")
    given = parser.parse_args(arguments)
    games = decisions = 0
    kinds: dict[str, list[tuple[str, Difference]]] = {}
    allowed: Counter[str] = Counter()
    departures: list[Departure] = []
    for report in _reports(given, list(find(given.paths))):
        games, decisions = games + 1, decisions + report.decisions
        _print_report(report, every=given.all)
        for difference in report.differences:
            kinds.setdefault(difference.kind, []).append((report.name, difference))
        allowed.update(report.allowed)
        departures += report.departures
    _print_summary(kinds, allowed, given.examples)
    for departure in departures:
        print(f"departure: {departure}")
    total = sum(len(found) for found in kinds.values())
    print(f"{games} games, {decisions} decisions, {total} differences")
    return 1 if total else 0


def _reports(given: argparse.Namespace, paths: list[Path]) -> Iterator[Report]:
    one = partial(replay_file, limit_turns=given.limit_turns, stop_first=given.stop_first)
    if given.jobs == 1:
        yield from map(one, paths)
        return
    with ProcessPoolExecutor(given.jobs) as pool:
        yield from pool.map(one, paths)


def _print_report(report: Report, *, every: bool) -> None:
    print(f"{report.name}: {report.decisions} decisions, {len(report.differences)} differences. {report.stopped}")
    seen: set[str] = set()
    for difference in report.differences:
        if every or difference.kind not in seen:
            seen.add(difference.kind)
            print(f"  {difference}")
    sys.stdout.flush()


def _print_summary(kinds: dict[str, list[tuple[str, Difference]]], allowed: Counter[str], examples: int) -> None:
    print()
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        files = len({name for name, _ in found})
        print(f"{len(found):6} in {files:2} games: {kind}")
        for name, difference in _spread(found, examples):
            print(f"         {name} {difference}"[:700])
    for kind, count in allowed.most_common():
        print(f"allowed: {count} x {kind}")


def _spread(found: list[tuple[str, Difference]], count: int) -> Iterable[tuple[str, Difference]]:
    """Examples from different games where possible."""
    first = list({name: (name, difference) for name, difference in reversed(found)}.values())[::-1]
    return (first + [pair for pair in found if pair not in first])[:count]


if __name__ == "__main__":
    sys.exit(main())
