"""War status, US entry, Russian capitulation and their consequences; more on peace (16, 5.6.3)."""

from __future__ import annotations

import pytest

from engine.pog.rules import areas, war_status
from tests.support.table import AP, CP, Table

TSAR, FALL, REVOLT, BREST = (
    "cp_28_tsar_takes_command", "cp_52_fall_of_the_tsar", "cp_53_bolshevik_revolution", "cp_45_treaty_of_brest_litovsk",
)  # fmt: skip
ZIMMERMANN, OVER_THERE = "ap_54_zimmermann_telegram", "ap_55_over_there"


def may(table: Table, card: str) -> bool:
    """Return True if the event of a card is legal now."""
    side = AP if card.startswith("ap_") else CP
    table.hand(side, card).choose(side)
    return card in table.offered("event")


def play(table: Table, card: str) -> Table:
    """Play the event."""
    side = AP if card.startswith("ap_") else CP
    return table.hand(side, card).choose(side).do(f"event {card}")


def box(table: Table) -> str:
    """Return the box of the Russian capitulation marker."""
    return table.system.content.russian_track[table.state.russian].name


@pytest.mark.parametrize("scenario", ["introductory", "limited_war", "campaign", "historical"])
def test_16_1_1_both_begin_mobilizing(scenario: str) -> None:
    """In every scenario."""
    table = Table(scenario, turn=1, setup=True)
    assert table.state.commitment == [0, 0]
    assert table.state.war_status == [0, 0]


def test_16_1_5_levels_and_war_status_never_fall() -> None:
    """Nothing lowers them: not a lost VP space, not a turn, not an enemy event."""
    table = Table(turn=9, setup=True)
    table.state.commitment, table.state.war_status, table.state.combined = [1, 2], [4, 11], 15
    table.score("essen", AP).score("warsaw", CP).phase("score", "commitment")
    play(table, "ap_02_blockade")
    assert table.state.commitment == [1, 2]
    assert table.state.war_status == [6, 11]
    table.state.war_status[AP] = 0  # even with a marker moved by mistake the level stays
    table.phase("commitment")
    assert table.state.commitment == [1, 2]


# -- US entry ------------------------------------------------------------------------------


def test_16_3_1_and_16_3_3_three_steps_of_us_entry() -> None:
    """Neutral, allowed at 30, Zimmermann, Over There: each opens the next, reinforcements come last."""
    reinforcement = "ap_38_usa_reinforcements"
    table = Table(turn=12, setup=True)
    assert table.state.us_entry == 0
    assert not may(table, ZIMMERMANN)
    war_status.raise_by(table.game, CP, 30)
    assert table.state.us_entry == 1
    play(table, ZIMMERMANN)
    assert table.state.us_entry == 2
    assert not may(table, reinforcement)
    assert not may(table, OVER_THERE)
    table.state.turn = 13
    play(table, OVER_THERE)
    assert table.state.us_entry == 3
    assert may(table, reinforcement)  # 16.3.4: in the same turn


def test_16_3_3_zimmermann_scores_a_vp_and_brings_no_unit() -> None:
    """The US are active, still without an army."""
    table = Table(turn=12, setup=True)
    war_status.raise_by(table.game, CP, 30)
    vp = table.state.vp
    play(table, ZIMMERMANN)
    assert abs(table.state.vp - vp) == 1
    board = table.system.rules.board
    assert all(
        not board.on_map[table.state.loc[unit]] for unit in range(193) if table.system.rules.of_nation["us"] >> unit & 1
    )


def test_16_3_5_the_14_points_wait_for_zimmermann_and_move_no_marker() -> None:
    """They do not affect US entry."""
    table = Table(turn=12, setup=True)
    assert not may(table, "ap_40_14_points")
    table.played(ZIMMERMANN, turn=11)
    table.state.us_entry = 2
    play(table, "ap_40_14_points")
    assert table.state.us_entry == 2


# -- Russia --------------------------------------------------------------------------------


def test_16_4_1_the_six_steps_one_after_another() -> None:
    """From God Save the Tsar to Brest-Litovsk; no event is legal before its box."""
    table = Table(turn=10, setup=True)
    assert box(table) == "god_save_the_tsar"
    assert not any(may(table, card) for card in (TSAR, FALL, REVOLT, BREST))
    for space in ("warsaw", "lodz", "riga"):
        table.score(space, CP)
    assert box(table) == "tsar_takes_command_allowed"
    assert not may(table, FALL)
    play(table, TSAR)
    assert box(table) == "tsar_takes_command"
    assert not may(table, FALL)
    war_status.raise_by(table.game, AP, 30)
    assert box(table) == "fall_of_the_tsar_allowed"
    play(table, FALL)
    assert box(table) == "fall_of_the_tsar"
    table.score("vilna", CP)
    assert not may(table, REVOLT)  # not in the same turn
    table.state.turn = 11
    war_status.update_tracks(table.state)
    assert box(table) == "bolshevik_revolution_allowed"
    assert not may(table, BREST)
    play(table, REVOLT)
    assert box(table) == "bolshevik_revolution"
    play(table, BREST)
    assert box(table) == "treaty_of_brest_litovsk"


