"""Substitutes and their offers, and what one season leaves to the next; a whole season with everything that may happen to it."""

from __future__ import annotations

import random

import pytest

from bot.leagues import acts, divisions, journal, promotion
from bot.leagues.acts import withdrawals
from bot.leagues.forgetting import without_words
from bot.leagues.formats import playoffs
from bot.leagues.journal import ENTRY
from bot.leagues.pairing import Pair
from bot.leagues.season import Season
from bot.leagues.standings import How
from tests.leagues.test_season import CHIEF, SEED, Held, opening, refused

OFFER = withdrawals.OFFER


def with_substitutes(count: int, substitutes: int, **rules: object) -> Held:
    held = Held(**rules)
    held.enter(count)
    for number in range(substitutes):
        held.do(acts.join_season, journal.Joined(at=2, person=f"s{number}", substitute=True, capacity=6))
    held.begin()
    return held


def offers(entries: list[journal.Entry]) -> list[tuple[str, str]]:
    return [(entry.person, entry.substitute) for entry in entries if isinstance(entry, journal.Offered)]


def test_a_place_is_offered_to_some_at_once_and_each_has_a_day_of_its_own() -> None:
    held = with_substitutes(5, 5)
    assert held.do(acts.offer_places, 5) == []
    refused("no_offer", acts.accept_offer, held.season, "s0", 5)
    held.do(acts.withdraw_player, "p01", 5)
    assert offers(held.do(acts.offer_places, 10)) == [("p01", "s0"), ("p01", "s1"), ("p01", "s2")]
    assert held.do(acts.offer_places, 11) == [], "asking again starts no clock again"
    assert held.do(acts.decline_offers, "s1", 12)
    assert held.do(acts.decline_offers, "s1", 13) == []
    assert offers(held.do(acts.offer_places, 20)) == [("p01", "s3")]
    refused("offer_over", acts.accept_offer, held.season, "s1", 21)
    refused("offer_over", acts.accept_offer, held.season, "s0", 10 + OFFER)
    assert offers(held.do(acts.offer_places, 10 + OFFER)) == [("p01", "s4")]
    assert held.do(acts.accept_offer, "s3", 19 + OFFER, turns={"1.1.1": 4})
    assert held.do(acts.accept_offer, "s3", 19 + OFFER) == []
    assert held.season.holders["p01"] == "s3"
    refused("offer_over", acts.accept_offer, held.season, "s4", 19 + OFFER)
    assert held.do(acts.offer_places, 20 + OFFER) == []


def test_a_substitute_in_two_offers_takes_the_first_and_leaves_the_other() -> None:
    held = with_substitutes(10, 1)
    one, other = held.season.sections[0][0], held.season.sections[1][0]
    held.do(acts.withdraw_player, one, 5)
    held.do(acts.withdraw_player, other, 6)
    assert offers(held.do(acts.offer_places, 7)) == [(one, "s0"), (other, "s0")]
    held.do(acts.accept_offer, "s0", 8)
    assert (held.season.section_of("s0"), held.season.gone) == (0, {other: False})
    late = journal.Joined(at=9, person="s1", substitute=True)
    held.do(acts.join_season, late)
    assert offers(held.do(acts.offer_places, 10)) == [(other, "s1")]


def test_a_substitute_who_went_as_well_is_offered_nothing_more() -> None:
    held = with_substitutes(5, 1)
    held.do(acts.withdraw_player, "p01", 5)
    held.do(acts.replace_player, "p01", "s0", 6, by=CHIEF)
    held.do(acts.withdraw_player, "s0", 7)
    assert held.season.waiting() == []
    assert held.season.status("s0", 8) == "withdrawn"
    assert held.season.status("p01", 8) == "withdrawn"
    held.do(acts.join_season, journal.Joined(at=8, person="s1", substitute=True))
    assert offers(held.do(acts.offer_places, 9)) == [("s0", "s1")]
    held.do(acts.accept_offer, "s1", 10)
    assert held.season.section_of("s1") == 0


