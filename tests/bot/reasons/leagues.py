"""Lines under the league root command, by the code of the reason for which the last one is refused."""

from __future__ import annotations

_MADE = ("olga: league new Cup scenario=introductory window=60d beginners=yes",)
_OPEN = (*_MADE, "olga: league open")
_FIVE = (*_OPEN, *(f"{name}: league join" for name in ("anna", "ben", "carl", "dora", "eve")))
_RUNNING = (*_FIVE, "olga: league draw", "olga: league draw publish")
_SWISS = (
    "olga: league new Cup scenario=introductory window=60d beginners=yes format=swiss rounds=2",
    "olga: league open",
    "anna: league join",
    "ben: league join",
)
_CALENDAR = (f"{_MADE[0]} closes=20d draw=24d", "olga: league open")
_RULE_ALL = tuple(f"olga: league rule 1.1.{number} first so it was" for number in range(1, 11))
_ARBITERS = tuple(f"olga: league role arbiter give {name}" for name in ("anna", "ben", "carl", "dora", "eve"))
_REVIEW = (*_RUNNING, *_RULE_ALL, "olga: league finish sure=yes")

_LADDER = (
    *(one.replace("window=60d", "window=60d format=ladder") for one in _FIVE),
    "olga: league draw",
    "olga: league draw publish",
)
_TEAMS = (f"{_MADE[0]} format=teams boards=2", *_FIVE[1:])
_OUTSIDE = (f"{_MADE[0]} outside=yes", *_RUNNING[1:])

_ALL = tuple(f"anna: league follow 1.1.{number}" for number in range(1, 11))
_WATCHED = {
    "own_match": (*_RUNNING, "WINNER: league predict 1.1.1 first"),
    "predictions_closed": (*_OUTSIDE, "olga: league result 1.1.1 first", "zoe: league predict 1.1.1 first"),
    "follows_enough": (*_RUNNING, *_ALL, "anna: league follow"),
    "not_followed": (*_RUNNING, "anna: league unfollow"),
}

