"""Replacements (17)."""

from __future__ import annotations

import pytest

from tests.support.table import AP, CP, Table


def spending(table: Table, side: int, **points: int) -> Table:
    """Begin a side's segment with points (whole RP) in its pools."""
    table.state.rp = {pool: 2 * value for pool, value in points.items()}
    return table.phase("ap_replacements" if side == AP else "cp_replacements")


def test_17_1_4_prices() -> None:
    """An army step costs 1, a corps step one half."""
    table = Table().put("koblenz", "ge_1_army-", "ge_corps_01-").eliminated("ge_2_army", "ge_corps_02")
    spending(table, CP, ge=3)
    assert table.offered("spend") == {"ge_1_army", "ge_corps_01", "ge_2_army", "ge_corps_02"}
    table.do("spend ge_1_army")
    assert table.state.rp["ge"] == 4
    table.do("spend ge_corps_01")
    assert table.state.rp["ge"] == 3
    table.do("spend ge_corps_02")
    assert table.state.rp["ge"] == 2
    assert table.where("ge_corps_02") == "cp_reserve_box"
    assert table.reduced("ge_corps_02")
    table.do("spend ge_2_army")
    table.do(f"rebuild_at {min(table.offered('rebuild_at'))}") if table.asks("rebuild") else None
    assert table.state.rp.get("ge", 0) == 0
    assert table.reduced("ge_2_army")


def test_17_1_5_a_rebuilt_army_comes_reduced_and_may_be_flipped_at_once() -> None:
    """With another point in the same phase."""
    table = spending(Table().eliminated("ge_1_army"), CP, ge=2).do(
        "spend ge_1_army", "rebuild_at berlin", "spend ge_1_army"
    )
    assert table.where("ge_1_army") == "berlin"
    assert not table.reduced("ge_1_army")


def test_17_1_5_where_armies_reappear() -> None:
    """Capital or supply sources in the country, friendly, in supply, not besieged."""
    table = spending(Table().eliminated("ge_1_army"), CP, ge=1).do("spend ge_1_army")
    assert table.offered("rebuild_at") == {"berlin", "essen", "breslau"}
    table = spending(Table().eliminated("fr_1_army"), AP, fr=1).do("spend fr_1_army")
    assert table.where("fr_1_army") == "paris" or table.offered("rebuild_at") == {"paris"}


def test_17_1_1_pools_pay_for_their_own() -> None:
    """A nation's points are for that nation only; A points for the minors."""
    table = (
        Table().put("paris", "fr_1_army-", "br_1_army-", "br_cnd_corps-").put("london", "br_corps_01-", "br_aus_corps-")
    )
    assert spending(table, AP, fr=1).offered("spend") == {"fr_1_army"}
    table = (
        Table().put("paris", "fr_1_army-", "br_1_army-", "br_cnd_corps-").put("london", "br_corps_01-", "br_aus_corps-")
    )
    assert spending(table, AP, a=1).offered("spend") == {"br_cnd_corps", "br_aus_corps"}


def test_17_1_1_1_a_points_for_all_minors() -> None:
    """ANA, AUS, BE, CND, MN, PT, RO, GR and SB."""
    table = Table().at_war("ro", "gr", "tu")
    for unit in (
        "br_ana_corps",
        "br_aus_corps",
        "be_corps_01",
        "br_cnd_corps",
        "mn_corps",
        "br_pt_corps",
        "ro_corps_01",
        "gr_corps_01",
        "sb_corps_01",
    ):
        table.eliminated(unit)
    table.eliminated("br_corps_01", "fr_corps_01", "ru_corps_01")
    found = spending(table, AP, a=9).offered("spend")
    assert not {"br_corps_01", "fr_corps_01", "ru_corps_01"} & found
    assert {"br_aus_corps", "be_corps_01", "mn_corps", "ro_corps_01", "sb_corps_01", "br_ana_corps"} <= found


