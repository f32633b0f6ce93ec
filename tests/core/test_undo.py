"""Undo on the toy game: how far back, for whom, and after restoring."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

import pytest

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import in_force
from engine.errors import IllegalChoice, UndoError
from tests.core.play import play, position, start
from tests.core.toy import Take, Toy, ToyGame


def test_undo_goes_back_to_the_start_of_a_sides_choices() -> None:
    game = start()
    at = [position(game)]
    for text in ("add one", "add two"):
        play(game, text)
        at.append(position(game))
    assert (game.undoable(0), game.undoable(1)) == (2, 0)
    game.undo(0)
    assert position(game) == at[1]
    game.undo(0)
    assert position(game) == at[0]
    with pytest.raises(UndoError):
        game.undo(0)
    play(game, "add one", "add two")
    game.undo(0, 2)
    assert position(game) == at[0]
    assert [entry.kind for entry in in_force(game.fresh)] == ["start"]


def test_choices_that_nobody_can_undo_are_settled() -> None:
    game = start()
    assert game.settled == game.number
    play(game, "add one", "add two")
    assert game.settled == game.number - 2
    game.undo(0)
    play(game, "add two")
    assert game.settled == 0, "an entry that was taken back leaves a gap in the numbers"


def test_undo_is_refused_to_the_other_side_and_for_silly_counts() -> None:
    game = play(start(), "add one")
    for side, count in ((1, 1), (0, 0), (0, -1), (0, 2)):
        with pytest.raises(UndoError) as refused:
            game.undo(side, count)
        assert refused.value.reason.data == {"possible": game.undoable(side)}
    assert game.state.tokens == 1


def test_a_die_raises_the_floor() -> None:
    game = play(start(fill=[4]), "roll")
    assert game.undoable(0) == 0
    play(game, "add one")
    assert game.undoable(0) == 1
    game.undo(0)
    assert game.state.tokens == 4


def test_a_reveal_raises_the_floor() -> None:
    game = play(start(card=[20]), "add one", "peek")
    assert game.undoable(0) == 0
    assert game.state.card == 20


def test_a_reveal_without_chance_raises_the_floor_too() -> None:
    @dataclass(frozen=True, slots=True)
    class Showing(Take):
        kind: ClassVar[str] = "take"

        def resolve(self, game: ToyGame, choice: Choice) -> None:
            game.reveal()

    game = play(Game.start(Toy(Showing), ScriptedChance()), "add one", "finish")
    assert game.undoable(0) == 2
    play(game, "pass")
    assert (game.undoable(0), game.undoable(1)) == (0, 0)
    play(game, "finish")
    assert game.undoable(0) == 1
    assert not game.fresh[-2].outcomes


def test_the_other_side_raises_the_floor() -> None:
    game = play(start(), "add one", "finish")
    assert game.undoable(0) == 2
    play(game, "pass")
    assert (game.undoable(0), game.undoable(1)) == (0, 1)
    game.undo(1)
    assert game.decision.dump() == ["take"]
    assert game.undoable(0) == 0


def test_an_answer_that_fails_in_the_rules_raises_no_floor() -> None:
    @dataclass(frozen=True, slots=True)
    class Failing(Take):
        kind: ClassVar[str] = "take"

        def resolve(self, game: ToyGame, choice: Choice) -> None:
            game.state.tokens = 99
            game.reveal()
            raise ValueError("a bug in the rules")

    game = play(Game.start(Toy(Failing), ScriptedChance()), "add one", "finish")
    before = json.dumps(game.snapshot())
    with pytest.raises(ValueError, match="a bug"):
        play(game, "pass")
    assert json.dumps(game.snapshot()) == before
    assert game.undoable(0) == 2
    game.undo(0, 2)
    assert (game.state.tokens, game.decision.dump()[0]) == (0, "fill")


def test_undo_tells_no_events_again() -> None:
    game = play(start(), "add one", "add two")
    game.drain()
    game.undo(0)
    assert game.drain() == []
    play(game, "add three")
    assert [(event.kind, event.data) for event in game.drain()] == [("added", {"count": 3})]


def test_undo_works_after_restoring_from_json() -> None:
    game = play(start(fill=[5]), "roll", "add one", "pass", "add two", "add three")
    before = position(play(start(fill=[5]), "roll", "add one", "pass", "add two"))
    for steps in (1, 2):
        again = Game.restore(Toy(), json.loads(json.dumps(game.snapshot())), ScriptedChance())
        assert again.undoable(1) == game.undoable(1)
        assert again.undoable(0) == game.undoable(0)
        if again.undoable(0) >= steps:
            again.undo(0, steps)
            if steps == 1:
                assert position(again) == before
    assert game.undoable(0) + game.undoable(1) > 0


def test_undoing_a_choice_that_was_forgotten_is_impossible_after_forget_undo() -> None:
    game = play(start(), "add one")
    game.forget_undo()
    assert game.undoable(0) == 0


def test_a_game_that_records_nothing_plays_the_same_and_keeps_nothing() -> None:
    game, tried = start(fill=[4]), start(fill=[4])
    tried.recording = False
    before = tried.number
    for text in ("add one", "roll"):
        play(game, text)
        play(tried.copy(), "add two")
        play(tried, text)
        assert (tried.state.dump(), tried.stack, tried.options()) == (game.state.dump(), game.stack, game.options())
    assert (tried.number, len(tried.fresh), tried.undoable(0), tried.undoable(1)) == (before, 1, 0, 0)
    with pytest.raises(IllegalChoice):
        tried.apply(Choice("add", 5))
    assert tried.copy().recording is False