def test_a_place_vacant_again_is_offered_again() -> None:
    held = with_substitutes(5, 2)
    held.do(acts.withdraw_player, "p01", 5)
    held.do(acts.offer_places, 6)
    held.do(acts.decline_offers, "s1", 7)
    held.do(acts.accept_offer, "s0", 8)
    held.do(acts.withdraw_player, "s0", 9)
    assert offers(held.do(acts.offer_places, 10)) == [("s0", "s1")]
    held.do(acts.accept_offer, "s1", 10 + OFFER - 1)
    assert held.season.holders["p01"] == "s1"


def test_those_who_are_kept_apart_are_in_different_divisions() -> None:
    held = Held()
    held.enter(15)
    for one, other in (("p00", "p04"), ("p05", "p09"), ("p10", "p14"), ("p04", "p05")):
        held.do(acts.keep_apart, one, other, CHIEF, 1)
    held.begin()
    assert sorted(slot for section in held.season.sections for slot in section) == [
        f"p{number:02}" for number in range(15)
    ]
    assert not any(pair <= {*section} for section in held.season.sections for pair in held.season.apart)
    assert [len(section) for section in held.season.sections] == [5, 5, 5]


def test_a_renamed_player_keeps_their_place_in_a_swiss() -> None:
    held = Held(format="swiss", rounds=3)
    held.enter(6)
    held.begin()
    held.play(random.Random(1))
    held.do(acts.link_persons, "other", "p01", 5)
    (drawn,) = held.do(acts.draw, SEED, CHIEF, 6)
    assert isinstance(drawn, journal.Drawn)
    assert drawn.sections[0][:3] == ("p00", "p01", "p02")
    assert drawn.late == ()


def test_a_place_with_nothing_left_to_play_is_offered_to_nobody() -> None:
    held = with_substitutes(5, 1)
    held.play(random.Random(1), keep=1)
    (last,) = held.season.open_matches()
    done = next(slot for slot in held.season.sections[0] if slot not in last.slots)
    held.do(acts.withdraw_player, done, 7)
    assert held.do(acts.offer_places, 8) == []
    held.do(acts.withdraw_player, last.first, 8)
    assert offers(held.do(acts.offer_places, 9)) == [(last.first, "s0")]


# ----------------------------------------------------------------------------------------------- promotion


def over(count: int, seed: int) -> Held:
    held = Held()
    held.enter(count)
    held.begin()
    held.play(random.Random(seed))
    held.finish()
    return held


def test_the_next_season_follows_from_the_tables_of_the_last() -> None:
    held = over(15, 3)
    ranking = promotion.final_tables(held.season)
    assert [sorted(table) for table in ranking] == [sorted(section) for section in held.season.sections]
    again = Held(previous="s-spring", ranking=ranking)
    staying = [name for table in ranking for name in table if name != ranking[0][1]]
    for name in [*staying, "new"]:
        again.do(acts.join_season, journal.Joined(at=1, person=name, capacity=6))
    again.begin()
    want = divisions.next_season(ranking, frozenset(staying), ["new"])
    assert again.season.sections == want
    assert ranking[1][0] in want[0]
    assert ranking[0][-1] in want[1]
    assert want[-1][-1] == "new"
    again.play(random.Random(2))
    again.finish()
    assert acts.verify_lots(again.entries) == []
    with pytest.raises(ValueError, match="not over"):
        promotion.final_tables(Held().season)


