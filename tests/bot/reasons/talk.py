"""What people say to the bot in a channel, by the code of the reason for which the last of it is refused."""

from __future__ import annotations

import hashlib

#: A game between Anna (CP) and Ben (AP), Guns of August decided.
BEGUN = ("anna: new campaign", "anna: join cp", "ben: join ap", "anna: start", "anna: choose take")
_NEW = ("anna: new campaign",)
_PROMISE = f"sha256:{hashlib.sha256(b'apple').hexdigest()}"

#: Lines "person: command"; the last one is refused. After `+3d` so much time has gone by.
TALK: dict[str, tuple[str, ...]] = {
    "channel_busy": (*_NEW, "ben: new campaign"),
    "options_clash": ("anna: new campaign optional=yes cards=secret",),
    "cards_are_played": ("anna: new summer_1916 cards=valiant",),
    "unknown_setting": ("anna: settings colour red",),
    "no_value": ("anna: settings pings",),
    "bad_value": ("anna: settings pings loud",),
    "too_long": ("anna: settings away 900d",),
    "not_started": (*_NEW, "anna: status"),
    "already_started": (*BEGUN, "eve: join ap"),
    "left_too_late": (*BEGUN, "anna: leave"),
    "seat_taken": (*_NEW, "anna: join cp", "ben: join cp"),
    "no_seat": (*BEGUN, "eve: hand"),
    "no_seat_yet": (*_NEW, "eve: clock slow"),
    "other_seat_yours": (*_NEW, "anna: join cp", "anna: join ap"),
    "seated_already": (*_NEW, "anna: join cp", "anna: join cp"),
    "no_seat_taken": (*_NEW, "anna: start"),
    "seats_missing": (*_NEW, "anna: join cp", "anna: start"),
    "not_seated": (*_NEW, "eve: leave"),
    "wrong_scenario_for_bid": ("anna: new introductory", "anna: bid cp 1"),
    "no_agreed_draw": (
        "anna: new limited_war tournament=yes",
        "anna: join ap",
        "ben: join cp",
        "anna: start",
        "anna: draw",
    ),
    "no_bid": (*_NEW, "anna: bid accept"),
    "own_bid": (*_NEW, "anna: bid cp 1", "anna: bid accept"),
    "bid_too_low": (*_NEW, "anna: bid cp 2", "ben: bid cp 1"),
    "bid_side": (*_NEW, "anna: bid cp 2", "ben: bid ap 3"),
    "bid_open": (*_NEW, "anna: join cp", "ben: join ap", "anna: bid cp 1", "ben: start"),
    "bid_not_yours": (*_NEW, "anna: join cp", "ben: join ap", "eve: bid cp 1"),
    "seed_not_open": (*_NEW, "anna: join cp", "anna: seed apple"),
    "seed_fixed": (*_NEW, "anna: join cp", "anna: seed", "anna: seed apple", "anna: seed pear"),
    "seed_other_words": (*_NEW, "anna: join cp", "anna: seed", f"anna: seed {_PROMISE}", "anna: seed pear"),
    "seed_closed": (
        *_NEW,
        "anna: join cp",
        "ben: join ap",
        "anna: seed",
        f"anna: seed {_PROMISE}",
        "anna: seed apple",
        "ben: seed pear",
    ),
    "seed_promised": (*_NEW, "anna: join cp", "ben: join ap", "anna: seed", f"anna: seed {_PROMISE}", "ben: start"),
    "seed_hidden": (*BEGUN, "anna: verify"),
    "unknown_game": ("anna: relocate nowhere",),
    "no_last_game": ("anna: log last",),
    "no_offer": (*BEGUN, "anna: draw accept"),
    "own_offer": (*BEGUN, "anna: draw", "anna: draw accept"),
    "point_undone": (*BEGUN, "anna: play guns of august as event", "anna: undo", "anna: rollback 2"),
    "no_such_point": (*BEGUN, "anna: rollback 99"),
    "no_card_window": (*BEGUN, "anna: card play moltke"),
    "nothing_to_undo": (*BEGUN, "ben: undo"),
    "must_decide": (*BEGUN, "eve: substitute offer"),
    "seat_not_open": (*BEGUN, "eve: substitute ap"),
    "both_hands": (*BEGUN, "ben: substitute offer", "anna: substitute ap"),
    "not_yours_to_move": (*BEGUN, "eve: relocate GAME"),
    "already_here": (*BEGUN, "anna: relocate GAME"),
    "not_over": (*BEGUN, "anna: rematch"),
    "game_over": (*BEGUN, "anna: resign yes", "ben: play auto"),
    "clock_is_so": (*_NEW, "anna: join cp", "anna: clock slow", "anna: clock slow"),
    "clock_own": (*BEGUN, "anna: clock claim"),
    "time_left": (*BEGUN, "ben: clock claim"),
    "not_master": (*BEGUN, "ben: master pause"),
    "not_gone": (*BEGUN, "anna: master replace ap"),
    "unknown_side": (*BEGUN, "anna: master replace round"),
    "clock_is_paused": (*BEGUN, "anna: master pause", "anna: master pause"),
    "clock_is_running": (*BEGUN, "anna: master resume"),
    "nothing_to_replay": (*BEGUN, "anna: replay 9"),
    "standing_form": (*BEGUN, "anna: standing win the war"),
    "standing_full": (
        *BEGUN,
        *(
            f"anna: standing pass combat cards unless {space}"
            for space in ("paris", "sedan", "metz", "verdun", "nancy")
        ),
        *(
            f"anna: standing pass combat cards unless {space}"
            for space in ("calais", "amiens", "liege", "riga", "lodz")
        ),
        *(f"anna: standing pass combat cards unless {space}" for space in ("posen", "thorn", "cracow")),
    ),
    "no_such_order": (*BEGUN, "anna: standing revoke 3"),
    "warning_unread": (*BEGUN, "ben: warn liege", "anna: play auto"),
    "warnings_full": (*BEGUN, *("ben: warn liege",) * 6),
    "no_warning": (*BEGUN, "anna: warn read"),
    "unknown_command": ("anna: conquer paris",),
    "unknown_help": ("anna: help fly",),
    "bad_argument": ("anna: join",),
    "bad_word": ("anna: join germany",),
    "typed_alone": ("anna: start now",),
    "no_command": ("anna: /",),
    "cannot_chain": (*BEGUN, "anna: play auto /status"),
    "unknown_rule": ("anna: rules qwertz",),
    "unknown_theatre": (*BEGUN, "anna: map qwertz"),
    "odds_form": (*BEGUN, "anna: odds ge 1 army"),
    "no_such_number": (*BEGUN, "anna: log 1 99"),
    "own_order": (*BEGUN, "anna: play auto", "anna: move ge 1 army essen; attack liege"),
    "no_battle": (*BEGUN, "anna: odds dijon"),
    "their_no_such_unit": (*BEGUN, "anna: odds aachen with ge 1"),
    "their_no_units_there": (*BEGUN, "anna: odds aachen from koblenz"),
    "their_nobody_near": (*BEGUN, "anna: odds aachen"),
}
