"""Divisions: sizes, sides that balance, who moves up and down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.divisions import balance, games, moving, next_season, sizes
from bot.leagues.pairing import Pair


def test_divisions_are_of_five_or_seven_and_only_few_entrants_need_even_ones() -> None:
    for count in range(4, 400):
        split = sizes(count)
        assert sum(split) == count
        assert set(split) <= ({5, 7} if count >= 24 else {4, 5, 6, 7})


def test_thirty_two_make_five_of_five_and_one_of_seven() -> None:
    assert sizes(32) == (5, 5, 5, 5, 5, 7)
    assert sum(len(games([str(number) for number in range(size)])) for size in sizes(32)) == 71


@pytest.mark.parametrize("count", [0, 1, 3])
def test_too_few_make_no_division(count: int) -> None:
    with pytest.raises(ValueError, match="it takes 4"):
        sizes(count)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_everybody_meets_everybody_once_and_has_both_sides_equally(size: int) -> None:
    names = [f"p{number}" for number in range(size)]
    met = [frozenset((pair.first, pair.second)) for pair in games(names)]
    assert len(met) == len(set(met)) == size * (size - 1) // 2
    assert all(abs(difference) == (size + 1) % 2 for difference in balance(games(names)).values())


def test_thousands_make_divisions_as_well() -> None:
    for count in (2_500, 20_001):
        assert sum(sizes(count)) == count
        assert sum(size not in (5, 7) for size in sizes(count)) == 0


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_a_double_round_exchanges_every_pair(size: int) -> None:
    names = [f"p{number}" for number in range(size)]
    double = games(names, twice=True)
    assert len({(pair.first, pair.second) for pair in double}) == size * (size - 1)
    assert set(balance(double).values()) == {0}


BERGER = {
    6: "16 25 34 64 53 12 26 31 45 65 14 23 36 42 51",
    8: "18 27 36 45 85 64 73 12 28 31 47 56 86 75 14 23 38 42 51 67 87 16 25 34 48 53 62 71",
}
"""Berger's tables for six and eight; with five and seven the last has no game."""


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_divisions_have_the_games_of_bergers_tables_with_sides_that_balance_as_well(size: int) -> None:
    names = [str(number) for number in range(1, size + 1)]
    berger = [Pair(*two) for two in BERGER[6 if size < 7 else 8].split() if {*two} <= {*names}]
    if size in (5, 6, 7):
        assert {frozenset((pair.first, pair.second)) for pair in games(names)} == {
            frozenset((p.first, p.second)) for p in berger
        }
    ours, theirs = balance(games(names)), balance(berger)
    assert max(map(abs, ours.values())) <= max(map(abs, theirs.values()))


TABLES = [["a1", "a2", "a3", "a4", "a5"], ["b1", "b2", "b3", "b4", "b5"], ["c1", "c2", "c3", "c4", "c5"]]
EVERYBODY = frozenset(name for table in TABLES for name in table)


def test_the_first_go_up_and_the_last_go_down() -> None:
    upper, middle, lower = next_season(TABLES, EVERYBODY, [])
    assert set(upper) == {"a1", "a2", "a3", "a4", "b1"}
    assert set(middle) == {"a5", "b2", "b3", "b4", "c1"}
    assert set(lower) == {"b5", "c2", "c3", "c4", "c5"}


def test_a_hole_lifts_the_best_stayer_and_newcomers_fill_from_below() -> None:
    upper, middle, lower = next_season(TABLES, EVERYBODY - {"a2"}, ["n1"])
    assert set(upper) == {"a1", "a3", "a4", "b1", "b2"}
    assert "c2" in middle
    assert lower[-1] == "n1"


def test_a_player_with_a_finished_game_is_no_newcomer() -> None:
    with pytest.raises(ValueError, match="a1 played last season"):
        next_season(TABLES, EVERYBODY, ["a1"])


@given(st.integers(24, 90), st.sets(st.integers(0, 89), max_size=30), st.integers(0, 25))
def test_stayers_never_sink_and_nobody_falls_two_divisions(count: int, leaving: set[int], coming: int) -> None:
    tables, start = [], 0
    for size in sizes(count):
        tables.append([f"p{number}" for number in range(start, start + size)])
        start += size
    staying = frozenset(f"p{number}" for number in range(count) if number not in leaving)
    newcomers = [f"n{number}" for number in range(max(coming, 24 - len(staying)))]
    season = next_season(tables, staying, newcomers)
    assert sorted(name for division in season for name in division) == sorted([*staying, *newcomers])
    assert {len(division) for division in season} <= {5, 7}
    now = {name: index for index, division in enumerate(season) for name in division}
    belong = [0] * len(tables)
    for index, table in enumerate(tables):
        risers, lowest = moving(len(table)) * (index > 0), len(table) - moving(len(table)) * (index + 1 < len(tables))
        for place, name in enumerate(table):
            goal = index - (place < risers) + (place >= lowest)
            belong[goal] += name in staying
            if name in staying and now[name] > max(goal, index):
                # Only where fives took the place of sevens and hold fewer than belong there.
                assert now[name] == goal + 1 or index + 1 == len(tables)
                assert sum(map(len, season[: goal + 1])) < sum(belong[: goal + 1]) + len(table)
    news = [now[name] for name in newcomers]
    assert news == sorted(news)
