"""The acts on a season: each one reads it and returns the entries to append to its journal, or refuses.

Nothing is stored here: the caller appends the entries at the revision it read (`Season.length`) and repeats the act
after a lost race. An act that has already happened returns no entries, so that every step of a round can be repeated.
"""

from bot.leagues.acts.appeals import appeal_result, decide_appeal, deciders
from bot.leagues.acts.bidding import bid, close_bidding
from bot.leagues.acts.drawing import draw, import_draw, publish_draw
from bot.leagues.acts.entries import (
    check_in,
    form_team,
    join_season,
    keep_apart,
    leave_season,
    recheck_entrants,
    take_leave,
    volunteer,
)
from bot.leagues.acts.ladder_challenges import answer_challenge, challenge_player, lapse_challenges, note_idle
from bot.leagues.acts.linking import check_link, link_persons, unlink_persons
from bot.leagues.acts.lot_verification import verify_lots
from bot.leagues.acts.match_reports import (
    correct_result,
    create_game,
    hand_in_result,
    relocate_game,
    report_result,
    rule_game,
)
from bot.leagues.acts.season_end import begin_review, conclude_season, finish_season, is_deserted
from bot.leagues.acts.season_opening import (
    add_venue,
    allow_exception,
    amend_rules,
    announce,
    appoint,
    close_registration,
    disallow_exception,
    dismiss,
    extend_windows,
    open_registration,
    open_season,
    remove_venue,
)
from bot.leagues.acts.withdrawals import (
    accept_offer,
    decline_offers,
    drop_silent,
    offer_places,
    refillable,
    replace_player,
    withdraw_player,
)
from bot.leagues.journal import Points
from bot.leagues.refusals import NotNow

__all__ = [
    "NotNow",
    "Points",
    "accept_offer",
    "add_venue",
    "allow_exception",
    "amend_rules",
    "announce",
    "answer_challenge",
    "appeal_result",
    "appoint",
    "begin_review",
    "bid",
    "challenge_player",
    "check_in",
    "check_link",
    "close_bidding",
    "close_registration",
    "conclude_season",
    "correct_result",
    "create_game",
    "decide_appeal",
    "deciders",
    "decline_offers",
    "disallow_exception",
    "dismiss",
    "draw",
    "drop_silent",
    "extend_windows",
    "finish_season",
    "form_team",
    "hand_in_result",
    "import_draw",
    "is_deserted",
    "join_season",
    "keep_apart",
    "lapse_challenges",
    "leave_season",
    "link_persons",
    "note_idle",
    "offer_places",
    "open_registration",
    "open_season",
    "publish_draw",
    "recheck_entrants",
    "refillable",
    "relocate_game",
    "remove_venue",
    "replace_player",
    "report_result",
    "rule_game",
    "take_leave",
    "unlink_persons",
    "verify_lots",
    "volunteer",
    "withdraw_player",
]
