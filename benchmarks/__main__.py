"""`python -m benchmarks [engine] [render] [service] [pages] [start] [attention] [--json]`: measure and print; benchmarks/README.md tells what."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from benchmarks import engine, render, tables

Given = argparse.Namespace


def _service(given: Given) -> dict[str, Any]:
    from benchmarks import service

    return service.measure(service.QUICK if given.quick else None, given.runs, given.platform or tuple(service.STAGES))


def _pages(given: Given) -> dict[str, Any]:
    from benchmarks import pages

    plan = pages.QUICK if given.quick else pages.Plan()
    return pages.measure(plan.lasting(given.seconds) if given.seconds else plan)


def _start(given: Given) -> dict[str, Any]:
    from benchmarks import starting

    return starting.measure(starting.QUICK if given.quick else None)


def _attention(given: Given) -> dict[str, Any]:
    from benchmarks import attention

    return attention.measure(given.platform or tuple(attention.PLATFORMS), quick=given.quick, whole=given.whole)


SUITES: dict[str, Callable[[Given], dict[str, Any]]] = {
    "engine": lambda given: engine.measure(),
    "render": lambda given: render.measure(),
    "service": _service,
    "pages": _pages,
    "start": _start,
    "attention": _attention,
}
#: Suites whose figures stand in one column for each platform.
BY_PLATFORM = frozenset({"service", "attention"})


def main(arguments: list[str] | None = None) -> int:
    """Run the named suites, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], help="what to measure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="a small load and few games: to see that it works")
    parser.add_argument("--runs", type=int, default=1, help="service: medians over so many runs")
    parser.add_argument("--seconds", type=float, default=0.0, help="pages: play for so long, e.g. 3600")
    parser.add_argument("--whole", action="store_true", help="attention: each game to its end, by mail")
    parser.add_argument("--platform", action="append", choices=("web", "discord", "slack"), help="only this one")
    given = parser.parse_args(arguments)
    results: dict[str, Any] = {}
    for name in given.suites or SUITES:
        print(f"measuring {name} ...", file=sys.stderr)
        results[name] = SUITES[name](given)
        if not given.json:
            (tables.show_columns if name in BY_PLATFORM else tables.show)(name, results[name])
    if given.json:
        tables.dump(results[given.suites[0]] if len(given.suites) == 1 else results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
