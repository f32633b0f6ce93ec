"""Victory, war status, commitment, tracks and peace terms (5, 16)."""

from __future__ import annotations

import pytest

from engine.core.game import Result
from engine.pog.rules import victory, war_status
from tests.support.table import AP, CP, Table

BREST = "cp_45_treaty_of_brest_litovsk"


def finished(table: Table) -> Result:
    assert table.game.result is not None
    return table.game.result


@pytest.mark.parametrize("scenario", ["introductory", "limited_war", "campaign", "historical", "summer_1916"])
@pytest.mark.parametrize(("vp", "winner"), [(20, CP), (23, CP), (0, AP), (-2, AP), (19, None), (1, None)])
def test_5_2_automatic_victory(scenario: str, vp: int, winner: int | None) -> None:
    """At 20 or more, or 0 or fewer, in segment E.2 of any turn."""
    table = Table(scenario, setup=True, turn=2)
    table.state.vp = vp
    table.phase("decide")
    if winner is None:
        assert table.game.result is None
    else:
        assert (finished(table).winner, finished(table).reason) == (winner, "automatic_victory")


def test_5_1_2_vp_may_leave_the_scale_in_between() -> None:
    """Reaching 20 in the Action Phase and losing it again has no effect."""
    table = Table(setup=True)
    table.state.vp = 19
    table.score("warsaw", CP)
    assert table.state.vp == 20
    assert table.game.result is None
    table.score("warsaw", AP)
    table.phase("decide")
    assert table.game.result is None


def test_5_1_2_a_vp_space_scores_whenever_it_changes_hands() -> None:
    """+1 for the CP, -1 for the Allies; a space that was neutral scores nothing on entry."""
    table = Table(setup=True).score("warsaw", CP).score("lublin", CP)
    assert table.state.vp == 11
    table.score("essen", AP)
    assert table.state.vp == 10
    table.at_war("it")
    assert table.state.vp == 10
    table.score("rome", CP)
    assert table.state.vp == 11


@pytest.mark.parametrize(
    ("scenario", "turn", "vp", "winner"),
    [
        ("introductory", 3, 14, CP), ("introductory", 3, 13, None), ("introductory", 3, 11, None), ("introductory", 3, 10, AP),
        ("limited_war", 10, 17, CP), ("limited_war", 10, 16, None), ("limited_war", 10, 13, None), ("limited_war", 10, 12, AP),
        ("campaign", 20, 13, CP), ("campaign", 20, 12, None), ("campaign", 20, 10, None), ("campaign", 20, 9, AP),
    ],
)  # fmt: skip
def test_5_3_to_5_5_scenario_ends_and_levels(scenario: str, turn: int, vp: int, winner: int | None) -> None:
    """After the last turn of the scenario the VP level decides."""
    table = Table(scenario, setup=True, turn=turn)
    table.state.vp = vp
    table.phase("end_of_scenario")
    assert (finished(table).winner, finished(table).reason) == (winner, "turn_limit")
    early = Table(scenario, setup=True, turn=turn - 1).phase("end_of_scenario")
    assert early.game.result is None


@pytest.mark.parametrize(("vp", "winner"), [(11, CP), (10, None), (9, AP)])
def test_5_5_2_1_with_brest_litovsk_the_levels_are_lower(vp: int, winner: int | None) -> None:
    """11 is enough for the CP."""
    table = Table(setup=True, turn=20).played(BREST)
    table.state.vp = vp
    assert finished(table.phase("end_of_scenario")).winner == winner


def test_5_6_tournament_draws_are_allied_victories() -> None:
    """5.6.2."""
    table = Table(setup=True, turn=20, tournament=True)
    table.state.vp = 11
    assert finished(table.phase("end_of_scenario")).winner == AP


def test_5_6_1_1_a_bid_moves_the_final_total_only() -> None:
    """Automatic victory ignores it; the end of the game does not."""
    table = Table(setup=True, turn=20, bid=(CP, 1))  # the CP ceded one VP
    table.state.vp = 13
    assert finished(table.phase("end_of_scenario")).winner is None
    assert table.state.vp == 12
    even, ceded = (Table(setup=True, scenario="historical", turn=20, bid=bid) for bid in (None, (CP, 1)))
    for table in (even, ceded):
        table.state.vp = 13
        table.phase("end_of_scenario")
    assert even.state.vp - ceded.state.vp == 1, "also in the Historical scenario, beside its own adjustments (5.7.2)"
    table = Table(setup=True, turn=5, bid=(AP, 3))
    table.state.vp = 18
    assert table.phase("decide").game.result is None


