"""One name, one class: no two public classes of a package share a name, whatever modules they are in."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGES = ("bot", "engine", "renderer")
#: Names that two classes may share, and why.
SHARED: dict[str, str] = {}


def classes(root: Path, package: str) -> dict[str, list[str]]:
    """The modules of every public class, by its name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((root / package).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(root)))
    return found


def shared(root: Path, package: str) -> dict[str, list[str]]:
    """The names that several classes have, with their modules."""
    return {name: paths for name, paths in classes(root, package).items() if len(paths) > 1}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_two_public_classes_share_a_name(package: str) -> None:
    assert len(classes(ROOT, package)) > 50
    assert {name: paths for name, paths in shared(ROOT, package).items() if name not in SHARED} == {}


def test_every_shared_name_is_one() -> None:
    every = {name for package in PACKAGES for name in shared(ROOT, package)}
    assert set(SHARED) - every == set()


def test_a_second_class_of_a_name_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "one.py").write_text("class Table: ...\nclass _Own: ...\n")
    (tmp_path / "bot" / "two.py").write_text("class Table: ...\nclass _Own: ...\n")
    assert shared(tmp_path, "bot") == {"Table": ["bot/one.py", "bot/two.py"]}
