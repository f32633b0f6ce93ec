"""What a side does not know: choices told in other words, and positions as it imagines them."""

from __future__ import annotations

from typing import ClassVar

import pytest

from engine.core.chance import ChanceSource, ScriptedChance
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.core.record import Entry
from engine.errors import ChanceError
from tests.core.play import play, position, start
from tests.core.toy import Jar, Take, Toy, ToyGame


class Guarded(Take):
    """Nothing may be taken from a jar whose side has drawn a card: a rule that hangs on what is hidden."""

    forced: ClassVar[bool] = False

    def options(self, game: ToyGame) -> Options:
        return Options({"take": 1 if game.state.tokens and not game.state.card else 0, "pass": 1})


NOTHING = ScriptedChance()


def asked(system: Toy) -> ToyGame:
    """Side 1 decides, and side 0 has drawn a card of which it knows nothing."""
    game: ToyGame = Game.start(system, ScriptedChance({"card": [20]}))
    play(game, "peek", "add two")
    assert (game.actor, game.state.card) == (1, 20)
    return game


def test_a_choice_is_told_to_others_in_other_words_and_recorded_as_it_was() -> None:
    game = start(card=[20])
    play(game, "add one", "peek")
    assert [(entry.choice, entry.told) for entry in game.fresh[1:]] == [("add one", ""), ("peek", "")]
    play(game, "pass", "add two")
    last = game.fresh[-1]
    assert (last.choice, last.told) == ("add two", "add")
    assert last.dump()["told"] == "add"
    assert Entry.load(last.dump()) == last
    assert "told" not in game.fresh[1].dump()


def test_an_entry_that_an_older_version_wrote_is_told_as_it_was_recorded() -> None:
    assert Entry.load({"n": 1, "kind": "choice", "side": 0, "decision": "fill", "choice": "add one"}).told == ""


def test_a_replayed_game_tells_the_same() -> None:
    game = start(card=[20])
    play(game, "peek", "add two", "pass", "add one")
    assert game.fresh[-1].told == "add"
    entries, again = list(game.fresh), Game.replay(Toy(), game.fresh)
    play(game, "add two")
    play(again, "add two")
    assert again.fresh == game.fresh[len(entries) :]


def test_trials_are_made_on_what_a_side_knows() -> None:
    game = asked(Toy(Guarded))
    assert not game.options().allows(Choice("take"))
    before = position(game)
    for side, card, takes in ((0, 20, False), (1, 0, True)):
        trial = game.imagined(side, NOTHING)
        assert (trial.state.card, trial.options().allows(Choice("take"))) == (card, takes)
    assert position(game) == before


def test_a_trial_that_fails_goes_back_to_what_was_imagined() -> None:
    """Not to the position itself, in which the next trial would find what is hidden."""

    class Risky(Take):
        def resolve(self, game: ToyGame, choice: Choice) -> None:
            game.die("risk")

    trial = asked(Toy(Risky)).imagined(1, NOTHING)
    with pytest.raises(ChanceError):
        trial.apply(Choice("take"))
    assert trial.state.card == 0
    assert trial.undoable(0) == trial.undoable(1) == 0


def test_a_trial_of_a_side_that_knows_everything_is_a_copy() -> None:
    game = asked(Toy())
    trial = game.imagined(0, NOTHING)
    assert position(trial) == position(game)
    assert trial.state is not game.state


def test_nothing_is_imagined_in_a_game_that_is_over() -> None:
    game = asked(Toy())
    game.resign(0)
    assert game.imagined(1, NOTHING).state.card == 0


@pytest.mark.parametrize(("faces", "value"), [(6, 6), (10, 10), (2, 1)])
def test_a_die_has_as_many_faces_as_the_rules_say(faces: int, value: int) -> None:
    game: Game[Jar] = Game.start(Toy(), ScriptedChance({"odd": [value]}))
    assert game.die("odd", faces) == value


def test_a_face_that_the_die_has_not_is_refused() -> None:
    source: ChanceSource = ScriptedChance({"odd": [7]})
    with pytest.raises(ChanceError):
        Game.start(Toy(), source).die("odd")