@pytest.mark.parametrize(
    ("combined", "held", "allowed"), [(30, 3, True), (30, 2, False), (33, 0, True), (32, 0, False)]
)
def test_16_4_4_a_total_of_33_of_war_status_and_russian_vp_and_back(combined: int, held: int, allowed: bool) -> None:
    """Below it the marker moves back until the total is reached again."""
    table = Table(turn=10, setup=True).played(TSAR)
    table.state.russian, table.state.combined = 2, combined
    for space in ("warsaw", "lodz", "riga")[:held]:
        table.score(space, CP)
    war_status.update_tracks(table.state)
    assert may(table, FALL) == allowed
    if held and allowed:
        table.score("warsaw", AP)
        assert box(table) == "tsar_takes_command"
        assert not may(table, FALL)
        table.score("warsaw", CP)
        assert may(table, FALL)


def revolting(*held: str, tally: int) -> Table:
    """The Tsar fell in turn 9 with a given VP count; the CP holds these spaces in turn 10."""
    table = Table(turn=10, setup=True).played(TSAR, turn=8).played(FALL, turn=9).hold(CP, *held)
    table.state.russian, table.state.tsar_fell_count = 4, tally
    war_status.update_tracks(table.state)
    return table


SEVEN = ("warsaw", "lodz", "riga", "vilna", "minsk", "kiev", "odessa")


@pytest.mark.parametrize(
    ("held", "tally", "allowed"),
    [
        (("warsaw", "lodz"), 2, False),
        (("warsaw", "lodz", "riga"), 2, True),
        (("warsaw", "lodz", "baku"), 2, True),
        (SEVEN, 7, True),
        ((*SEVEN[:6], "baku"), 7, False),
    ],
)
def test_16_4_6_more_than_when_the_tsar_fell_or_all_seven(held: tuple[str, ...], tally: int, allowed: bool) -> None:
    """A captured Baku counts towards more, but not among the seven."""
    table = revolting(*held, tally=tally)
    assert may(table, REVOLT) == allowed
    assert box(table) == ("bolshevik_revolution_allowed" if allowed else "fall_of_the_tsar")


def test_16_4_6_the_marker_goes_back_when_a_space_is_lost() -> None:
    """Until the condition holds again."""
    table = revolting("warsaw", "lodz", "riga", tally=2).score("riga", AP)
    assert box(table) == "fall_of_the_tsar"
    assert not may(table, REVOLT)


def test_16_4_8_the_treaty_in_the_same_turn_as_the_revolution() -> None:
    """At any time following it, not before."""
    table = revolting("warsaw", "lodz", "riga", tally=2)
    assert not may(table, BREST)
    play(table, REVOLT)
    assert may(table, BREST)


# -- after the treaty ----------------------------------------------------------------------


def peace() -> Table:
    """Brest-Litovsk is in force."""
    table = Table(turn=15).at_war("tu", "ro", "it").played(TSAR, FALL, REVOLT, BREST, turn=14)
    table.state.russian = 7
    return table


def test_16_4_9_russians_attack_nobody_and_only_turks_in_the_near_east_attack_them() -> None:
    """Both may still move into empty spaces."""
    table = peace().put("dubno", "ru_8_army").put("tarnopol", "ah_3_army").operate(AP, 9)
    assert "dubno" not in table.offered("for_combat")
    assert "dubno" in table.offered("for_movement")
    assert "tarnopol" not in table.operate(CP, 9).offered("for_combat")
    table = peace().put("kars", "ru_corps_01").put("erzerum", "tu_corps_01").hold(CP, "erzerum").operate(CP, 9)
    assert "erzerum" in table.offered("for_combat")
    assert "kars" not in table.operate(AP, 9).offered("for_combat")
    table = peace().put("kars", "ru_corps_01").put("erzerum", "ge_corps_01").operate(CP, 9)
    assert "erzerum" not in table.offered("for_combat")


def test_16_4_9_the_senussi_are_turks_for_this() -> None:
    """Their corps may attack Russians in the Near East as the other Turks may."""
    table = peace().put("cairo", "ru_corps_01").put("alexandria", "tu_sn_corps").operate(CP, 9)
    assert "alexandria" in table.offered("for_combat")
    table = peace().put("cairo", "ru_corps_01").put("alexandria", "ah_corps_01").hold_all(CP, "tu").operate(CP, 9)
    assert "alexandria" not in table.offered("for_combat")


