"""The computer's weights: data with unit and meaning, validated when read, replaceable for a time."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from benchmarks.weights.files import OLDER, PRESENT, written
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content import CP
from engine.pog.content.weights import Version, checked, dumped, laid_over, load_older, load_weights
from engine.pog.opponent import attacks, moves, plans, weights, worth
from engine.pog.state import State
from tests.conftest import ROOT

#: Numbers that a computer player uses besides its weights: zero, one, halves, the price of a corps, the middle of the track,
#: a bound, the value of a refused choice.
_NO_JUDGEMENT = {0.0, 0.5, 1.0, 2.0, 10.0, 30.0, 99.0}
_WEIGHING = (
    "values",
    "worth",
    "danger",
    "lines",
    "stacks",
    "goals",
    "attacks",
    "moves",
    "plans",
    "redeploy",
    "reply",
    "outlook",
    "ai_player",
    "combats",
    "seat_context",
)


def changed(version: Version, **sections: dict[str, Any]) -> weights.Weights:
    raw = dumped(version.weights)
    for name, values in sections.items():
        raw[name].update(values)
    return checked(raw)


@pytest.fixture(scope="module")
def august() -> State:
    game = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"august"), listening=False)
    state: State = game.state
    state.turn, state.round, state.phase, state.phasing = 1, 1, "actions", CP
    return state


def test_the_file_says_of_every_weight_its_unit_and_what_it_means() -> None:
    text = PRESENT.read_text(encoding="utf-8")
    assert text == written(load_weights())
    lines = text.splitlines()
    values = [number for number, line in enumerate(lines) if re.match(r"[a-z_]+ = ", line)]
    of_weights = [number for number in values if number < lines.index("[made]")]
    assert len(of_weights) > 70
    for number in of_weights:
        assert re.match(r"# (VP|share|factor|number): .", lines[number - 1]), lines[number]


def test_no_weight_is_left_in_the_code_of_the_computer() -> None:
    folder = ROOT / "engine" / "pog" / "opponent"
    found = {
        (name, node.value)
        for name in _WEIGHING
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in _NO_JUDGEMENT
    }
    assert found == set()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda raw: raw["units"].pop("port", raw["spaces"].pop("port")), "spaces.port"),
        (lambda raw: raw["units"].update(courage=0.5), "units.courage"),
        (lambda raw: raw["attacks"].update(falls=1.2), "less than or equal to 1"),
        (lambda raw: raw["threats"].update(cut=[0.4, 0.3]), "threats.cut"),
        (lambda raw: raw["spaces"].update(ground="much"), "spaces.ground"),
    ],
)
def test_weights_that_say_something_else_are_refused(spoil: Callable[[dict[str, Any]], object], said: str) -> None:
    raw = dumped(load_weights().weights)
    spoil(raw)
    with pytest.raises(ValidationError, match=re.escape(said)):
        checked(raw)


def test_other_weights_hold_for_a_while_and_nothing_of_them_is_kept(august: State) -> None:
    space = august.rules.board.space("metz")
    ground, units = plans.bare(august, CP, 3), august.units_of(CP, space)

    def judged() -> tuple[Any, ...]:
        best = moves.best_moves(ground, CP, units)
        return worth.position(august), best, attacks.all_attacks(august, CP, {space: units})

    before = judged()
    assert before[1]
    with weights.used(changed(load_weights(), units={"combat_factor": 0.9}, moves={"least": 50.0})):
        other = judged()
        assert other[0] != before[0]
        assert other[1] == ()
        assert other[2] != before[2]
    assert judged() == before


def test_older_selves_are_kept_by_the_names_of_their_files() -> None:
    names = [version.made.version for version in load_older()]
    assert names == sorted(path.stem for path in OLDER.glob("*.toml"))
    assert "hand_made" in names


def test_hand_made_changes_need_a_new_version_name() -> None:
    now = load_weights()
    for version in load_older():
        same = dumped(version.weights) == dumped(now.weights)
        assert (version.made.version == now.made.version) == same, "what shipped under this name is kept as it was"


def test_older_weights_use_present_values_for_new_fields_and_ignore_removed_ones() -> None:
    now = dumped(load_weights().weights)
    older = checked(laid_over(now, {"units": {"combat_factor": 0.4, "courage": 1.0}, "navy": {"fleet": 2.0}}))
    assert older.units.combat_factor == 0.4
    assert older.units.loss_factor == now["units"]["loss_factor"]
    assert older.threats.next.take == now["threats"]["next"]["take"]
