"""The rules of the hex game: facing in one number, zones of hidden stacks, two targets in a hex, a question in mid-action."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable

import pytest

from engine.core.chance import KeyedChance, Outcome, RecordedChance, ScriptedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.errors import IllegalChoice, UndoError
from tests.titles.hexes.facts import BLUE, NOWHERE, RED, SIDES, UNKNOWN, facts
from tests.titles.hexes.rules import DIE, Aim, Answer, HexGame, March, Orders, chances, shift
from tests.titles.hexes.state import view_of
from tests.titles.hexes.system import Hexes

#: Deals by number in which the stacks of a side have, in their order, 3, 2, 1 and 0 steps, and 0, 1, 2 and 3.
FALLING, RISING = 0, 23


#: A deal in which the second stack is a decoy.
DECOY = next(number for number, steps in enumerate(facts().deals) if steps[1] == 0)


def begun(red: int = FALLING, dice: Iterable[int] = (1,), **options: object) -> HexGame:
    """A game whose stacks are dealt like this; blue's have 3, 2, 1 and 0 steps."""
    script = {"deal_blue": [FALLING], "deal_red": [red], "attack": list(dice)}
    return Game.start(Hexes(options), ScriptedChance(script))


def give(game: HexGame, *choices: str) -> None:
    """Choices as the record writes them."""
    for text in choices:
        game.apply(game.parse(text))


