"""Rulings by rule: time, windows, games that nobody began."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.leagues import acts, adjudication
from bot.leagues.adjudication import GRACE, Adjudication, Facts, adjudicated
from bot.leagues.rated_games import ON_END
from bot.leagues.standings import How
from tests.leagues.test_season import Held

HOUR, DAY = 3_600, 86_400
RUNNING = Facts(
    at=50 * DAY,
    began=0,
    ends=120 * DAY,
    thought=(40 * HOUR, 40 * HOUR),
    turn=8,
    turns=20,
    awaited=(True, False),
    acted=(True, True),
    level=(2, 0),
    margin=4,
)
OVER = replace(RUNNING, at=120 * DAY)


def test_a_game_that_keeps_its_times_goes_on() -> None:
    assert adjudicated(RUNNING) is None
    assert adjudicated(replace(RUNNING, emptied=(50 * DAY - GRACE + 1, None))) is None


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        (replace(RUNNING, emptied=(50 * DAY - GRACE, None)), Adjudication("time", (0, 2), How.PLAYED, True, late=0)),
        (replace(RUNNING, emptied=(None, 50 * DAY - 60), claimed=True), Adjudication("time", (2, 0), How.PLAYED, True, late=1)),
        (replace(RUNNING, emptied=(40 * DAY, 39 * DAY)), Adjudication("time", (2, 0), How.PLAYED, True, late=1)),
        (replace(RUNNING, emptied=(9 * DAY, None), turn=3), Adjudication("time", (0, 2), How.PLAYED, False, late=0)),
        (
            replace(RUNNING, emptied=(9 * DAY, None), mass=(True, False)),
            Adjudication("time", (0, 2), How.PLAYED, False, late=0),
        ),
    ],
)  # fmt: skip
def test_an_empty_bank_loses_after_a_day_or_when_the_opponent_claims(facts: Facts, verdict: Adjudication) -> None:
    assert adjudicated(facts) == verdict


def test_a_player_without_a_first_move_has_a_week_and_no_bank() -> None:
    silent = replace(RUNNING, acted=(False, True), emptied=(5 * DAY, None), turn=1, at=7 * DAY - 1)
    assert adjudicated(silent) is None
    assert adjudicated(replace(silent, at=7 * DAY)) == Adjudication(
        "no_first_move", (0, 2), How.WALKOVER, False, late=0
    )
    both = replace(silent, at=7 * DAY, awaited=(True, True), acted=(False, False))
    assert adjudicated(both) == Adjudication("no_first_move", (0, 0), How.WALKOVER, False)
    waits = replace(silent, at=7 * DAY, awaited=(False, True), acted=(False, True), emptied=(None, None))
    assert adjudicated(waits) is None, "nobody is late who is not awaited"


@pytest.mark.parametrize(
    ("thought", "turn", "code", "points", "rated"),
    [
        ((180, 108), 19, "slower", (0, 2), True),
        ((100, 172), 19, "slower", (2, 0), True),
        ((180, 108), 3, "slower", (0, 2), False),
        ((179, 108), 8, "split", (1, 1), False),  # 71 hours longer
        ((181, 109), 8, "slower", (0, 2), True),  # 62 %
        ((300, 220), 8, "split", (1, 1), False),  # 80 hours longer, but 58 %
        ((40, 40), 18, "present_vp", (2, 0), True),
        ((40, 40), 17, "split", (1, 1), False),
    ],
)
def test_at_the_end_of_the_window_the_slower_side_loses_else_the_last_turns_count_else_it_is_split(
    thought: tuple[int, int], turn: int, code: str, points: tuple[int, int], rated: bool
) -> None:
    found = adjudicated(replace(OVER, thought=(thought[0] * HOUR, thought[1] * HOUR), turn=turn))
    assert found is not None
    assert (found.code, found.points, found.rated) == (code, points, rated)
    assert found.margin == (4 if code == "present_vp" else 0)


@pytest.mark.parametrize("turn", [1, 3, 4, 19])
@pytest.mark.parametrize("thought", [(180, 108), (40, 40)])
@pytest.mark.parametrize("acted", [(True, True), (True, False), (False, False)])
def test_a_ruling_by_the_clock_counts_as_played_once_a_move_was_made(
    acted: tuple[bool, bool], thought: tuple[int, int], turn: int
) -> None:
    hours = (thought[0] * HOUR, thought[1] * HOUR)
    found = adjudicated(replace(OVER, thought=hours, turn=turn, acted=acted, awaited=(True, False), began=119 * DAY))
    assert found is not None
    moved = any(acted)
    assert found.how is (How.PLAYED if moved else How.WALKOVER), found
    assert moved or (not found.rated and not found.margin), "what nobody played says nothing about anybody"
    again = adjudication.reported(found.code, found.points, turn, found.margin, moved=moved)
    assert again == replace(found, late=None), "and the game reports the same"


def test_two_silent_timeouts_are_a_withdrawal_and_of_mass_timeouts_the_first_is_rated() -> None:
    held = Held()
    held.enter(5)
    held.begin()
    late = held.season.sections[0][0]
    mine = [made for made in held.season.open_matches() if late in made.slots]
    for made in mine[:2]:
        side = made.sides().index(late)
        mass = adjudication.mass(held.season, late, 50 * DAY)
        emptied = (9.0, None) if side == 0 else (None, 9.0)
        found = adjudicated(replace(RUNNING, emptied=emptied, mass=(mass, mass)))
        assert found is not None
        assert not held.season.late.get(late, 0) or not found.rated
        assert acts.drop_silent(held.season, 50 * DAY) == []
        held.do(acts.rule_game, adjudication.entry(held.season, found, made.match, 50 * DAY, silent=True))
    assert [made.legs[0].outcome().rated for made in mine[:2]] == [True, False]  # type: ignore[union-attr]
    assert held.do(acts.drop_silent, 51 * DAY)
    assert held.season.gone == {late: True}
    assert held.do(acts.drop_silent, 51 * DAY) == []


def test_losses_by_time_are_on_end_for_as_long_as_ratings_take_them_so() -> None:
    held = Held()
    held.enter(5)
    held.begin()
    made = held.season.open_matches()[0]
    found = adjudication.reported("time", (0, 2), 5)
    assert found is not None
    held.do(acts.rule_game, adjudication.entry(held.season, found, made.match, 50 * DAY))
    assert adjudication.mass(held.season, made.first, 50 * DAY + ON_END - 1)
    assert not adjudication.mass(held.season, made.first, 50 * DAY + ON_END)


def test_short_absences_of_the_bot_move_no_clock() -> None:
    assert adjudication.moved_by(6 * HOUR) == 0
    assert adjudication.moved_by(6 * HOUR + 1) == 6 * HOUR + 1
