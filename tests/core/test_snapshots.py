"""Snapshots and copies of the toy game."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from engine.core.chance import ScriptedChance
from engine.core.frames import Frame
from engine.core.game import Game, Result
from engine.errors import (
    SnapshotError,
)
from tests.core.play import play, position, start
from tests.core.toy import Fill, Jar, Round, Toy, ToyGame, Whole


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


#: Ways to spoil a snapshot whose last frame is a `Fill`.
SPOILED: dict[str, Callable[[dict[str, Any]], object]] = {
    "version": lambda data: data.update(v=99),
    "no version": lambda data: data.pop("v"),
    "other content": lambda data: data.update(content="jar"),
    "no content": lambda data: data.pop("content"),
    "kind": lambda data: data["stack"][-1].__setitem__(1, "juggle"),
    "step": lambda data: data["stack"][0].__setitem__(0, "dance"),
    "more than fields": lambda data: data["stack"][-1].extend([1, 2, 3]),
    "one field more": lambda data: data["stack"][-1][2].update(more=1),
    "one field less": lambda data: data["stack"][-1][2].pop("path"),
    "fields without names": lambda data: data["stack"][-1].__setitem__(2, [2]),
    "no state": lambda data: data.pop("state"),
    "state": lambda data: data.update(state=[1]),
    "stack": lambda data: data.update(stack=7),
    "floor": lambda data: data.update(floor=["x"]),
}


@pytest.mark.parametrize("change", SPOILED)
def test_unreadable_snapshots_are_refused(change: str) -> None:
    data: dict[str, Any] = json.loads(json.dumps(play(start(), "add one").snapshot()))
    SPOILED[change](data)
    with pytest.raises(SnapshotError):
        Game.restore(Toy(), data, ScriptedChance())


def test_a_snapshot_of_other_content_is_refused_by_name() -> None:
    game = Game.start(Toy(edition="second"), ScriptedChance())
    with pytest.raises(SnapshotError, match="'second', not 'toy'"):
        Game.restore(Toy(), game.snapshot(), ScriptedChance())


def test_frames_are_stored_by_name() -> None:
    assert Fill(left=1, path=(2, 3)).dump() == ["fill", {"left": 1, "path": (2, 3)}]
    assert Whole().dump() == ["whole"]


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
