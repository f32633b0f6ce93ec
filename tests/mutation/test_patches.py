"""Every patch of the table still applies; `python -m tests.mutation` runs them, which takes minutes."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.mutation.patching import ROOT, Patch, caught_by, copy_tree, table, times_in


@pytest.mark.parametrize("patch", table(), ids=lambda patch: patch.rule)
def test_each_patch_applies_exactly_once_and_still_compiles(patch: Patch) -> None:
    assert times_in(patch) == 1
    assert patch.old != patch.new
    assert re.fullmatch(r"\d+(\.\d+)+", patch.rule)
    ast.parse((ROOT / patch.file).read_text(encoding="utf-8").replace(patch.old, patch.new))


def test_twenty_rules_are_broken() -> None:
    assert len({patch.rule for patch in table()}) == 20


@pytest.mark.slow
def test_a_broken_rule_is_caught_in_a_copy_of_the_tree(tmp_path: Path) -> None:
    """The machinery itself: the quickest patch is noticed, and the copy is whole again afterwards."""
    copy_tree(tmp_path)
    patch = next(patch for patch in table() if patch.rule == "12.7.1")
    assert caught_by(patch, tmp_path).startswith("tests/")
    assert times_in(patch, tmp_path) == 1
