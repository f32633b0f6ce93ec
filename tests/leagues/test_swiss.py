"""A Swiss with late entry and leave, paired as well as can be, and a rolling one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import rustworkx

from bot.leagues import acts, journal
from bot.leagues.entrants import Entrant, clash, may_meet
from bot.leagues.formats import field, rolling_swiss
from bot.leagues.season import Season
from bot.leagues.windows import Calendar, Leave
from tests.leagues.playing import begun, play_by, report
from tests.leagues.test_season import CHIEF, DAY, SEED, Held, refused


def weight(held: Season, drawn: journal.Drawn) -> tuple[int, int, int]:
    """Repeats, differences of score and clashes of a round, as the reference's cases are compared."""
    seen = {one.name: one for one in entrants_of(held, drawn, list(drawn.sections[0]))}
    games = [(seen[made.first], seen[made.second]) for made in drawn.matches]
    return (
        sum(other.name in one.met for one, other in games),
        sum(abs(one.score - other.score) for one, other in games),
        sum(clash(one, other) for one, other in games),
    )


def entrants_of(held: Season, drawn: journal.Drawn, names: list[str]) -> list[Entrant]:
    late = dict.fromkeys(drawn.late, drawn.round - 1)
    return [one.scored(late.get(one.name, 0)) for one in field.entrants(held, names)]


def least(held: Season, drawn: journal.Drawn) -> tuple[int, int, int]:
    """The same of the best pairing there is, found another way: all edges, two aims, the round's bye given."""
    playing = [name for made in drawn.matches for name in (made.first, made.second)]
    seen = [one for one in entrants_of(held, drawn, list(drawn.sections[0])) if one.name in playing]
    graph = rustworkx.PyGraph[int, int]()
    graph.add_nodes_from(range(len(seen)))
    for one, other in combinations(range(len(seen)), 2):
        if may_meet(seen[one], seen[other]):
            apart = abs(seen[one].score - seen[other].score)
            graph.add_edge(one, other, 10**6 - 1000 * apart - clash(seen[one], seen[other]))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    assert 2 * len(pairs) == len(seen)
    games = [(seen[one], seen[other]) for one, other in pairs]
    return 0, sum(abs(one.score - other.score) for one, other in games), sum(clash(one, other) for one, other in games)


def test_a_swiss_of_thirty_three_with_late_entry_and_leave_is_paired_as_well_as_can_be() -> None:
    held, rng = Held(format="swiss", rounds=6), random.Random(5)
    held.enter(32)
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.take_leave, "p05", Leave(start=20, end=45), 2)
    for number in range(1, 7):
        if number == 2:
            held.do(acts.join_season, journal.Joined(at=15, person="late", capacity=6, rating=1985))
        before = Season.told(held.entries)
        (drawn,) = held.do(acts.draw, SEED, CHIEF, 10 * number)
        assert isinstance(drawn, journal.Drawn)
        assert weight(before, drawn) == least(before, drawn)
        held.create()
        held.play(rng)
    season = held.season
    assert season.absences == [(2, "p05", 1), (1, "late", 1), (3, "p05", 1), (4, "p05", 0)]
    assert season.sections[0].index("late") in (15, 16), "whoever comes late is ranked by rating"
    met = [frozenset(made.slots) for made in season.matches.values()]
    assert len(met) == len(set(met))
    rows = {row.name: row for row in season.table(0)}
    assert len(rows) == 33
    assert rows["late"].points == 1 + sum(
        points
        for made in season.matches.values()
        for slot, points in zip(made.slots, made.legs[0].reported.points, strict=True)  # type: ignore[union-attr]
        if slot == "late"
    ) + 2 * sum(slot == "late" for _, slot in season.byes)
    refused("registration_closed", acts.join_season, season, journal.Joined(at=70, person="later"))
    held.finish()
    assert acts.verify_lots(held.entries) == []


def test_those_who_are_kept_apart_are_not_paired() -> None:
    held = Held(format="swiss", rounds=3)
    held.enter(4)
    held.do(acts.keep_apart, "p00", "p02", CHIEF, 1)
    assert held.do(acts.keep_apart, "p02", "p00", CHIEF, 1) == []
    refused("same_person", acts.keep_apart, held.season, "p00", "p00", CHIEF, 1)
    held.begin()
    assert {"p00", "p02"} not in [{*made.slots} for made in held.season.matches.values()]


def test_a_swiss_without_a_number_of_rounds_has_as_many_as_find_one_and_one_more() -> None:
    assert [begun(count, format="swiss", rounds=0).season.rounds for count in (2, 8, 9, 16)] == [2, 4, 5, 5]


