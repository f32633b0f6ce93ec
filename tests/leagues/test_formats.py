"""The formats beside divisions: a Swiss with late entry and leave, rolling, knock-outs, ladders, teams; exchanged sides and bids."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
import rustworkx

from bot.leagues import acts, auctions, brackets, journal, ladders, teams
from bot.leagues.acts import bidding
from bot.leagues.entrants import Entrant, Side, clash, may_meet
from bot.leagues.formats import field, rolling
from bot.leagues.lots import die
from bot.leagues.season import Season
from bot.leagues.windows import Leave
from tests.leagues.test_season import CHIEF, DAY, SEED, Held, refused


def report(held: Held, match: str, points: tuple[int, int], *, at: float = 6, margin: int = 0, leg: int = 0) -> None:
    game = held.season.matches[match].legs[leg].game
    told = journal.Resulted(at=at, match=match, game=game, points=points, margin=margin, leg=leg)
    assert held.do(acts.resulted, told)


def play_by(held: Held, *, at: float = 6, upset: frozenset[str] = frozenset()) -> None:
    """Whoever has the smaller name wins, but for matches that are upset."""
    for made in held.season.open_matches():
        wins = (made.first < made.second) is not (made.match in upset)
        report(held, made.match, (2, 0) if wins else (0, 2), at=at)


def begun(count: int, **rules: object) -> Held:
    held = Held(**rules)
    held.enter(count)
    held.begin()
    return held


# ---------------------------------------------------------------------------------------------------- Swiss


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
    held.do(acts.closed, CHIEF, 2)
    held.do(acts.away, "p05", Leave(start=20, end=45), 2)
    for number in range(1, 7):
        if number == 2:
            held.do(acts.joined, journal.Joined(at=15, person="late", capacity=6, rating=1985))
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
    refused("registration_closed", acts.joined, season, journal.Joined(at=70, person="later"))
    held.finish()
    assert acts.verified(held.entries) == []


def test_those_who_are_kept_apart_are_not_paired() -> None:
    held = Held(format="swiss", rounds=3)
    held.enter(4)
    held.do(acts.kept_apart, "p00", "p02", CHIEF, 1)
    assert held.do(acts.kept_apart, "p02", "p00", CHIEF, 1) == []
    refused("same_person", acts.kept_apart, held.season, "p00", "p00", CHIEF, 1)
    held.begin()
    assert {"p00", "p02"} not in [{*made.slots} for made in held.season.matches.values()]


def test_a_swiss_without_a_number_of_rounds_has_as_many_as_find_one_and_one_more() -> None:
    assert [begun(count, format="swiss", rounds=0).season.rounds for count in (2, 8, 9, 16)] == [2, 4, 5, 5]


# -------------------------------------------------------------------------------------------------- rolling


def test_the_free_are_paired_day_by_day_and_nobody_waits_for_the_slowest() -> None:
    held = Held(format="rolling", rounds=3)
    for number in range(7):
        held.do(acts.joined, journal.Joined(at=1, person=f"p{number}", rating=100 - number))
    held.do(acts.closed, CHIEF, 2)
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
    held.do(acts.joined, journal.Joined(at=2 * DAY, person="late"))
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
    refused("matches_open", acts.reviewing, held.season, CHIEF, 40 * DAY)
    report(held, slow.match, (1, 1), at=40 * DAY)
    held.do(acts.reviewing, CHIEF, 125 * DAY)
    held.do(acts.finished, SEED, CHIEF, 130 * DAY)
    assert acts.verified(held.entries) == []


def test_who_waits_accepts_more_of_a_difference_each_day() -> None:
    held = begun(4, format="rolling", rounds=5)
    for made in held.season.open_matches():
        report(held, made.match, (2, 0) if made.first == "p00" or made.second != "p00" else (0, 2), at=10)
    best = max(held.season.table(0), key=lambda row: row.points).name
    assert held.season.rounds == 5
    waits = rolling.waiting_since(held.season, list(held.season.sections[0]), 20)
    assert waits == dict.fromkeys(held.season.sections[0], 10)
    for slot in held.season.sections[0]:
        if slot not in (best, held.season.table(0)[-1].name):
            held.do(acts.withdrawn, slot, 11)
    assert held.do(acts.draw, SEED, CHIEF, 12) == [], "two half points apart is too much on the first day"
    assert held.do(acts.draw, SEED, CHIEF, 10 + DAY)


def test_of_three_who_are_free_the_one_whom_both_can_meet_does_not_wait_for_ever() -> None:
    held = begun(2, format="rolling", rounds=5)
    report(held, held.season.open_matches()[0].match, (2, 0), at=10)
    held.do(acts.joined, journal.Joined(at=20, person="late"))
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


# ----------------------------------------------------------------------------------------------- knock-outs


def test_a_knock_out_of_six_with_a_volunteer_and_a_bye() -> None:
    held = begun(6, format="knockout")
    assert len(held.season.matches) == 3
    refused("still_in", acts.volunteered, held.season, "p00", 5)
    refused("matches_open", acts.draw, held.season, SEED, CHIEF, 5, cut=True)
    play_by(held)
    out = {slot for slot, rounds in brackets.losses(held.season).items() if rounds}
    assert len(out) == 3
    helper = min(out)
    held.do(acts.volunteered, helper, 7)
    assert held.do(acts.volunteered, helper, 7) == []
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
    assert acts.verified(held.entries) == []


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
    refused("rounds_left", acts.reviewing, held.season, CHIEF, 9)
    (again,) = held.do(acts.draw, SEED, CHIEF, 10)
    assert isinstance(again, journal.Drawn)
    assert [(made.first, made.second, made.playoff) for made in again.matches] == [(final.second, final.first, True)]
    held.create()
    report(held, again.matches[0].match, (2, 0))
    assert brackets.alive(held.season) == [final.second]
    assert held.season.table(0)[0].name == final.second
    held.finish()
    assert acts.verified(held.entries) == []


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
    assert acts.verified(held.entries) == []


# -------------------------------------------------------------------------------------------------- ladders


def climb(held: Held, low: str, high: str, at: float) -> str:
    (asked,) = held.do(acts.challenged, low, high, at)
    assert isinstance(asked, journal.Challenged)
    return asked.match


def test_a_ladder_moves_by_wins_refusals_silence_and_idleness() -> None:
    held = begun(8, format="ladder")
    order = [f"p0{number}" for number in range(8)]
    assert ladders.order(held.season) == order
    assert refused("out_of_reach", acts.challenged, held.season, "p07", "p01", 5)["up"] == 6
    refused("out_of_reach", acts.challenged, held.season, "p01", "p02", 5)
    match = climb(held, "p07", "p02", 5)
    assert held.do(acts.challenged, "p07", "p02", 6) == []
    refused("busy", acts.challenged, held.season, "p03", "p02", 6)
    refused("not_your_match", acts.answered, held.season, match, "p03", 6, accept=True)
    assert held.do(acts.answered, match, "p02", 6, accept=True)
    assert held.do(acts.answered, match, "p02", 7, accept=True) == []
    held.create()
    report(held, match, (2, 0), at=10)
    assert ladders.order(held.season) == ["p00", "p01", "p07", "p03", "p04", "p05", "p06", "p02"]
    for number in (1, 2):
        asked = climb(held, "p04", "p03", 10 + number)
        held.do(acts.answered, asked, "p03", 10 + number, accept=False)
        assert ladders.order(held.season)[3] == ("p03" if number == 1 else "p04"), "the second refusal costs the place"
    asked = climb(held, "p02", "p06", 20)
    assert held.do(acts.lapsed, 20 + 7 * DAY - 1) == []
    assert held.do(acts.lapsed, 20 + 7 * DAY)
    assert held.do(acts.lapsed, 20 + 7 * DAY) == []
    assert ladders.order(held.season)[-2:] == ["p02", "p06"]
    refused("no_challenge", acts.answered, held.season, asked, "p06", 21 + 7 * DAY, accept=True)
    held.do(acts.joined, journal.Joined(at=8 * DAY, person="new"))
    assert ladders.order(held.season)[-1] == "new"
    before = ladders.order(held.season)
    assert {entry.person for entry in held.do(acts.idled, 3 + 30 * DAY)} == {"p00", "p01", "p05", "p06"}  # type: ignore[union-attr]
    after = ladders.order(held.season)
    assert [after.index(slot) - before.index(slot) for slot in ("p01", "p05")] == [1, 1]
    assert held.do(acts.idled, 3 + 30 * DAY) == []
    held.do(acts.withdrawn, "p04", 31 * DAY)
    assert "p04" not in ladders.order(held.season)
    assert [row.name for row in held.season.table(0)] == ladders.order(held.season)


# ---------------------------------------------------------------------------------------------------- teams


def with_teams(count: int, boards: int) -> Held:
    held = Held(format="teams", rounds=3, boards=boards)
    for team in range(count):
        names = [f"t{team}b{board}" for board in range(boards + 1)]
        for name in names:
            held.do(acts.joined, journal.Joined(at=1, person=name))
        entry = journal.Formed(
            at=1, by=names[0], team=f"t{team}", name=f"Team {team}", members=tuple(names[:-1]), alternates=(names[-1],),
            rating=2000 - team,
        )  # fmt: skip
        assert held.do(acts.formed, entry)
        assert held.do(acts.formed, entry) == []
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
    held.do(acts.replaced, games[0].first, held.season.teams[tie.first].alternates[0], 5, by=CHIEF)
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
    assert acts.verified(held.entries) == []


def test_an_alternate_plays_for_whoever_went_and_a_team_that_went_loses() -> None:
    held = with_teams(2, 2)
    held.do(acts.closed, CHIEF, 2)
    held.do(acts.away, "t0b0", Leave(start=0, end=50), 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    assert {slot for made in held.season.matches.values() for slot in made.slots} == {"t0b1", "t0b2", "t1b0", "t1b1"}
    assert held.season.section_of("t0b1") == 0
    refused(
        "own_section", acts.ruled, held.season, journal.Ruled(at=4, by="t1b2", match="1.1.1", points=(2, 0), reason="x")
    )
    held.do(acts.withdrawn, "t1", 5)
    assert {row.name: row.points for row in held.season.table(0)} == {"t0": 2, "t1": 0}


def test_for_a_player_who_left_before_the_draw_an_alternate_plays_and_without_one_the_board_is_lost() -> None:
    held = with_teams(2, 2)
    held.do(acts.closed, CHIEF, 2)
    for person in ("t0b0", "t1b1", "t1b2"):
        held.do(acts.left, person, 2)
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
    refused("too_few_members", acts.formed, held.season, small)
    taken = small.model_copy(update={"members": ("t0b0", "t0b1")})
    refused("in_another_team", acts.formed, held.season, taken)
    refused("not_entered", acts.formed, held.season, small.model_copy(update={"members": ("x", "y")}))
    refused("no_teams", acts.formed, Held().season, small)
    refused("too_few", acts.closed, held.season, CHIEF, 2)


# ---------------------------------------------------------------------------------------------- match kinds


def test_an_exchange_of_sides_is_two_games_at_once_and_one_result() -> None:
    held = Held(format="swiss", rounds=2, match="swap")
    held.enter(4)
    held.do(acts.closed, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    made, other = held.season.to_create()
    assert (list(made.missing()), made.sides(0), made.sides(1)) == (
        [0, 1],
        (made.first, made.second),
        (made.second, made.first),
    )
    for one in (made, other):
        for leg in one.missing():
            held.do(acts.created, one.match, f"{one.match}-{leg}", 4, leg=leg)
    assert held.season.to_create() == []
    refused("no_match", acts.created, held.season, "9.1.1", "g", 4)
    report(held, made.match, (2, 0), margin=3)
    assert held.season.counted(0) == []
    report(held, made.match, (2, 0), margin=5, leg=1)
    (result,) = held.season.counted(0)
    assert (result.points, result.margin) == ((1, 1), -2)
    report(held, other.match, (2, 0))
    report(held, other.match, (1, 1), leg=1)
    assert {row.name: row.points for row in held.season.table(0)}[other.first] == 2
    held.do(acts.draw, SEED, CHIEF, 7)


@pytest.mark.parametrize(
    ("one", "other", "ceded"),
    [
        ((Side.FIRST, 3), (Side.SECOND, 5), {0}),
        ((Side.FIRST, 0), (Side.FIRST, 0), {0}),
        ((Side.FIRST, 3), (Side.FIRST, 3), {3}),
        ((Side.FIRST, 5), (Side.FIRST, 2), {2, 3}),
        ((Side.FIRST, 0), (Side.FIRST, 4), {0, 1}),
    ],
)
def test_the_auction_bids_no_more_than_it_takes(
    one: tuple[Side, int], other: tuple[Side, int], ceded: set[int]
) -> None:
    """Who speaks first is the die's; the one with the higher maximum gets the side that both want."""
    seen = set()
    for number in range(24):
        found = auctions.auction(SEED, f"{number}.1.1", ("a", one), ("b", other))
        seen.add(found.ceded)
        speaker = "a" if found.dice[-1][0] > found.dice[-1][1] else "b"
        assert found.calls[0] == (speaker, 0)
        assert [amount for _, amount in found.calls] == list(range(found.ceded + 1))
        holder = found.first if found.side is Side.FIRST else found.second
        assert found.ceded <= {"a": one[1], "b": other[1]}[holder]
        if one[0] is not other[0]:
            assert (found.first, found.second) == ("a", "b")
        elif one[1] != other[1] and found.ceded > 0:
            assert holder == ("a" if one[1] > other[1] else "b")
    assert seen == ceded


