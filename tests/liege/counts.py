"""`python -m tests.liege.counts [--write]`: how many results a march of so many points has, from every named position.

A result is a hex, the points spent there and a facing. `counts.json` stores the numbers; the tests compare it with the
engine and with the slow search of `slow.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine.liege.march_search import marches
from engine.liege.move import cannot_march
from tests.liege.slow import Position
from tests.liege.support import FACTS, setup, setups, unit

GOLDEN: Final = Path(__file__).parent / "counts.json"
POINTS: Final = (12, 24, 36, 48, 60)


def _counted(name: str, found: Iterable[tuple[str, int]]) -> list[int]:
    """Return the number of results within each number of points: six facings per hex, or one for units without facing."""
    facings = 1 if FACTS.units[unit(name)].type in ("CAV", "HQ") else 6
    places = set(found)
    return [facings * sum(spent <= points for _, spent in places) for points in POINTS]


def by_engine(position: str) -> dict[str, list[int]]:
    """Return the counts of a named position by the engine's search, for each unit that may march."""
    state = setup(position)
    return {
        name: _counted(
            name,
            (
                (FACTS.grid.names[march.hex], march.spent)
                for march in marches(state, unit(name), force=True, points=max(POINTS))
            ),
        )
        for name in setups()[position]["units"]
        if cannot_march(state, unit(name)) is None
    }


def by_hand(position: str) -> dict[str, list[int]]:
    """Return the same counts by the slow search, for each unit of the moving side."""
    row = setups()[position]
    there = Position(row)
    return {
        name: _counted(name, there.marches(name, max(POINTS)))
        for name in row["units"]
        if there.pieces[name].nation == row["side"]
    }


def main(arguments: list[str] | None = None) -> int:
    """Print every count and compare it with the file, or rewrite the file."""
    parser = argparse.ArgumentParser(prog="python -m tests.liege.counts", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep today's counts as the golden file")
    write = parser.parse_args(arguments).write
    found = {position: by_engine(position) for position in setups()}
    if write:
        rows = ",\n".join(f'  "{name}": {{\n' + ",\n".join(f'    "{one}": {json.dumps(numbers)}' for one, numbers in units.items()) + "\n  }"
                          for name, units in found.items())  # fmt: skip
        GOLDEN.write_text("{\n" + rows + "\n}\n", encoding="utf-8")
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    for position, units in found.items():
        for name, numbers in units.items():
            print(position, name, numbers, "" if golden[position][name] == numbers else f"was {golden[position][name]}")
    return 0 if found == golden else 1


if __name__ == "__main__":
    sys.exit(main())
