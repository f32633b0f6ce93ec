"""TRF read and written: every letter, what is refused with its line, who is present."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.leagues.entrants import Side
from bot.leagues.exchange import trf

STATES = sorted((Path(__file__).parent / "pairings").glob("*.trf"))
HEAD = "001 {:>4}      {:<33} 1500" + " " * 28 + "{:>4} {:>4}  "


def row(number: int, *cells: str, points: str = "") -> str:
    """A row with empty points unless told."""
    return HEAD.format(number, f"Player {number}", points, number) + "  ".join(cells)


def file(*rows: str) -> str:
    return "\n".join(("012 a test", *rows)) + "\n"


GOOD = file(row(1, "   2 w 1"), row(2, "   1 b 0"))


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.stem)
def test_reading_and_writing_a_tournament_is_lossless(state: Path) -> None:
    tournament = trf.read(state.read_text())
    assert trf.read(trf.write(tournament)) == tournament


def test_lines_are_written_in_the_columns_that_others_expect() -> None:
    """The states were written by another program: their rows come back to the letter."""
    for state in STATES:
        rows = [line.rstrip() for line in state.read_text().splitlines() if line.startswith("001")]
        ours = [line.rstrip() for line in trf.write(trf.read(state.read_text())).splitlines() if line.startswith("001")]
        assert [line[:80] + line[90:] for line in ours] == [line[:80] + line[90:] for line in rows]


def test_forfeits_and_byes_are_no_games() -> None:
    tournament = trf.read(
        file(row(1, "   2 w +", "0000 - H"), row(2, "   1 b -", "   3 w ="), row(3, "0000 - U", "   2 b ="))
    )
    one, two, three = trf.entrants(tournament)
    assert (one.score, one.met, one.sides, one.had_bye) == (3, frozenset(), (), True)
    assert (two.score, two.met, two.sides, two.had_bye) == (1, frozenset("3"), (Side.FIRST,), False)
    assert (three.score, three.had_bye, three.floats) == (3, True, (2, 2))


def test_a_player_with_an_entry_for_the_next_round_is_not_paired() -> None:
    tournament = trf.read(file(row(1, "   2 w 1", "0000 - Z"), row(2, "   1 b 0"), row(3, "0000 - U")))
    assert [one.name for one in trf.entrants(tournament)] == ["2", "3"]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("012 nothing\n", 1, "the file has no players"),
        (file("001    1 short"), 2, "before the points"),
        (file(row(1, "   2 w 1").replace("001    1", "001    x")), 2, "starting rank"),
        (file(row(1, "   2 w 1"), row(1, "   2 w 1")), 3, "is already in line 2"),
        (file(row(1, "   2 w ?")), 2, "isn't one of 1 = 0 W D L"),
        (file(row(1, "   2 x 1")), 2, "no colour"),
        (file(row(1, "0000 - 1")), 2, "no opponent"),
        (file(row(1, "   2 w U")), 2, "has both an opponent and the bye"),
        (file(row(1, "   9 w 1")), 2, "who has no line"),
        (file(row(-1)), 2, "should be 1 or more, not -1"),
        (file(row(1, "   1 w 1")), 2, "in round 1 the player of this line has themselves as opponent"),
        (file(row(1, "   2 w 1"), row(2, "   1 b 1")), 2, "has another result in line 3"),
        (file(row(1, "   2 w 1"), row(2, "   1 w 0")), 2, "has another result in line 3"),
        (file(row(1, "   2 w 1"), row(2)), 2, "has another result in line 3"),
        (file(row(1, "   2 w +"), row(2, "   1 b +")), 2, "has another result in line 3"),
        (GOOD + "XXR many\n", 4, "number of rounds"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_line_and_reason(text: str, line: int, why: str) -> None:
    with pytest.raises(trf.MalformedTrf, match=why) as refused:
        trf.read(text)
    assert refused.value.line == line


def test_both_may_have_forfeited() -> None:
    assert trf.read(file(row(1, "   2 w -", points="0.0"), row(2, "   1 b -", points="0.0"))).rows[0].half_points == 0


def test_lines_may_end_as_other_systems_end_them() -> None:
    assert trf.read(GOOD.replace("\n", "\r\n")) == trf.read(GOOD)


# ------------------------------------------------------------------------------- by the letters of the specification


def test_an_absent_player_may_stand_as_a_forfeit_without_opponent() -> None:
    told = trf.read(file(row(1, "   2 w 1", "0000 - +"), row(2, "   1 b 0", "0000 - -")))
    one, two = (entrant.rounds[1] for entrant in told.rows)
    assert (one.outcome, one.opponent, one.half_points) == (trf.TrfOutcome.WON_BY_FORFEIT, None, 2)
    assert (two.outcome, two.opponent, two.half_points) == (trf.TrfOutcome.LOST_BY_FORFEIT, None, 0)
    assert trf.read(trf.write(told)) == told


@pytest.mark.parametrize(("first", "second"), [("-", "-"), (" ", " "), ("w", "-"), ("-", "b"), ("w", "b")])
def test_a_forfeit_needs_no_colour(first: str, second: str) -> None:
    told = trf.read(file(row(1, f"   2 {first} +"), row(2, f"   1 {second} -")))
    assert [one.half_points for one in told.rows] == [2, 0]
    assert trf.read(trf.write(told)) == told
    with pytest.raises(trf.MalformedTrf, match="no colour"):
        trf.read(file(row(1, "   2 - 1"), row(2, "   1 - 0")))


def test_games_of_less_than_one_move_count_and_stay_told_apart() -> None:
    told = trf.read(
        file(row(1, "   2 w W", "   3 w D"), row(2, "   1 b L", "0000 - Z"), row(3, "0000 - U", "   1 b D"))
    )
    assert [one.half_points for one in told.rows] == [3, 0, 3]
    assert all(one.played for one in told.rows[0].rounds)
    assert "   2 w W" in trf.write(told)
    with pytest.raises(trf.MalformedTrf, match="has another result"):
        trf.read(file(row(1, "   2 w W"), row(2, "   1 b 0")))


def test_letters_may_be_small_and_colours_great() -> None:
    told = trf.read(file(row(1, "   2 W w", "0000 - h", "0000   u"), row(2, "   1 B l", "0000 - f", "       z")))
    assert [one.half_points for one in told.rows] == [5, 2]


def test_blanks_stand_for_nobody() -> None:
    told = trf.read(file(row(1, "   2 w 1", "       H"), row(2, "0001 b 0", "   0 - U")))
    assert [one.half_points for one in told.rows] == [3, 2]


THREE = "162  W 3.0    D 1.0    L 0.0"


def test_the_scoring_record_is_honoured() -> None:
    told = trf.read(
        file(THREE, row(1, "   2 w 1", "0000 - U", points=" 6.0"), row(2, "   1 b 0", "0000 - H", points=" 1.0"))
    )
    assert [told.scoring.total(one) for one in told.rows] == [60, 10]
    assert not told.scoring.usual
    assert trf.read(trf.write(told)) == told
    assert "   6.0" in trf.write(told)
    three = trf.read(
        file(
            THREE,
            row(1, "   2 w 1", "   3 b ="),
            row(2, "   1 b 0", "   4 w ="),
            row(3, "   4 w =", "   1 w ="),
            row(4, "   3 b =", "   2 b ="),
        )
    )
    assert [one.score for one in trf.entrants(three)] == [40, 10, 20, 20], "pairing counts as the record says"
    two = trf.read(file("162  W 2.0    D 1.0", row(1, "   2 w 1", points=" 2.0"), row(2, "   1 b 0", points=" 0.0")))
    assert two.scoring.usual, "the same as one and a half"


@pytest.mark.parametrize("record", ["162 9", "162  Q 3.0", "162", "162  W three"])
def test_a_scoring_record_that_says_nothing_is_refused_by_name(record: str) -> None:
    with pytest.raises(trf.MalformedTrf, match="record 162") as refused:
        trf.read(file(record, row(1, "   2 w 1"), row(2, "   1 b 0")))
    assert refused.value.line == 2


@pytest.mark.parametrize("record", ["299 +    1.0  001 0001", "XXS W=3 D=1", "BBW  3.0"])
def test_records_that_change_points_are_refused_by_name(record: str) -> None:
    with pytest.raises(trf.MalformedTrf, match=f"record {record[:3]} changes the points") as refused:
        trf.read(file(record, row(1, "   2 w 1"), row(2, "   1 b 0")))
    assert refused.value.line == 2


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ((row(1, "   2 w 1", points=" 3.0"), row(2, "   1 b 0", points=" 0.0")), 2),
        ((row(1, "   2 w 1", points=" 1.0"), row(2, "   1 b 0", points=" 0.5")), 3),
        ((row(1, "   2 w =", points=" 0.5"), row(2, "   1 b =", points=" 1.0")), 3),
        ((row(1, "0000 - H", points=" 1.0"), row(2, "0000 - U", points=" 1.0")), 2),
        ((row(1, "   2 w =", points=" 0.5"), row(2, "   1 b =", points=" 0.5"), row(3, "0000 - U", points=" 0.0")), 4),
    ],
)
def test_points_that_contradict_the_results_are_refused_with_the_line(rows: tuple[str, ...], line: int) -> None:
    with pytest.raises(trf.MalformedTrf, match="add up to") as refused:
        trf.read(file(*rows))
    assert refused.value.line == line


def test_points_that_a_pairing_program_left_at_zero_contradict_nothing() -> None:
    zeros = trf.read(file(row(1, "   2 w 1", points=" 0.0"), row(2, "   1 b 0", points=" 0.0")))
    assert [one.half_points for one in zeros.rows] == [2, 0]
    adjourned = trf.read(file(row(1, "   2 w  ", points=" 0.5"), row(2, "   1 b  ", points=" 0.0")))
    assert adjourned.rows[0].rounds[0].outcome is trf.TrfOutcome.OPEN


def test_points_that_are_no_number_are_refused() -> None:
    with pytest.raises(trf.MalformedTrf, match="points"):
        trf.read(file(row(1, "   2 w 1", points="many"), row(2, "   1 b 0")))


def test_records_that_are_not_understood_are_named_with_their_lines() -> None:
    told = trf.read(
        file(
            "### a comment",
            "022 Paris",
            "142 5",
            "XXC white1",
            "013 Team",
            "XXA    1  1.0",
            row(1, "   2 w 1"),
            row(2, "   1 b 0"),
            "260 001 002",
        )
    )
    assert told.rounds == 5
    assert [(one.code, one.line) for one in told.unknown] == [("XXC", 5), ("013", 6), ("XXA", 7), ("260", 10)]
