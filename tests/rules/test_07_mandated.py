"""Mandated offensives (7)."""

from __future__ import annotations

import pytest

from engine.pog.rules import mandated
from tests.support.table import AP, CP, Table

ALLIED = {1: "fr", 2: "fr", 3: "br", 4: "it", 5: "it", 6: "ru"}
CENTRAL = {1: "ah", 2: "ah_it", 3: "tu", 4: "ge", 5: "none", 6: "none"}


def result(table: Table, side: int, die: int) -> str:
    return mandated.result_of(table.state, side, die)


def world(**more: object) -> Table:
    """Italy and Turkey at war."""
    return Table(**more).at_war("it", "tu")  # type: ignore[arg-type]


@pytest.mark.parametrize("die", range(1, 7))
def test_7_1_1_the_tables(die: int) -> None:
    """One die a side at the start of the turn."""
    assert result(world(), AP, die) == ALLIED[die]
    assert result(world(), CP, die) == CENTRAL[die]


def test_7_1_1_phase_a_rolls_for_both() -> None:
    """The Allies and the CP, once each."""
    table = Table(setup=True).dice(mandated_offensive_ap=1, mandated_offensive_cp=4).phase("mandated_offensives")
    assert table.state.mandated == ["fr", "ge"]
    assert [(event["side"], event["die"]) for event in table.events("mandated")] == [(AP, 1), (CP, 4)]


def test_7_1_2_neutrals_have_none() -> None:
    """Italy and Turkey while neutral; AH (It) is then read as AH."""
    table = Table()
    assert result(table, AP, 4) == "none"
    assert result(table, CP, 3) == "none"
    assert result(table, CP, 2) == "ah"  # 7.1.6


@pytest.mark.parametrize(
    ("lost", "side", "die", "expected"),
    [
        (("paris",), AP, 1, "br"),
        (("paris", "london"), AP, 1, "it"),
        (("paris", "london", "rome"), AP, 1, "ru"),
        (("london",), AP, 3, "it"),
        (("rome",), AP, 4, "ru"),
        (("vienna",), CP, 1, "ah"),
        (("vienna", "budapest"), CP, 1, "tu"),
        (("vienna", "budapest"), CP, 2, "tu"),
        (("vienna", "budapest", "constantinople"), CP, 1, "ge"),
        (("constantinople", "berlin"), CP, 3, "none"),
        (("berlin",), CP, 4, "none"),
    ],
)
def test_7_1_2_a_lost_capital_shifts_the_result_to_the_right(
    lost: tuple[str, ...], side: int, die: int, expected: str
) -> None:
    """One box for a lost capital; Austria must have lost both."""
    assert result(world().hold(1 - side, *lost), side, die) == expected


def test_7_1_2_a_shift_onto_a_neutral_means_none() -> None:
    """It does not shift any further."""
    assert result(Table().hold(CP, "london"), AP, 3) == "none"
    assert result(Table().hold(AP, "vienna", "budapest"), CP, 1) == "none"


def test_7_1_2_a_besieged_capital_is_not_lost() -> None:
    """Control decides."""
    assert result(Table().put("paris", "ge_1_army"), AP, 1) == "fr"


def test_7_1_6_ah_it_becomes_ah_when_rome_is_lost() -> None:
    """With Italy beaten, any enemy will do."""
    assert result(world().hold(CP, "rome"), CP, 2) == "ah"


def test_7_1_9_hoffmann_adds_one() -> None:
    """A 3 is read as 4; a 6 stays none."""
    table = world().played("cp_37_hoffmann")
    assert [result(table, CP, die) for die in range(1, 7)] == ["ah_it", "tu", "ge", "none", "none", "none"]


def test_7_1_10_and_7_1_11_results_that_are_off() -> None:
    """H-L Take Command ends German, Bolshevik Revolution ends Russian offensives."""
    assert result(Table().played("cp_54_h_l_take_command"), CP, 4) == "none"
    assert result(Table().played("cp_53_bolshevik_revolution"), AP, 6) == "none"


@pytest.mark.parametrize(
    ("scenario", "turn", "expected"), [("historical", 1, "fr"), ("historical", 2, "br"), ("campaign", 1, "br")]
)
def test_5_7_4_5_british_is_french_on_turn_1(scenario: str, turn: int, expected: str) -> None:
    """Historical scenario, turn 1."""
    assert result(Table(scenario, turn=turn), AP, 3) == expected


# -- what satisfies one --------------------------------------------------------------------


def met(table: Table, nation: str, target: str, *units: str) -> bool:
    """Attack and return whether the offensive is met at the declaration."""
    side = table.system.rules.side_of[table.unit(units[0])]
    table.state.mandated[side] = nation
    table.any_dice("mandated").attack(target, *units)
    return bool(table.events("mandate_met"))


