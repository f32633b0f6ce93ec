"""The table of broken rules, and a run of the suite on a copy of the tree that has one of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: What the copy holds, and the part of the suite that is run on it, the quickest first.
_PARTS = ("engine", "assets", "renderer", "bot", "benchmarks", "tests", "pyproject.toml")
SUITE = ("tests/rules", "tests/cards", "tests/counts", "tests/conformance")
_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Patch:
    """One line changed: the rule it breaks, the file, the old text and the new one."""

    rule: str
    file: str
    old: str
    new: str


@cache
def table() -> tuple[Patch, ...]:
    """All patches."""
    rows = tomllib.loads((HERE / "patches.toml").read_text(encoding="utf-8"))["patch"]
    return tuple(Patch(**row) for row in rows)


def times_in(patch: Patch, root: Path = ROOT) -> int:
    """How often the old text stands in its file."""
    return (root / patch.file).read_text(encoding="utf-8").count(patch.old)


def copy_tree(to: Path) -> None:
    """The parts of the tree that the suite needs, without what the tools made."""
    ignore = shutil.ignore_patterns("__pycache__", ".mypy_cache", "var")
    for name in _PARTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=ignore)
        elif source.exists():
            shutil.copy2(source, to / name)


def run_suite(root: Path, parts: tuple[str, ...] = SUITE) -> str:
    """The name of the first test that fails in a tree, or "" if all pass.

    Raises RuntimeError if the tests could not be run at all.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", *parts]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False
    )
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode != 1 or not failed:
        raise RuntimeError(f"the tests did not run: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    return failed[0].split(" ", 1)[1].split(" - ", 1)[0]


def caught_by(patch: Patch, root: Path) -> str:
    """Break the rule in a copy, run the suite there, mend the rule again; the test that noticed, or ""."""
    path = root / patch.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(patch.old, patch.new), encoding="utf-8")
    try:
        return run_suite(root)
    finally:
        path.write_text(whole, encoding="utf-8")
