"""Ask the import contracts of the working directory about one more import after another: python arrows.py < LINES.

Each line has the path of a module and what it alone imports then. Beside each line the answer is printed: kept, broken, or what was
said instead. What asks is loaded once, and each question has a fork of it: it loads for longer than it takes to answer.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from importlinter.cli import lint_imports


def answered() -> str:
    """What a fork finds: kept, broken, or all that was said where the contracts were not asked."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        for stream in (1, 2):
            os.dup2(writing, stream)
        code = lint_imports(no_cache=True)
        sys.stdout.flush()
        os._exit(code)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as output:
        said = output.read()
    _, status = os.waitpid(child, 0)
    if "Contracts:" not in said:
        return " ".join(said.split())
    return "kept" if os.waitstatus_to_exitcode(status) == 0 else "broken"


def main() -> None:
    """Answer all lines of the input."""
    for line in sys.stdin:
        module, imported = line.split()
        path = Path(module)
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(f"import {imported}\n", encoding="utf-8")
        print(module, imported, answered(), flush=True)
        if before is None:
            path.unlink()
        else:
            path.write_text(before, encoding="utf-8")


if __name__ == "__main__":
    main()
