"""Steps, transitions, decisions and frame tables on the toy game; refusals change nothing."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import ClassVar

import pytest

from engine.core.chance import KeyedChance
from engine.core.frames import Decision, Flow, FrameTable
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.errors import (
    ChanceError,
    FlowError,
    GameOver,
    IllegalChoice,
    NotYourDecision,
    StaleChoice,
)
from engine.pog.sequence import base
from tests.core import toy
from tests.core.play import play, position, start
from tests.core.toy import Fill, Round, Take, Toy, ToyGame, Whole


def test_steps_run_in_order_and_jump_call_goto_stay_and_end_do_what_they_say() -> None:
    game = start()
    assert game.state.log == ["begin"]
    assert game.decision.dump() == ["fill", {"left": 2, "path": ()}]
    play(game, "add two")
    assert game.decision.dump() == ["fill", {"left": 1, "path": (2,)}]
    play(game, "add one")  # no options left: the decision's own way out
    assert game.state.log == ["begin", "fill is over", "rest 1"]
    assert game.decision.dump() == ["take"]
    play(game, "pass")  # called: the round goes on with "count"
    assert game.state.log[-2:] == ["pass", "count 1"]
    play(game, "finish", "take")  # went to: the round is over, nothing is counted
    assert game.state.log[-2:] == ["rest 2", "take"]
    assert [frame.kind for frame, _ in game.stack] == ["whole", "round", "fill"]


def test_a_forced_choice_is_taken_by_the_kernel_and_not_recorded() -> None:
    game = play(start(), "add one", "finish", "pass", "finish", "pass")
    assert game.state.rounds == 2
    count = game.number
    play(game, "finish")  # side 1 has one option only from the third round on
    assert game.state.log[-2:] == ["only", "count 3"]
    assert game.number == count + 1
    assert game.actor == 0


def test_a_game_ends_with_its_result() -> None:
    game = play(start(), *["add three"] * 2, "pass", *["add three"] * 2, "pass")
    assert game.result == Result(0, "full", {"tokens": 12})
    assert game.actor is None
    assert not game.options()
    with pytest.raises(GameOver):
        game.apply(Choice("add", 1))
    with pytest.raises(GameOver):
        game.resign(0)
    with pytest.raises(GameOver):
        game.agree_draw()
    with pytest.raises(GameOver):
        _ = game.decision
    assert game.undoable(1) == 0


def test_two_transitions_in_one_step_are_an_authors_mistake() -> None:
    game = start()
    before = position(game)
    with pytest.raises(FlowError, match="two transitions"):
        play(game, "twice")
    assert position(game) == before


def test_a_decision_without_options_must_say_what_happens() -> None:
    @dataclass(frozen=True, slots=True)
    class Silent(Decision):
        kind: ClassVar[str] = "fill"
        left: int

        def actor(self, game: ToyGame) -> int:
            return 0

        def options(self, game: ToyGame) -> Options:
            return Options({})

    with pytest.raises(FlowError, match="'?fill'? has no options"):
        Game.start(Toy(Silent), KeyedChance(b""))


def test_a_restored_game_whose_decision_fails_can_be_taken_back_rolled_back_and_ended() -> None:
    """Nothing can be chosen there, and nothing of the position is lost."""

    @dataclass(frozen=True, slots=True)
    class Failing(Fill):
        kind: ClassVar[str] = "fill"

        def options(self, game: ToyGame) -> Options:
            if self.left == 1:
                raise FlowError("decision fill has no options")
            return Fill.options(self, game)

    game = start()
    play(game, "add two")
    stored = json.loads(json.dumps(game.snapshot()))
    broken = Game.restore(Toy(Failing), stored, KeyedChance(b""))
    assert isinstance(broken.stuck, FlowError)
    assert json.loads(json.dumps(broken.snapshot())) == stored
    assert (broken.actor, list(broken.options())) == (0, [])
    with pytest.raises(FlowError, match="no options"):
        broken.apply(Choice("add", 1))
    with pytest.raises(FlowError, match="no options"):
        broken.copy().apply(Choice("add", 1))
    back = broken.roll_back(game.fresh, 0)
    assert (back.stuck, back.state.tokens) == (None, 0)
    ended = broken.copy()
    ended.resign(0)
    assert (ended.stuck, ended.result) == (None, Result(1, "resignation", {}))
    broken.undo(0)
    assert broken.state.tokens == 0
    assert broken.copy().stuck is None
    assert broken.options().allows(Choice("add", 1))


def test_a_game_must_not_run_out_of_frames_without_a_result() -> None:
    @dataclass(frozen=True, slots=True)
    class Nothing(Flow):
        kind: ClassVar[str] = "round"
        steps: ClassVar[tuple[str, ...]] = ("give_up",)
        number: int

        def give_up(self, game: ToyGame) -> None:
            game.stack.clear()

    with pytest.raises(FlowError, match="without a result"):
        Game.start(Toy(Nothing), KeyedChance(b""))


def test_a_variant_replaces_a_frame_class_wherever_it_is_used() -> None:
    @dataclass(frozen=True, slots=True)
    class Generous(Fill):
        kind: ClassVar[str] = "fill"

        def options(self, game: ToyGame) -> Options:
            return Options({"add": 0b1100000, "finish": 1})

    game = Game.start(Toy(Generous), KeyedChance(b""))
    assert type(game.decision) is Generous
    assert game.options().of("add") == (5, 6)
    again = Game.restore(Toy(Generous), json.loads(json.dumps(game.snapshot())), KeyedChance(b""))
    assert type(again.decision) is Generous


def test_a_frame_table_keeps_kinds_apart() -> None:
    @dataclass(frozen=True, slots=True)
    class Nameless(Flow):
        pass

    @dataclass(frozen=True, slots=True)
    class Other(Flow):
        kind: ClassVar[str] = "whole"

    @dataclass(frozen=True, slots=True)
    class Unknown(Flow):
        kind: ClassVar[str] = "unknown"

    table = FrameTable(Whole, Whole)
    with pytest.raises(FlowError, match="no kind"):
        table.add(Nameless)
    with pytest.raises(FlowError, match="two frame classes"):
        table.add(Other)
    with pytest.raises(FlowError, match="to replace"):
        table.replace(Unknown)
    table.replace(Other)
    assert table.get("whole") is Other


def test_a_frame_is_declared_by_its_class_alone() -> None:
    """Every class with a kind of its own; neither what a module imports nor a base that several decisions share."""
    assert list(FrameTable.of(toy)) == [Whole, Round, Fill, Take]
    assert list(FrameTable.of(sys.modules[__name__])) == []
    assert list(FrameTable.of(base)) == []


def test_a_flow_that_names_a_step_twice_is_refused_at_start() -> None:
    @dataclass(frozen=True, slots=True)
    class Twice(Flow):
        kind: ClassVar[str] = "twice"
        steps: ClassVar[tuple[str, ...]] = ("fill", "rest", "fill")

    @dataclass(frozen=True, slots=True)
    class Variant(Round):
        kind: ClassVar[str] = "round"
        steps: ClassVar[tuple[str, ...]] = ("fill", "take", "count", "take")

    with pytest.raises(FlowError, match="'twice' names its step 'fill' twice"):
        FrameTable(Whole, Twice)
    with pytest.raises(FlowError, match="'round' names its step 'take' twice"):
        Toy(Variant)


def test_a_bare_decision_asks_its_author_for_everything() -> None:
    bare = Decision()
    game = start()
    with pytest.raises(NotImplementedError, match="Decision says nobody who decides"):
        bare.actor(game)
    with pytest.raises(NotImplementedError, match="Decision lists no choices"):
        bare.options(game)
    with pytest.raises(NotImplementedError, match="Decision carries out no choice"):
        bare.resolve(game, Choice("x"))
    assert bare.explain(game, Choice("x", 3)).data == {"verb": "x", "arg": 3}


def test_refusals_leave_the_position_unchanged() -> None:
    game = play(start(), "add one")
    before, number, fresh = position(game), game.number, list(game.fresh)
    with pytest.raises(IllegalChoice) as illegal:
        game.apply(Choice("add", 5))
    assert illegal.value.reason.code == "too_many"
    assert illegal.value.reason.rule == "1.2"
    assert str(illegal.value) == "too_many (1.2)"
    with pytest.raises(NotYourDecision) as other:
        game.apply(Choice("add", 1), side=1)
    assert other.value.reason.data == {"side": 0}
    with pytest.raises(StaleChoice) as stale:
        game.apply(Choice("add", 1), number=number - 1)
    assert stale.value.reason.data == {"number": number}
    assert position(game) == before
    assert (game.number, game.fresh) == (number, fresh)
    game.apply(Choice("add", 1), side=0, number=number)
    assert game.state.tokens == 2


def test_a_failure_inside_the_rules_leaves_the_position_unchanged() -> None:
    game = play(start(fill=[4, 2]), "add one")
    game.drain()
    before, number, undoable = position(game), game.number, game.undoable(0)
    with pytest.raises(ValueError, match="a bug in the rules"):
        play(game, "crash")
    assert position(game) == before
    assert (game.number, game.undoable(0), game.drain()) == (number, undoable, [])
    game.undo(0)
    assert game.state.tokens == 0


def test_a_chance_that_cannot_answer_leaves_the_position_unchanged() -> None:
    game = start()
    before = position(game)
    with pytest.raises(ChanceError):
        play(game, "roll")
    assert position(game) == before
    play(game, "add two")
    assert game.fresh[-1].outcomes == ()


def test_choices_have_a_stable_text() -> None:
    game = start()
    assert game.text(Choice("add", 2)) == "add two"
    assert game.text(Choice("finish")) == "finish"
    assert game.parse("add two") == Choice("add", 2)
    with pytest.raises(IllegalChoice, match="unknown_name"):
        game.parse("add dozens")
    with pytest.raises(IllegalChoice, match="not_possible_now"):
        game.parse("take")
