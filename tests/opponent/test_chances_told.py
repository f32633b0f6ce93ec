"""Chances as shown to players: a range in percent, by the side to act next, with bids and what is already certain at the end."""

from __future__ import annotations

import pytest

from benchmarks.chances.games import SCENARIOS
from bot.titles.pog import game_review
from bot.titles.pog.narration import advice_text
from bot.titles.pog.narration.names import names_in
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.chances import load_chances
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import (
    between,
    chances,
    chances_of,
    judged,
    sight_of,
    spread_in,
)
from tests.opponent.test_players import dealt_otherwise


def test_without_trust_the_usual_shares_of_the_war_are_told() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"3"))
    ships = load_chances()
    own = ships.of("limited_war").model_copy(update={"trust": 0.0})
    told = judged(sight_of(game), ships.model_copy(update={"scenarios": {"limited_war": own}}))
    assert (told.cp, told.draw, told.ap) == pytest.approx(own.usual)
    assert not any(term for _, term in told.terms)


def test_a_range_holds_its_guess_and_is_widest_in_the_middle() -> None:
    for name in SCENARIOS:
        spread = load_chances().of(name).spread
        assert spread > 0, "players differ"
        widths = {}
        for percent in range(1, 100):
            low, high = between(percent / 100, spread)
            assert 0 < low < percent / 100 < high < 1
            widths[percent] = high - low
        assert max(widths.values()) == pytest.approx(widths[50])
        assert widths[50] < 0.7, name
    assert between(0.0, 1.0)[0] >= 0
    assert between(1.0, 1.0)[1] <= 1


def test_the_estimate_is_told_as_a_range_in_percent() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"3" * 32))
    while game.decision.kind != "choose_action":
        game.apply(next(iter(game.options())))
    told = advice_text.standing(names_in(game.state.rules, "en"), game)
    found = chances_of(game)
    for name, share in (("Central Powers", found.cp), ("Allied Powers", found.ap)):
        low, high = advice_text.percent_range(found.between(share))
        assert f"**{name} {low}–{high} %**" in told
        assert low < 100 * share < high
        assert (low / 100, high / 100) == pytest.approx(between(share, spread_in(game.state)), abs=0.011)
    assert "best guess" in told


def test_the_estimate_treats_the_next_side_the_same_everywhere() -> None:
    """Before an action the side to choose it acts next; in a review, at the table and in training alike."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"3" * 32))
    while game.decision.kind != "choose_action":
        game.apply(next(iter(game.options())))
    actor = game.decision.actor(game)
    assert chances_of(game) == chances(game.state, 1 - actor) == judged(sight_of(game))
    assert chances_of(game) != chances(game.state, actor), "it matters here"


def test_a_bid_and_what_the_end_adds_count_in_the_chances() -> None:
    plain, dear = (
        Game.start(PathsOfGlory(GameOptions(scenario="campaign", bid=bid)), KeyedChance(b"3" * 32)).state
        for bid in ((AP, 0), (AP, 3))
    )
    without, paid = chances(plain), chances(dear)
    assert paid.ap < without.ap
    plain.vp += 3
    assert paid == chances(plain), "as if the Central Powers had them already"
    plain.vp -= 3
    late = Game.start(PathsOfGlory(GameOptions(scenario="historical")), KeyedChance(b"3" * 32)).state
    before = chances(late).ap
    late.events[late.rules.card("cp_52_fall_of_the_tsar")] = 1
    assert chances(late).ap < before, "its two VP are lost to the Allies no more"


def test_in_a_tournament_nobody_is_told_of_a_draw() -> None:
    usual, strict = (
        Game.start(PathsOfGlory(GameOptions(scenario="introductory", tournament=tournament)), KeyedChance(b"3" * 32))
        for tournament in (False, True)
    )
    said, of_it = chances(usual.state), chances(strict.state)
    assert said.draw > 0
    assert (of_it.draw, of_it.cp) == (0.0, said.cp)
    assert of_it.ap == pytest.approx(said.ap + said.draw)


def test_chances_are_shares_of_one_that_follow_the_track_and_know_no_hand() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    state = game.state
    said = []
    for vp in (2, 6, 10, 14, 18):
        state.vp = vp
        found = chances(state)
        assert found.cp + found.draw + found.ap == pytest.approx(1.0)
        assert min(found.cp, found.draw, found.ap) >= 0.0
        assert found.of(AP) + found.of(CP) == pytest.approx(1.0)
        said.append(found.of(CP))
    assert said == sorted(said)
    assert said[-1] - said[0] > 0.3
    state.vp = 10
    assert chances(dealt_otherwise(game, AP).state) == chances(state)
    late = state.copy()
    late.turn, late.vp, state.vp = state.rules.scenario.last_turn, 18, 18
    assert chances(late).cp > chances(state).cp


def test_a_review_tells_each_chance_with_its_range_and_what_the_end_made_certain_without() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    names = names_in(game.state.rules, "en")
    looked = {"turn": 1, "round": 2, "side": CP, "before": 0.5, "plan": "Attack Sedan", "expected": 0.6}
    found = {"actions": [{**looked, "after": 0.7}, {**looked, "after": 1.0}], "begun": True}
    text, graph = game_review.told(names, game, found)
    low, high = advice_text.percent_range(between(0.5, spread_in(game.state)))
    assert f"rom 50 % ({low}–{high}) to 70 % (" in text
    assert f"rom 50 % ({low}–{high}) to 100 %." in text
    assert graph["points"] == [70, 100]
    assert graph["lows"][0] < 70 < graph["highs"][0]
    assert (graph["lows"][1], graph["highs"][1]) == (100, 100)
    assert f"from 50 % ({low}–{high}) to" in game_review.lesson(names, game, found)
