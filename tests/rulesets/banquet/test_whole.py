"""The manifest is valid, and whole games of the variant come to an end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.pog import GameOptions, PathsOfGlory
from engine.pog.rulesets.banquet import BANQUET
from tests.manifest import deltas, main, unclaimed_files
from tests.support.random_play import check_laws_at_random


def test_the_manifest_counts_what_tests_play(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line adds up, and each test that it names exists."""
    assert main(["banquet"]) == 0
    found = re.fullmatch(r"67 deltas, (\d+) played, (\d+) open", capsys.readouterr().out.splitlines()[-1])
    assert found is not None
    assert int(found[1]) + int(found[2]) == 67
    played = [row for row in deltas("banquet") if row.tests]
    assert len(played) == int(found[1])
    assert all(".test_" in name for row in played for name in row.tests)


def test_a_file_of_content_that_carries_no_delta_is_named(tmp_path: Path) -> None:
    for name in ("setup.toml", "totals.toml", "fire.toml"):
        (tmp_path / name).touch()
    assert unclaimed_files(deltas("banquet"), tmp_path) == ["fire.toml"]


@pytest.mark.parametrize("seed", range(3))
def test_a_game_at_random_keeps_every_law(seed: int) -> None:
    """Four turns, with the position checked and restored on the way."""
    system = PathsOfGlory(GameOptions(scenario="banquet"), rulebook=BANQUET)
    check_laws_at_random(system, f"banquet {seed}", seed, turns=4)
