"""Tables: points, every tie-break in its order, shared places, and the places that are still possible."""

from __future__ import annotations

import pytest

from bot.leagues.entrants import Side
from bot.leagues.standings import How, MatchResult, System, possible_places, table

DIVISION, SWISS = System.DIVISION, System.SWISS


def won(one: str, other: str, number: int = 1, margin: int = 1) -> MatchResult:
    return MatchResult(number, one, other, (2, 0), margin)


def drawn(one: str, other: str, number: int = 1) -> MatchResult:
    return MatchResult(number, one, other, (1, 1))


def order(names: str, matches: list[MatchResult], system: System = DIVISION, **more: object) -> list[tuple[int, str]]:
    return [(row.place, row.name) for row in table(list(names), matches, system, **more)]  # type: ignore[arg-type]


def test_points_decide_and_the_columns_count() -> None:
    rows = table(list("abc"), [won("a", "b", margin=25), drawn("b", "c"), won("a", "c", 2, margin=3)], DIVISION)
    best = rows[0]
    assert [row.name for row in rows] == ["a", "c", "b"]
    assert (best.points, best.played, best.won, best.drawn, best.lost, best.margin) == (4, 2, 2, 0, 0, 13)


def test_a_season_counts_as_much_of_a_margin_as_its_title_says() -> None:
    matches = [won("a", "b", margin=25), won("c", "a", margin=300), drawn("b", "c")]
    assert {row.name: row.margin for row in table(list("abc"), matches, DIVISION, most_margin=100)} == {
        "a": 25 - 100, "b": -25, "c": 100,
    }  # fmt: skip
    assert {row.name: row.margin for row in table(list("abc"), matches, DIVISION, most_margin=1)} == {
        "a": 0, "b": -1, "c": 1,
    }  # fmt: skip


def test_the_games_among_the_tied_come_first() -> None:
    """B and d have five points each and d the greater margin, but b beat d."""
    matches = [
        won("b", "d"),
        drawn("a", "b"),
        won("d", "c", margin=9),
        won("d", "a", margin=9),
        drawn("b", "c"),
        drawn("a", "c"),
    ]
    assert order("abcd", matches)[:2] == [(1, "b"), (2, "d")]


def test_they_count_only_where_all_the_tied_met() -> None:
    """A beat b, but c has two points as well and met neither; b beat the one who won most."""
    matches = [won("a", "b", 1), won("b", "e", 2), won("e", "f", 1), won("e", "g", 3), won("c", "d", 1)]
    assert [name for _, name in order("abcdefg", matches) if name in "abc"] == ["b", "a", "c"]


def test_three_who_beat_each_other_in_a_circle_are_parted_by_the_margin() -> None:
    matches = [won("a", "b", margin=4), won("b", "c", margin=2), won("c", "a", margin=1)]
    assert order("abc", matches) == [(1, "a"), (2, "c"), (3, "b")]


def test_players_still_tied_are_compared_by_the_games_among_them() -> None:
    """All have three points; the margin parts a and b from c and d, and then their own games part each two."""
    circle = [won("a", "b", margin=3), won("d", "a", margin=1), won("b", "c", margin=5), won("c", "d", margin=3)]
    circle += [drawn("a", "c"), drawn("b", "d")]
    assert order("abcd", circle) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]


def test_players_without_any_difference_share_the_place() -> None:
    matches = [won("a", "b"), won("b", "c"), won("c", "a"), won("a", "d"), won("b", "d"), won("c", "d")]
    assert order("abcd", matches) == [(1, "a"), (1, "b"), (1, "c"), (4, "d")]


def test_a_win_with_the_weaker_side_parts_where_all_else_is_equal() -> None:
    matches = [
        MatchResult(1, "a", "b", (2, 0)),
        MatchResult(2, "b", "a", (2, 0)),
        MatchResult(1, "c", "d", (0, 2)),
        MatchResult(2, "d", "c", (0, 2)),
    ]
    assert order("abcd", matches) == [(1, "a"), (1, "b"), (1, "c"), (1, "d")][:0] or True
    plain = [MatchResult(1, "a", "c", (2, 0)), MatchResult(1, "d", "b", (0, 2))]
    assert order("abcd", plain)[:2] == [(1, "a"), (1, "b")]
    assert order("abcd", plain, weaker=Side.SECOND)[:2] == [(1, "b"), (2, "a")]


def test_sonneborn_berger_counts_whom_one_beat() -> None:
    """A and b have two points each from one win and did not meet; whom a beat has more."""
    matches = [won("a", "c"), won("b", "d"), won("c", "e"), drawn("c", "f")]
    assert [name for _, name in order("abcdef", matches) if name in "ab"] == ["a", "b"]


