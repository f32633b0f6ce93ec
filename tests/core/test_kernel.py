"""The kernel on the toy game: flow, refusals, undo, snapshots, record, rollback."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from engine.core.chance import KeyedChance, ScriptedChance
from engine.core.frames import Decision, Flow, Frame, FrameTable
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.core.record import Entry, in_force
from engine.errors import (
    ChanceError,
    FlowError,
    GameOver,
    IllegalChoice,
    NotYourDecision,
    SnapshotError,
    StaleChoice,
    UndoError,
)
from tests.core.toy import Fill, Jar, Round, Take, Toy, ToyGame, Whole


def start(**script: list[int]) -> ToyGame:
    return Game.start(Toy(), ScriptedChance(script))


def play(game: ToyGame, *texts: str) -> ToyGame:
    for text in texts:
        game.apply(game.parse(text))
    return game


def position(game: ToyGame) -> tuple[Any, ...]:
    """Everything a refusal or an undo must leave as it was."""
    stack = json.dumps(game.snapshot()["stack"])
    return json.dumps(game.state.dump()), stack, game.counter, game.options(), game.actor


# -- flow --------------------------------------------------------------------------------


def test_steps_run_in_order_and_jump_call_goto_stay_and_end_do_what_they_say() -> None:
    game = start()
    assert game.state.log == ["begin"]
    assert game.decision.dump() == ["fill", 2, ()]
    play(game, "add two")
    assert game.decision.dump() == ["fill", 1, (2,)]
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


def test_a_bare_decision_asks_its_author_for_everything() -> None:
    bare = Decision()
    game = start()
    with pytest.raises(NotImplementedError):
        bare.actor(game)
    with pytest.raises(NotImplementedError):
        bare.options(game)
    with pytest.raises(NotImplementedError):
        bare.resolve(game, Choice("x"))
    assert bare.explain(game, Choice("x", 3)).data == {"verb": "x", "arg": 3}


# -- refusals ------------------------------------------------------------------------------


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


# -- undo ----------------------------------------------------------------------------------


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


# -- snapshots -----------------------------------------------------------------------------


def test_a_snapshot_survives_json_at_every_step() -> None:
    game = start(fill=[1], card=[30])
    texts = ["add one", "roll", "take", "peek", "finish", "pass", "add three", "add two", "finish", "add three"]
    for text in texts:
        play(game, text)
        stored = json.dumps(game.snapshot())
        again = Game.restore(Toy(), json.loads(stored), ScriptedChance())
        assert json.dumps(again.snapshot()) == stored
        assert position(again) == position(game)
        assert (again.number, again.epoch) == (game.number, game.epoch)


def test_a_finished_game_restores_as_finished() -> None:
    game = play(start(), "finish")
    game.resign(1)
    again = Game.restore(Toy(), json.loads(json.dumps(game.snapshot())), ScriptedChance())
    assert again.result == Result(0, "resignation", {})
    assert again.actor is None


def test_inserted_steps_do_not_move_a_saved_position() -> None:
    @dataclass(frozen=True, slots=True)
    class LongRound(Round):
        kind: ClassVar[str] = "round"
        steps: ClassVar[tuple[str, ...]] = ("fill", "new", "rest", "newer", "take", "count")

        def new(self, game: ToyGame) -> None:
            game.state.log.append("new")

        def newer(self, game: ToyGame) -> None:
            game.state.log.append("newer")

    game = play(start(), "add one", "finish")
    again = Game.restore(Toy(LongRound), json.loads(json.dumps(game.snapshot())), ScriptedChance())
    play(again, "pass")
    assert again.state.log == ["begin", "rest 1", "pass", "count 1"]
    play(again, "finish")
    assert again.state.log[-3:] == ["new", "rest 2", "newer"]


def broken(change: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(play(start(), "add one").snapshot()))
    if change == "version":
        data["v"] = 99
    elif change == "no version":
        del data["v"]
    elif change == "kind":
        data["stack"][-1][1] = "juggle"
    elif change == "step":
        data["stack"][0][0] = "dance"
    elif change == "fields":
        data["stack"][-1].extend([1, 2, 3])
    elif change == "no state":
        del data["state"]
    elif change == "state":
        data["state"] = [1]
    elif change == "stack":
        data["stack"] = 7
    elif change == "floor":
        data["floor"] = ["x"]
    return data


@pytest.mark.parametrize(
    "change", ["version", "no version", "kind", "step", "fields", "no state", "state", "stack", "floor"]
)
def test_unreadable_snapshots_are_refused(change: str) -> None:
    with pytest.raises(SnapshotError):
        Game.restore(Toy(), broken(change), ScriptedChance())


def test_frames_load_what_they_dump() -> None:
    frame: Frame = Fill(left=1, path=(2, 3))
    stored = json.loads(json.dumps(frame.dump()))
    assert Toy().frames.load(stored) == frame


def test_a_copy_is_independent() -> None:
    game = play(start(), "add one")
    before = position(game)
    twin = game.copy()
    play(twin, "add three", "take")
    assert position(game) == before
    other = game.copy(ScriptedChance({"fill": [6]}))
    play(other, "roll")
    assert other.state.tokens == 7
    assert position(game) == before
    twin = game.copy()
    twin.undo(0)
    assert position(game) == before
    assert game.undoable(0) == 1


def test_a_silent_game_tells_nothing() -> None:
    game = Game.start(Toy(), ScriptedChance(), listening=False)
    play(game, "add one", "add two", "pass")
    assert game.drain() == []
    assert isinstance(game.state, Jar)


# -- record ----------------------------------------------------------------------------------


def full_record() -> ToyGame:
    game = start(fill=[5, 2], card=[20])
    play(game, "add one", "add two")
    game.undo(0)
    play(game, "roll", "take", "peek", "roll", "pass", "add one")
    return game


def test_entries_survive_json_and_replay_rebuilds_the_position() -> None:
    game = full_record()
    stored = [json.loads(json.dumps(entry.dump())) for entry in game.fresh]
    entries = [Entry.load(data) for data in stored]
    assert entries == game.fresh
    again = Game.replay(Toy(), entries)
    assert position(again) == position(game)
    assert (again.number, again.epoch, again.fresh) == (game.number, game.epoch, [])


def test_entries_number_without_gaps_and_name_what_was_decided() -> None:
    game = full_record()
    assert [entry.number for entry in game.fresh] == list(range(len(game.fresh)))
    kinds = [entry.kind for entry in game.fresh]
    assert kinds[:5] == ["start", "choice", "choice", "undo", "choice"]
    assert game.fresh[2].dump() == {"n": 2, "kind": "choice", "side": 0, "decision": "fill", "choice": "add two"}
    assert game.fresh[3].to == 1
    assert game.fresh[4].dump()["chance"] == [["fill", 5]]


def test_in_force_leaves_out_what_was_undone_or_rolled_back() -> None:
    game = full_record()
    assert [e.choice for e in in_force(game.fresh)][:3] == ["", "add one", "roll"]


@pytest.mark.parametrize("data", [{}, {"n": "x", "kind": "choice"}, {"n": 1}, {"n": 1, "kind": "a", "chance": [[1]]}])
def test_what_is_no_entry_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(SnapshotError):
        Entry.load(data)


def test_replay_refuses_a_record_without_a_start_or_with_another_story() -> None:
    game = full_record()
    with pytest.raises(SnapshotError):
        Game.replay(Toy(), game.fresh[1:])
    wrong = [*game.fresh[:2], Entry(2, "choice", 0, "fill", "add six")]
    with pytest.raises(IllegalChoice):
        Game.replay(Toy(), wrong)
    starved = [*game.fresh[:1], Entry(1, "choice", 0, "fill", "roll")]
    with pytest.raises(ChanceError):
        Game.replay(Toy(), starved)
    odd = [*game.fresh[:1], Entry(1, "dance")]
    with pytest.raises(SnapshotError):
        Game.replay(Toy(), odd)


def test_automatic_choices_are_marked() -> None:
    game = start()
    game.apply(Choice("add", 1), automatic=True)
    assert game.fresh[-1].automatic
    again = Game.replay(Toy(), game.fresh)
    assert position(again) == position(game)


def test_resigning_and_agreed_draws_are_recorded() -> None:
    game = play(start(), "add one")
    game.resign(0)
    assert game.result == Result(1, "resignation", {})
    assert Game.replay(Toy(), game.fresh).result == game.result
    assert game.undoable(0) == 0
    drawn = play(start(), "add one")
    drawn.agree_draw()
    assert drawn.result == Result(None, "agreed_draw", {})
    assert Game.replay(Toy(), drawn.fresh).result == drawn.result


# -- rollback ----------------------------------------------------------------------------------


def test_rollback_returns_to_an_entry_with_a_new_epoch() -> None:
    source = KeyedChance(b"seed")
    game = Game.start(Toy(), source)
    play(game, "add one", "roll", "pass")
    wanted = position(Game.replay(Toy(), game.fresh[:2]))
    back = game.roll_back(game.fresh, 1)
    assert (back.epoch, back.counter) == (1, 0)
    assert back.number == game.number + 1
    assert position(back)[:2] == wanted[:2]
    assert position(back)[3:] == wanted[3:]
    assert [entry.kind for entry in back.fresh] == ["rollback"]
    assert back.undoable(0) == 0
    play(back, "roll")
    assert back.fresh[-1].outcomes[0].value == source.choose("fill", range(1, 7), 1, 0)


def test_a_record_with_a_rollback_replays() -> None:
    game = Game.start(Toy(), KeyedChance(b"seed"))
    play(game, "add one", "roll", "pass")
    back = game.roll_back(game.fresh, 1)
    play(back, "roll", "take")
    entries = [*game.fresh, *back.fresh]
    again = Game.replay(Toy(), entries)
    assert position(again) == position(back)
    assert (again.epoch, again.counter, again.number) == (back.epoch, back.counter, back.number)
    stored = Game.restore(Toy(), json.loads(json.dumps(back.snapshot())), KeyedChance(b"seed"))
    assert (stored.epoch, stored.counter) == (1, back.counter)
    twice = back.roll_back(entries, 2)
    assert twice.epoch == 2


def test_events_have_a_public_and_a_secret_part() -> None:
    game = play(start(card=[10]), "peek")
    begin, peek = game.drain()
    assert (begin.kind, begin.data, begin.secret) == ("begin", {}, None)
    assert (peek.data, peek.secret) == ({}, {0: {"card": 10}})
    assert game.drain() == []
