"""The record of the toy game: entries, replay, resignation, rollback, events."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.core.record import Entry, in_force
from engine.errors import (
    ChanceError,
    IllegalChoice,
    SnapshotError,
)
from tests.core.play import play, position, start
from tests.core.toy import Fill, Toy, ToyGame


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
def test_an_invalid_entry_is_refused(data: dict[str, Any]) -> None:
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


@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_ruling_is_recorded_with_its_winner_its_reason_and_whose_it_is(winner: int | None) -> None:
    game = play(start(), "add one")
    game.rule(winner, "time", "p7")
    assert game.result == Result(winner, "time", {"ruled_by": "p7"})
    assert Game.replay(Toy(), game.fresh).result == game.result
    assert Entry.load(json.loads(json.dumps(game.fresh[-1].dump()))) == game.fresh[-1]
    assert game.undoable(0) == 0


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


def replayed(game: ToyGame, entries: list[Entry]) -> ToyGame:
    """The game from its record alone, which must be the game itself to the last field of its snapshot."""
    again = Game.replay(Toy(), [Entry.load(json.loads(json.dumps(entry.dump()))) for entry in entries])
    assert json.dumps(again.snapshot()) == json.dumps(game.snapshot())
    return again


def test_a_replay_knows_what_may_be_taken_back() -> None:
    game = play(start(fill=[5]), "roll", "add one")
    assert replayed(game, game.fresh).undoable(0) == 1
    play(game, "pass", "add two")
    game.undo(0)
    play(game, "add three", "finish", "take")
    again = replayed(game, game.fresh)
    assert (again.undoable(1), again.settled) == (game.undoable(1), game.settled)
    again.undo(1)
    game.undo(1)
    assert position(again) == position(game)
    assert again.number == game.number


def test_a_replay_takes_nothing_back_from_before_a_rollback() -> None:
    game = Game.start(Toy(), KeyedChance(b"seed"))
    play(game, "add one", "roll", "pass", "add one")
    back = game.roll_back(game.fresh, 1)
    assert replayed(back, [*game.fresh, *back.fresh]).undoable(0) == 0
    play(back, "add two")
    assert replayed(back, [*game.fresh, *back.fresh]).undoable(0) == 1
    entries = [*game.fresh, *back.fresh]
    third = back.roll_back(entries, back.number)
    play(third, "pass")
    assert replayed(third, [*entries, *third.fresh]).epoch == 2


def test_a_replay_keeps_closed_what_the_other_side_answered_and_took_back() -> None:
    game = play(start(), "add one", "finish", "pass")
    game.undo(1)
    assert [replayed(game, game.fresh).undoable(side) for side in (0, 1)] == [0, 0]
    play(game, "take", "add one")
    game.undo(0)
    assert [replayed(game, game.fresh).undoable(side) for side in (0, 1)] == [0, 0]


def test_a_replay_knows_it_wherever_choices_were_taken_back_and_rolled_back() -> None:
    taken_back = sum(meander(seed) for seed in range(40))
    assert taken_back > 50


def meander(seed: int) -> int:
    """Play to and fro by chance and replay the record after every entry; how often something was taken back."""
    luck = random.Random(seed)
    game = Game.start(Toy(), KeyedChance(bytes([seed])))
    entries, taken_back = game.fresh, 0
    while game.result is None and len(entries) < 60:
        side = luck.randrange(2)
        if luck.random() < 0.4 and game.undoable(side):
            game.undo(side, luck.randint(1, game.undoable(side)))
            taken_back += 1
        elif luck.random() < 0.06:
            game = game.roll_back(entries, luck.choice(in_force(entries)).number)
            entries = [*entries, *game.fresh]
            game.fresh = entries
        else:
            game.apply(luck.choice([choice for choice in game.options() if choice.verb not in ("crash", "twice")]))
        replayed(game, entries)
    return taken_back


def test_events_have_a_public_and_a_secret_part() -> None:
    game = play(start(card=[10]), "peek")
    begin, peek = game.drain()
    assert (begin.kind, begin.data, begin.secret) == ("begin", {}, None)
    assert (peek.data, peek.secret) == ({}, {0: {"card": 10}})
    assert game.drain() == []


@pytest.mark.parametrize("recording", [True, False])
def test_a_record_keeps_a_choice_that_is_offered_no_more(monkeypatch: pytest.MonkeyPatch, recording: bool) -> None:
    """It is played again, alone and with what follows; nobody makes it anew, and nothing else is let in by it."""
    with monkeypatch.context() as earlier:
        earlier.setattr(Fill, "options", lambda self, game: Options({"add": 0b11110} if self.left else {}))
        entries = play(start(), "add four", "add one").fresh
    with pytest.raises(IllegalChoice):
        Game.replay(Toy(), entries)
    monkeypatch.setattr(Fill, "offered_before", lambda self, game: Options({"add": 0b10000}))
    again = Game.replay(Toy(), entries)
    assert again.state.tokens == 5
    game = start()
    game.recording = recording
    for text, recorded in (("add four", False), ("add five", True)):
        with pytest.raises(IllegalChoice):
            game.apply(game.parse(text), recorded=recorded)
    game.apply(game.parse("add four"), recorded=True)
    assert game.state.tokens == 4
