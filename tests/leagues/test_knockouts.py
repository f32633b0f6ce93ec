"""Knock-outs, single and double, and ladders."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from pydantic import ValidationError

from bot.leagues import acts, brackets, journal, ladders
from bot.leagues.windows import Calendar
from tests.leagues.playing import begun, play_by, report
from tests.leagues.test_season import CHIEF, DAY, SEED, Held, refused


def test_a_knock_out_of_six_with_a_volunteer_and_a_bye() -> None:
    held = begun(6, format="knockout")
    assert len(held.season.matches) == 3
    refused("still_in", acts.volunteer, held.season, "p00", 5)
    refused("games_open", acts.draw, held.season, SEED, CHIEF, 5, cut=True)
    play_by(held)
    out = {slot for slot, rounds in brackets.losses(held.season).items() if rounds}
    assert len(out) == 3
    helper = min(out)
    held.do(acts.volunteer, helper, 7)
    assert held.do(acts.volunteer, helper, 7) == []
    held.do(acts.draw, SEED, CHIEF, 8)
    held.create()
    second = [made for made in held.season.matches.values() if made.round == 2]
    assert [made.eliminator for made in second if made.eliminator] == [helper]
    assert len(second) == 2
    assert not held.season.byes
    for made in second:
        report(held, made.match, (2, 0) if made.first == helper or (helper not in made.slots) else (0, 2))
    (left,) = brackets.alive(held.season)
    assert left != helper, "a helper puts out and goes no further"
    refused("no_round_left", acts.draw, held.season, SEED, CHIEF, 9)
    held.finish()
    table = held.season.table(0)
    assert (table[0].place, table[0].name) == (1, left)
    assert [row.place for row in table] == [1, 2, 2, 4, 4, 4]
    assert acts.verify_lots(held.entries) == []


def test_without_a_volunteer_the_best_who_had_none_has_the_bye_and_nobody_twice() -> None:
    held = begun(7, format="knockout")
    byes = [slot for _, slot in held.season.byes]
    assert byes == ["p00"]
    play_by(held)
    held.do(acts.draw, SEED, CHIEF, 8)
    held.create()
    play_by(held)
    assert [slot for _, slot in held.season.byes] == ["p00"], "four are left"
    held.do(acts.draw, SEED, CHIEF, 9)
    held.create()
    (final,) = held.season.open_matches()
    knots = {knot.match: knot for knot in brackets.bracket(held.season)}
    assert {*knots[final.match].comes_from} == {made.match for made in held.season.matches.values() if made.round == 2}
    report(held, final.match, (1, 1))
    assert [made.match for made in brackets.undecided(held.season)] == [final.match]
    refused("rounds_left", acts.begin_review, held.season, CHIEF, 9)
    (again,) = held.do(acts.draw, SEED, CHIEF, 10)
    assert isinstance(again, journal.Drawn)
    assert [(made.first, made.second, made.playoff) for made in again.matches] == [(final.second, final.first, True)]
    held.create()
    report(held, again.matches[0].match, (2, 0))
    assert brackets.alive(held.season) == [final.second]
    assert held.season.table(0)[0].name == final.second
    held.finish()
    assert acts.verify_lots(held.entries) == []


@pytest.mark.parametrize("count", [2, 5, 8, 13])
@pytest.mark.parametrize("form", ["knockout", "double_knockout"])
def test_knock_outs_end_with_one_who_lost_less_often_than_all_others(form: str, count: int) -> None:
    held, rng = begun(count, format=form), random.Random(count)
    lives = 2 if form == "double_knockout" else 1
    told = [held.season.places(0)]
    for _ in range(30):
        for made in held.season.open_matches():
            report(held, made.match, rng.choice([(2, 0), (0, 2)]))
            told.append(held.season.places(0))
        if len(brackets.alive(held.season)) == 1:
            break
        held.do(acts.draw, SEED, CHIEF, 7)
        held.create()
    (champion,) = brackets.alive(held.season)
    lost = brackets.losses(held.season)
    assert len(lost[champion]) < lives
    assert all(len(rounds) == lives for slot, rounds in lost.items() if slot != champion)
    games = len(held.season.matches)
    assert games == lives * (count - 1) + len(lost[champion]), "every game puts a loss on one"
    held.finish()
    told.append(held.season.places(0))
    assert told[-1] == {row.name: (row.place, row.place) for row in held.season.table(0)}
    for before, after in pairwise(told):
        for name, (best, worst) in after.items():
            assert before[name][0] <= best <= worst <= before[name][1], name
    assert acts.verify_lots(held.entries) == []


def climb(held: Held, low: str, high: str, at: float) -> str:
    (asked,) = held.do(acts.challenge_player, low, high, at)
    assert isinstance(asked, journal.Challenged)
    return asked.match


def test_a_ladder_moves_by_wins_refusals_silence_and_idleness() -> None:
    held = begun(8, format="ladder")
    order = [f"p0{number}" for number in range(8)]
    assert ladders.order(held.season) == order
    assert refused("out_of_reach", acts.challenge_player, held.season, "p07", "p01", 5)["up"] == 6
    refused("out_of_reach", acts.challenge_player, held.season, "p01", "p02", 5)
    match = climb(held, "p07", "p02", 5)
    assert held.do(acts.challenge_player, "p07", "p02", 6) == []
    refused("busy", acts.challenge_player, held.season, "p03", "p02", 6)
    refused("not_your_match", acts.answer_challenge, held.season, match, "p03", 6, accept=True)
    assert held.do(acts.answer_challenge, match, "p02", 6, accept=True)
    assert held.do(acts.answer_challenge, match, "p02", 7, accept=True) == []
    held.create()
    report(held, match, (2, 0), at=10)
    assert ladders.order(held.season) == ["p00", "p01", "p07", "p03", "p04", "p05", "p06", "p02"]
    for number in (1, 2):
        asked = climb(held, "p04", "p03", 10 + number)
        held.do(acts.answer_challenge, asked, "p03", 10 + number, accept=False)
        assert ladders.order(held.season)[3] == ("p03" if number == 1 else "p04"), "the second refusal costs the place"
    asked = climb(held, "p02", "p06", 20)
    assert held.do(acts.lapse_challenges, 20 + 7 * DAY - 1) == []
    assert held.do(acts.lapse_challenges, 20 + 7 * DAY)
    assert held.do(acts.lapse_challenges, 20 + 7 * DAY) == []
    assert ladders.order(held.season)[-2:] == ["p02", "p06"]
    refused("no_challenge", acts.answer_challenge, held.season, asked, "p06", 21 + 7 * DAY, accept=True)
    held.do(acts.join_season, journal.Joined(at=8 * DAY, person="new"))
    assert ladders.order(held.season)[-1] == "new"
    before = ladders.order(held.season)
    assert {entry.person for entry in held.do(acts.note_idle, 3 + 30 * DAY)} == {"p00", "p01", "p05", "p06"}  # type: ignore[union-attr]
    after = ladders.order(held.season)
    assert [after.index(slot) - before.index(slot) for slot in ("p01", "p05")] == [1, 1]
    assert held.do(acts.note_idle, 3 + 30 * DAY) == []
    held.do(acts.withdraw_player, "p04", 31 * DAY)
    assert "p04" not in ladders.order(held.season)
    assert [row.name for row in held.season.table(0)] == ladders.order(held.season)


def test_a_replaced_ladder_player_cannot_challenge_or_answer_for_the_substitute() -> None:
    held = begun(5, format="ladder")
    held.do(acts.join_season, journal.Joined(at=3, person="sub", substitute=True))
    held.do(acts.replace_player, "p03", "sub", 4, by=CHIEF)
    assert refused("not_entered", acts.challenge_player, held.season, "p03", "p02", 5)["person"] == "p03"
    assert refused("not_entered", acts.challenge_player, held.season, "p04", "p03", 5)["person"] == "p03"
    match = climb(held, "p04", "sub", 5)
    refused("not_your_match", acts.answer_challenge, held.season, match, "p03", 6, accept=True)
    assert held.do(acts.answer_challenge, match, "sub", 6, accept=True)


def test_a_ladder_that_has_ended_takes_no_more_challenges() -> None:
    held = begun(4, format="ladder", calendar=Calendar(closes=DAY, draw=2 * DAY, check_in=0, ends=50 * DAY))
    assert refused("no_more_games", acts.challenge_player, held.season, "p01", "p00", 50 * DAY)["ends"] == 50 * DAY
    climb(held, "p01", "p00", 50 * DAY - 1)
    with pytest.raises(ValidationError, match="ends before its draw"):
        Calendar(closes=1, draw=2, ends=2)
