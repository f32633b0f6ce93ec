"""What a seat imagines: it cannot see which cards the enemy secretly swapped in."""

from __future__ import annotations

import random

import pytest

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.opponent.seat import imagined


def begun(last: bool) -> PogGame:
    """Return a game in which both sides swapped a card; the Central Powers the first or the last possible one."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(card_set="secret")), KeyedChance(b"swaps"))
    while game.decision.kind != "choose_action":
        choices, side = list(game.options()), game.decision.actor(game)
        if game.decision.kind == "optional_cards" and game.state.swapped_in[side] == 0:
            game.apply(choices[-2 if last and side == CP and choices[-1].verb == "finish" else 0])
        elif game.decision.kind == "optional_cards":
            game.apply(choices[-1])
        else:
            game.apply(choices[0])
    return game


@pytest.mark.parametrize("number", range(4))
def test_a_secret_swap_is_not_in_the_games_that_the_enemy_imagines(number: int) -> None:
    one, other = begun(last=False), begun(last=True)
    assert one.state.swapped_in[CP] != other.state.swapped_in[CP]
    assert one.state.hand[AP] == other.state.hand[AP]
    imaginations = [imagined(game, AP, random.Random(number)) for game in (one, other)]
    assert imaginations[0].state.dump() == imaginations[1].state.dump()
    for game in imaginations:
        check(game.state)
        assert game.state.hand[CP].bit_count() == one.state.hand[CP].bit_count()
        assert game.state.hand[AP] == one.state.hand[AP]


def test_imagined_positions_differ_and_include_swapped_cards() -> None:
    game = begun(last=False)
    taken = {imagined(game, AP, random.Random(number)).state.swapped_in[CP] for number in range(20)}
    assert len(taken) > 2
    assert any(members(cards) for cards in taken)
