"""`python -m benchmarks [engine] [render] [service] [attention] [--json]`: measure and print."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from benchmarks import engine, render, tables


def _service() -> dict[str, Any]:
    from benchmarks import service

    return service.measure()


def _attention() -> dict[str, Any]:
    from benchmarks import attention

    return attention.measure()


SUITES: dict[str, Callable[[], dict[str, Any]]] = {
    "engine": engine.measure,
    "render": render.measure,
    "service": _service,
    "attention": _attention,
}


def main() -> int:
    """Run the named suites, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], help="what to measure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    given = parser.parse_args()
    results: dict[str, Any] = {}
    for name in given.suites or SUITES:
        print(f"measuring {name} ...", file=sys.stderr)
        results[name] = SUITES[name]()
        if not given.json:
            tables.show(name, results[name])
    if given.json:
        tables.dump(results[given.suites[0]] if len(given.suites) == 1 else results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