@pytest.mark.parametrize(
    ("events", "vp", "final"),
    [
        ((), 10, 10 + 2 - 2),
        (("ap_43_usa_reinforcements",), 10, 10 + 1 - 2),
        (("ap_43_usa_reinforcements", "ap_47_usa_reinforcements"), 10, 10 - 2),
        (("cp_52_fall_of_the_tsar",), 10, 10 + 2),
    ],
)
def test_5_7_4_8_and_5_7_4_9_historical_adjustments(events: tuple[str, ...], vp: int, final: int) -> None:
    """+1 for each US army card not played, -2 if the Tsar never fell; after Armistice or turn 20 only."""
    for step, turn in (("end_of_scenario", 20), ("decide", 15)):
        table = Table("historical", setup=True, turn=turn).played(*events)
        table.state.vp, table.state.combined = vp, 40
        table.phase(step)
        assert table.state.vp == final
        assert finished(table).reason in ("turn_limit", "armistice")
    plain = Table(setup=True, turn=20)
    plain.phase("end_of_scenario")
    assert plain.state.vp == 10


def test_5_7_2_1_the_ap_wins_historical_draws() -> None:
    """10 without and 12 with adjustments would be a draw elsewhere."""
    table = Table("historical", setup=True, turn=20).played(
        "ap_43_usa_reinforcements", "ap_47_usa_reinforcements", "cp_52_fall_of_the_tsar"
    )
    table.state.vp = 12
    assert finished(table.phase("end_of_scenario")).winner == AP


def test_5_4_1_limited_war_ends_with_total_war() -> None:
    """Of either side."""
    table = Table("limited_war", setup=True, turn=6)
    table.state.commitment[AP] = 1
    table.state.war_status[AP] = 11
    table.phase("commitment", "end_of_scenario")
    assert finished(table).reason == "total_war"


def test_6_0_phase_e_order_automatic_victory_before_armistice_before_commitment() -> None:
    """E.2 and E.3 come before E.4."""
    steps = type(Table().system.opening()).__name__
    assert steps == "War"
    table = Table(setup=True, turn=8)
    table.state.vp, table.state.combined, table.state.war_status = 20, 40, [4, 4]
    table.run_from("decide")
    assert finished(table).reason == "automatic_victory"
    assert table.state.commitment == [0, 0]


# -- war status and commitment -------------------------------------------------------------


@pytest.mark.parametrize(("turn", "status", "level"), [(1, 4, 0), (2, 3, 0), (2, 4, 1), (2, 9, 1), (5, 11, 1)])
def test_16_1_2_and_16_1_3_limited_war(turn: int, status: int, level: int) -> None:
    """At 4, from September 1914 on, one level at a time."""
    table = Table(setup=True, turn=turn)
    table.state.war_status[AP] = status
    table.phase("commitment")
    assert table.state.commitment[AP] == level
    if level:
        limited = table.system.rules.deck_cards(table.state, AP, "limited")
        assert table.state.deck[AP] & limited == limited


@pytest.mark.parametrize(("status", "level"), [(10, 1), (11, 2)])
def test_16_1_4_total_war(status: int, level: int) -> None:
    """At 11."""
    table = Table(setup=True, turn=9)
    table.state.commitment[AP], table.state.war_status[AP] = 1, status
    table.phase("commitment")
    assert table.state.commitment[AP] == level


def test_5_3_2_no_levels_in_the_introductory_scenario() -> None:
    """Whatever the war status."""
    table = Table("introductory", setup=True, turn=2)
    table.state.war_status = [5, 5]
    table.phase("commitment")
    assert table.state.commitment == [0, 0]


def test_16_1_3_1_turkey_enters_with_cp_limited_war() -> None:
    """Turkish units are placed, Persia takes sides, and it does not count as a neutral entry (9.5.2)."""
    table = Table(setup=True, turn=2)
    table.state.war_status[CP] = 4
    table.phase("commitment")
    assert "tu" in table.state.at_war
    assert table.where("tu_corps_13") == "gaza"
    assert table.state.trench(table.space("gaza")) == (1, CP)
    assert table.owner("constantinople") == CP
    assert (table.owner("kermanshah"), table.owner("ahwaz")) == (CP, AP)
    assert table.state.neutral_entry_turn == 0
    assert table.state.vp == 10


def test_16_1_3_1_turkey_enters_once() -> None:
    """Total War does not set the Turks up again."""
    table = Table(turn=8).at_war("tu").put("adana", "tu_corps_01")
    table.state.commitment[CP], table.state.war_status[CP] = 1, 11
    table.phase("commitment")
    assert table.state.commitment[CP] == 2
    assert table.where("tu_corps_01") == "adana"
    assert not table.events("enters_war")[1:]


def test_16_1_3_1_not_with_the_allies_limited_war() -> None:
    """Only the CP's level brings Turkey in."""
    table = Table(setup=True, turn=2)
    table.state.war_status[AP] = 4
    assert "tu" not in table.phase("commitment").state.at_war


