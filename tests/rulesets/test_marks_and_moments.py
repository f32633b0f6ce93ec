"""Rulesets with their own markers, placed and removed at fixed moments."""

from __future__ import annotations

import json

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import SnapshotError
from engine.pog import GameOptions, PathsOfGlory, PogGame, view_of
from engine.pog.combat_state import Combat
from engine.pog.tables import Moments
from tests.rulesets.support import deluxe_with
from tests.support.random_play import steps
from tests.support.table import CP, Table


def _turn(game: PogGame) -> None:
    game.state.marks["turns"] += 1


def _action(game: PogGame, side: int) -> None:
    game.state.marks["actions"] += 1 + 100 * side


def _combat(game: PogGame, combat: Combat) -> None:
    game.state.marks["fought_over"] |= 1 << combat.target


def _die(game: PogGame, side: int) -> None:
    game.state.marks["dice"] += 1 + 100 * side


def _begun(game: PogGame, side: int) -> None:
    game.state.marks["begun"] += 1 + 100 * side


def _ended(game: PogGame) -> None:
    game.state.marks["ended"] += 1


def _taken(game: PogGame, space: int, side: int, before: int | None) -> None:
    if before is not None:
        game.state.marks["taken"] |= 1 << space


MARKED = deluxe_with(
    marks={"turns": 0, "dice": 0, "begun": 0, "actions": 7, "fought_over": 0, "ended": 0, "taken": 0},
    moments=Moments(
        turn_begins=(_turn,),
        offensive=(_die,),
        action_begins=(_begun,),
        action_over=(_action,),
        combat_over=(_combat,),
        turn_ends=(_ended,),
        control=(_taken,),
    ),
)


@pytest.mark.parametrize("seed", range(3))
def test_each_moment_is_asked_whenever_it_comes(seed: int) -> None:
    """The marks agree with the events; a restored position has them as well."""
    system = PathsOfGlory(GameOptions(scenario="historical"), rulebook=MARKED)
    chance = KeyedChance(f"marks {seed}".encode())
    game: PogGame = Game.start(system, chance)
    turns, actions, fought_over, taken, dice = 0, 7, 0, 0, 0
    for number, _ in enumerate(steps(game, seed, turns=2)):
        for event in game.drain():
            turns += event.kind == "turn"
            dice += 1 + 100 * event.data["side"] if event.kind == "mandated" else 0
            actions += 1 + 100 * event.data["side"] if event.kind == "action_over" else 0
            fought_over |= 1 << event.data["battle"].target if event.kind == "combat_over" else 0
        taken |= game.state.marks["taken"]
        expected = {"turns": turns, "dice": dice, "actions": actions, "fought_over": fought_over, "taken": taken}
        expected |= {name: game.state.marks[name] for name in ("begun", "ended")}
        assert game.state.marks == expected
        acting = game.state.phasing
        assert expected["begun"] - (actions - 7) == (0 if acting < 0 else 1 + 100 * acting)
        assert expected["ended"] in (game.state.turn - 1, game.state.turn)
        assert dict(view_of(game, None).marks) == expected
        if number % 50 == 0:
            stored = json.loads(json.dumps(game.snapshot()))
            assert Game.restore(system, stored, chance).state.marks == expected
    assert turns >= 2
    assert actions > 500
    assert fought_over
    assert taken


def test_deluxe_still_does_what_it_did_at_these_moments() -> None:
    """Additional entries come after its own: the VP of a space taken from the enemy is scored."""
    table = Table(rulebook=MARKED, turn=1)
    before = table.state.vp
    table.score("sedan", CP).score("verdun", CP)
    assert table.state.vp == before + 1
    assert table.state.marks["taken"] == 1 << table.space("sedan") | 1 << table.space("verdun")


def test_marks_are_taken_back_with_the_choice() -> None:
    """Undo restores a mark, and a copy has separate marks."""
    table = Table(rulebook=MARKED).put("metz", "ge_4_army").operate(CP).activate("metz")
    marks = dict(table.state.marks)
    twin = table.game.copy()
    table.do("pick ge_4_army", "step sedan")
    assert table.state.marks["taken"] == 1 << table.space("sedan")
    assert twin.state.marks == marks
    table.game.undo(CP)
    assert table.state.marks == marks


def test_a_position_stored_with_other_marks_is_refused() -> None:
    """The record is then replayed, which gives the current marks."""
    table = Table(rulebook=MARKED)
    stored = table.state.dump()
    for marks in ({}, {"jutland": 1}, {**stored["marks"], "jutland": 1}):
        with pytest.raises(SnapshotError, match="other marks"):
            table.system.load_state({**stored, "marks": marks})
    with pytest.raises(SnapshotError, match="marks"):
        table.system.load_state({name: value for name, value in stored.items() if name != "marks"})
    assert Table().state.dump()["marks"] == {}
