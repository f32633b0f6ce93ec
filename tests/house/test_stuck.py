"""A failed test whose teardown never ends is reported, and the tests behind it run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

CASE = """
import asyncio

import tests.stuck

tests.stuck.LIMIT = 1.0


async def swallowing():
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            pass


async def test_fails():
    left = asyncio.create_task(swallowing())
    await asyncio.sleep(0)
    assert left.done()


def test_behind_it():
    pass
"""


@pytest.mark.process
def test_the_run_goes_on(tmp_path: Path) -> None:
    (tmp_path / "test_case.py").write_text(CASE, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.stuck",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        "-o",
        "asyncio_mode=auto",
    ]
    command += ["-c", os.devnull, "--rootdir", str(tmp_path), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert "1 failed, 1 passed, 1 error" in ended.stdout, ended.stdout + ended.stderr
    assert "Timeout (>1.0s)" in ended.stdout
