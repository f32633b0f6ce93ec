"""The war that begins in the summer of 1916: its opening position, how it adds up, and how it continues."""

from __future__ import annotations

import json

import pytest

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import OptionsError
from engine.pog import GameOptions, PathsOfGlory, PogGame, options_from, view_of
from engine.pog.invariants import check, vp_of_spaces
from tests.support.table import AP, CP, Table

SYSTEM = PathsOfGlory(GameOptions(scenario="summer_1916"))


def begun(**options: object) -> PogGame:
    system = PathsOfGlory(options_from({"scenario": "summer_1916", **options})) if options else SYSTEM
    return Game.start(system, KeyedChance(b"summer"))


def finish_turn_10(game: PogGame) -> PogGame:
    """Finish the phase without spending more points."""
    while game.decision.kind in ("replacement", "discard"):
        game.apply(game.parse("finish"))
    return game


def named(game: PogGame, spaces: int) -> set[str]:
    return {game.system.name_of("space", space) for space in members(spaces)}


def test_the_game_begins_with_the_replacements_of_turn_10() -> None:
    game = begun()
    state = game.state
    assert (state.turn, state.phase, game.decision.kind, game.actor) == (10, "replacements", "replacement", AP)
    assert (state.vp, state.war_status, state.combined, state.commitment) == (10, [13, 11], 24, [2, 2])
    points = {pool: half / 2 for pool, half in state.rp.items()}
    assert points == {"ge": 6, "ah": 3, "fr": 3, "br": 3, "ru": 4, "a": 1, "bu": 1, "tu": 2, "it": 2}
    assert [hand.bit_count() for hand in state.hand] == [0, 0]
    assert [deck.bit_count() for deck in state.deck] == [30, 30]
    check(state, -3)


def test_5_1_2_vp_spaces_and_scores_explain_the_opening_10() -> None:
    """Six spaces taken by the CP, three by the AP, and three points for the AP in addition to the spaces."""
    game = begun()
    state, board = game.state, game.state.rules.board
    taken = [state.rules.vp_spaces & board.printed[1 - side] & state.control[side] for side in (AP, CP)]
    assert named(game, taken[CP]) == {"cambrai", "sedan", "brussels", "lodz", "belgrade", "warsaw"}
    assert named(game, taken[AP]) == {"lemberg", "czernowitz", "cluj"}
    assert vp_of_spaces(state) == 10 + 6 - 3
    lines, start = state.rules.content.vp_changes, state.rules.start
    assert start is not None
    scored = {cause: times * lines[cause].vp for cause, times in start.scored}
    assert scored == {"reichstag_truce": 1, "rape_of_belgium": -1, "lusitania": -1, "blockade": -2}
    assert state.vp == 10 + 6 - 3 + sum(scored.values()) == 10
    played = {state.rules.content.cards[card].name for card in state.events}
    assert {"cp_09_reichstag_truce", "ap_13_rape_of_belgium", "ap_26_lusitania", "ap_02_blockade"} <= played
    assert "cp_32_war_in_africa" in played  # paid for by a corps, not a VP
    assert "br_corps_09" in {
        state.rules.content.units[unit].name for unit, place in enumerate(state.loc) if place == board.gone[AP]
    }


def test_5_7_2_under_the_other_vp_spaces_the_opening_total_is_counted_anew() -> None:
    """Sedan is not a VP space of the base map."""
    state = begun(vp_spaces="base").state
    assert state.vp == 9
    check(state, -3)


def test_16_1_the_war_status_is_what_the_cards_played_so_far_print() -> None:
    state = begun().state
    for side in (AP, CP):
        played = state.removed[side]
        assert sum(state.rules.content.cards[card].war_status for card in members(played)) == state.war_status[side]


