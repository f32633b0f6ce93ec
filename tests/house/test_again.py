"""What fails beside all others is run once more; what fails alone as well, or with many others, has failed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.again import FEW, MANY, Failed, alone, failed, main
from tests.house.test_lanes import ALONE
from tests.lanes import RECORD


def kept(cache: Path, names: Sequence[str]) -> Path:
    path = cache / RECORD
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"lane": "sweep", "eighth": "3", "failed": list(names)}), encoding="utf-8")
    return cache


def some(count: int) -> list[str]:
    return [f"tests/test_{number}.py::test" for number in range(10, 10 + count)]


@pytest.mark.parametrize("count", [1, FEW, FEW + 1, MANY])
def test_tests_that_pass_only_alone_are_counted_and_limited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    seen: list[Failed] = []

    def run(first: Failed) -> int:
        seen.append(first)
        kept(tmp_path, [])
        return 0

    assert main(run, kept(tmp_path, some(count))) == (count > FEW)
    assert seen == [Failed(some(count), "sweep", "3")]
    told = capsys.readouterr().out.partition(" passed only alone:\n")
    assert told[0].endswith(f"\n{count}")
    assert all(name in told[2] for name in some(count))
    assert ("the run has failed" in told[2]) == (count > FEW)


def test_a_test_that_also_fails_alone_has_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(first: Failed) -> int:
        kept(tmp_path, first.names[:1])
        return 1

    assert main(run, kept(tmp_path, some(3))) == 1
    told = capsys.readouterr().out.partition("\n2 passed only alone:\n")
    assert some(3)[0] not in told[2]
    assert all(name in told[2] for name in some(3)[1:])


def test_many_have_failed(tmp_path: Path) -> None:
    assert main(lambda first: 0, kept(tmp_path, some(MANY + 1))) == 1


def test_a_run_that_came_to_no_test_has_failed(tmp_path: Path) -> None:
    assert main(lambda first: 0, tmp_path) == 1


@pytest.mark.process
def test_a_run_leaves_what_failed_in_it_and_alone_is_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["tests.lanes"]\n', encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(f"[pytest]\n{ALONE}\n", encoding="utf-8")
    (tmp_path / "test_one.py").write_text(
        "import pathlib\n\ndef test_good():\n    pass\n\ndef test_bad():\n    assert False\n\n"
        "def test_crowded():\n    path = pathlib.Path('seen')\n    seen, _ = path.exists(), path.touch()\n    assert seen\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    every = Failed([f"test_one.py::test_{name}" for name in ("bad", "crowded", "good")], "test", "7")
    cache = tmp_path / ".pytest_cache" / "d"
    assert alone(every) == 1
    assert failed(cache) == Failed(every.names[:2], "test", "7")
    assert alone(failed(cache)) == 1
    assert failed(cache) == Failed(every.names[:1], "test", "7")
