"""The computer in a war with long turns: drawing is an action, units out of supply have markers, and a turn has more rounds."""

from __future__ import annotations

import random

import pytest

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import AP, CP
from engine.pog.opponent import Player, asked, danger, drawing, general, lines, officer, stacks
from engine.pog.rules import supply
from tests.rulesets.suicide.support import acted, suicide


@pytest.fixture(scope="module")
def opened() -> PogGame:
    """Return the first action of the Central Powers in Suicide of Europe, after the declaration."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="suicide")), KeyedChance(bytes(32)), listening=False)
    rng = random.Random(1)
    while game.decision.kind != "choose_action" or game.actor != CP:
        game.apply(asked(game, officer, rng))
    return game


def _holding(*cards: str, setup: bool = True) -> PogGame:
    """Return the second action of the Central Powers in the second turn, right after a redeployment, with these cards in hand."""
    table = suicide(turn=2, setup=setup)
    if not setup:
        table.put("cp_reserve_box", "ge_corps_01").put("paris", "fr_1_army")
    table.state.hand[CP] = table.cards(*cards)
    return acted(table.any_dice(), CP, "auto_sr").choose(CP).game


@pytest.mark.parametrize(("level", "setup"), [(officer, False), (general, True)])
def test_a_level_without_a_card_draws_before_it_has_to(level: Player, setup: bool) -> None:
    """An officer if an operation without a card gains nothing, a general even in the middle of August."""
    assert asked(_holding(setup=setup), level, random.Random(1)) == Choice(drawing.DRAWING)


def test_a_level_with_a_full_hand_plays_first(opened: PogGame) -> None:
    assert asked(opened, officer, random.Random(1)) != Choice(drawing.DRAWING)


def test_a_card_more_is_worth_less_the_more_are_held_and_nothing_without_an_action_for_it(opened: PogGame) -> None:
    state = opened.state.copy()
    worths = [drawing.worth_of_cards(state, CP, held, held + 3) for held in (0, 2, 4)]
    assert worths[0] > worths[1] > worths[2] > 0
    state.turn, state.round = state.rules.scenario.last_turn, 7
    assert danger.rounds_left(state) == 1
    assert drawing.worth_of_cards(state, CP, 0, 3) == pytest.approx(drawing.worth_of_cards(state, CP, 0, 1))
    assert drawing.worth_of_cards(state, CP, 1, 4) == 0.0


def test_the_rounds_left_are_those_of_the_war(opened: PogGame) -> None:
    """After the sixth of eight rounds two are left, and threats in the last turn still count."""
    state = opened.state.copy()
    state.turn, state.round = state.rules.scenario.last_turn, danger.ROUNDS
    assert danger.rounds_left(state) == 2
    assert danger.actions_left(state, AP, CP) == 3
    assert danger.prospects(state, CP)[1].strike > 0
    historical = Game.start(PathsOfGlory(GameOptions(scenario="historical")), KeyedChance(b"1"), listening=False).state
    historical.turn, historical.round = historical.rules.scenario.last_turn, danger.ROUNDS
    assert danger.rounds_left(historical) == 0
    assert danger.prospects(historical, CP)[1].strike == 0


def test_a_unit_without_supply_counts_for_less_the_higher_its_marker(opened: PogGame) -> None:
    """14.3.5: its marker decides how long it lasts, not the rounds of the turn."""
    state = opened.state.copy()
    army = state.rules.content.unit_by_name["ge_4_army"]
    state.place(army, state.rules.board.space("rouen"))
    worths = []
    for grade in (1, 3, 5):
        for number in range(1, 6):
            state.marks[f"oos_{number}"] = (1 << army) * (number == grade)
        for state.round in (1, 8):
            worths.append(stacks.standing(state, CP, supply.supplied_units(state, CP), AP).worth)
    assert worths[0] == worths[1] > worths[2] == worths[3] > worths[4] == worths[5]
    assert danger.lost_when_cut(state, CP, AP) == danger.lost_when_cut(opened.state, CP, AP)


def test_a_point_without_a_card_goes_to_the_nation_that_needs_it() -> None:
    """Not to one without losses or to a neutral one."""
    game = _holding()
    state = game.state
    for unit in members(state.rules.units_of_side[CP]):
        state.flip(unit, False)
    state.flip(state.rules.content.unit_by_name["ah_1_army"], True)
    game.apply(Choice("auto_rp"))
    assert game.decision.kind == "record_point"
    assert state.rules.content.every_pool[asked(game, officer, random.Random(1)).arg] == "ah"


def test_a_vp_space_that_a_unit_without_supply_holds_is_counted_as_lost_with_it(opened: PogGame) -> None:
    """An army in Rouen, behind the Allied front, holds the space while it survives, which is not long."""
    state = opened.state.copy()
    rouen = state.rules.board.spaces("rouen")
    state.place(state.rules.content.unit_by_name["ge_4_army"], state.rules.board.space("rouen"))
    state.control[AP], state.control[CP] = state.control[AP] & ~rouen, state.control[CP] | rouen
    assert danger.lapsing(state, CP, lines.ground(state, CP), CP) > 0.2
