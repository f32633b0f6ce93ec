"""Ratings: the model's known figures, the learned side, idle months, rebuilding."""

from __future__ import annotations

import math
import random

import pytest

from bot.ratings import START_SIGMA, Pool, RatedGame, Rating, likely


def test_two_who_are_new_move_as_the_model_says() -> None:
    pool = Pool.rebuilt([RatedGame("a", "b", 1.0, 0)])
    assert (round(pool.of("a").mu, 4), round(pool.of("a").sigma, 4)) == (27.6354, 8.0659)
    assert pool.of("a").mu + pool.of("b").mu == pytest.approx(50)


def test_the_interval_narrows_with_more_games() -> None:
    # Wilson's interval for 55 of 100 games.
    assert likely(0.55, 100) == pytest.approx((0.4524, 0.6440), abs=1e-3)
    assert likely(0.0, 3)[0] == 0.0
    assert likely(1.0, 3)[1] == pytest.approx(1.0)
    assert likely(0.5, 0) == (0.0, 1.0)


def test_the_sides_are_worth_something_else_for_each_bid() -> None:
    plain = [RatedGame(f"a{number}", f"b{number}", 1.0, 0) for number in range(20)]
    ceded = [RatedGame(f"c{number}", f"d{number}", 0.0, 0, handicap=3) for number in range(20)]
    pool = Pool.rebuilt([*plain, *ceded])
    assert pool.advantage.mu > 0 > pool.advantages[3].mu
    assert pool.expected("new", "other", 0) > 0.5 > pool.expected("new", "other", 0, handicap=3)


def test_a_draw_between_equals_moves_nobody_but_tells_something() -> None:
    pool = Pool.rebuilt([RatedGame("a", "b", 0.5, 0)])
    assert pool.of("a").mu == pytest.approx(25)
    assert pool.of("a").sigma < START_SIGMA


def test_a_rating_is_shown_with_its_uncertainty() -> None:
    assert Rating().shown == (1500, 400)
    assert Rating(mu=30, sigma=5).shown == (1620, 240)


def test_about_seven_games_end_the_provisional_time() -> None:
    pool, rng = Pool(), random.Random(1)
    played = 0
    while pool.of("a").provisional:
        pool.count(RatedGame("a", f"p{played}", rng.choice((0.0, 1.0)), 0))
        played += 1
        assert played < 30
    assert 5 <= played <= 15


def test_months_without_a_game_make_less_certain_but_never_less_than_at_the_start() -> None:
    rating = Rating(sigma=4.0, month=10)
    assert rating.rested(10) == rating
    assert rating.rested(13).sigma == pytest.approx(math.sqrt(19))
    assert rating.rested(500).sigma == START_SIGMA
    assert Rating(sigma=8.4, month=0).rested(5).sigma == 8.4, "nothing becomes more certain by rest"


def _season(advantage: float, count: int) -> list[RatedGame]:
    """Games of forty players of known strength whose first side is better by so much."""
    rng = random.Random(7)
    strength = {f"p{number}": rng.gauss(25, 5) for number in range(40)}
    games = []
    for _ in range(count):
        one, other = rng.sample(sorted(strength), 2)
        chance = 1 / (1 + math.exp(-(strength[one] - strength[other] + advantage) / 5.9))
        games.append(RatedGame(one, other, float(rng.random() < chance), 0))
    return games


def test_the_better_side_is_learned_from_the_games() -> None:
    """Of the games that follow, the first side wins as many as the pool expects; a pool that knew no side would be off by far more."""
    games = _season(3, 3000)
    pool, later = Pool.rebuilt(games[:2000]), games[2000:]
    won = sum(game.share for game in later) / len(later)
    assert won > 0.58
    assert sum(pool.expected(game.first, game.second, 0) for game in later) / len(later) == pytest.approx(won, abs=0.03)
    assert pool.advantage.sigma < 0.5
    assert abs(Pool.rebuilt(_season(0, 2000)).advantage.mu) < 0.8


def test_a_win_with_the_better_side_is_worth_less() -> None:
    pool = Pool.rebuilt(_season(3, 1000))
    with_better = pool.expected("new", "also new", 0)
    assert with_better > 0.55
    before = pool.of("new").mu
    pool.count(RatedGame("new", "also new", 1.0, 0))
    gained = pool.of("new").mu - before
    pool.count(RatedGame("third", "fourth", 0.0, 0))
    assert pool.of("fourth").mu - before > gained


def test_a_rebuild_gives_the_same_figures() -> None:
    games = _season(2, 300)
    pool = Pool()
    for game in games:
        pool.count(game)
    again = Pool.rebuilt(games)
    assert [(name, pool.of(name)) for name in pool.names()] == [(name, again.of(name)) for name in again.names()]
    assert pool.advantage == again.advantage


@pytest.mark.parametrize("game", [RatedGame("a", "a", 1.0, 0), RatedGame("a", "b", 0.7, 0)])
def test_something_that_is_no_game_is_not_rated(game: RatedGame) -> None:
    with pytest.raises(ValueError, match="no game to rate"):
        Pool.rebuilt([game])