def test_16_4_9_turks_outside_the_near_east_spare_russians_too() -> None:
    """A Turkish corps in Galicia does not attack Dubno."""
    table = peace().put("dubno", "ru_8_army").put("tarnopol", "tu_corps_01").operate(CP, 9)
    assert "tarnopol" not in table.offered("for_combat")


def test_16_4_9_where_russians_may_go() -> None:
    """Into Austria and Romania, not into Serbia; only within their countries."""
    table = peace().put("bucharest", "ru_corps_01").hold(AP, "ploesti", "galatz").hold(CP, "belgrade")
    board, closed = table.system.rules.board, table.state.closed
    barred = areas.barred(table.state, table.unit("ru_corps_01"))
    abroad = board.lands("sb", "bu", "it", "gr", "fr")
    assert barred & abroad == abroad
    assert not barred & board.lands("ah", "ge", "ru", "tu", "ro") & ~closed
    table.operate(AP, 9).activate("bucharest").do("pick ru_corps_01")
    assert table.offered("step") == {"caracal", "galatz", "ploesti"}


def test_16_4_9_russians_and_other_allies_keep_apart() -> None:
    """Neither moves onto or through the other; those together are interned."""
    table = peace().put("galatz", "ro_corps_01").put("ismail", "ru_corps_01").operate(AP, 9).activate("ismail")
    table.do("pick ru_corps_01")
    assert "galatz" not in table.offered("step")
    table = peace().put("galatz", "ro_corps_01").put("ismail", "ru_corps_01").operate(AP, 9).activate("galatz")
    table.do("pick ro_corps_01")
    assert "ismail" not in table.offered("step")


def test_16_4_9_no_russian_army_comes_back_among_other_allies() -> None:
    """Moscow holds a Romanian corps: the army is rebuilt elsewhere."""
    table = peace().put("moscow", "ro_corps_01").eliminated("ru_1_army")
    table.state.rp = {"ru": 2}
    table.phase("ap_replacements").do("spend ru_1_army")
    assert table.offered("rebuild_at") == {"petrograd", "kharkov", "caucasus"}


def test_16_4_9_abroad_or_among_allies_they_are_eliminated_when_it_is_played() -> None:
    """In Serbia, and with a Romanian corps; not alone in Galicia."""
    table = Table(turn=15).at_war("ro").put("nis", "ru_corps_01").put("galatz", "ro_corps_01", "ru_8_army")
    table.put("lemberg", "ru_corps_02").played(TSAR, FALL, REVOLT, turn=14)
    table.state.russian = 6
    play(table, BREST)
    assert table.where("ru_corps_01") == table.where("ru_8_army") == "ap_eliminated_box"
    assert (table.where("ru_corps_02"), table.where("ro_corps_01")) == ("lemberg", "galatz")


def test_16_4_9_sieges_and_attrition_go_on() -> None:
    """Germans besiege a Russian fort and it falls; cut-off Russians are eliminated."""
    table = peace().put("kovno", "ge_8_army").dice(siege=6)
    table.phase("siege")
    assert table.owner("kovno") == CP
    table = peace().put("vienna", "ru_corps_01")
    assert table.phase("attrition").where("ru_corps_01") == "ap_eliminated_box"


# -- peace ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "limit", "step"), [(CP, 11, 1), (AP, 9, -1)])
def test_16_5_1_1_the_range_of_each_side(side: int, limit: int, step: int) -> None:
    """11 or more for the CP, 9 or fewer for the Allies."""
    for vp in range(-1, 22):
        table = Table(setup=True)
        table.state.vp = vp
        assert table.choose(side).allows("peace") == ((vp - limit) * step >= 0)


def test_16_5_3_offers_may_be_repeated_round_after_round() -> None:
    """One per action; a rejected one does not forbid the next."""
    table = Table(setup=True)
    table.state.vp = 15
    table.dice(peace=[4, 4]).choose(CP).do("peace", "reject")
    assert table.game.actor == AP  # it was the whole action
    assert table.choose(CP).allows("peace")
    table.do("peace", "reject")
    assert [action[0] for action in table.state.actions[CP]] == ["peace", "peace"]


def test_5_6_3_in_a_tournament_accepted_peace_is_lost_by_both() -> None:
    """Although other draws go to the Allies (5.6.2)."""
    table = Table(setup=True, tournament=True)
    table.state.vp = 15
    table.choose(CP).do("peace", "accept")
    assert table.game.result is not None
    assert (table.game.result.winner, table.game.result.reason) == (None, "peace_lost_by_both")
