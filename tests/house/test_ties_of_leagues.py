"""What others use of leagues: ratings are a library of their own, and puzzles know no league."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT


def imports_of(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in packages)


@pytest.mark.parametrize(
    ("source", "strangers"),
    [
        ("bot/service/puzzles", ("bot.leagues", "bot.service.leagues")),
        ("bot/titles/puzzles.py", ("bot.leagues", "bot.service.leagues")),
        ("bot/ratings.py", ("bot", "engine", "renderer")),
    ],
)
def test_no_import_leads_back_to_leagues(source: str, strangers: tuple[str, ...]) -> None:
    path = ROOT / source
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    assert files
    found = {(file.name, one) for file in files for one in imports_of(file) if within(one, strangers)}
    assert not found


def test_an_import_of_a_league_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text("def late():\n    from bot.service import leagues\n")
    assert any(within(one, ("bot.service.leagues",)) for one in imports_of(file))
