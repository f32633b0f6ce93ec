from __future__ import annotations

from collections import Counter

from engine.pog.content import AP, CP, Content
from engine.pog.content.records import Unit


def unit(content: Content, name: str) -> Unit:
    return content.units[content.unit_by_name[name]]


def placed(content: Content, scenario: str = "base") -> dict[str, tuple[str, bool]]:
    """Units of the set-up by name: space and whether reduced."""
    return {
        content.units[row.unit].name: (content.spaces[row.space].name, row.reduced)
        for row in content.setup
        if row.unit is not None and row.scenario == scenario
    }


def trenches(content: Content, scenario: str) -> set[str]:
    return {content.spaces[row.space].name for row in content.setup if row.trench and row.scenario == scenario}


def test_factors_as_printed(content: Content) -> None:
    german = unit(content, "ge_2_army")
    assert (german.cf, german.lf, german.mf, german.reduced_cf, german.reduced_lf, german.reduced_mf) == (
        5,
        3,
        3,
        3,
        3,
        3,
    )
    bef = unit(content, "br_bef_corps")
    assert (bef.cf, bef.lf, bef.mf, bef.reduced_cf, bef.reduced_lf, bef.reduced_mf) == (2, 2, 4, 2, 1, 4)


def test_near_east_armies(content: Content) -> None:
    """Exactly six armies may operate on the Near East map; the BEF, cavalry and Montenegrins may not."""
    assert {u.name for u in content.units if u.army and u.near_east} == {
        "br_mef_army",
        "br_ne_army",
        "fr_orient_army",
        "ru_cau_army",
        "tu_aoi_army",
        "tu_yld_army",
    }
    kept_out = {u.group for u in content.units if not u.army and not u.near_east}
    assert kept_out == {"br_bef_corps", "mn_corps", "ru_cav_corps"}


def test_parents_and_pools(content: Content) -> None:
    for name, nation, parent, pool in (
        ("br_aus_corps", "aus", "br", "a"),
        ("br_ana_corps", "ana", "br", "a"),
        ("tu_sn_corps", "sn", "tu", None),
        ("mn_corps", "mn", "sb", "a"),
        ("ge_pol_corps_1", "ge", "ge", "ge"),
        ("br_mef_army", "br", "br", None),
    ):
        counter = unit(content, name)
        assert (counter.nation, counter.parent, counter.pool) == (nation, parent, pool)
        assert counter.replaceable == (pool is not None)


def test_loss_priorities(content: Content) -> None:
    """12.4.5: BEF Army, BEF Corps, then MEF or CAU Army, then AUS or CND Corps."""
    assert {u.name: u.loss_priority for u in content.units if u.loss_priority} == {
        "br_bef_army": 1,
        "br_bef_corps": 2,
        "br_mef_army": 3,
        "ru_cau_army": 3,
        "br_aus_corps": 4,
        "br_cnd_corps": 4,
    }


def test_groups_of_interchangeable_corps(content: Content) -> None:
    groups = Counter(u.group for u in content.units)
    assert (groups["ge_corps"], groups["ge_pol_corps"], groups["ru_corps"], groups["ru_cav_corps"]) == (19, 3, 18, 2)
    assert (groups["br_corps"], groups["us_corps"], groups["tu_corps"]) == (10, 6, 14)
    assert all(u.group == u.name for u in content.units if u.army)


def test_replacement_of_british_armies(content: Content) -> None:
    """12.4.4.3: only the BEF Corps replaces the BEF Army, only British corps the other British armies."""
    british = {u.name: u.replaced_by for u in content.units if u.army and u.nation == "br"}
    assert british.pop("br_bef_army") == ("br_bef_corps",)
    assert set(british.values()) == {("br_corps",)}
    assert all(u.replaced_by for u in content.units if u.army)


def test_opening_positions(content: Content) -> None:
    """Unit Setup: the two German armies in Koblenz, the reduced ones, the BEF in Brussels."""
    at = placed(content)
    assert len(at) == 83
    assert at["ge_1_army"] == ("aachen", False)
    assert at["ge_2_army"] == at["ge_3_army"] == ("koblenz", False)
    assert at["ge_7_army"] == ("mulhouse", True)
    assert at["br_bef_army"] == ("brussels", False)
    assert at["fr_6_army"] == ("paris", True)
    assert at["ru_corps_11"] == ("batum", False)
    assert Counter(place for place, _ in at.values())["cp_reserve_box"] == 12
    assert Counter(place for place, _ in at.values())["ap_reserve_box"] == 17


def test_trenches_of_both_set_ups(content: Content) -> None:
    """5.7.1: the historical scenario adds Strasbourg and four Italian trenches and takes Brussels away."""
    base = trenches(content, "base")
    assert len(base) == 17
    assert {"brussels", "metz", "cairo", "odessa"} <= base
    assert trenches(content, "historical_add") == {"strasbourg", "verona", "asiago", "maggiore", "udine"}
    assert trenches(content, "historical_remove") == {"brussels"}


def test_every_unit_is_placed_or_arrives(content: Content) -> None:
    arriving = {arrival.unit for card in content.cards for arrival in card.arrivals}
    entering = {row.unit for row in content.entries if row.unit is not None}
    start = {row.unit for row in content.setup if row.unit is not None}
    assert start | arriving | entering == set(range(len(content.units)))
    assert not start & (arriving | entering)


def test_entry_of_turkey_divides_persia(content: Content) -> None:
    """11.1.13: Kermanshah becomes CP, the other Persian spaces Allied."""
    control = {row.place: row.control for row in content.entries if row.control is not None}
    assert control.pop("kermanshah") == CP
    assert set(control.values()) == {AP}
    assert set(control) == {"dilman", "tabriz", "hamadan", "khorramabad", "ahwaz"}


def test_italian_armies_enter_reduced(content: Content) -> None:
    rows = [row for row in content.entries if row.nation == "it" and row.unit is not None]
    assert len(rows) == 11
    assert all(row.reduced == content.units[row.unit].army for row in rows if row.unit is not None)
