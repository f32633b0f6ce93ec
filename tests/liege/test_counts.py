"""Counts of marches: the file, the engine and the slow search agree."""

from __future__ import annotations

import json

import pytest

from engine.liege.zones import ground_of
from tests.liege.counts import GOLDEN, by_engine, by_hand
from tests.liege.support import names, setup, setups

KEPT = json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_every_position_is_counted() -> None:
    assert list(KEPT) == list(setups()) == ["open", "night", "breach", "cavalry"]


@pytest.mark.parametrize("position", list(KEPT))
def test_the_engine_counts_what_is_kept(position: str) -> None:
    assert by_engine(position) == KEPT[position]


@pytest.mark.parametrize("position", list(KEPT))
def test_a_slow_search_that_knows_no_engine_counts_the_same(position: str) -> None:
    assert by_hand(position) == KEPT[position]


def test_zones_make_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without zones of control the same brigades get further; in open ground nothing changes."""

    def without(state: object) -> object:
        return ground_of(state)._replace(zones=(0, 0))  # type: ignore[arg-type]  # handed on as it comes

    monkeypatch.setattr("engine.liege.move.ground_of", without)
    free = by_engine("night")
    more = {name for name, numbers in free.items() if numbers[-1] > KEPT["night"][name][-1]}
    assert {"ge_34_ib", "ge_27_ib", "ge_11_ib", "ge_38_ib", "ge_43_ib"} <= more
    assert all(numbers >= KEPT["night"][name] for name, numbers in free.items())
    assert by_engine("open") == KEPT["open"]


def test_the_positions_are_what_they_say() -> None:
    """No unit is in a closed hex, no hex holds both sides or is overfull, and in two positions forts hold zones."""
    for name in setups():
        state = setup(name)
        ground = ground_of(state)
        assert not ground.held[0] & ground.held[1]
        assert not (ground.held[0] | ground.held[1]) & state.facts.closed
        assert all(steps <= state.facts.terrain[hex_].stack for hex_, steps in enumerate(ground.stacked))
    assert names(one for one in range(63) if ground_of(setup("open")).zones[1] >> one & 1) == set()
    assert "V34" in names(one for one in range(63) if ground_of(setup("night")).zones[1] >> one & 1)