def test_16_1_6_after_total_war_only_the_combined_marker_moves() -> None:
    """The side's own marker is out of play: it no longer decides anything."""
    table = Table(setup=True)
    table.state.commitment[AP], table.state.war_status[AP], table.state.combined = 2, 11, 20
    war_status.raise_by(table.game, AP, 2)
    assert table.state.combined == 22
    assert war_status.next_level(table.state, AP) is None


def test_16_2_1_armistice_at_40() -> None:
    """The game ends in segment E.3."""
    for combined, over in ((39, False), (40, True)):
        table = Table(setup=True, turn=15)
        table.state.combined = combined
        table.phase("decide")
        assert (table.game.result is not None) == over
        if over:
            assert finished(table).reason == "armistice"


def test_16_3_2_zimmermann_is_allowed_at_30() -> None:
    """Combined war status, before the card's own points."""
    table = Table(setup=True, turn=12)
    table.state.combined = 29
    war_status.update_tracks(table.state)
    assert table.state.us_entry == 0
    war_status.raise_by(table.game, AP, 1)
    assert table.state.us_entry == 1


def test_16_4_2_and_16_4_3_three_russian_vp_spaces() -> None:
    """The marker moves to Tsar Takes Command Allowed, and back if one is lost."""
    table = Table(setup=True).score("warsaw", CP).score("lodz", CP).score("lublin", CP)
    war_status.update_tracks(table.state)
    assert (war_status.russian_vp(table.state), table.state.russian) == (2, 0)
    table.score("vilna", CP)
    war_status.update_tracks(table.state)
    assert (war_status.russian_vp(table.state), table.state.russian) == (3, 1)
    table.score("vilna", AP)
    war_status.update_tracks(table.state)
    assert table.state.russian == 0


def test_16_4_2_baku_counts() -> None:
    """A VP space in Russia on the Near East map."""
    table = Table(setup=True).score("baku", CP)
    assert war_status.russian_vp(table.state) == 1


# -- peace terms ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "vp", "may"), [(CP, 11, True), (CP, 10, False), (AP, 9, True), (AP, 10, False), (CP, 9, False)]
)
def test_16_5_1_who_may_offer(side: int, vp: int, may: bool) -> None:
    """The CP at 11 or more, the Allies at 9 or fewer."""
    table = Table(setup=True)
    table.state.vp = vp
    assert table.choose(side).allows("peace") == may


@pytest.mark.parametrize("scenario", ["introductory", "historical", "summer_1916"])
def test_5_3_3_and_5_7_2_1_no_peace_terms(scenario: str) -> None:
    """Unless the players agree on them."""
    table = Table(scenario, setup=True, turn=2)
    table.state.vp = 15
    assert not table.choose(CP).allows("peace")
    table = Table("historical", setup=True, peace_terms=True)
    table.state.vp = 15
    assert table.choose(CP).allows("peace")


def test_16_5_2_accepting_ends_the_game_in_a_draw() -> None:
    """Regardless of the VP (5.1.1)."""
    table = Table(setup=True)
    table.state.vp = 18
    table.choose(CP).do("peace")
    assert table.game.actor == AP
    table.do("accept")
    assert (finished(table).winner, finished(table).reason) == (None, "peace_terms")


CP_LOW, CP_HIGH = (1, 1, 1, 0, 0, -1), (1, 1, 0, 0, 0, -1)


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("combined", [0, 19, 20, 35])
@pytest.mark.parametrize("side", [AP, CP])
def test_16_5_2_rejecting_rolls_on_the_table(side: int, combined: int, die: int) -> None:
    """The result depends on the combined war status; the Allied lines mirror those of the CP."""
    table = Table(setup=True)
    table.state.vp = start = 15 if side == CP else 5
    table.state.combined = combined
    table.dice(peace=die).choose(side).do("peace", "reject")
    change = (CP_LOW if combined < 20 else CP_HIGH)[die - 1] * (1 if side == CP else -1)
    assert table.state.vp == start + change
    assert table.events("peace_answer")[-1]["change"] == change
    assert table.state.actions[side][-1][0] == "peace"


def test_ap_40_14_points_ends_cp_offers() -> None:
    """The CP may not offer any more."""
    table = Table(setup=True).played("ap_40_14_points")
    table.state.vp = 15
    assert not table.choose(CP).allows("peace")


def test_levels_are_complete() -> None:
    """Every VP total has a result in every scenario."""
    for scenario in ("introductory", "limited_war", "campaign", "historical", "summer_1916"):
        table = Table(scenario, setup=True)
        verdicts = [victory.decide(table.state, vp) for vp in range(-5, 26)]
        order = [AP, None, CP]
        assert [order.index(verdict) for verdict in verdicts] == sorted(order.index(verdict) for verdict in verdicts)