def test_17_1_2_half_points_may_be_split_and_leftovers_vanish() -> None:
    """One A point for two corps of different nations."""
    table = spending(Table().eliminated("be_corps_01", "br_aus_corps"), AP, a=1).do(
        "spend be_corps_01", "spend br_aus_corps"
    )
    assert not table.asks("replacement")
    table = Table().put("koblenz", "ge_1_army-")
    table.state.rp = {"ge": 7}
    table.phase("combat_cards")
    assert table.state.rp == {}


@pytest.mark.parametrize(
    ("unit", "where", "capital", "may"),
    [
        ("fr_1_army-", "lyon", "paris", False),
        ("ah_1_army-", "zagreb", "vienna", False),
        ("ah_1_army-", "zagreb", "budapest", False),
        ("be_1_army-", "calais", "brussels", True),
        ("ru_1_army-", "kiev", "warsaw", True),
    ],
)
def test_17_1_3_the_capital(unit: str, where: str, capital: str, may: bool) -> None:
    """Enemy-held: no points for that nation, Belgians and Serbs excepted."""
    pool = {"fr": "fr", "ah": "ah", "be": "a", "ru": "ru"}[unit[:2]]
    side = CP if unit.startswith("ah") else AP
    table = Table().put(where, unit).destroy("paris", "belgrade", "warsaw").hold(1 - side, capital)
    found = spending(table, side, **{pool: 2}).offered("spend")
    assert (found == {unit.rstrip("-")}) == may


def test_17_1_3_serbs_do_not_mind_the_loss_of_belgrade() -> None:
    """Corps are rebuilt in the Reserve Box even if the whole country is lost."""
    table = Table().eliminated("sb_corps_01", "be_corps_01").destroy("belgrade").hold_all(CP, "sb", "be")
    assert spending(table, AP, a=1).offered("spend") == {"sb_corps_01", "be_corps_01"}


def test_17_1_3_a_besieged_paris_stops_the_french_an_unsupplied_one_does_not() -> None:
    """Unbesieged but cut off, it does not affect units elsewhere."""
    table = Table().put("lyon", "fr_1_army-").put("paris", "ge_1_army")
    assert spending(table, AP, fr=1).offered("spend") == set()
    table = Table().put("lyon", "fr_1_army-").hold(CP, "orleans", "melun", "chateau_thierry", "amiens", "rouen")
    assert spending(table, AP, fr=1).offered("spend") == {"fr_1_army"}


def test_17_1_4_units_on_the_map_must_be_in_supply_boxes_are_free() -> None:
    """Reserve Box units always qualify."""
    table = Table().put("cambrai", "ge_1_army-").reserve("ge_corps_01-")
    assert spending(table, CP, ge=2).offered("spend") == {"ge_corps_01"}


def test_17_1_4_1_not_on_foreign_sources() -> None:
    """A German unit supplied only by Sofia or Constantinople gets nothing."""
    table = Table().at_war("bu").put("varna", "ge_corps_01-")
    assert spending(table, CP, ge=1).offered("spend") == set()
    table = Table().at_war("bu").put("varna", "ge_corps_01-").hold_all(CP, "sb")
    assert spending(table, CP, ge=1).offered("spend") == {"ge_corps_01"}


def test_17_1_5_the_belgian_army() -> None:
    """Brussels, Antwerp or Ostend; Calais only if all three are unusable."""
    table = spending(Table().eliminated("be_1_army"), AP, a=1).do("spend be_1_army")
    assert table.offered("rebuild_at") == {"brussels", "antwerp", "ostend"}
    table = Table().eliminated("be_1_army").destroy("antwerp").hold(CP, "brussels", "antwerp", "ostend")
    spending(table, AP, a=1).do("spend be_1_army")
    assert table.where("be_1_army") == "calais" or table.offered("rebuild_at") == {"calais"}


