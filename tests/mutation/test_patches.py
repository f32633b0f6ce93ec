"""Every planted fault still applies; lane `sweep` plants them all, the others one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.mutation.patching import ROOT, Patch, copy_tree, host, liege, noticed_by, rules, times_in

#: The fault that every run plants: a quick one.
_ALWAYS = "12.7.1"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Plant all faults in lane `sweep`, one in the others."""
    if "planted" in metafunc.fixturenames:
        whole = metafunc.config.getoption("lane") == "sweep"
        faults = [patch for patch in (*rules(), *liege(), *host()) if whole or patch.name == _ALWAYS]
        metafunc.parametrize("planted", faults, ids=[patch.name for patch in faults])


@pytest.mark.parametrize("patch", [*rules(), *liege(), *host()], ids=lambda patch: patch.name)
def test_each_patch_applies_exactly_once_and_still_compiles(patch: Patch) -> None:
    assert times_in(patch) == 1
    assert patch.old != patch.new
    ast.parse((ROOT / patch.file).read_text(encoding="utf-8").replace(patch.old, patch.new))
    assert all((ROOT / folder).is_dir() for folder in patch.folders)
    assert not patch.first or any(patch.first.startswith(f"{folder}/") for folder in patch.folders)


def test_twenty_rules_of_each_game_and_twenty_promises_of_the_host_are_broken() -> None:
    for table in (rules(), liege(), host()):
        assert len({patch.name for patch in table}) == len(table) == 20
    broken = (*rules(), *liege())
    assert all(re.fullmatch(r"(liege )?\d+(\.\d+)+", patch.name) for patch in broken)
    assert all(patch.file.startswith("engine/liege/") for patch in liege())
    assert not {patch.file for patch in host()} & {patch.file for patch in broken}


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.timeout(3600)
def test_a_planted_fault_is_noticed_in_a_copy_of_the_tree(planted: Patch, tmp_path: Path) -> None:
    copy_tree(tmp_path)
    assert noticed_by(planted, tmp_path).startswith("tests/")
    assert times_in(planted, tmp_path) == 1