def test_the_free_are_paired_day_by_day_and_nobody_waits_for_the_slowest() -> None:
    held = Held(format="rolling", rounds=3)
    for number in range(7):
        held.do(acts.join_season, journal.Joined(at=1, person=f"p{number}", rating=100 - number))
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    held.create()
    assert len(held.season.matches) == 3
    assert held.do(acts.draw, SEED, CHIEF, DAY) == [], "one is free, six play"
    first, slow, _ = held.season.open_matches()
    report(held, first.match, (2, 0), at=DAY)
    (drawn,) = held.do(acts.draw, SEED, CHIEF, 2 * DAY)
    assert isinstance(drawn, journal.Drawn)
    assert len(drawn.matches) == 1
    assert "p6" in (drawn.matches[0].first, drawn.matches[0].second), "who waited longest does not wait on"
    assert not slow.settled
    held.do(acts.join_season, journal.Joined(at=2 * DAY, person="late"))
    for day in range(3, 40):
        held.create()
        for made in held.season.open_matches():
            if made is not slow:
                report(held, made.match, (2, 0) if made.first < made.second else (0, 2), at=day * DAY)
        held.do(acts.draw, SEED, CHIEF, day * DAY)
    assert [made.match for made in held.season.open_matches()] == [slow.match]
    played = {
        slot: sum(slot in made.slots for made in held.season.matches.values()) for slot in held.season.sections[0]
    }
    assert max(played.values()) <= 3
    met = [frozenset(made.slots) for made in held.season.matches.values()]
    assert len(met) == len(set(met))
    refused("matches_open", acts.begin_review, held.season, CHIEF, 40 * DAY)
    report(held, slow.match, (1, 1), at=40 * DAY)
    held.do(acts.begin_review, CHIEF, 125 * DAY)
    held.do(acts.finish_season, SEED, CHIEF, 130 * DAY)
    assert acts.verify_lots(held.entries) == []


def test_a_waiting_player_accepts_a_greater_difference_each_day() -> None:
    held = begun(4, format="rolling", rounds=5)
    for made in held.season.open_matches():
        report(held, made.match, (2, 0) if made.first == "p00" or made.second != "p00" else (0, 2), at=10)
    best = max(held.season.table(0), key=lambda row: row.points).name
    assert held.season.rounds == 5
    waits = rolling_swiss.waiting_since(held.season, list(held.season.sections[0]), 20)
    assert waits == dict.fromkeys(held.season.sections[0], 10)
    for slot in held.season.sections[0]:
        if slot not in (best, held.season.table(0)[-1].name):
            held.do(acts.withdraw_player, slot, 11)
    assert held.do(acts.draw, SEED, CHIEF, 12) == [], "two half points apart is too much on the first day"
    assert held.do(acts.draw, SEED, CHIEF, 10 + DAY)


def test_of_three_free_players_the_one_both_can_meet_does_not_wait_forever() -> None:
    held = begun(2, format="rolling", rounds=5)
    report(held, held.season.open_matches()[0].match, (2, 0), at=10)
    held.do(acts.join_season, journal.Joined(at=20, person="late"))
    (drawn,) = held.do(acts.draw, SEED, CHIEF, 10 * DAY)
    assert isinstance(drawn, journal.Drawn)
    assert "late" in (drawn.matches[0].first, drawn.matches[0].second)


def test_a_game_that_is_on_counts_for_the_sides_of_the_next() -> None:
    held = Held(format="swiss", rounds=9)
    held.enter(12)
    held.begin()
    for number in range(2, 8):
        held.do(acts.draw, SEED, CHIEF, number, cut=True)
    sides = Counter(made.first for made in held.season.matches.values())
    sides.subtract(made.second for made in held.season.matches.values())
    assert max(map(abs, sides.values())) <= 2


def test_a_rolling_swiss_that_has_ended_pairs_nobody_and_may_be_reviewed() -> None:
    held = begun(
        4, format="rolling", rounds=3, calendar=Calendar(closes=0.5 + DAY, draw=2 * DAY, check_in=0, ends=50 * DAY)
    )
    play_by(held, at=10)
    refused("rounds_left", acts.begin_review, held.season, CHIEF, 50 * DAY - 1)
    assert held.do(acts.draw, SEED, CHIEF, 50 * DAY) == []
    assert held.do(acts.begin_review, CHIEF, 50 * DAY)


def test_every_match_has_a_window_of_its_own_that_grows_with_what_everybody_is_granted() -> None:
    held = begun(4, format="rolling", rounds=3)
    early, late = held.season.open_matches()
    held.do(acts.extend_windows, DAY, CHIEF, 5)
    report(held, early.match, (2, 0), at=10)
    report(held, late.match, (2, 0), at=10)
    (drawn,) = held.do(acts.draw, SEED, CHIEF, 30 * DAY)
    assert isinstance(drawn, journal.Drawn)
    next_day = held.season.matches[drawn.matches[0].match]
    first, second = held.season.match_window(early), held.season.match_window(next_day)
    assert (first.start, first.end) == (3, 3 + 121 * DAY)
    assert (second.start, second.end) == (30 * DAY, 150 * DAY)


def test_a_win_with_the_weaker_side_is_the_last_tie_break_where_that_side_is_known() -> None:
    def places(weaker: int) -> list[int]:
        held = begun(4, format="swiss", rounds=1, weaker=weaker)
        one, other = held.season.open_matches()
        report(held, one.match, (2, 0))
        report(held, other.match, (0, 2))
        table = {row.name: row.place for row in held.season.table(0)}
        return [table[one.first], table[other.second]]

    assert places(0) == [1, 1]
    assert places(1) == [1, 2]
    assert places(-1) == [2, 1]
