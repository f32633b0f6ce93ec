"""What every run of a test begins with is light, and a worker compiles its part of the tests before it collects them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import warming
from tests.conftest import ROOT

#: Each worker waits at its first module for the other one, so that none is through before the other begins.
MARK = """
import os, pathlib, time
said, end = pathlib.Path("said"), time.monotonic() + 60
with said.open("a") as file:
    file.write(os.environ["PYTEST_XDIST_WORKER"] + "{name} ")
while not all(word in said.read_text() for word in ("gw0", "gw1")) and time.monotonic() < end:
    time.sleep(0.01)
"""


def test_conftest_imports_nothing_of_the_bot() -> None:
    asked = (
        "import sys, tests.conftest, tests.lanes, tests.warming\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & set('bot engine renderer hypothesis PIL redis'.split())))"
    )
    found = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == ""


@pytest.mark.process
def test_each_worker_compiles_its_part_and_reads_the_others(tmp_path: Path) -> None:
    """Four modules, two workers: each worker imports two by itself; one that cannot be imported fails as it always did."""
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "__init__.py").touch()
    (tests / "warming.py").write_text(Path(warming.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests\npythonpath = .\naddopts = --import-mode=importlib -p tests.warming\nasyncio_default_fixture_loop_scope = function\n",
        encoding="utf-8",
    )
    for name in "abcd":
        said = MARK.format(name=name)
        rest = "raise ValueError('no module')\n" if name == "c" else "def test_it():\n    assert 1\n"
        (tests / f"test_{name}.py").write_text(said + rest, encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "PYTHONDONT"))}
    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    found = subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)
    assert "3 passed, 2 errors" in found.stdout, found.stdout + found.stderr
    first = {word[:3]: word[3:] for word in reversed((tmp_path / "said").read_text(encoding="utf-8").split())}
    assert first == {"gw0": "a", "gw1": "c"}
    for name in "abd":
        assert not warming.stale(tests / f"test_{name}.py")
    (tests / "test_e.py").touch()
    assert warming.stale(tests / "test_e.py")
