"""Chance: keyed, scripted and recorded."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from engine.core.chance import KeyedChance, Outcome, RecordedChance, ScriptedChance
from engine.errors import ChanceError

#: Upper 0.1 % points of the chi-square distribution by degrees of freedom.
CHI_SQUARE = {5: 20.52, 6: 22.46, 13: 34.53}


@pytest.mark.parametrize("size", [6, 7, 14])
@pytest.mark.parametrize("seed", [b"first seed", b"another", bytes(32)])
def test_outcomes_are_uniform(seed: bytes, size: int) -> None:
    chance = KeyedChance(seed)
    draws = 6000
    found = Counter(chance.choose("die", range(size), 0, counter) for counter in range(draws))
    expected = draws / size
    chi = sum((found[value] - expected) ** 2 / expected for value in range(size))
    assert chi < CHI_SQUARE[size - 1]


def test_rejection_leaves_no_bias_for_huge_sets() -> None:
    """With three quarters of the words in range a plain remainder would favour low values."""
    size = 3 << 30
    chance = KeyedChance(b"wide")
    low = sum(chance.choose("wide", range(size), 0, n) < size // 3 for n in range(3000))
    assert 900 < low < 1100


def test_outcomes_are_reproducible_and_depend_on_seed_epoch_and_counter() -> None:
    def rolls(seed: bytes, epoch: int, start: int = 0) -> list[int]:
        chance = KeyedChance(seed)
        return [chance.choose("die", range(1, 7), epoch, start + n) for n in range(40)]

    assert rolls(b"seed", 0) == rolls(b"seed", 0)
    assert rolls(b"seed", 0) != rolls(b"seed", 1)
    assert rolls(b"seed", 0) != rolls(b"seed", 0, 40)
    assert rolls(b"seed", 0) != rolls(b"tree", 0)


def test_only_candidates_come_up() -> None:
    chance = KeyedChance(b"seed")
    assert {chance.choose("draw", (3, 17, 40), 0, n) for n in range(60)} == {3, 17, 40}
    assert chance.choose("draw", (5,), 0, 0) == 5


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert KeyedChance.commitment(b"seed") == hashlib.sha256(b"seed").hexdigest()
    assert KeyedChance.commitment(b"seed") != KeyedChance.commitment(b"sead")


def test_a_script_answers_by_purpose_in_order() -> None:
    chance = ScriptedChance({"a": [1, 2]})
    chance.feed("b", 9)
    assert chance.choose("a", (1, 2), 0, 0) == 1
    assert chance.left() == {"a": [2], "b": [9]}
    assert chance.choose("b", (9,), 0, 1) == 9
    with pytest.raises(ChanceError, match="nothing scripted for 'b'"):
        chance.choose("b", (9,), 0, 2)
    with pytest.raises(ChanceError, match="2 is not among the candidates for 'a'"):
        chance.choose("a", (5,), 0, 3)


def test_a_script_may_fall_back() -> None:
    keyed = KeyedChance(b"seed")
    chance = ScriptedChance({"a": [6]}, fallback=keyed)
    assert chance.choose("a", range(1, 7), 0, 0) == 6
    assert chance.choose("a", range(1, 7), 0, 1) == keyed.choose("a", range(1, 7), 0, 1)


def test_a_record_insists_on_the_same_questions() -> None:
    chance = RecordedChance([Outcome("fire", 3), Outcome("fire", 9)])
    chance.feed([Outcome("siege", 1)])
    assert chance.choose("fire", range(1, 7), 0, 0) == 3
    with pytest.raises(ChanceError, match="where 'fire' was asked"):
        chance.choose("fire", range(1, 7), 0, 1)
    with pytest.raises(ChanceError, match="where 'fire' was asked"):
        chance.choose("fire", range(1, 7), 0, 2)
    with pytest.raises(ChanceError, match="holds no outcome for 'siege'"):
        chance.choose("siege", range(1, 7), 0, 3)
