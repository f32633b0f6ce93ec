"""What the engine exports, and that its examples run."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys

import pytest

import engine
from tests.conftest import ROOT


def test_every_exported_name_is_there_and_known_to_the_type_checker() -> None:
    tree = ast.parse((ROOT / "engine" / "__init__.py").read_text(encoding="utf-8"))
    (guarded,) = [node for node in tree.body if isinstance(node, ast.If)]
    imported = {
        alias.name: node.module for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert imported == engine._MODULE_OF
    assert sorted(imported) == sorted(engine.__all__)
    for name in engine.__all__:
        assert getattr(engine, name).__doc__ is not None


def test_names_that_are_not_exported_are_no_attributes() -> None:
    with pytest.raises(AttributeError, match="exports no 'Gaem'"):
        _ = engine.Gaem


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(engine) == (0, 6)


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "engine" / "README.md").read_text(encoding="utf-8").partition("## A game in ten lines")[2]
    example = re.split(r"```(?:python)?\n", text)[1]
    found: dict[str, object] = {}
    exec(compile(example, "engine/README.md", "exec"), found)
    assert capsys.readouterr().out.startswith("choose_action 1\n")
    assert "view" in found


def test_the_kernel_alone_loads_no_game() -> None:
    told = "import sys, engine; engine.Flow; print([name for name in sys.modules if name.startswith('engine.pog')])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