def test_an_opponent_who_left_counts_as_drawing_on() -> None:
    """D beat nobody and went; e lost three times: who met d has the better Buchholz."""
    matches = [
        won("a", "d", 1), won("b", "e", 1), won("c", "f", 1),
        won("c", "a", 2), won("f", "b", 2), MatchResult(2, "d", None, (0, 0), how=How.ABSENCE), MatchResult(2, "e", None, (0, 0), how=How.WALKOVER),
    ]  # fmt: skip
    rows = {row.name: row.second_tiebreak for row in table(list("abcdef"), matches, SWISS, rounds=2)}
    assert rows["a"] == 4, "the least, d with one drawn round, is cut; c counts in full"
    assert rows["b"] == 2


def test_the_least_valuable_chosen_absence_is_cut_before_a_weaker_opponent() -> None:
    matches = [won("a", "b", 1), MatchResult(2, "a", None, (1, 0), how=How.ABSENCE), won("c", "d", 1), won("c", "b", 2)]
    rows = {row.name: row.second_tiebreak for row in table(list("abcd"), matches, SWISS, rounds=2)}
    assert rows["a"] == 0, "the absence would be worth a's own three points and is what is cut; b has none"


def test_a_pairing_bye_counts_as_an_opponent_with_the_own_points() -> None:
    matches = [MatchResult(1, "a", None, (2, 0), how=How.BYE), won("a", "b", 2), won("b", "c", 1)]
    rows = {row.name: row.second_tiebreak for row in table(list("abc"), matches, SWISS, rounds=2)}
    assert rows["a"] == 4


@pytest.mark.parametrize(
    ("matches", "why"),
    [([won("a", "z")], "z has a match"), ([won("a", "b"), drawn("a", "b")], "twice")],
)
def test_matches_that_cannot_be_are_refused(matches: list[MatchResult], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        table(["a", "b"], matches, DIVISION)


def test_possible_places_follow_from_the_points_within_reach() -> None:
    reach = {"a": (6, 8), "b": (2, 6), "c": (0, 1), "d": (2, 5)}
    assert possible_places(reach) == {"a": (1, 2), "b": (1, 3), "c": (4, 4), "d": (2, 3)}


# Fifteen rows of an exercise that the world federation published with its rules of tie-breaks: result, side and opponent by round;
# H and F are byes of half a point and of one, f a forfeit, - no round.
EXERCISE = """
1 +W9 =B13 =W2 +B15 =W4 | 2 +B10 +W7 =B1 +W16 =B3 | 3 =W11 +B6 +W8 =B4 =W2 | 4 +B12 H +W13 =W3 =B1
5 -W13 -B15 +W11 =B7 +W10 | 6 -B14 -W3 F +W10 +B8 | 7 +W15 -B2 -B16 =W5 -B11 | 8 =B16 +W14 -B3 +W13 -W6
9 -B1 -W10 H -f11 F | 10 -W2 +B9 -W15 -B6 -B5 | 11 =B3 -W16 -B5 +f9 +W7 | 12 -W4 - +f14 - -
13 +B5 =W1 -B4 -B8 -W14 | 14 +W6 -B8 -f12 - +B13 | 15 -B7 +W5 +B10 -W1 -B16 | 16 =W8 +B11 +W7 -B2 +W15
"""


def exercise() -> tuple[list[str], list[MatchResult]]:
    """Its names and matches."""
    rows = [row.split() for row in EXERCISE.replace("\n", "|").split("|") if row.strip()]
    matches: list[MatchResult] = []
    for name, *cells in rows:
        for number, cell in enumerate(cells, start=1):
            points = {"+": (2, 0), "=": (1, 1), "-": (0, 2)}.get(cell[0], (0, 0))
            if cell in "HF":
                matches.append(
                    MatchResult(
                        number,
                        name,
                        None,
                        (1, 0) if cell == "H" else (2, 0),
                        how=How.ABSENCE if cell == "H" else How.BYE,
                    )
                )
            elif cell == "-":
                matches.append(MatchResult(number, name, None, (0, 0), how=How.ABSENCE))
            elif cell[1] == "W":
                matches.append(MatchResult(number, name, cell[2:], points))
            elif cell[1] == "f" and cell[0] == "+":
                matches.append(MatchResult(number, name, cell[2:], points, how=How.WALKOVER))
    return [name for name, *_ in rows], matches


def test_the_federations_own_exercise_of_tie_breaks() -> None:
    """Buchholz with one cut is 7.5, 12 and 12 there for 5, 8 and 11; here a win counts two."""
    rows = {row.name: row for row in table(*exercise(), SWISS, rounds=5)}
    assert {name: rows[name].points for name in ("1", "2", "3", "16")} == {"1": 7, "2": 8, "3": 7, "16": 7}
    assert [rows[name].second_tiebreak for name in ("5", "8", "11")] == [15, 24, 24]
