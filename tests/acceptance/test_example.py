"""The extended example as a test: every figure the file states must come out."""

from __future__ import annotations

import tomllib

import pytest

from tests.acceptance import example_game
from tests.acceptance.player import Player
from tests.acceptance.script import EXAMPLE


def test_the_example_plays_through_without_a_difference() -> None:
    """24 actions over two turns agree with the rulebook in every stated figure."""
    player = Player()
    player.play()
    assert player.differences == []
    assert len(player.lines) == 24
    assert player.state.turn == 3


def test_the_chance_scripted_for_it_is_used_up() -> None:
    """No die of the example is left unrolled, no card undrawn."""
    player = Player()
    player.play()
    assert player.chance.left() == {}


def test_a_changed_figure_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: a wrong loss, VP or die shows up as a difference."""
    data = tomllib.loads(EXAMPLE.read_text("utf-8"))
    first = data["turn"][0]["action"][0]
    first["attack"][0]["loss_numbers"]["defender"] = 4
    first["after"]["vp"] = 10
    first["attack"][0]["advance"]["to"] = ["liege"]
    monkeypatch.setattr(example_game, "example", lambda: data)
    player = Player()
    player.play()
    assert len(player.differences) >= 3