def hexes(game: HexGame) -> set[str]:
    """Where the stack that marches can go."""
    return {facts().hexes[arg // 6] for arg in game.options().of("go")}


def met(red: int = FALLING, dice: Iterable[int] = (1,)) -> HexGame:
    """Blue's strongest stack stands at c4 before the fort, in which red's second stack is."""
    game = begun(red, dice)
    give(game, "march blue2", "go c5/n", "go c4/n")  # two steps, its pace
    return game


def test_sides_of_hexes_face_each_other() -> None:
    here = facts()
    for at, beyond in enumerate(here.neighbours):
        for side, there in enumerate(beyond):
            assert there == NOWHERE or here.neighbours[there][(side + 3) % 6] == at
    b3 = here.hexes.index("b3")
    assert [here.hexes[one] for one in here.neighbours[b3]] == ["b2", "c3", "c4", "b4", "a4", "a3"]
    assert {here.hexes[one] for one in here.front(b3, SIDES.index("s"))} == {"c4", "b4", "a4"}


def test_a_choice_is_a_verb_and_one_number() -> None:
    game = begun()
    give(game, "march blue1")
    number = facts().hexes.index("b5") * 6 + SIDES.index("ne")
    assert game.options().of("go")[-1] < 180
    assert game.text(game.parse("go b5/ne")) == "go b5/ne"
    assert game.parse("go b5/ne").arg == number
    give(game, "go b5/ne")
    assert (game.state.at[0], game.state.facing[0]) == (number // 6, number % 6)
    assert isinstance(game.decision, March)
    give(game, "halt")
    with pytest.raises(IllegalChoice, match="has_marched"):
        give(game, "march blue1")


def test_the_steps_of_a_march_are_taken_back_one_by_one() -> None:
    game = begun()
    give(game, "march blue1", "go b5/n", "go b4/n")
    assert isinstance(game.decision, Orders)
    game.undo(BLUE)
    assert isinstance(game.decision, March)
    assert facts().hexes[game.state.at[0]] == "b5"
    game.undo(BLUE, 2)
    assert facts().hexes[game.state.at[0]] == "b6"


def test_no_move_from_zone_to_zone_even_of_a_hidden_enemy() -> None:
    """The one thing that tells of a hidden stack: that it has steps, and that it faces there."""
    ways = {}
    for red in (FALLING, RISING):  # blue is at c4, before the second stack of red; it has steps in both
        game = met(red)
        give(game, "finish", "finish", "march blue2")
        ways[red] = hexes(game)
    assert ways[FALLING] == ways[RISING]
    game = met(DECOY)
    give(game, "finish", "finish", "march blue2")
    assert hexes(game) == {"c4", "c5", "b3", "b4", "d3", "d4"}, "a decoy holds nothing"
    assert ways[FALLING] == {"c4", "c5", "b4", "d4"}
    held = met(FALLING)
    give(held, "finish", "finish", "march blue2")
    with pytest.raises(IllegalChoice, match="held") as refused:
        give(held, "go b3/n")
    assert set(refused.value.reason.data) == {"stack", "hex"}, "nobody is named who holds it"


def test_others_read_where_a_hidden_stack_goes_and_not_how_it_faces() -> None:
    game = begun()
    give(game, "march blue1", "go b5/ne", "go b5/n")
    assert [entry.told for entry in game.fresh[-2:]] == ["go b5", "go b5"]
    marched = next(event for event in game.drain() if event.kind == "marched")
    assert "facing" not in marched.data
    assert marched.secret == {BLUE: {"stack": 0, "facing": SIDES.index("ne")}}
    view = view_of(game.state, RED, over=False)
    assert view.steps[:4] == view.facing[:4] == (UNKNOWN,) * 4
    assert UNKNOWN not in view.steps[4:]
    open_ = begun(fog=False)
    give(open_, "march blue1", "go b5/ne")
    assert open_.fresh[-1].told == ""
    assert view_of(open_.state, RED, over=False).steps[:4] == (3, 2, 1, 0)


def test_a_fort_and_a_stack_in_one_hex_are_two_targets() -> None:
    game = met(dice=[15 - 4, 1])
    give(game, "attack blue2")
    assert isinstance(game.decision, Aim)
    assert [facts().name(one) for one in game.options().of("at")] == ["red2", "fort"]
    give(game, "at fort")
    assert (game.state.fort, game.state.score) == (1, 0), "11 and twice two steps are 15"
    assert isinstance(game.decision, Orders), "a fort is not asked"
    with pytest.raises(IllegalChoice, match="has_attacked"):
        give(game, "attack blue2")


def test_the_other_side_is_asked_in_the_middle_of_an_attack() -> None:
    game = met(dice=[20])
    with pytest.raises(IllegalChoice, match="nobody_before"):
        give(game, "attack blue1")
    give(game, "attack blue2", "at red2")
    assert isinstance(game.decision, Answer)
    assert game.actor == RED
    assert game.state.phase == BLUE
    with pytest.raises(UndoError):
        game.undo(BLUE)  # it was uncovered
    with pytest.raises(IllegalChoice, match="no_way_back"):
        give(game, "fall_back b3/n")  # beside the attacker
    give(game, "stand")
    assert game.fresh[-1].outcomes == (Outcome("attack", 20),)
    assert game.state.steps[5] == 1, "20, twice nothing, less 3 for the fort, is a hit"
    assert game.actor == BLUE, "the phase goes on"


def test_a_retreating_stack_stays_hidden_and_a_standing_decoy_is_lost() -> None:
    game = met()
    give(game, "attack blue2", "at red2", "fall_back c2/s")
    assert game.fresh[-1].told == "fall_back c2"
    assert view_of(game.state, BLUE, over=False).steps[5] == UNKNOWN
    game = met(DECOY)
    give(game, "attack blue2", "at red2", "stand")
    assert game.state.at[5] == NOWHERE
    assert game.state.score == 0


def test_an_attack_that_uncovers_nobody_is_taken_back_until_it_is_answered() -> None:
    game = met()
    give(game, "attack blue2", "at red2", "fall_back c2/s", "finish", "march red2", "go c3/s", "halt", "finish")
    give(game, "attack blue2", "at red2")
    assert game.actor == RED
    game.undo(BLUE, 2)
    assert isinstance(game.decision, Orders)
    give(game, "attack blue2", "at red2", "stand")
    with pytest.raises(UndoError):
        game.undo(BLUE)


def test_chances_are_those_of_the_die() -> None:
    state = met().state
    assert shift(state, 1, 5) == 0 - 3
    assert chances(-3) == (3, 9)
    for added in range(-9, 12):
        hits, repulses = chances(added)
        assert hits == len([die for die in range(1, DIE + 1) if die + added >= 15])
        assert repulses == len([die for die in range(1, DIE + 1) if die + added <= 6])
    state.put(5, facts().hexes.index("c3"), SIDES.index("n"))
    assert shift(state, 1, 5) == 4 - 3, "from behind"


def test_the_imagined_position_depends_on_nothing_hidden() -> None:
    one, other = met(FALLING), met(RISING)
    assert one.state != other.state
    assert one.state.imagined(BLUE) == other.state.imagined(BLUE)
    assert one.state.imagined(RED) != other.state.imagined(RED)
    assert sorted(one.state.imagined(BLUE).steps[4:]) == [0, 1, 2, 3]


def random_game(seed: int) -> HexGame:
    """A game of anything that is legal."""
    luck = random.Random(seed)
    game: HexGame = Game.start(Hexes({"scenario": ("short_day", "long_day")[seed % 2]}), KeyedChance(b"%d" % seed))
    while game.stack:
        here, state = facts(), game.state
        game.apply(luck.choice(list(game.options())))
        there = [at for at in state.at if at != NOWHERE]
        assert len(there) == len(set(there)), "no two stacks in one hex"
        lost = [6 - sum(state.steps[one] for one in here.stacks_of(side)) for side in (BLUE, RED)]
        assert state.score == lost[RED] - lost[BLUE] + (0 if state.fort else here.prize)
    return game


@pytest.mark.sweep(fixed=[0])
@pytest.mark.parametrize("seed", range(40))
def test_random_games_hold_together_and_replay(seed: int) -> None:
    game = random_game(seed)
    assert game.result is not None
    lead = game.state.score - facts().scenarios[game.state.scenario].par
    assert game.result.winner == (None if lead == 0 else BLUE if lead > 0 else RED)
    entries = [Entry.load(json.loads(json.dumps(entry.dump()))) for entry in game.fresh]
    system = Hexes({"scenario": game.state.scenario})
    for most in range(1, len(entries) + 1, 7):
        part = Game.replay(system, entries[:most])
        stored = json.loads(json.dumps(part.snapshot()))
        assert len(json.dumps(stored)) < 4000
        assert Game.restore(system, stored, RecordedChance()).state == part.state
    assert Game.replay(system, entries).state == game.state
