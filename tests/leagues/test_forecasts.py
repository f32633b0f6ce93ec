"""The table of forecasts: Brier's score by hand, who is ranked, what does not count."""

from __future__ import annotations

import pytest

from bot.leagues.forecasts import Brier, Forecaster, score, table
from bot.leagues.rated_games import Ended


def game(number: int, points: float | None, *, played: bool = True, first: str = "x", second: str = "y") -> Ended:
    return Ended(at=number, match=f"1.1.{number}", leg=0, first=first, second=second, points=points, played=played)


def test_the_score_is_the_square_of_how_far_one_was_off() -> None:
    assert [score(0.7, 1.0), score(0.7, 0.0), score(0.5, 0.5)] == pytest.approx([0.09, 0.49, 0.0])
    with pytest.raises(ValueError, match=r"1\.2 is no chance"):
        score(1.2, 1.0)


def test_the_best_predictors_come_first_and_those_with_few_are_apart() -> None:
    games = [game(1, 1.0), game(2, 0.0), game(3, 0.5)]
    told = {
        ("1.1.1", 0): {"ann": 0.9, "bob": 0.5, "cem": 1.0},
        ("1.1.2", 0): {"ann": 0.2, "bob": 0.5},
        ("1.1.3", 0): {"ann": 0.6, "bob": 0.5},
        ("1.1.9", 0): {"ann": 0.0},
    }
    found = table(told, games, fewest=3)
    assert [one.person for one in found.ranked] == ["ann", "bob"]
    assert found.ranked[0].score == pytest.approx((0.01 + 0.04 + 0.01) / 3)
    assert found.ranked[1].score == pytest.approx((0.25 + 0.25 + 0.0) / 3)
    assert found.others == (Forecaster("cem", 1, 0.0),)
    assert found.crowd == pytest.approx(((1 - 0.8) ** 2 + 0.35**2 + 0.05**2) / 3)


def test_walkovers_peace_without_points_and_ones_own_games_do_not_count() -> None:
    games = [game(1, 1.0, played=False), game(2, None), game(3, 1.0, first="ann"), game(4, 1.0, second="now")]
    told = {(f"1.1.{number}", 0): {"ann": 1.0, "bob": 0.0} for number in range(1, 5)}
    found = table(told, games, now={"bob": "now"}, fewest=1)
    assert found == Brier((Forecaster("ann", 1, 0.0), Forecaster("now", 1, 1.0)), (), 0.5)
    assert table({}, games) == Brier((), (), None)
