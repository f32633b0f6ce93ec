"""Dice of any number of faces: keyed, recorded, taken back up to them, played again; and the luck in them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

import pytest

from engine.core.chance import KeyedChance, Luck, Throw
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import Entry
from tests.core.play import play, position
from tests.core.toy import Fill, Jar, Toy, ToyGame

SEED = b"twenty"


@dataclass(frozen=True, slots=True)
class Twenty(Fill):
    """Side 0 rolls a die of twenty: at most five is wanted. Of the die of a crash the rules fail."""

    kind: ClassVar[str] = "fill"

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        if choice.verb == "roll":
            game.die("endurance", 20, wanted=range(1, 6))
            game.stay(left=self.left - 1)
        elif choice.verb == "crash":
            game.die("endurance", 20)
            raise RuntimeError
        else:
            Fill.resolve(self, game, choice)


def rolled(choices: int = 200) -> ToyGame:
    """A game of many rolls."""
    game: Game[Jar] = Game.start(Toy(Twenty), KeyedChance(SEED))
    for _ in range(choices):
        play(game, "pass" if game.actor == 1 else "roll")
    return game


def test_a_die_of_twenty_is_keyed_recorded_and_played_again() -> None:
    game = rolled()
    faces = {throw.value for throw in game.throws}
    assert faces == set(range(1, 21))
    outcomes = [tuple(outcome) for entry in game.fresh for outcome in entry.outcomes]
    assert outcomes == [(throw.purpose, throw.value) for throw in game.throws]
    entries = [Entry.load(json.loads(json.dumps(entry.dump()))) for entry in game.fresh]
    again = Game.replay(Toy(Twenty), entries)
    assert position(again) == position(game)
    assert again.throws == game.throws, "faces and what was wanted are told again, though no record holds them"
    assert rolled().fresh == game.fresh, "the seed alone makes every die again"


def test_a_die_of_twenty_is_not_undone_and_a_restored_game_rolls_the_same() -> None:
    game: Game[Jar] = Game.start(Toy(Twenty), KeyedChance(SEED))
    play(game, "add one", "roll")
    assert game.undoable(0) == 0
    twin = Game.restore(Toy(Twenty), json.loads(json.dumps(game.snapshot())), KeyedChance(SEED))
    assert twin.throws == []
    for one in (game, twin):
        play(one, "pass", "roll")
    assert game.throws[-1] == twin.throws[-1]


def test_a_die_of_an_answer_that_failed_was_never_rolled() -> None:
    game: Game[Jar] = Game.start(Toy(Twenty), KeyedChance(SEED))
    with pytest.raises(RuntimeError):
        play(game, "crash")
    assert game.throws == []


def test_dice_are_recorded_for_listeners() -> None:
    deaf: Game[Jar] = Game.start(Toy(Twenty), KeyedChance(SEED), listening=False)
    play(deaf, "roll")
    assert deaf.throws == []


@pytest.mark.parametrize(
    ("throws", "luck"),
    [
        ([], Luck(0, 0, 0.0)),
        ([Throw("fire", 6, 6)], Luck(0, 0, 0.0)),
        ([Throw("cab", 5, 20, frozenset(range(1, 6))), Throw("cab", 6, 20, frozenset(range(1, 6)))], Luck(2, 1, 0.5)),
        ([Throw("flank", 6, 6, frozenset({5, 6})), Throw("fire", 6, 6)], Luck(1, 1, 1 / 3)),
    ],
)
def test_luck_knows_what_was_wanted(throws: list[Throw], luck: Luck) -> None:
    assert Luck.of(throws) == pytest.approx(luck)