def test_6_0_the_points_of_turn_10_stand_as_they_are_then_eight_cards_are_drawn_and_turn_11_begins() -> None:
    """Sedan and Rathenau have already given their points; from turn 11 on they give them again (5.7.3)."""
    game = finish_turn_10(begun())
    state = game.state
    told = [event.kind for event in game.drain()]
    assert "rp_changed" not in told
    assert "guns_of_august" not in told
    assert told.index("draw") < told.index("turn") < told.index("mandated")
    assert [hand.bit_count() for hand in state.hand] == [8, 8]
    assert (state.turn, state.round, state.phase, game.actor, game.decision.kind) == (
        11, 1, "actions", CP, "choose_action",
    )  # fmt: skip
    later = Table("summer_1916", setup=True, turn=11)
    later.state.rp = {}
    later.phase("replacement_points")
    assert later.state.rp == {"ge": 4}


def test_9_5_2_4_greece_stands_frozen_and_salonika_is_open() -> None:
    game = begun()
    state, board = game.state, game.state.rules.board
    assert state.greek_limited
    assert named(game, state.closed & board.lands("gr")) == {"athens", "florina", "larisa"}
    assert state.controller(board.space("salonika")) == AP
    assert state.controller(board.space("athens")) is None


def test_9_5_3_5_the_beachhead_lies_at_gallipoli() -> None:
    state = begun().state
    assert state.rules.content.spaces[state.beachhead].name == "mef_1"
    assert not state.closed >> state.beachhead & 1
    others = state.rules.board.spaces("mef_2", "mef_3", "mef_4")
    assert state.closed & others == others
    assert state.beach_used


def test_11_1_13_persia_has_taken_sides_with_turkey_at_war() -> None:
    state = begun().state
    space = state.rules.board.space
    assert [state.controller(space(name)) for name in ("kermanshah", "tabriz", "hamadan")] == [CP, AP, AP]
    assert set(state.at_war) == {"it", "tu", "bu"}


def test_11_2_1_the_other_entrench_can_never_be_an_event() -> None:
    """The CP card was played; armies may entrench, and the Allied card has only its other uses."""
    table = Table("summer_1916", setup=True, turn=11).hand(AP, "ap_12_entrench").choose(AP)
    assert "ap_12_entrench" not in table.offered("event")
    assert "ap_12_entrench" in table.offered("ops")


def test_9_1_all_optional_cards_may_join_the_draw_piles() -> None:
    game = begun(optional_cards=True)
    assert [deck.bit_count() for deck in game.state.deck] == [40, 40]
    check(game.state, -3)


@pytest.mark.parametrize("card_set", ["valiant", "secret"])
def test_cards_that_are_played_cannot_be_swapped_any_more(card_set: str) -> None:
    with pytest.raises(OptionsError, match=f"cards_are_played.*{card_set}"):
        PathsOfGlory(GameOptions(scenario="summer_1916", card_set=card_set))


def test_record_and_snapshot_bring_the_opening_back() -> None:
    game = begun()
    game.apply(game.parse("spend fr_6_army"))
    again = Game.replay(SYSTEM, game.fresh)
    assert again.state.dump() == game.state.dump()
    restored = Game.restore(SYSTEM, json.loads(json.dumps(game.snapshot())), game.source)
    assert (restored.state.dump(), restored.decision) == (game.state.dump(), game.decision)
    assert view_of(again, None) == view_of(restored, None) == view_of(game, None)


@pytest.mark.parametrize(
    ("events", "winner"), [((), AP), (("cp_45_treaty_of_brest_litovsk",), CP)], ids=["without", "with Brest-Litovsk"]
)
def test_5_7_the_end_is_that_of_the_historical_scenario(events: tuple[str, ...], winner: int) -> None:
    """At turn 20 with 12 VP the Allies win, unless the treaty was signed; all three adjustments are made first."""
    table = Table("summer_1916", setup=True, turn=20)
    table.state.vp = 12
    table.played(*events).phase("end_of_scenario")
    result = table.game.result
    assert result is not None
    assert (result.winner, result.data["vp"]) == (winner, 12)  # two US armies and no fall of the Tsar: +1 +1 -2
