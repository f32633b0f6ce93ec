"""`python -m tests.counts [--write]`: count, compare with the golden file, or write it anew."""

from __future__ import annotations

import argparse
import json
import sys

from tests.counts.counting import GOLDEN, TABLE, counts
from tests.counts.extract import extract, extract_all
from tests.play.whole_games import FOLDER, STARTS


def main(arguments: list[str] | None = None) -> int:
    """Print every count; 1 if one differs from the golden file."""
    parser = argparse.ArgumentParser(prog="python -m tests.counts", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep today's counts as the golden file")
    parser.add_argument(
        "--positions",
        action="store_true",
        help="cut the positions out of the games again first, those of whole games included: whenever a position is stored in another way",
    )
    given = parser.parse_args(arguments)
    if given.positions:
        extract_all()
        for start in STARTS:
            extract(start, FOLDER)
    golden = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    found: dict[str, list[int]] = {}
    wrong = 0
    for position in TABLE:
        found[position.name] = counts(position)
        before = golden.get(position.name)
        same = before == found[position.name]
        wrong += not same
        print(f"{position.name}: {found[position.name]}" + ("" if same else f" was {before}"))
    if given.write:
        rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in found.items())
        GOLDEN.write_text("{\n" + rows + "\n}\n", encoding="utf-8")
        print(f"written to {GOLDEN.name}")
        return 0
    print(f"{len(TABLE)} positions, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