def test_a_bid_stays_sealed_until_the_auction_and_the_auction_follows_from_the_seed() -> None:
    held = Held(format="swiss", rounds=1, match="bid")
    held.enter(4)
    held.do(acts.closed, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    made, silent = held.season.open_matches()
    one, other = made.slots
    refused("not_your_match", acts.bid, held.season, SEED, made.match, silent.first, Side.FIRST, 2, 4)
    assert refused("no_bid", acts.bid, held.season, SEED, made.match, one, Side.FIRST, 21, 4)["most"] == 20
    (first,) = held.do(acts.bid, SEED, made.match, one, Side.FIRST, 2, 4)
    assert held.do(acts.bid, SEED, made.match, one, Side.FIRST, 2, 5) == []
    (changed,) = held.do(acts.bid, SEED, made.match, one, Side.SECOND, 3, 5)
    assert isinstance(first, journal.Bid)
    assert isinstance(changed, journal.Bid)
    assert first.sealed != changed.sealed
    with pytest.raises(ValueError, match="another seed"):
        auctions.read(b"guessed", changed.sealed, made.match, one, changed.nonce)
    assert held.season.to_create() == []
    refused("bidding_open", acts.auctioned, held.season, SEED, made.match, 6)
    held.do(acts.bid, SEED, made.match, other, Side.SECOND, 1, 6)
    assert bidding.due(held.season, 7) == [made]
    held.do(acts.auctioned, SEED, made.match, 7)
    assert held.do(acts.auctioned, SEED, made.match, 7) == []
    assert made.auction is not None
    assert (made.sides()[1], made.auction.maxima) == (one, ((-1, 3), (-1, 1)))
    assert held.season.to_create() == [made]
    refused("bidding_over", acts.bid, held.season, SEED, made.match, one, Side.FIRST, 2, 8)
    assert bidding.due(held.season, 3 + DAY) == [silent]
    held.do(acts.auctioned, SEED, silent.match, 3 + DAY)
    assert silent.auction is not None
    assert silent.auction.ceded == 0
    held.create()
    report(held, made.match, (0, 2))
    assert {row.name: row.points for row in held.season.table(0)}[one] == 2, (
        "points are the sides' that the auction gave"
    )
    report(held, silent.match, (2, 0))
    held.finish()
    assert acts.verified(held.entries) == []
    at = next(index for index, entry in enumerate(held.entries) if isinstance(entry, journal.Auctioned))
    forged = held.entries[at].model_copy(update={"ceded": 1})
    assert acts.verified([*held.entries[:at], forged, *held.entries[at + 1 :]]) == [f"auction {made.match}"]
    refused("no_bids_here", acts.bid, begun(4).season, SEED, "1.1.1", "p00", Side.FIRST, 1, 5)


def test_dice_are_fair_and_can_be_thrown_again() -> None:
    thrown = [die(SEED, "die", str(number)) for number in range(6000)]
    assert all(850 < thrown.count(face) < 1150 for face in range(1, 7))
    assert thrown[:3] == [die(SEED, "die", str(number)) for number in range(3)]
