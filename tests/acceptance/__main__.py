"""`python -m tests.acceptance [TITLE]`: replay the worked examples of a title's rulebook and print each of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from tests.acceptance import Report

#: By title: the module whose `run` replays its examples.
RUNS: Mapping[str, str] = {"pog": "tests.acceptance.player", "liege": "tests.liege.examples"}


def main(arguments: Sequence[str] = (), runs: Mapping[str, str] = RUNS) -> int:
    """Replay, print, and return 0 if nothing differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.acceptance", description=__doc__)
    parser.add_argument(
        "title", nargs="?", default="pog", choices=sorted(runs), help="whose examples: pog without a name"
    )
    report: Report = import_module(runs[parser.parse_args(list(arguments)).title]).run()
    for line in report.lines:
        print(line)
    for difference in report.differences:
        print("DIFFERENCE", difference)
    print(report.summary)
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