#: Lines "person: command"; the last one is refused.
LEAGUES: dict[str, tuple[str, ...]] = {
    **_WATCHED,
    "unknown_command": ("anna: league promote",),
    "no_season_here": ("anna: league table",),
    "which_season": (*_MADE, "olga: league new Second scenario=introductory window=60d", "anna: league table"),
    "no_such_season": (*_MADE, "anna: league table season=cap"),
    "id_taken": (*_MADE, "anna: league new Cup"),
    "needs_id": ("olga: league new 杯",),
    "not_owner": (*_MADE, "anna: league role organiser give anna"),
    "not_organiser": (*_MADE, "anna: league open"),
    "not_arbiter": (*_RUNNING, "zoe: league rule 1.1.1 first so it was"),
    "no_option": ("olga: league new Cup windw=60d",),
    "no_span": ("olga: league new Cup window=long",),
    "no_date": (*_OPEN, "anna: league away soon"),
    "too_long": ("olga: league new Cup window=9999w",),
    "far_date": (*_OPEN, "anna: league away 9999-12-31"),
    "no_clock": ("olga: league new Cup clock=5d+",),
    "clock_too_long": ("olga: league new Cup clock=900d+900d",),
    "no_zone": (*_OPEN, "anna: league join zone=Atlantis"),
    "closes_after_draw": (f"{_MADE[0]} closes=20d draw=10d",),
    "bank_too_short": (f"{_MADE[0]} clock=0h+1h",),
    "window_too_short": ("olga: league new Cup scenario=campaign window=60d",),
    "window_far_too_short": ("olga: league new Cup scenario=campaign window=20d",),
    "calendar_past": (f"{_MADE[0]} closes=2020-01-01",),
    "no_bids": (f"{_MADE[0]} match=bid",),
    "not_final": (*_MADE, "olga: league new Next scenario=introductory window=60d after=cup"),
    "too_few_boards": (f"{_MADE[0]} format=teams",),
    "boards_have_sides": (f"{_MADE[0]} format=teams boards=2 match=swap",),
    "not_open": (*_MADE, "anna: league join"),
    "out_of_it": (*_RUNNING, "anna: league leave sure=yes", "anna: league join"),
    "entered_already": (*_OPEN, "anna: league join", "anna: league join"),
    "registration_closed": (*_RUNNING, "zoe: league join"),
    "not_entered": (*_OPEN, "anna: league leave sure=yes"),
    "season_over": (*_OPEN, "olga: league finish sure=yes", "anna: league join"),
    "no_check_in": (*_OPEN, "anna: league join", "anna: league checkin"),
    "check_in_not_yet": (*_CALENDAR, "anna: league join", "anna: league checkin"),
    "check_in_open": (*_CALENDAR, *(f"{one}: league join" for one in ("anna", "ben", "carl", "dora")), "olga: league draw"),
    "leave_past": (*_OPEN, "anna: league join", "anna: league away 2020-01-01..2020-01-03"),
    "no_offer": (*_OPEN, "anna: league substitute"),
    "no_substitute": (*_RUNNING, "zoe: league list", "olga: league replace anna by=ben"),
    "out_already": (
        *(one.replace("window=60d", "window=60d format=knockout") for one in _FIVE), "zoe: league join substitute=yes",
        "olga: league draw", "olga: league draw publish", "anna: league leave sure=yes", "olga: league replace anna",
    ),
    "nobody_waits": (*_RUNNING, "olga: league replace anna"),
    "no_alternate": (
        *_TEAMS, "anna: league team Reds members=anna,ben", "carl: league team Blues members=carl,dora", "olga: league draw",
        "olga: league draw publish", "anna: league leave sure=yes", "olga: league replace anna",
    ),
    "too_few": (*_OPEN, "anna: league join", "olga: league draw"),
    "no_round_left": (
        *_SWISS, "olga: league draw", "olga: league draw publish", "olga: league rule 1.1.1 first so it was",
        "olga: league draw", "olga: league draw publish", "olga: league rule 2.1.1 first so it was", "olga: league draw",
    ),
    "games_open": (*_RUNNING, "olga: league finish sure=yes"),
    "matches_open": (*_SWISS, "olga: league draw", "olga: league draw publish", "olga: league draw"),
    "nobody_left": (*_SWISS, "olga: league draw", "olga: league draw publish", "anna: league leave sure=yes", "ben: league leave sure=yes", "olga: league draw"),
    "no_preview": (*_FIVE, "olga: league draw publish"),
    "preview_stale": (*_FIVE, "olga: league draw", "anna: league leave sure=yes", "olga: league draw publish"),
    "not_drawn": (*_FIVE, "olga: league finish sure=yes"),
    "draw_shown": (
        *_SWISS, "olga: league draw", "olga: league draw publish", "olga: league rule 1.1.1 first so it was",
        "olga: league draw", "olga: league finish sure=yes",
    ),
    "rounds_left": (
        *_SWISS, "olga: league draw", "olga: league draw publish", "olga: league rule 1.1.1 first so it was", "olga: league finish sure=yes",
    ),
    "review_open": (*_REVIEW, "olga: league finish sure=yes"),
    "appeals_open": (*_RUNNING, *_RULE_ALL, "LOSER: league appeal 1.1.1 unfair", "olga: league finish sure=yes", "olga: league finish"),
    "not_running": (*_OPEN, "olga: league extend 3d"),
    "no_grant": (*_RUNNING, "olga: league extend 400d"),
    "no_match": (*_RUNNING, "olga: league rule 7.7.7 first so it was"),
    "no_section": (*_RUNNING, "anna: league table 9"),
    "no_round": (*_RUNNING, "anna: league pairings 9"),
    "no_page": (*_RUNNING, "anna: league log 99"),
    "own_section": (*_RUNNING, *_ARBITERS, "NEITHER: league rule 1.1.1 first so it was"),
    "own_part": (*_RUNNING, *_ARBITERS, "WINNER: league rule 1.1.1 first so it was"),
    "own_field": (*_FIVE, "olga: league role organiser give anna", "anna: league withdraw ben"),
    "own_exception": (*_RUNNING, "olga: league allow olga reason=nobody else is there"),
    "exception_in_own_match": (*_RUNNING, "olga: league allow WINNER match=1.1.1 reason=nobody else is there"),
    "no_exception": (*_RUNNING, "olga: league allow anna act=take"),
    "why_exception": (*_RUNNING, "olga: league allow anna"),
    "own_ruling": (*_RUNNING, *_RULE_ALL, "LOSER: league appeal 1.1.1 unfair", "olga: league decide 1.1.1 stands so it was"),
    "appealed_already": (*_RUNNING, *_RULE_ALL, "LOSER: league appeal 1.1.1 unfair", "olga: league rule 1.1.1 second so it was"),
    "not_your_match": (*_RUNNING, "zoe: league appeal 1.1.1 unfair"),
    "no_result_yet": (*_RUNNING, "LOSER: league appeal 1.1.1 unfair"),
    "won_already": (*_RUNNING, *_RULE_ALL, "WINNER: league appeal 1.1.1 unfair"),
    "no_review": ("olga: league new Cup scenario=introductory window=60d review=yes",),
    "no_venue_outside": (f"{_MADE[0]} outside=yes", "olga: league venue here"),
    "appeal_open": (*_RUNNING, *_RULE_ALL, "LOSER: league appeal 1.1.1 unfair", "WINNER: league appeal 1.1.1 unfair"),
    "no_appeal": (*_RUNNING, "olga: league decide 1.1.1 stands so it was"),
    "no_venue": (*_MADE, "olga: league venue remove"),
    "who_for_role": (*_MADE, "olga: league role organiser give"),
    "no_such_role": (*_FIVE, "olga: league role arbiter take anna"),
    "last_owner": (*_MADE, "olga: league join", "olga: league role owner take olga"),
    "nothing_to_bid": (*_RUNNING, "anna: league bid ap 3"),
    "no_bids_here": (*_RUNNING, "anna: league bid ap 3 1.1.1"),
    "no_ladder": (*_RUNNING, "anna: league challenge ben"),
    "no_challenge": (*_LADDER, "anna: league challenge yes"),
    "no_teams": (*_OPEN, "anna: league join", "anna: league team Reds members=anna"),
    "too_few_members": (*_TEAMS, "anna: league team Reds members=anna"),
    "in_another_team": (*_TEAMS, "anna: league team Reds members=anna,ben", "carl: league team Blues members=carl,anna"),
    "twice_in_team": (*_TEAMS, "anna: league team Reds members=anna,anna"),
    "no_knockout": (*_RUNNING, "anna: league volunteer"),
    "same_person": (*_FIVE, "olga: league apart anna other=anna"),
    "nothing_reported": (*_RUNNING, "olga: league correct 1.1.1 first so it was"),
    "played_here": (*_RUNNING, "olga: league result 1.1.1 first"),
    "result_differs": (*_OUTSIDE, "olga: league result 1.1.1 first", "olga: league result 1.1.1 second"),
    "nothing_to_begin": (*_RUNNING, "zoe: league play"),
    "which_to_begin": (*_RUNNING, "anna: league play"),
    "no_such_export": (*_OPEN, "anna: league export table"),
    "malformed": (*_OPEN, "olga: league import account,name; web:anna"),
    "report_for_operator": (*_OPEN, "olga: league import 001    1      Anna"),
    "nothing_new": (*_RUNNING, "olga: league apart anna other=ben", "olga: league apart anna other=ben"),
    "same_result": (*_RUNNING, *(2 * ("olga: league rule 1.1.1 first so it was",))),
    "decided_so_already": (
        *_RUNNING, "olga: league rule 1.1.1 first so it was", "LOSER: league appeal 1.1.1 no",
        "zoe: league list", "olga: league role arbiter give zoe", *(2 * ("zoe: league decide 1.1.1 stands so it was",)),
    ),
    "entries_too_late": (*_RUNNING, "olga: league import account,name; web:zoe,Zoe"),
    "ends_before_draw": (f"{_MADE[0]} draw=20d ends=10d",),
    "ends_without_draw": (f"{_MADE[0]} ends=10d",),
    "no_game_to_move": (*_RUNNING, "olga: league move 1.1.1"),
    "still_matters": (*_RUNNING, "olga: league finish settled=yes"),
    "nobody_called": (*_RUNNING, "olga: league withdraw xaver"),
    "which_person": (*_OPEN, "anna: league join", "anne: league join", "olga: league withdraw ann"),
}  # fmt: skip

#: Reasons tested separately in `tests/bot/leagues`, because they need time, races or another platform.
ELSEWHERE = {
    "damaged",
    # Reasons only met by files, other programs, races and our own faults: see `test_plain_answers`.
    "bidding_open", "has_a_game", "no_result", "not_allowed", "not_reviewed", "not_swiss", "other_game", "other_rules",
    "registration_open", "rules_stay", "wrong_seed",
    "no_more_games",
    "not_on_platform", "room_beyond", "strangers",
    "appeal_too_late", "no_instance_left", "decided_already", "not_manager", "not_eligible", "offer_over",
    "drawn_already", "nobody_to_pair",
    "bare_handle", "venue_lacks", "venue_unchecked",
    "which_match", "bidding_over", "no_bid", "out_of_reach", "busy", "on_leave", "still_in",
}  # fmt: skip

__all__ = ["ELSEWHERE", "LEAGUES"]