def test_17_1_5_serbian_armies() -> None:
    """Belgrade unless Nis is lost; Salonika after Salonika or Greece."""
    table = spending(Table().eliminated("sb_1_army"), AP, a=1)
    assert table.offered("spend") == {"sb_1_army"}
    assert spending(Table().eliminated("sb_1_army").hold(CP, "nis"), AP, a=1).offered("spend") == set()
    table = Table().at_war("gr").played("ap_30_salonika").eliminated("sb_1_army").hold(CP, "nis").hold(AP, "salonika")
    spending(table, AP, a=1).do("spend sb_1_army")
    assert table.where("sb_1_army") == "salonika" or table.offered("rebuild_at") == {"salonika"}


def test_17_1_6_the_ana_is_rebuilt_in_arabia() -> None:
    """Reduced first."""
    table = spending(Table().at_war("tu").eliminated("br_ana_corps"), AP, a=1).do("spend br_ana_corps")
    assert table.where("br_ana_corps") == "arabia"
    assert table.reduced("br_ana_corps")


def test_17_1_7_dotted_units_never_take_replacements() -> None:
    """BEF, MEF, NE, CAU, Orient, YLD, AoI and the SN corps."""
    table = (
        Table().at_war("tu").put("amiens", "br_bef_army-", "br_bef_corps-", "br_ne_army-").put("kiev", "ru_cau_army-")
    )
    assert spending(table, AP, br=9, ru=9, a=9).offered("spend") == set()
    table = Table().at_war("tu").put("ankara", "tu_yld_army-", "tu_aoi_army-").put("libya", "tu_sn_corps-")
    assert spending(table, CP, tu=9).offered("spend") == set()


def test_17_1_8_us_points_come_with_every_allied_rp_card_after_over_there() -> None:
    """One each."""
    table = (
        Table(setup=True, turn=16)
        .played("ap_55_over_there")
        .hand(AP, "ap_02_blockade")
        .choose(AP)
        .do("rp ap_02_blockade")
    )
    assert table.state.rp["us"] == 2


def test_permanently_eliminated_units_never_return() -> None:
    """Nor do units that have not come into play."""
    table = Table().put("cp_permanently_eliminated", "ge_1_army")
    assert spending(table, CP, ge=5).offered("spend") == set()


@pytest.mark.parametrize(("held", "level", "points"), [(True, 2, 2), (True, 1, 0), (False, 2, 0)])
def test_5_7_3_the_historical_german_bonus(held: bool, level: int, points: int) -> None:
    """1 GE RP at CP Total War while Sedan and two more French or Belgian spaces are held."""
    table = Table("historical", turn=12).hold(CP, "sedan", *(["brussels", "cambrai"] if held else ["brussels"]))
    table.state.commitment[CP] = level
    table.phase("replacement_points")
    assert table.state.rp.get("ge", 0) == points
    plain = Table(turn=12).hold(CP, "sedan", "brussels", "cambrai")
    plain.state.commitment[CP] = 2
    assert plain.phase("replacement_points").state.rp.get("ge", 0) == 0


def test_16_4_7_one_russian_point_after_the_revolution() -> None:
    """At most one may be spent."""
    table = Table(turn=16).played("cp_53_bolshevik_revolution")
    table.state.rp = {"ru": 8}
    table.phase("replacement_points")
    assert table.state.rp["ru"] == 2


def test_17_1_2_points_that_nobody_spent_are_told_as_lost() -> None:
    """By side and pool, in half points; nothing is reported if none are left."""
    table = Table()
    table.state.rp = {"ge": 3, "fr": 2, "br": 0}
    table.phase("combat_cards")
    assert [(event["side"], event["points"]) for event in table.events("rp_lapsed")] == [
        (AP, (("fr", 2),)), (CP, (("ge", 3),)),
    ]  # fmt: skip
    assert Table().phase("combat_cards").events("rp_lapsed") == []
