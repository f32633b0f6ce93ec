"""Corner cases where two rules meet: capitals and reinforcements, passages and retreats, ports, the BEF, sieges."""

from __future__ import annotations

import pytest

from engine.pog.rules.areas import RUSSIAN_CROSSING
from tests.rules.support import ways
from tests.support.table import AP, CP, Table


def run(table: Table, *prefer: str) -> Table:
    """Take preferred choices where they are legal, else the first, until the combat is over."""
    while not table.events("combat_over"):
        choices = [table.game.text(choice) for choice in table.game.options()]
        table.do(next((text for text in choices if text in prefer), choices[0]))
    return table


# -- the Caucasus passage and retreats -----------------------------------------------------


def poti(*units: str, die: int, used: bool = False) -> Table:
    """Russians in Poti who can only go to the Caucasus box; a Turkish army attacks from Batum."""
    table = Table(turn=9).at_war("tu").put("poti", *units).put("batum", "tu_aoi_army", "tu_corps_01")
    table.hold(CP, "rize", "kars", "erzerum").dice(attacker=die, defender=1)
    table.state.limits_used |= RUSSIAN_CROSSING if used else 0
    return table.attack("poti", "tu_aoi_army", "tu_corps_01")


def test_11_3_2_a_retreat_uses_the_one_passage_of_the_turn() -> None:
    """The first corps gets out, the second one is eliminated (12.5.4)."""
    table = run(poti("ru_corps_01", die=2), "retreat")
    assert table.where("ru_corps_01") == "caucasus"
    assert table.state.limits_used & RUSSIAN_CROSSING
    table = run(poti("ru_corps_01", "ru_corps_02", die=2), "retreat")
    assert [table.where(f"ru_corps_0{n}") for n in (1, 2)] == ["caucasus", "ap_eliminated_box"]


def test_11_3_2_no_second_passage_even_for_a_retreat() -> None:
    """A corps has already crossed: the one in Poti cannot retreat."""
    table = run(poti("ru_corps_01", die=2, used=True), "retreat")
    assert table.where("ru_corps_01") == "ap_eliminated_box"


def test_11_3_2_a_long_retreat_does_not_pass_twice() -> None:
    """From Poti into the box and on into Russia, not back over the mountains to Grozny."""
    table = poti("ru_corps_01", "ru_corps_02", die=6)
    while not (table.asks("retreat") and "uman" in table.offered("step")):
        choices = [table.game.text(choice) for choice in table.game.options()]
        table.do("retreat" if "retreat" in choices else choices[0])
    assert table.offered("step") == {"uman", "odessa"}


# -- capitals ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "places"),
    [((), {"vienna", "budapest"}), (("vienna",), {"budapest"}), (("vienna", "budapest"), set())],
)
def test_9_5_3_1_and_9_5_3_3_austrian_armies_and_their_two_capitals(lost: tuple[str, ...], places: set[str]) -> None:
    """With one lost the other can be used; with both lost the card is no event."""
    names = [c.name for c in Table().system.content.cards if c.reinforcement_nation == "ah" and c.arrivals]
    table = Table(turn=6, setup=True)
    armies = table.system.rules.armies
    card = next(
        name
        for name in names
        if any(armies >> arrival.unit & 1 for arrival in table.system.content.cards[table.card(name)].arrivals)
    )
    table.hold(AP, *lost)
    for name in places:
        for unit in table.in_(name):
            table.put("zagreb", unit)
    table.hand(CP, card).choose(CP)
    assert (card in table.offered("event")) == bool(places)
    if len(places) > 1:
        table.do(f"event {card}")
        assert table.offered("place") == places


def test_9_5_3_1_germans_without_berlin_come_to_their_sources() -> None:
    """Essen and Breslau."""
    table = Table(turn=6, setup=True).hold(AP, "berlin")
    table.state.rp = {"ge": 2}
    table.eliminated("ge_9_army")
    table.put("essen").phase("cp_replacements")
    # 17.1.3: no replacements without the capital, but reinforcements still come
    assert not table.asks("replacement")
    card = next(
        c.name
        for c in table.system.content.cards
        if c.reinforcement_nation == "ge" and any(table.system.rules.armies >> a.unit & 1 for a in c.arrivals)
    )
    table.hand(CP, card).choose(CP).do(f"event {card}")
    assert table.asks("place_reinforcement")
    assert table.offered("place") == {"essen", "breslau"}


def test_9_5_3_3_no_army_comes_to_a_besieged_capital() -> None:
    """Paris besieged: neither Paris nor Orleans."""
    card = "ap_10_french_reinforcements"
    table = Table(turn=6, setup=True)
    table.put("paris", "ge_1_army")
    for unit in list(table.in_("paris") - {"ge_1_army"}):
        table.put("lyon", unit)
    table.hand(AP, card).choose(AP)
    assert card not in table.offered("event")


