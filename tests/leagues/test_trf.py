"""TRF read and written: every letter, what is refused with its line, who is present."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.leagues.entrants import Side
from bot.leagues.exchange import trf

STATES = sorted((Path(__file__).parent / "pairings").glob("*.trf"))
HEAD = "001 {:>4}      {:<33} 1500" + " " * 28 + "{:>4} {:>4}  "


def row(number: int, *cells: str, points: str = "1.0") -> str:
    return HEAD.format(number, f"Player {number}", points, number) + "  ".join(cells)


def file(*rows: str) -> str:
    return "\n".join(("012 a test", *rows)) + "\n"


GOOD = file(row(1, "   2 w 1"), row(2, "   1 b 0"))


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.stem)
def test_what_was_read_is_written_so_that_it_reads_the_same(state: Path) -> None:
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


def test_who_has_an_entry_for_the_coming_round_is_not_paired() -> None:
    tournament = trf.read(file(row(1, "   2 w 1", "0000 - Z"), row(2, "   1 b 0"), row(3, "0000 - U")))
    assert [one.name for one in trf.entrants(tournament)] == ["2", "3"]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("012 nothing\n", 1, "names no entrant"),
        (file("001    1 short"), 2, "before the points"),
        (file(row(1, "   2 w 1").replace("001    1", "001    x")), 2, "starting rank"),
        (file(row(1, "   2 w 1"), row(1, "   2 w 1")), 3, "stands in line 2 already"),
        (file(row(1, "   2 w ?")), 2, "none of 1 = 0"),
        (file(row(1, "   2 x 1")), 2, "no colour"),
        (file(row(1, "0000 - 1")), 2, "no opponent"),
        (file(row(1, "   2 w U")), 2, "has an opponent and the bye"),
        (file(row(1, "   9 w 1")), 2, "who has no line"),
        (file(row(-1)), 2, "should be 1 or more, not -1"),
        (file(row(1, "   1 w 1")), 2, "round 1 names the entrant of this line as opponent"),
        (file(row(1, "   2 w 1"), row(2, "   1 b 1")), 2, "told otherwise in line 3"),
        (file(row(1, "   2 w 1"), row(2, "   1 w 0")), 2, "told otherwise in line 3"),
        (file(row(1, "   2 w 1"), row(2)), 2, "told otherwise in line 3"),
        (file(row(1, "   2 w +"), row(2, "   1 b +")), 2, "told otherwise in line 3"),
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
