"""The tables of planted faults, and a run of the tests on a copy of the tree that has one of them.

Only tests that run every time may notice a fault: the lane is `test`, without its eighth of the sweeps.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: What the copy holds.
_PARTS = (
    *("engine", "assets", "renderer", "bot", "benchmarks", "tests", "deploy"),
    *(
        "pyproject.toml",
        "requirements.lock",
        "Makefile",
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        ".env.example",
        ".dockerignore",
    ),
)
#: What runs for a broken rule, the quickest folder first.
SUITE = ("tests/rules", "tests/cards", "tests/counts", "tests/conformance")
#: What runs for a broken rule of Liège 1914.
LIEGE_SUITE = ("tests/liege",)
#: Seconds for one run of tests.
_SECONDS = 1500


@dataclass(frozen=True, slots=True)
class Patch:
    """One planted fault: its name, a file, the old text and the new one.

    Attributes:
        name: the paragraph of the rules that is broken, or what the host does wrong.
        folders: the folders of tests one of which must notice it.
        first: the file of tests that runs before those folders, since it noticed the fault the last time.
    """

    name: str
    file: str
    old: str
    new: str
    folders: tuple[str, ...] = SUITE
    first: str = ""


@cache
def rules() -> tuple[Patch, ...]:
    """Return the broken rules of Paths of Glory."""
    return tuple(Patch(name=row.pop("rule"), **row) for row in _rows("patches.toml"))


@cache
def liege() -> tuple[Patch, ...]:
    """Return the broken rules of Liège 1914; each name says so before the paragraph."""
    return tuple(Patch(name=f"liege {row.pop('rule')}", **row, folders=LIEGE_SUITE) for row in _rows("liege.toml"))


@cache
def host() -> tuple[Patch, ...]:
    """Return the faults of the host."""
    return tuple(Patch(**{**row, "folders": tuple(row["folders"])}) for row in _rows("host.toml"))


def _rows(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((HERE / name).read_text(encoding="utf-8"))["patch"]
    return rows


def times_in(patch: Patch, root: Path = ROOT) -> int:
    """Count how often the old text stands in its file."""
    return (root / patch.file).read_text(encoding="utf-8").count(patch.old)


def copy_tree(to: Path) -> None:
    """Copy the parts of the tree that the tests need, without what the tools made."""
    ignore = shutil.ignore_patterns("__pycache__", ".mypy_cache", "var")
    for name in _PARTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=ignore)
        elif source.exists():
            shutil.copy2(source, to / name)


def run_tests(root: Path, *parts: str) -> str:
    """Run the fixed part of some tests in a tree; returns the name of the first that fails, or "" if all pass.

    Raises:
        RuntimeError: the tests could not be run at all.
    """
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no"),
        *("--lane", "test", "--eighth", "none", *parts),
    ]
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


def noticed_by(patch: Patch, root: Path) -> str:
    """Plant a fault in a copy, run the tests there, mend it again; returns the test that noticed it, or "".

    A test counts if it passes without the fault.

    Raises:
        RuntimeError: the tests could not be run, or the one that failed fails without the fault as well.
    """
    path = root / patch.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(patch.old, patch.new), encoding="utf-8")
    try:
        noticed = (patch.first and run_tests(root, patch.first)) or run_tests(root, *patch.folders)
    finally:
        path.write_text(whole, encoding="utf-8")
    if noticed and run_tests(root, noticed):
        raise RuntimeError(f"{noticed} fails without any fault")
    return noticed