def test_7_1_4_french_and_british_must_attack_germans_in_the_west() -> None:
    """In France, Belgium or Germany, from anywhere."""
    assert met(
        Table().put("paris", "fr_6_army").put("amiens", "ge_1_army").hold(CP, "cambrai", "sedan"),
        "fr",
        "amiens",
        "fr_6_army",
    )
    table = Table().at_war("it").put("turin", "fr_6_army").put("milan", "ge_1_army").hold(CP, "verona")
    assert not met(table, "fr", "milan", "fr_6_army")
    table = Table().put("paris", "fr_6_army").put("amiens", "ah_1_army").hold(CP, "cambrai", "sedan")
    assert not met(table, "fr", "amiens", "fr_6_army")
    for unit, counts in (("br_1_army", True), ("br_cnd_corps", False), ("br_aus_corps", False), ("br_pt_corps", False)):
        table = Table().put("paris", unit).put("amiens", "ge_1_army").hold(CP, "cambrai", "sedan")
        assert met(table, "br", "amiens", unit) == counts, unit


def test_7_1_3_an_empty_fort_does_not_count() -> None:
    """The defender must be a combat unit."""
    table = Table().put("nancy", "fr_1_army")
    assert not met(table, "fr", "metz", "fr_1_army")
    table = Table().put("nancy", "fr_1_army").put("metz", "ge_corps_01")
    assert met(table, "fr", "metz", "fr_1_army")


@pytest.mark.parametrize(
    ("defender", "counts"), [("fr_corps_01", True), ("br_corps_01", True), ("be_corps_01", True), ("us_corps_01", True),
                             ("br_aus_corps", False), ("br_cnd_corps", False), ("br_pt_corps", False), ("it_corps_01", False)],
)  # fmt: skip
def test_7_1_5_germans_against_western_allies_in_the_west(defender: str, counts: bool) -> None:
    """US, British, Belgian or French units; Dominions and Portuguese do not count as British here."""
    assert met(Table().put("koblenz", "ge_1_army").put("sedan", defender), "ge", "sedan", "ge_1_army") == counts


def test_7_1_5_not_in_the_east() -> None:
    """Russians in Germany do not count, nor British outside the three lands."""
    assert not met(
        Table().put("insterberg", "ge_8_army").put("tannenberg", "ru_2_army"), "ge", "tannenberg", "ge_8_army"
    )


def test_7_1_5_turks_against_anybody_and_the_senussi_not() -> None:
    """A Turkish unit must attack an Allied unit."""
    assert met(
        Table(turn=8).at_war("tu").put("erzerum", "tu_corps_08").put("kars", "ru_corps_12"), "tu", "kars", "tu_corps_08"
    )
    table = Table(turn=8).at_war("tu").put("libya", "tu_sn_corps").put("alexandria", "br_corps_03")
    assert not met(table, "tu", "alexandria", "tu_sn_corps")


def test_7_1_7_austrians_against_anybody() -> None:
    """AH: any enemy unit, and the helpers may be German."""
    assert met(Table().put("novi_sad", "ah_5_army").put("belgrade", "sb_1_army"), "ah", "belgrade", "ah_5_army")
    assert not met(Table().put("novi_sad", "ge_1_army").put("belgrade", "sb_1_army"), "ah", "belgrade", "ge_1_army")


def test_7_1_6_the_italian_front() -> None:
    """A space in Italy, a space with Italians, or units supplied through Italy."""
    table = Table().at_war("it").put("trent", "ah_1_army").put("asiago", "fr_corps_01")
    assert met(table, "ah_it", "asiago", "ah_1_army")
    table = Table().at_war("it").put("spittal", "ah_1_army").put("villach", "it_corps_05")
    assert met(table, "ah_it", "villach", "ah_1_army")
    assert not met(
        Table()
        .at_war("it")
        .put("tarnow", "ah_1_army")
        .put("lublin", "ru_4_army")
        .put("ivangorod", "ru_5_army")
        .destroy("ivangorod")
        .put("ivangorod", "ru_5_army"),
        "ah_it",
        "ivangorod",
        "ah_1_army",
    )
    table = (
        Table()
        .at_war("it")
        .put("spittal", "ah_1_army")
        .put("villach", "fr_corps_01")
        .hold(AP, "trieste")
        .destroy("trieste")
    )
    assert met(table.hold(AP, "trieste"), "ah_it", "villach", "ah_1_army")


@pytest.mark.parametrize("nation", ["it", "ru"])
def test_7_1_3_italians_and_russians_against_anybody(nation: str) -> None:
    """Any enemy unit."""
    if nation == "it":
        table = Table().at_war("it").put("udine", "it_2_army").put("trieste", "ah_corps_01")
        assert met(table, "it", "trieste", "it_2_army")
    else:
        assert met(Table().put("lublin", "ru_4_army").put("przemysl", "ah_4_army"), "ru", "przemysl", "ru_4_army")


# -- missing one -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mandates", "vp"), [(["fr", "none"], 11), (["none", "ge"], 9), (["fr", "ge"], 10), (["none", "none"], 10)]
)
def test_7_1_3_a_missed_offensive_costs_a_vp(mandates: list[str], vp: int) -> None:
    """In the War Status Phase, even if no attack was possible; the turn is recorded."""
    table = Table(setup=True)
    table.state.mandated = mandates[:]
    table.phase("score")
    assert table.state.vp == vp
    assert [bool(missed) for missed in table.state.missed] == [mandate != "none" for mandate in mandates]


def test_7_1_8_no_penalty_for_a_french_offensive_after_the_mutiny() -> None:
    """The French need not attack any more."""
    table = Table(setup=True).played("cp_47_french_mutiny")
    table.state.mandated = ["fr", "none"]
    table.phase("score")
    assert table.state.vp == 10
