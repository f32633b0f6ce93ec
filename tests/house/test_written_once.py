"""What every command does at its end stands in one place, so that none forgets a part of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

#: Where a command that went on with the record writes what it leaves.
END = "command_commit.py"
#: What only such a command changes.
PLAYED = {"entries", "snapshot"}


def changes(path: Path) -> Iterator[set[str]]:
    """What each change that a module makes is told by name to hold."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Change":
            yield {word.arg for word in node.keywords if word.arg}


def test_record_and_position_are_written_in_one_place() -> None:
    files = sorted((ROOT / "bot" / "service").rglob("*.py"))
    assert len(files) > 30
    assert {path.name for path in files if any(PLAYED & names for names in changes(path))} == {END}


@pytest.mark.parametrize("call", ["Change({}, entries=[])", "return_(Change(answer, snapshot=packed(game)))"])
def test_another_place_would_be_found(call: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(call)
    assert any(PLAYED & names for names in changes(tmp_path / "one.py"))
