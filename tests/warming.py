"""Compile the test modules in parallel, a share per worker. A plugin of pytest.

In a fresh checkout pytest rewrites the asserts of every test module, which takes longer than the rest of collecting,
and every worker would do it for all modules. Each worker reads what the others have compiled.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_TAG = f"-pytest-{pytest.__version__}.pyc"


def stale(path: Path) -> bool:
    """Return True if the compiled form of a test module is missing or outdated."""
    compiled = Path(cache_from_source(str(path)).removesuffix(".pyc") + _TAG)
    return not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import this worker's share of uncompiled modules; import errors are reported by collection."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode or session.config.args != session.config.getini("testpaths"):
        return
    number, count = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    for path in modules[len(modules) * number // count : len(modules) * (number + 1) // count]:
        if stale(path):
            with contextlib.suppress(Exception, pytest.skip.Exception):
                importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