@pytest.mark.parametrize(
    ("unit", "stand", "capital", "nation"),
    [
        ("it_corps_01", "naples", "rome", "it"),
        ("tu_corps_01", "ankara", "constantinople", "tu"),
        ("bu_corps_01", "varna", "sofia", "bu"),
        ("ro_corps_01", "galatz", "bucharest", "ro"),
        ("be_corps_01", "calais", "brussels", ""),
        ("sb_corps_01", "nis", "belgrade", ""),
    ],
)
def test_13_1_11_every_nation_with_a_lost_capital_but_belgians_and_serbs(
    unit: str, stand: str, capital: str, nation: str
) -> None:
    """They cannot enter the Reserve Box from the map."""
    box = "cp_reserve_box" if unit[:2] in ("tu", "bu") else "ap_reserve_box"
    for lost in (False, True):
        table = Table(turn=9).at_war("it", "tu", "bu", "ro").put(stand, unit)
        side = table.system.rules.side_of[table.unit(unit)]
        table.hold(1 - side if lost else side, capital)
        assert (box in ways(table, unit)) == (not lost or not nation), lost


# -- the BEF -------------------------------------------------------------------------------


def test_11_1_17_the_bef_redeploys_inside_the_west_only() -> None:
    """France, Belgium, Germany, Britain; not by sea to Salonika or Egypt."""
    table = Table(turn=9).at_war("gr", "it", "tu").put("le_havre", "br_bef_corps").hold(AP, "salonika")
    found = ways(table, "br_bef_corps")
    assert {"london", "calais", "marseilles"} <= found
    lands = table.system.rules.board.lands("br", "fr", "be", "ge")
    assert not {name for name in found if not name.endswith("_box") and not lands >> table.space(name) & 1}


def test_11_1_17_it_may_retreat_beyond() -> None:
    """From Grenoble over the border into Italy if no French space is left."""
    table = Table(turn=9).at_war("it").put("grenoble", "br_bef_corps").put("lyon", "ge_1_army", "ge_2_army")
    table.hold_all(CP, "fr").hold(AP, "grenoble").dice(attacker=1, defender=1).attack("grenoble", "ge_1_army")
    while not table.asks("retreat"):
        table.do("retreat" if table.can("retreat") else table.game.text(next(iter(table.game.options()))))
    assert table.offered("step") == {"milan", "genoa"}  # through Turin


# -- ports ---------------------------------------------------------------------------------


def test_13_1_7_1_and_14_1_4_riga_besieged_riga_taken() -> None:
    """A besieged Riga is no port of the CP, neither for SR nor for supply; a captured one is both."""
    for taken in (False, True):
        table = Table(turn=9).destroy(*(["riga"] if taken else [])).put("riga", "ge_8_army", "ge_corps_01")
        assert table.supplied("ge_corps_01") == taken
        assert ("danzig" in ways(table, "ge_corps_01")) == taken
    table = Table(turn=9).put("riga", "ge_8_army", "ge_corps_01").hold_all(CP, "ru").hold(AP, "riga")
    assert table.supplied("ge_corps_01")  # by land
    assert "danzig" in ways(table, "ge_corps_01")
    table = Table(turn=9).hold(CP, "libau").put("libau", "ge_corps_02").put("riga", "ge_8_army")
    assert "riga" not in ways(table, "ge_corps_02")


@pytest.mark.parametrize(("gallipoli", "may"), [(AP, True), (CP, False)])
def test_13_1_7_2_and_14_1_4_constantinople_is_a_port_with_gallipoli(gallipoli: int, may: bool) -> None:
    """Both for SR by sea and for supply."""
    table = Table(turn=9).at_war("tu").put("constantinople", "br_corps_01").hold(gallipoli, "gallipoli")
    assert table.supplied("br_corps_01") == may
    table = (
        Table(turn=9)
        .at_war("tu")
        .hold(AP, "constantinople")
        .hold(gallipoli, "gallipoli")
        .put("le_havre", "br_corps_01")
    )
    assert ("constantinople" in ways(table, "br_corps_01")) == may


def test_14_1_4_russian_and_german_ports_serve_no_ally() -> None:
    """Odessa supplies no British corps, and none sails to Danzig."""
    table = Table(turn=9).put("odessa", "br_corps_01")
    assert not table.supplied("br_corps_01")
    table = Table(turn=9).put("le_havre", "br_corps_01").hold(AP, "danzig", "odessa")
    assert not {"danzig", "odessa"} & ways(table, "br_corps_01")


# -- Taranto and Valona, Albania -----------------------------------------------------------


def test_11_1_4_and_11_1_12_italians_cross_to_albania_and_others_do_not() -> None:
    """By move, by SR and in supply."""
    table = Table(turn=9).at_war("it").put("taranto", "it_corps_01", "fr_corps_01").operate(AP, 9).activate("taranto")
    assert "valona" in table.do("pick it_corps_01").offered("step")
    table = Table(turn=9).at_war("it").put("taranto", "fr_corps_01").operate(AP, 9).activate("taranto")
    assert "valona" not in table.do("pick fr_corps_01").offered("step")
    table = Table(turn=9).at_war("it").put("rome", "it_corps_01", "fr_corps_01")
    assert "valona" in ways(table, "it_corps_01")
    assert "valona" not in ways(Table(turn=9).at_war("it").put("rome", "fr_corps_01"), "fr_corps_01")


