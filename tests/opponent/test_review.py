"""Review of a finished war: each action, its expected and actual result, and better alternatives."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.opponent import asked, officer, recruit, review
from engine.pog.opponent.review import Review, reviewed

ACTIONS = 5


@pytest.fixture(scope="module")
def record() -> list[Entry]:
    """Return the first actions of a short war, including undone ones."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="introductory")), KeyedChance(b"5"))
    rng, begun = random.Random(4), 0
    while begun <= ACTIONS:
        actor = game.actor
        assert actor is not None
        begun += game.decision.kind == "choose_action"
        game.apply(asked(game, officer if actor else recruit, rng))
    game.undo(game.decision.actor(game), 1)
    return list(game.fresh)


@pytest.fixture(scope="module")
def looked(record: list[Entry]) -> tuple[Review, list[tuple[int, int]]]:
    """Return the review, and the progress reported."""
    told: list[tuple[int, int]] = []
    patch = pytest.MonkeyPatch()
    with patch.context() as within:
        within.setattr(review, "SEARCHED", 1)
        within.setattr(review, "_EFFORT", 0.05)
        found = reviewed(PathsOfGlory(GameOptions(scenario="introductory")), record, lambda *step: told.append(step))
    return found, told


def test_every_action_that_counts_is_told_with_its_plan(looked: tuple[Review, list[tuple[int, int]]]) -> None:
    found, _ = looked
    assert len(found.actions) == ACTIONS
    assert [one.side for one in found.actions] == [1, 0, 1, 0, 1]
    assert [one.round for one in found.actions] == [1, 1, 2, 2, 3]
    assert any(one.plan.orders for one in found.actions)
    for one in found.actions:
        assert min(one.before, one.expected, one.after) > 0.0
        assert max(one.before, one.expected, one.after) < 1.0
        assert one.skill + one.luck == pytest.approx(one.after - one.before)


def test_a_resignation_is_no_part_of_the_action_that_it_breaks_off() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="introductory")), KeyedChance(b"5"))
    rng = random.Random(4)
    while game.decision.kind != "activate":
        game.apply(asked(game, recruit, rng))
    side = game.decision.actor(game)
    game.resign(side)
    found = review.retold(PathsOfGlory(GameOptions(scenario="introductory")), list(game.fresh))
    assert found[-1].action.side == side
    assert 0.1 < found[-1].action.after < 0.9


def test_one_side_gains_what_the_other_loses(looked: tuple[Review, list[tuple[int, int]]]) -> None:
    found, _ = looked
    for one, then in zip(found.actions, found.actions[1:], strict=False):
        assert one.side != then.side
        assert one.after == pytest.approx(1.0 - then.before)


def test_progress_is_told_to_the_end(looked: tuple[Review, list[tuple[int, int]]]) -> None:
    _, told = looked
    assert [done for done, _ in told] == list(range(1, ACTIONS + 2))
    assert {total for _, total in told} == {ACTIONS + 1}


def test_a_plan_that_cost_much_is_told_with_a_better_one(record: list[Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    """The stated cost of a blunder equals the gain of the better plan."""
    monkeypatch.setattr(review, "SEARCHED", 2)
    monkeypatch.setattr(review, "_EFFORT", 0.3)
    monkeypatch.setattr(review, "_BETTER", -1.0)
    found = reviewed(PathsOfGlory(GameOptions(scenario="introductory")), record)
    assert found.blunders
    assert list(found.blunders) == sorted(found.blunders, key=lambda one: -one.cost)
    for one in found.blunders:
        assert one.better is not None
        assert one.better != one.plan
