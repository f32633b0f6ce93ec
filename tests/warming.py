"""Compiling the tests, each worker its part of them. A plugin of pytest.

In a fresh checkout pytest rewrites the asserts of every test module, which takes longer than all other collecting, and every
worker would do it for all modules. What one worker has compiled the others read.
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
    """True if the compiled form of a test module is missing or older than the module."""
    compiled = Path(cache_from_source(str(path)).removesuffix(".pyc") + _TAG)
    return not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import the part of this worker that is not compiled yet; what cannot be imported fails at its collection."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode or session.config.args != session.config.getini("testpaths"):
        return
    number, count = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    for path in modules[len(modules) * number // count : len(modules) * (number + 1) // count]:
        if stale(path):
            with contextlib.suppress(Exception, pytest.skip.Exception):
                importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