def test_shared_places_that_matter_are_played_off_and_then_drawn_by_lot() -> None:
    held = Held()
    held.enter(5)
    held.begin()
    circle = held.season.sections[0]
    for made in held.season.open_matches():
        held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=(1, 1)))
    assert {row.place for row in held.season.table(0)} == {1}
    held.do(acts.withdraw_player, circle[4], 6)
    (drawn,) = held.do(acts.draw, SEED, CHIEF, 7)
    assert isinstance(drawn, journal.Drawn)
    assert len(drawn.matches) == 6
    assert all(made.playoff for made in drawn.matches)
    first = {frozenset(made.slots): made.first for made in held.season.matches.values() if not made.playoff}
    assert all(first[frozenset((made.first, made.second))] == made.second for made in drawn.matches), (
        "sides are exchanged"
    )
    held.create()
    for made in held.season.open_matches():
        points = (1, 1) if circle[0] not in made.slots else (2, 0) if made.first == circle[0] else (0, 2)
        held.do(acts.report_result, journal.Resulted(at=8, match=made.match, game=made.game, points=points))
    rows = held.season.table(0)
    assert [(row.place, row.points) for row in rows] == [(1, 4), (2, 4), (2, 4), (2, 4), (5, 4)]
    assert rows[0].name == circle[0]
    refused("drawn_already", acts.draw, held.season, SEED, CHIEF, 9)
    held.finish()
    assert acts.verify_lots(held.entries) == []
    order = promotion.final_order(held.season, 0, SEED)
    assert order[0] == circle[0]
    assert order != promotion.final_order(held.season, 0, b"another")


def test_a_title_that_a_swiss_shares_is_played_off() -> None:
    held = Held(format="swiss", rounds=2)
    held.enter(4)
    held.begin()
    for number in (1, 2):
        for made in held.season.open_matches():
            held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=(1, 1)))
        if number == 1:
            held.do(acts.draw, SEED, CHIEF, 7)
            held.create()
    before = held.season.table(0)
    (drawn,) = held.do(acts.draw, SEED, CHIEF, 8)
    assert isinstance(drawn, journal.Drawn)
    assert len(drawn.matches) == 6
    refused("games_open", acts.draw, held.season, SEED, CHIEF, 8, cut=True)
    held.create()
    for made in held.season.open_matches():
        points = (2, 0) if made.first < made.second else (0, 2)
        held.do(acts.report_result, journal.Resulted(at=9, match=made.match, game=made.game, points=points))
    rows = held.season.table(0)
    assert [(row.place, row.name, row.points) for row in rows] == [(n + 1, f"p0{n}", 2) for n in range(4)]
    assert {row.name: row.second_tiebreak for row in rows} == {row.name: row.second_tiebreak for row in before}
    refused("no_round_left", acts.draw, held.season, SEED, CHIEF, 9)
    held.finish()
    assert acts.verify_lots(held.entries) == []


def test_ties_that_move_nobody_are_not_played_off() -> None:
    held = over(15, 3)
    for section in range(3):
        lines = promotion.edges(held.season, section)
        assert lines == [{1, 4}, {1, 4}, {1}][section]
        for names in playoffs.tied(held.season, section):
            places = {row.name: row.place for row in held.season.table(section)}
            assert any(places[names[0]] <= line < places[names[0]] + len(names) for line in lines)


def test_a_section_is_settled_once_no_result_can_move_anybody_across_a_line() -> None:
    held = Held()
    held.enter(5)
    held.begin()
    best = held.season.sections[0][0]
    games = sorted(held.season.open_matches(), key=lambda made: best not in made.slots)
    for played, made in enumerate(games):
        points = (2, 0) if best not in made.slots or made.first == best else (0, 2)
        assert not promotion.settled(held.season, 0) or played > 4
        held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=points))
        if promotion.settled(held.season, 0):
            break
        refused("still_matters", acts.conclude_season, held.season, CHIEF, 7)
    assert held.season.open_matches()
    before = [row.name for row in held.season.table(0)]
    left = [made.match for made in held.season.open_matches()]
    held.do(acts.conclude_season, CHIEF, 7, {(left[0], 0)})
    assert held.season.open_matches() == []
    how = {match: held.season.matches[match].legs[0].outcome().how for match in left}  # type: ignore[union-attr]
    assert how == {match: How.PLAYED if match == left[0] else How.WALKOVER for match in left}, "by moves that were made"
    assert held.season.table(0)[0].name == before[0] == best
    held.finish()


