"""The number of legal choice sequences from ten positions stays what it was.

A rule that changes on purpose changes some of these; `python -m tests.counts --write` keeps the new
ones, and the difference of the golden file shows how far the change reaches.
"""

from __future__ import annotations

import json

import pytest

from tests.counts.counting import GOLDEN, TABLE, Position, counts, load, sequences

GOLDEN_COUNTS = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("position", TABLE, ids=lambda position: position.name)
def test_the_number_of_sequences_is_golden(position: Position) -> None:
    assert counts(position) == GOLDEN_COUNTS[position.name]


def test_ten_positions_are_counted() -> None:
    assert len(TABLE) == 10
    assert set(GOLDEN_COUNTS) == {position.name for position in TABLE}


def test_counting_leaves_the_position_alone() -> None:
    game = load(TABLE[1])
    before = json.dumps(game.snapshot())
    sequences(game, 2)
    assert json.dumps(game.snapshot()) == before
