"""`python -m tests.mutation`: break one rule after another and see whether the suite notices."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.mutation.patching import caught_by, copy_tree, run_suite, table, times_in


def main(arguments: list[str] | None = None) -> int:
    """Print for each patch the test that caught it; 1 if more than `--missed` got through."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("rules", nargs="*", help="only the patches of these paragraphs")
    parser.add_argument("--missed", type=int, default=1, help="how many may get through (default 1)")
    given = parser.parse_args(arguments)
    patches = [patch for patch in table() if not given.rules or patch.rule in given.rules]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="feldpost-mutation-") as folder:
        root = Path(folder)
        copy_tree(root)
        if failed := run_suite(root):
            print(f"the suite fails without any patch: {failed}")
            return 2
        for patch in patches:
            if times_in(patch, root) != 1:
                print(f"{patch.rule:9} does not apply to {patch.file}")
                return 2
            noticed = caught_by(patch, root)
            missed += not noticed
            print(f"{patch.rule:9} {'caught by ' + noticed if noticed else 'MISSED: ' + patch.file}", flush=True)
    print(f"{len(patches)} rules broken, {len(patches) - missed} caught, {missed} missed")
    return 1 if missed > given.missed else 0


if __name__ == "__main__":
    sys.exit(main())
