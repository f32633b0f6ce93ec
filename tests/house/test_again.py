"""What fails beside all others is run once more; what fails alone as well, or with many others, has failed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.again import FEW, alone, main


def kept(folder: Path, names: list[str]) -> Path:
    path = folder / "lastfailed"
    path.write_text(json.dumps(dict.fromkeys(names, True)), encoding="utf-8")
    return path


@pytest.mark.parametrize("code", [0, 1])
def test_a_few_are_run_again_and_decide(tmp_path: Path, capsys: pytest.CaptureFixture[str], code: int) -> None:
    seen: list[str] = []

    def run(some: Sequence[str]) -> int:
        seen.extend(some)
        return code

    names = [f"tests/test_{number}.py::test" for number in range(10, 10 + FEW)]
    assert main(run, kept(tmp_path, names)) == code
    assert seen == names
    told = capsys.readouterr().out
    assert all(name in told for name in names), "nobody takes them for sound"


def test_many_have_failed(tmp_path: Path) -> None:
    names = [f"tests/test_{number}.py::test" for number in range(FEW + 1)]
    assert main(lambda some: 0, kept(tmp_path, names)) == 1


def test_a_run_that_came_to_no_test_has_failed(tmp_path: Path) -> None:
    assert main(lambda some: 0, tmp_path / "lastfailed") == 1


def test_alone_is_a_run_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_one.py").write_text(
        "def test_one():\n    pass\n\ndef test_two():\n    assert False\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    assert alone(["test_one.py::test_one"]) == 0
    assert alone(["test_one.py::test_one", "test_one.py::test_two"]) == 1
