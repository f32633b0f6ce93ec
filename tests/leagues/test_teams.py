"""Seasons of teams."""

from __future__ import annotations

import random
from itertools import combinations

from bot.leagues import acts, journal, teams
from bot.leagues.windows import Leave
from tests.leagues.playing import report
from tests.leagues.test_season import CHIEF, SEED, Held, refused


def with_teams(count: int, boards: int) -> Held:
    held = Held(format="teams", rounds=3, boards=boards)
    for team in range(count):
        names = [f"t{team}b{board}" for board in range(boards + 1)]
        for name in names:
            held.do(acts.join_season, journal.Joined(at=1, person=name))
        entry = journal.Formed(
            at=1, by=names[0], team=f"t{team}", name=f"Team {team}", members=tuple(names[:-1]), alternates=(names[-1],),
            rating=2000 - team,
        )  # fmt: skip
        assert held.do(acts.form_team, entry)
        assert held.do(acts.form_team, entry) == []
    return held


def test_teams_are_paired_on_match_points_and_play_alternating_sides() -> None:
    held = with_teams(5, 3)
    held.begin()
    (out,) = [slot for _, slot in held.season.byes]
    assert len(held.season.matches) == 6
    for _, tie in held.season.ties.values():
        firsts = [made.first in held.season.teams[tie.first].members for made in teams.boards(held.season, tie.tie)]
        assert firsts == [True, False, True]
    _, tie = next(iter(held.season.ties.values()))
    games = teams.boards(held.season, tie.tie)
    held.do(acts.replace_player, games[0].first, held.season.teams[tie.first].alternates[0], 5, by=CHIEF)
    for made, points in zip(games, [(2, 0), (1, 1), (0, 2)], strict=True):
        report(held, made.match, points)
    assert teams.board_points(held.season, tie) == (3, 3)
    rest = held.season.open_matches()
    report(held, rest[0].match, (2, 0))
    table = {row.name: row.points for row in held.season.table(0)}
    assert (table[tie.first], table[tie.second], table[out]) == (1, 1, 2)
    for made in rest[1:]:
        report(held, made.match, (0, 0))
    for _ in range(2):
        held.do(acts.draw, SEED, CHIEF, 7)
        held.create()
        held.play(random.Random(3))
    pairs = [frozenset((tie.first, tie.second)) for _, tie in held.season.ties.values()]
    assert len(pairs) == len(set(pairs))
    assert len({slot for _, slot in held.season.byes}) == 3
    held.finish()
    assert acts.verify_lots(held.entries) == []


def test_an_alternate_replaces_a_leaver_and_a_team_that_left_loses() -> None:
    held = with_teams(2, 2)
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.take_leave, "t0b0", Leave(start=0, end=50), 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    assert {slot for made in held.season.matches.values() for slot in made.slots} == {"t0b1", "t0b2", "t1b0", "t1b1"}
    assert held.season.section_of("t0b1") == 0
    refused(
        "own_section",
        acts.rule_game,
        held.season,
        journal.Ruled(at=4, by="t1b2", match="1.1.1", points=(2, 0), reason="x"),
    )
    held.do(acts.withdraw_player, "t1", 5)
    assert {row.name: row.points for row in held.season.table(0)} == {"t0": 2, "t1": 0}


def test_for_a_player_who_left_before_the_draw_an_alternate_plays_and_without_one_the_board_is_lost() -> None:
    held = with_teams(2, 2)
    held.do(acts.close_registration, CHIEF, 2)
    for person in ("t0b0", "t1b1", "t1b2"):
        held.do(acts.leave_season, person, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    held.create()
    (made,) = held.season.open_matches()
    assert {slot for slot in made.slots if slot[1] == "0"} <= {"t0b1", "t0b2"}
    (tie,) = [tie for _, tie in held.season.ties.values()]
    points = teams.board_points(held.season, tie)
    assert (points[0] if tie.first == "t0" else points[1]) == 2
    report(held, made.match, (1, 1))
    assert {row.name: row.points for row in held.season.table(0)} == {"t0": 2, "t1": 0}


def test_a_team_needs_enough_players_who_entered_and_play_for_no_other() -> None:
    held = with_teams(1, 2)
    small = journal.Formed(at=1, team="t9", name="Small", members=("t0b0",))
    refused("too_few_members", acts.form_team, held.season, small)
    taken = small.model_copy(update={"members": ("t0b0", "t0b1")})
    refused("in_another_team", acts.form_team, held.season, taken)
    refused("not_entered", acts.form_team, held.season, small.model_copy(update={"members": ("x", "y")}))
    refused("no_teams", acts.form_team, Held().season, small)
    refused("too_few", acts.close_registration, held.season, CHIEF, 2)


def test_teams_that_share_the_title_play_for_it_and_nothing_else_moves() -> None:
    held = with_teams(4, 2)
    held.begin()
    while True:
        for made in held.season.open_matches():
            report(held, made.match, (1, 1))
        if held.season.round == held.season.rounds:
            break
        held.do(acts.draw, SEED, CHIEF, 7)
        held.create()
    before = held.season.table(0)
    shared = [row.name for row in before if row.place == 1]
    assert len(shared) > 1
    held.do(acts.draw, SEED, CHIEF, 8)
    ties = [tie for _, tie in held.season.ties.values() if tie.playoff]
    assert {frozenset((tie.first, tie.second)) for tie in ties} == {frozenset(two) for two in combinations(shared, 2)}
    held.create()
    for tie in ties:
        for board, made in enumerate(teams.boards(held.season, tie.tie)):
            wins = tie.first < tie.second
            report(held, made.match, (2, 0) if wins is (board % 2 == 0) else (0, 2))
    after = held.season.table(0)
    assert [row.name for row in after if row.place == 1] == [min(shared)]
    assert {row.name: row.points for row in after} == {row.name: row.points for row in before}, (
        "it parts, and counts no more"
    )
    refused("no_round_left", acts.draw, held.season, SEED, CHIEF, 9)
    held.finish()
    assert acts.verify_lots(held.entries) == []