def test_removing_somebodys_texts_changes_nothing_else() -> None:
    held = Held()
    held.enter(4)
    held.begin()
    held.do(acts.announce, "well met", CHIEF, 5)
    held.play(random.Random(2))
    made = held.season.matches["1.1.1"]
    assert made.reported is not None
    loser = made.first if made.reported.points[0] < 2 else made.second
    held.do(acts.appeal_result, "1.1.1", loser, "no", 7)
    held.do(acts.decide_appeal, "1.1.1", "judge", None, "because", 8)
    held.finish()
    left = list(held.entries)
    for person in (CHIEF, "judge", loser):
        left = [without_words(entry, person) for entry in left]
    kept = b"".join(map(ENTRY.dump_json, left))
    assert not any(word in kept for word in (b"well met", b"because", b'"no"'))
    assert Season.told(left).table(0) == held.season.table(0)
    assert acts.verify_lots(left) == []


# ------------------------------------------------------------------------------------------- a whole season


def silent(held: Held, person: str, count: int) -> None:
    """Somebody runs out of time without a word in so many games."""
    for made in [made for made in held.season.open_matches() if person in made.slots][:count]:
        points = (0, 2) if made.first == person else (2, 0)
        told = journal.Resulted(at=20, match=made.match, game=made.game, points=points, reason="time", silent=(person,))
        held.do(acts.report_result, told)


def test_thirty_two_with_dropouts_substitutes_an_outage_and_an_appeal() -> None:
    """Six organiser's acts, everything else by players and rules; the journal alone gives every byte again."""
    held, rng = Held(), random.Random(8)
    organised = 1  # the opening
    held.enter(32)
    for name in ("s1", "s2"):
        held.do(acts.join_season, journal.Joined(at=1, by=name, person=name, substitute=True, capacity=6))
    held.begin()
    organised += 2  # closing, draw
    season = held.season
    assert [len(section) for section in season.sections] == [5, 5, 5, 5, 5, 7]
    assert len(season.matches) == 71
    pairs = [Pair(made.first, made.second) for made in season.matches.values()]
    assert set(divisions.balance(pairs).values()) == {0}
    held.play(rng, keep=60)
    gone = [season.sections[5][0], season.sections[4][0]]
    for person in gone:
        silent(held, person, 2)
    assert [entry.person for entry in held.do(acts.drop_silent, 21)] == gone  # type: ignore[union-attr]
    leaving = season.sections[3][1]
    held.do(acts.leave_season, leaving, 22)
    held.do(acts.offer_places, 23)
    held.do(acts.accept_offer, "s2", 24)
    held.do(acts.accept_offer, "s1", 25)
    assert len(season.gone) == 1
    held.do(acts.extend_windows, 7 * 3600, "", 26, outage=True)
    held.create()
    held.play(rng, keep=1)
    (last,) = season.open_matches()
    held.do(acts.rule_game, journal.Ruled(at=27, by=CHIEF, match=last.match, points=(0, 2), reason="wrong scenario"))
    organised += 1
    held.do(acts.appeal_result, last.match, season.holders[last.first], "it was agreed", 28)
    judge = next(name for name in season.sections[0] if season.section_of(name) != last.section)
    held.do(acts.decide_appeal, last.match, judge, (1, 1), "both are right", 29)
    organised += 1
    held.finish(at=30)
    organised += 1
    assert organised <= 10
    assert acts.verify_lots(held.entries) == []
    replayed = [ENTRY.dump_json(entry) for entry in held.entries]
    again = Season.told(map(ENTRY.validate_json, replayed))
    assert again == season
    assert [again.table(number) for number in range(6)] == [season.table(number) for number in range(6)]
    assert sum(row.played for number in range(6) for row in season.table(number)) <= 142
    for number in range(6):
        assert season.places(number) == {row.name: (row.place, row.place) for row in season.table(number)}


def test_the_kinds_of_openings_that_make_no_season() -> None:
    assert refused("too_few_boards", acts.open_season, opening(format="teams"))["boards"] == 1
    refused("boards_have_sides", acts.open_season, opening(format="teams", boards=3, match="swap"))
    assert acts.open_season(opening(format="teams", boards=3))