def test_12_1_10_italians_attack_out_of_taranto_alone() -> None:
    """They need no partner in Albania or Greece, unlike units in London."""
    table = Table(turn=9).at_war("it").put("taranto", "it_1_army").put("valona", "ah_corps_01")
    table.operate(AP, 9).activate("!taranto").do("add it_1_army")
    assert table.offered("target") == {"valona"}


# -- Serbia and Belgium --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "salonika", "belgrade", "nis", "places"),
    [
        ("", CP, AP, AP, {"belgrade"}),
        ("", CP, AP, CP, set()),
        ("ap_30_salonika", AP, CP, CP, {"salonika"}),
        ("ap_44_greece", AP, CP, CP, {"salonika"}),
        ("ap_30_salonika", CP, CP, CP, set()),
        ("ap_30_salonika", AP, AP, AP, {"belgrade", "salonika"}),
    ],
)
def test_17_1_5_where_serbian_armies_come_back(
    event: str, salonika: int, belgrade: int, nis: int, places: set[str]
) -> None:
    """Belgrade with Nis, Salonika after its event, or nowhere."""
    table = Table(turn=9).at_war("gr").eliminated("sb_1_army").played(*event.split())
    table.hold(salonika, "salonika").hold(belgrade, "belgrade").hold(nis, "nis")
    table.state.rp = {"a": 2}
    table.phase("ap_replacements")
    if not places:
        assert not table.asks("replacement")
        return
    table.do("spend sb_1_army")
    found = table.offered("rebuild_at") if table.asks("rebuild") else {table.where("sb_1_army")}
    assert found == places


@pytest.mark.parametrize(
    ("allied", "places"),
    [
        (("brussels", "antwerp", "ostend"), {"brussels", "antwerp", "ostend"}),
        (("ostend",), {"ostend"}),
        (("antwerp",), {"calais"}),  # cut off
        ((), {"calais"}),
    ],
)
def test_17_1_5_where_the_belgian_army_comes_back(allied: tuple[str, ...], places: set[str]) -> None:
    """Its own spaces in supply, or else Calais."""
    table = Table(turn=9).eliminated("be_1_army").hold(CP, "brussels", "antwerp", "ostend", "liege").destroy("antwerp")
    table.hold(AP, *allied)
    if allied == ("antwerp",):
        table.put("ostend", "ge_corps_01").put("brussels", "ge_corps_02")
    table.state.rp = {"a": 2}
    table.phase("ap_replacements").do("spend be_1_army")
    found = table.offered("rebuild_at") if table.asks("rebuild") else {table.where("be_1_army")}
    assert found == places


def test_14_1_5_serbs_who_leave_serbia_lose_their_special_supply() -> None:
    """They may march out and be cut off."""
    table = Table(turn=9).put("nis", "sb_corps_01").hold_all(CP, "sb").hold(AP, "nis").hold(CP, "belgrade", "monastir")
    table.operate(AP, 1).activate("nis")
    assert table.supplied("sb_corps_01")
    assert table.do("pick sb_corps_01").offered("step")
    assert not table.supplied("sb_corps_01", "tirana")


# -- Romania, Persia -----------------------------------------------------------------------


def test_11_1_13_persia_is_closed_until_turkey_enters() -> None:
    """Kermanshah then is CP, the others Allied, with no VP scored."""
    table = Table(turn=2)
    assert table.state.closed >> table.space("ahwaz") & 1
    assert table.state.closed >> table.space("kermanshah") & 1
    table.at_war("tu")
    assert not table.state.closed >> table.space("ahwaz") & 1
    persia = table.names(table.system.rules.board.lands("pe"))
    assert {name for name in persia if table.owner(name) == CP} == {"kermanshah"}
    assert table.state.vp == 10


# -- attrition at the edge -----------------------------------------------------------------


def test_11_2_7_attrition_and_trenches() -> None:
    """Level 1 is removed, level 2 becomes an enemy level 1."""
    table = (
        Table(turn=9).hold(CP, "cambrai", "chateau_thierry").trench("cambrai", 1, CP).trench("chateau_thierry", 2, CP)
    )
    table.phase("attrition")
    assert (table.owner("cambrai"), table.state.trench(table.space("cambrai"))[0]) == (AP, 0)
    assert table.state.trench(table.space("chateau_thierry")) == (1, AP)


def test_15_2_4_a_siege_broken_by_losses_takes_a_full_force_to_renew() -> None:
    """Two corps at Verdun (3) do not besiege; a third from outside makes it a siege again."""
    table = Table(turn=9).put("verdun", "ge_corps_01", "ge_corps_02").put("metz", "ge_corps_03")
    table.state.rebuild()
    assert not table.state.besieged >> table.space("verdun") & 1
    table.operate(CP, 1).activate("metz").move("ge_corps_03", "verdun")
    assert table.state.besieged >> table.space("verdun") & 1
    assert table.owner("verdun") == AP
