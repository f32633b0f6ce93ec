"""`python -m tests.mutation`: plant one fault after another and see whether the tests notice."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.mutation.patching import copy_tree, host, liege, noticed_by, rules, times_in


def main(arguments: list[str] | None = None) -> int:
    """Print for each fault the test that noticed it; 1 if of any table more than `--missed` got through."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="only faults whose names contain one of these; a rule by its paragraph"
    )
    parser.add_argument("--missed", type=int, default=1, help="how many of each table may get through (default 1)")
    given = parser.parse_args(arguments)
    worst = 0
    with tempfile.TemporaryDirectory(prefix="feldpost-mutation-") as folder:
        root = Path(folder)
        copy_tree(root)
        tables = (("rules broken", rules()), ("rules of Liège broken", liege()), ("faults of the host", host()))
        for title, table in tables:
            patches = [one for one in table if not given.names or any(name in one.name for name in given.names)]
            missed = 0
            for patch in patches:
                if times_in(patch, root) != 1:
                    print(f"{patch.name}: does not apply to {patch.file}")
                    return 2
                noticed = noticed_by(patch, root)
                missed += not noticed
                print(f"{patch.name}: {noticed or 'MISSED, ' + patch.file}", flush=True)
            print(f"{len(patches)} {title}, {len(patches) - missed} noticed, {missed} missed", flush=True)
            worst = max(worst, missed)
    return 1 if worst > given.missed else 0


if __name__ == "__main__":
    sys.exit(main())
