"""A season's stages: drafts, check-in, previews, review and appeals; roles, venues, leave and time that everybody gets."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import ValidationError

from bot.leagues import acts, journal, rights
from bot.leagues.eligibility import Record, Sanction, missing
from bot.leagues.journal import ENTRY
from bot.leagues.season import Season
from bot.leagues.standings import How
from bot.leagues.windows import Calendar, Leave
from tests.leagues.test_season import CHIEF, DAY, SEED, Held, opening, refused

FIRST = journal.Opened.model_validate_json(
    '{"at":0,"by":"chief","kind":"opened","name":"Old","format":"divisions","options":{"optional":true},"rounds":1,'
    '"clock":{"bank":432000,"per_round":28800,"cap":604800,"leave":1209600},"own_rounds":120,"window":10368000,'
    '"commitment":"' + "0" * 64 + '"}'
)
"""An opening as it was written before seasons had drafts."""

MATCH = '{"match":"1.1.1","section":0,"first":"a","second":"b"}'


def called(held: Held) -> Held:
    """A season with check-in on days 7 to 10 that six entered."""
    held.enter(6)
    held.do(acts.close_registration, CHIEF, 5 * DAY)
    return held


CALENDAR = Calendar(closes=5 * DAY, draw=10 * DAY)


def test_journals_that_were_written_before_read_as_they_did() -> None:
    lines = [
        '{"at":1,"by":"a","kind":"joined","person":"a","capacity":2,"rating":5,"substitute":false}',
        '{"at":1,"by":"b","kind":"joined","person":"b","capacity":1,"rating":0,"substitute":false}',
        '{"at":2,"by":"","kind":"closed"}',
        '{"at":3,"by":"","kind":"drawn","round":1,"sections":[["a","b"]],"bye":null,"left":[],"matches":['
        + MATCH
        + "]}",
        '{"at":4,"by":"","kind":"created","match":"1.1.1","game":"g"}',
        '{"at":5,"by":"","kind":"resulted","match":"1.1.1","game":"g","points":[2,0],"margin":3}',
        '{"at":6,"by":"","kind":"ruled","match":"1.1.1","points":[0,2],"reason":"time","how":"walkover"}',
        '{"at":7,"by":"","kind":"finished","seed":"00"}',
    ]
    season = Season.told([FIRST, *map(ENTRY.validate_json, lines)])
    assert season.stage == "final"
    assert [(row.name, row.points) for row in season.table(0)] == [("b", 2), ("a", 0)]


def test_a_draft_may_change_until_registration_begins() -> None:
    held = Held(draft=True)
    refused("not_open", acts.join_season, held.season, journal.Joined(at=1, person="p"))
    refused("not_open", acts.close_registration, held.season, CHIEF, 1)
    other = opening(name="Summer", draft=True)
    assert held.do(acts.amend_rules, other)
    assert held.do(acts.amend_rules, other) == []
    refused("window_too_short", acts.amend_rules, held.season, opening(window=DAY, draft=True))
    assert held.do(acts.open_registration, CHIEF, 1)
    assert held.do(acts.open_registration, CHIEF, 1) == []
    refused("rules_stay", acts.amend_rules, held.season, opening())
    assert held.season.rules.name == "Summer"
    assert held.season.roles["owner"] == {CHIEF}


def test_a_calendar_that_is_past_or_out_of_order_is_refused() -> None:
    rules = opening(calendar=CALENDAR)
    refused("calendar_past", acts.open_season, rules.model_copy(update={"at": 5.0 * DAY}))
    with pytest.raises(ValidationError, match="closes after the draw"):
        Calendar(closes=2, draw=1)
    held = Held(calendar=CALENDAR)
    refused("registration_closed", acts.join_season, held.season, journal.Joined(at=5 * DAY, person="late"))
    refused("other_rules", acts.join_season, held.season, journal.Joined(at=1, person="p", version=2))


def test_a_player_who_misses_check_in_can_become_a_substitute() -> None:
    held = called(Held(calendar=CALENDAR))
    refused("check_in_not_yet", acts.check_in, held.season, "p00", 7 * DAY - 1)
    refused("not_entered", acts.check_in, held.season, "nobody", 7 * DAY)
    refused("no_check_in", acts.check_in, called(Held()).season, "p00", 7 * DAY)
    for number in (0, 1, 2):
        assert held.do(acts.check_in, f"p0{number}", 7 * DAY)
        assert held.do(acts.check_in, f"p0{number}", 8 * DAY) == []
    assert refused("check_in_open", acts.draw, held.season, SEED, CHIEF, 10 * DAY - 1)["until"] == 10 * DAY
    refused("too_few", acts.draw, held.season, SEED, CHIEF, 10 * DAY)
    held.do(acts.check_in, "p04", 9 * DAY)
    held.do(acts.draw, SEED, CHIEF, 10 * DAY)
    assert set(held.season.sections[0]) == {"p00", "p01", "p02", "p04"}
    assert held.season.waiting() == ["p03", "p05"]
    assert held.season.status("p03", 10 * DAY) == "waiting"
    refused("drawn_already", acts.check_in, held.season, "p05", 10 * DAY)


def test_a_preview_counts_for_nothing_until_it_is_published_and_goes_stale() -> None:
    held = Held()
    held.enter(6)
    held.do(acts.close_registration, CHIEF, 2)
    refused("no_preview", acts.publish_draw, held.season, CHIEF, 3)
    held.do(acts.draw, SEED, CHIEF, 3, preview=True)
    assert not held.season.round
    assert (held.season.matches, held.season.section_of("p00"), held.season.to_create()) == ({}, None, [])
    held.do(acts.leave_season, "p05", 3)
    refused("preview_stale", acts.publish_draw, held.season, CHIEF, 4)
    (again,) = held.do(acts.draw, SEED, CHIEF, 4, preview=True)
    assert isinstance(again, journal.Drawn)
    assert len(again.sections[0]) == 5
    assert held.do(acts.publish_draw, CHIEF, 5)
    assert held.do(acts.publish_draw, CHIEF, 6) == []
    assert held.season.stage == "running"
    assert tuple(made.match for made in again.matches) == tuple(held.season.matches)
    window = held.season.window()
    assert window is not None
    assert window.start == 5
    held.create()
    held.play(random.Random(1))
    held.finish()
    assert acts.verify_lots(held.entries) == []


def test_time_that_everybody_gets_is_in_the_window() -> None:
    held = Held()
    refused("not_running", acts.extend_windows, held.season, DAY, CHIEF, 1)
    held.enter(4)
    held.begin()
    held.do(acts.extend_windows, 2 * DAY, CHIEF, 5, reason="holidays")
    assert held.do(acts.extend_windows, DAY, "", 6, outage=True)
    window = held.season.window(1)
    assert window is not None
    assert window.end - window.start == 123 * DAY
    assert window.share(0.5) == 3 + 61.5 * DAY
    assert held.season.granted(6) == DAY


def test_roles_are_given_to_persons_and_groups_and_the_last_owner_stays() -> None:
    held = Held()
    refused("not_allowed", rights.require, held.season, "p00", "organiser")
    held.do(acts.appoint, "organiser", CHIEF, 1, person="p00")
    held.do(acts.appoint, "arbiter", CHIEF, 1, group="discord-role:7")
    assert held.do(acts.appoint, "arbiter", CHIEF, 1, group="discord-role:7") == []
    rights.require(held.season, "p00", "arbiter")
    rights.require(held.season, "p09", "arbiter", ["discord-role:7"])
    refused("not_allowed", rights.require, held.season, "p09", "organiser", ["discord-role:7"])
    refused("not_allowed", rights.require, held.season, "p00", "owner")
    refused("last_owner", acts.dismiss, held.season, "owner", CHIEF, 2, person=CHIEF)
    refused("no_such_role", acts.dismiss, held.season, "arbiter", CHIEF, 2, person="p00")
    held.do(acts.dismiss, "organiser", CHIEF, 2, person="p00")
    refused("not_allowed", rights.require, held.season, "p00", "organiser")
    with pytest.raises(ValidationError, match="a person or to a group"):
        journal.Appointed(at=1, role="owner", person="a", group="b")


def test_games_spread_over_the_venues_and_leave_one_that_is_gone() -> None:
    held = Held()
    held.enter(4)
    held.begin()
    assert held.season.next_venue() is None
    for venue in ("discord:1", "slack:2"):
        held.do(acts.add_venue, venue, CHIEF, 3)
    assert held.do(acts.add_venue, "discord:1", CHIEF, 3) == []
    for made in held.season.open_matches():
        emptiest = held.season.next_venue()
        assert emptiest is not None
        held.do(acts.relocate_game, made.match, 4, venue=emptiest, room=f"{emptiest}:{made.match}")
    assert (held.season.load("discord:1"), held.season.load("slack:2")) == (3, 3)
    held.do(acts.remove_venue, "discord:1", CHIEF, 5)
    refused("no_venue", acts.remove_venue, held.season, "discord:1", CHIEF, 5)
    assert len(held.season.to_relocate()) == 3
    for made, leg in held.season.to_relocate():
        held.do(acts.relocate_game, made.match, 6, leg=leg, venue="slack:2", room="x")
    assert held.season.to_relocate() == []


def test_leave_is_told_ahead() -> None:
    held = Held()
    held.do(acts.join_season, journal.Joined(at=1, person="p0", leave=(Leave(start=5, end=9),)))
    assert [held.season.away("p0", at) for at in (4, 5, 9)] == [False, True, False]
    refused("leave_past", acts.take_leave, held.season, "p0", Leave(start=5, end=9), 9)
    refused("not_entered", acts.take_leave, held.season, "p1", Leave(start=5, end=9), 1)
    assert held.do(acts.take_leave, "p0", Leave(start=20, end=30), 10)
    assert held.do(acts.take_leave, "p0", Leave(start=20, end=30), 11) == []
    with pytest.raises(ValidationError, match="ends before it begins"):
        Leave(start=2, end=2)


# -------------------------------------------------------------------------------------------------- appeals


def ruled() -> tuple[Held, str, str, str]:
    """A season with a ruling on its first match by the chief at 10, its match and the two who play it."""
    held = Held()
    held.enter(10)
    held.begin()
    made = held.season.open_matches()[0]
    held.do(acts.rule_game, journal.Ruled(at=10, by=CHIEF, match=made.match, points=(0, 2), reason="wrong side"))
    return held, made.match, *made.slots


def test_an_appeal_is_decided_by_one_who_has_no_part_in_it_and_then_by_two_others() -> None:
    held, match, loser, winner = ruled()
    neighbour = next(name for name in held.season.sections[0] if name not in (loser, winner))
    refused("not_your_match", acts.appeal_result, held.season, match, neighbour, "unfair", 11)
    refused("appeal_too_late", acts.appeal_result, held.season, match, loser, "unfair", 11 + 3 * DAY)
    refused("no_appeal", acts.decide_appeal, held.season, match, "judge", None, "no", 11)
    held.do(acts.appeal_result, match, loser, "unfair", 11)
    assert held.do(acts.appeal_result, match, loser, "unfair!", 12) == []
    refused("appeal_open", acts.appeal_result, held.season, match, winner, "fair", 12)
    refused("own_section", acts.decide_appeal, held.season, match, neighbour, (2, 0), "yes", 12)
    refused("own_ruling", acts.decide_appeal, held.season, match, CHIEF, None, "no", 12)
    other = held.season.sections[1][0]
    held.do(acts.decide_appeal, match, other, (2, 0), "the side was right", 13)
    assert held.do(acts.decide_appeal, match, other, (2, 0), "the side was right", 14) == []
    assert held.season.counted(0)[0].points == (2, 0)
    held.do(acts.appeal_result, match, winner, "no", 15)
    refused("decided_already", acts.decide_appeal, held.season, match, other, None, "again", 16)
    held.do(acts.decide_appeal, match, "judge1", (0, 2), "wrong after all", 16)
    assert held.season.counted(0)[0].points == (2, 0), "one alone decides nothing in the second instance"
    held.do(acts.decide_appeal, match, "judge2", (0, 2), "I agree", 17)
    assert held.season.counted(0)[0].points == (0, 2)
    refused("no_instance_left", acts.appeal_result, held.season, match, loser, "again", 18)
    again = journal.Ruled(at=18, by=CHIEF, match=match, points=(1, 1), reason="peace")
    refused("appealed_already", acts.rule_game, held.season, again)


def test_without_agreement_the_first_decision_is_kept() -> None:
    held, match, loser, winner = ruled()
    held.do(acts.appeal_result, match, loser, "unfair", 11)
    held.do(acts.decide_appeal, match, "judge", (1, 1), "both", 13)
    held.do(acts.appeal_result, match, winner, "no", 15)
    held.do(acts.decide_appeal, match, "judge1", (0, 2), "no", 16)
    held.do(acts.decide_appeal, match, "judge2", None, "as it was", 17)
    assert held.season.counted(0)[0].points == (1, 1)


def test_a_decision_for_what_the_game_said_counts_as_the_game_did() -> None:
    held = Held()
    held.enter(5)
    held.begin()
    made = held.season.open_matches()[0]
    held.do(acts.report_result, journal.Resulted(at=8, match=made.match, game=made.game, points=(2, 0), margin=4))
    held.do(acts.rule_game, journal.Ruled(at=9, by=CHIEF, match=made.match, points=(0, 2), reason="wrong side"))
    held.do(acts.appeal_result, made.match, made.first, "it was mine", 10)
    held.do(acts.decide_appeal, made.match, "judge", (2, 0), "it was", 11)
    outcome = made.legs[0].outcome()
    assert outcome is not None
    assert (outcome.points, outcome.margin, outcome.how, outcome.rated) == ((2, 0), 4, How.PLAYED, True)


def test_a_season_is_not_over_while_an_appeal_is_open() -> None:
    held, match, loser, _ = ruled()
    held.play(random.Random(1))
    refused("not_reviewed", acts.finish_season, held.season, SEED, CHIEF, 20)
    held.do(acts.begin_review, CHIEF, 20)
    assert held.do(acts.begin_review, CHIEF, 21) == []
    refused("season_over", acts.join_season, held.season, journal.Joined(at=21, person="late", substitute=True))
    held.do(acts.appeal_result, match, loser, "unfair", 21)
    late = 21 + 4 * DAY
    assert refused("appeals_open", acts.finish_season, held.season, SEED, CHIEF, late)["matches"] == (match,)
    held.do(acts.decide_appeal, match, "judge", None, "no", late)
    until = refused("review_open", acts.finish_season, held.season, SEED, CHIEF, late)["until"]
    assert until == late + 3 * DAY, "the decision may be appealed against as well"
    held.do(acts.finish_season, SEED, CHIEF, until)
    refused("season_over", acts.appeal_result, held.season, match, loser, "again", late)


def test_a_correction_moves_the_table_and_no_pairing() -> None:
    held = Held(format="swiss", rounds=2)
    held.enter(4)
    held.begin()
    made = held.season.open_matches()[0]
    wrong = journal.Corrected(at=9, by=CHIEF, match=made.match, points=(0, 2), reason="sides were exchanged")
    refused("nothing_reported", acts.correct_result, held.season, wrong)
    for one in held.season.open_matches():
        held.do(acts.report_result, journal.Resulted(at=6, match=one.match, game=one.game, points=(2, 0)))
    held.do(acts.draw, SEED, CHIEF, 7)
    paired = {made.match: made.slots for made in held.season.matches.values()}
    assert held.do(acts.correct_result, wrong)
    assert held.do(acts.correct_result, wrong.model_copy(update={"at": 10.0})) == []
    refused("own_part", acts.correct_result, held.season, wrong.model_copy(update={"by": made.first, "points": (1, 1)}))
    assert {row.name: row.points for row in held.season.table(0)}[made.second] == 2
    assert {made.match: made.slots for made in held.season.matches.values()} == paired
    held.create()
    held.play(random.Random(1))
    held.finish()
    assert acts.verify_lots(held.entries) == []


def test_a_season_that_everybody_leaves_ends() -> None:
    held = Held(format="swiss", rounds=5)
    held.enter(4)
    held.begin()
    for slot in held.season.sections[0]:
        held.do(acts.withdraw_player, slot, 5)
    refused("nobody_left", acts.draw, held.season, SEED, CHIEF, 6, cut=True)
    assert held.do(acts.finish_season, SEED, CHIEF, 6)
    empty = Held()
    assert empty.do(acts.finish_season, SEED, CHIEF, 6)
    assert empty.season.stage == "final"


# ---------------------------------------------------------------------------------------------- eligibility

FIT = Record(finished=1, recent=1, free=1, peak=1500, provisional=False)


@pytest.mark.parametrize(
    ("more", "rules", "why"),
    [
        ({}, {}, ()),
        ({"finished": 0}, {}, ("no_finished_game",)),
        ({"finished": 0}, {"beginners": True}, ()),
        ({"recent": 3, "timeouts": 1}, {}, ()),
        ({"recent": 19, "timeouts": 2}, {}, ("too_many_timeouts",)),
        ({"recent": 20, "timeouts": 2}, {}, ("too_many_timeouts",)),
        ({"recent": 21, "timeouts": 2}, {}, ()),
        ({"sanction": 1, "free": 0}, {}, ("sanction", "no_capacity")),
        ({"peak": 1601}, {"most_rating": 1600}, ("rating_too_high",)),
        ({"peak": 1600}, {"most_rating": 1600}, ()),
        ({"provisional": True}, {"most_rating": 1600}, ("rating_provisional",)),
        ({"peak": None}, {"most_rating": 1600}, ("rating_provisional",)),
    ],
)
def test_requirements_of_a_season_on_a_record(
    more: dict[str, Any], rules: dict[str, Any], why: tuple[str, ...]
) -> None:
    record = Record(**{name: getattr(FIT, name) for name in Record.__dataclass_fields__} | more)
    assert missing(opening(**rules), record) == why


def test_records_are_asked_at_joining_and_again_before_the_draw() -> None:
    held = Held()
    new = Record(free=1)
    data = refused("not_eligible", acts.join_season, held.season, journal.Joined(at=1, person="p"), new)
    assert data["why"] == ("no_finished_game",)
    held.enter(5)
    records = {f"p0{number}": FIT for number in range(5)} | {"p02": Record(finished=9, free=0)}
    assert [entry.person for entry in held.do(acts.recheck_entrants, records, 2)] == ["p02"]  # type: ignore[union-attr]
    assert held.do(acts.recheck_entrants, records, 3) == []
    held.begin()
    assert "p02" not in held.season.sections[0]
    assert held.season.waiting() == []
    assert held.season.status("p02", 4) == "waiting"


def test_a_sanction_doubles_to_two_seasons_and_a_finished_game_halves_it() -> None:
    sanction, lengths = Sanction(), []
    for _ in range(6):
        sanction = sanction.after_timeout(5)
        lengths.append(sanction.left)
    assert lengths == [1, 2, 4, 8, 10, 10]
    assert sanction.after_game() == Sanction(5, 5)
    assert sanction.after_round() == Sanction(10, 9)
    assert Sanction(1, 1).after_game() == Sanction()
