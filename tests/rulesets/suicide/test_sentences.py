"""Sentences of the text that no other test plays (tests/manifests/sentences/suicide.toml)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.state import TOTAL
from engine.pog.view import FireView, Modifier
from tests.manifest import plays
from tests.rules.test_12_6_withdrawal import hit_all, withdrawing
from tests.rulesets.suicide.support import graded, suicide
from tests.support.table import Table

ZONED = "ap_06_withdrawal"


def _first(table: Table) -> Table:
    return table.do(table.game.text(next(iter(table.game.options()))))


def _fought(table: Table) -> Table:
    """Fire frontally and take all losses in the order offered."""
    if table.asks("flank"):
        table.do("frontal")
    return hit_all(table)


def _shots(table: Table) -> dict[bool, FireView]:
    """Return both fires of a declared frontal attack: the attacker's and the defender's."""
    while not table.events("fire"):
        table.do("frontal" if table.asks("flank") else "finish")
    return {event["fire"].attacker: event["fire"] for event in table.events("fire")}


def _pocket(**switches: str) -> Table:
    """Two German armies in Berlin, surrounded by Allied spaces; Russians next to them."""
    table = suicide(switches=switches).hold_all(AP, "ge", "ah").put("berlin", "ge_1_army", "ge_2_army")
    table.hold(CP, "breslau", "essen").put("hannover", "ru_1_army").put("essen", "be_1_army")
    return table.put("breslau", "ru_2_army")


# -- losses and retreat -----------------------------------------------------------------------


def test_an_army_out_of_supply_is_replaced_and_gone_for_good() -> None:
    """12.4.4, 12.4.7: unlike in Banquet the corps replaces it."""
    table = _pocket().put("berlin", "ge_2_army").put("cp_not_in_play", "ge_2_army").reserve("ge_corps_01")
    table.put("berlin", "ge_1_army-").dice(attacker=6, defender=1)
    table.put("hannover", "ru_1_army", "ru_3_army").attack("berlin", "ru_1_army", "ru_3_army")
    _fought(table)
    assert table.where("ge_1_army") == "cp_permanently_eliminated"
    assert table.where("ge_corps_01") != "cp_reserve_box"


def _beaten_out(table: Table, target: str, *units: str) -> Table:
    _fought(table.attack(target, *units))
    if table.asks("retreat_option"):
        table.do("retreat")
    return table


@plays("suicide", "43d")
@pytest.mark.parametrize("unit", ["fr_corps_01", "br_corps_01"])
def test_nobody_retreats_by_sea_or_back(unit: str) -> None:
    """12.5.7: out of the port of Calais, with Germans on all sides, nobody gets away."""
    table = suicide().put("cambrai", "ge_1_army", "ge_2_army").put("amiens", "ge_3_army").put("ostend", "ge_4_army")
    table.played("cp_08_race_to_the_sea").hold(CP, "amiens", "ostend").put("calais", unit).trench("calais", 0, AP)
    _beaten_out(table.dice(attacker=1, defender=6), "calais", "ge_1_army")
    while table.asks("retreat"):
        _first(table)
    assert not [event for event in table.events("retreated") if event["path"]]
    assert table.where(unit) == "ap_eliminated_box"


@plays("suicide", "43d")
def test_a_retreating_unit_without_room_is_lost_and_its_owner_chooses_it() -> None:
    """12.5.7: Lomza takes one of two; the second to go is lost, a corps to be rebuilt, an army permanently (12.4.7)."""
    for goes, lost, place in (
        ("ru_corps_01", "ru_1_army", "ap_permanently_eliminated"),
        ("ru_1_army", "ru_corps_01", "ap_eliminated_box"),
    ):
        table = suicide().put("lodz", "ge_corps_01", "ge_corps_02", "ge_corps_03").put("warsaw", "ge_3_army")
        table.put("tannenberg", "ge_8_army").put("thorn", "ge_4_army").destroy("warsaw", "thorn").hold(CP, "warsaw")
        table.put("lomza", "ru_2_army", "ru_3_army").put("plock", "ru_1_army", "ru_corps_01").reserve("ru_corps_02")
        _fought(table.dice(attacker=6, defender=1).attack("plock", "ge_corps_01", "ge_corps_02", "ge_corps_03"))
        assert table.offered("pick") == {"ru_1_army", "ru_corps_01"}
        table.do(f"pick {goes}")
        while table.asks("retreat"):
            _first(table)
        assert (table.where(goes), table.where(lost)) == ("lomza", place)
        check(table.state)


@plays("suicide", 43)
def test_a_replacement_is_a_corps_as_any_after_its_combat() -> None:
    """12.5.6: lost in a later combat it goes to the eliminated box, and its army can still be rebuilt."""
    table = (
        suicide()
        .put("sedan", "fr_1_army-", "fr_2_army")
        .reserve("fr_corps_01")
        .put("koblenz", "ge_1_army", "ge_2_army")
    )
    table.dice(attacker=2, defender=1).attack("sedan", "ge_1_army").do("hit fr_1_army")
    while not table.events("combat_over"):
        table.do("hold fr_2_army") if table.can("hold fr_2_army") else _first(table)
    assert table.where("fr_corps_01") == "sedan"
    assert table.where("fr_1_army") == "ap_eliminated_box"
    table.game.stack.clear()
    table.put("ap_reserve_box", "fr_2_army").put("sedan", "fr_corps_01-")
    _fought(table.dice(attacker=6, defender=1).attack("sedan", "ge_2_army"))
    assert table.where("fr_corps_01") == "ap_eliminated_box"
    assert table.where("fr_1_army") == "ap_eliminated_box"


@plays("suicide", 44)
def test_armies_without_corps_leave_none_to_withdraw() -> None:
    """12.6.10: a reduced army alone, no corps in the box: nobody survives."""
    table = suicide().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("sedan", "br_1_army-")
    hit_all(withdrawing(table.dice(attacker=6, defender=1), "sedan", "ge_1_army", "ge_2_army", "ge_3_army"))
    assert not table.in_("sedan")
    assert table.where("br_1_army") == "ap_permanently_eliminated"


@plays("suicide", 44)
def test_out_of_the_zone_the_corps_table_is_used() -> None:
    """12.6.11: three corps with the card from the zone."""
    table = suicide().put("brussels", "ge_1_army").put("cambrai", "fr_corps_01", "fr_corps_02").hold(CP, "sedan")
    table.hand(AP, ZONED).played(ZONED, turn=4).state.hand[AP] = 0
    table.state.marks["played_cards"] = table.cards(ZONED)
    table.dice(attacker=1, defender=1).attack("cambrai", "ge_1_army").do(f"play {ZONED}")
    assert _shots(table)[False].table == "corps"


# -- advance ----------------------------------------------------------------------------------


def _fort_falls(**switches: str) -> Table:
    """Two armies destroy the lone fort of Verdun, and one of them has entered its space."""
    table = suicide(switches=switches).put("metz", "ge_1_army", "ge_2_army").dice(attacker=6, defender=1)
    return _fought(table.attack("verdun", "ge_1_army", "ge_2_army")).do("add ge_1_army", "step verdun")


@plays("suicide", "45b", "45g")
def test_an_attack_on_a_fort_from_outside_opens_one_space() -> None:
    """12.7.3: two only if there was no unbesieged fort when the attack began."""
    table = _fort_falls()
    if table.asks("advance") and table.offered("add"):
        table.do("add ge_2_army", "step verdun")
    assert not table.asks("advance")
    assert table.in_("verdun") == {"ge_1_army", "ge_2_army"}
    assert table.owner("verdun") == CP


@plays("suicide", "45g")
def test_by_switch_the_fall_of_a_lone_fort_opens_two_spaces() -> None:
    """12.7.3: as if all defending units were eliminated; the first unit takes the space, the next passes."""
    table = _fort_falls(lone_fort="two_spaces").do("add ge_2_army", "step verdun")
    assert table.offered("step") >= {"bar_le_duc"}
    table.do("step bar_le_duc")
    assert (table.owner("verdun"), table.owner("bar_le_duc")) == (CP, CP)


@plays("suicide", 45)
def test_an_advance_past_a_fort_follows_its_besiegers() -> None:
    """12.7.6: the first army besieges Verdun and stops, the next passes; a corps alone may not enter."""
    table = suicide().put("metz", "ge_1_army", "ge_2_army", "ge_corps_01").dice(attacker=1, defender=1)
    table.put("verdun", "fr_corps_01", "fr_corps_02", "fr_corps_03")
    _fought(table.attack("verdun", "ge_1_army", "ge_2_army", "ge_corps_01")).do("retreat")
    while table.asks("retreat"):
        steps = [choice for choice in table.game.options() if choice.verb != "halt"]
        table.do(table.game.text(steps[0]))
    assert table.asks("advance")
    if "ge_corps_01" in table.offered("add"):
        alone = table.game.copy()
        alone.apply(alone.parse("add ge_corps_01"))
        assert not alone.options().of("step")
    table.do("add ge_1_army", "step verdun")
    assert table.state.besieged >> table.space("verdun") & 1
    assert table.owner("verdun") == AP
    assert table.do("add ge_2_army", "step verdun").offered("step") >= {"bar_le_duc"}


# -- redeployment -----------------------------------------------------------------------------


@plays("suicide", 47)
def test_redeployment_passes_next_to_enemies() -> None:
    """13.1.6: the whole path runs along the front."""
    table = suicide().put("sedan", "fr_corps_01").put("metz", "ge_1_army").put("koblenz", "ge_2_army")
    table.put("mulhouse", "ge_3_army").redeploy(AP).do("pick fr_corps_01")
    assert {"verdun", "nancy", "belfort"} <= table.offered("to")


@plays("suicide", 51)
def test_britons_ride_out_over_constantinople() -> None:
    """13.2.1: by land as many as the points allow."""
    table = suicide(turn=12).at_war("tu", "bu").hold(AP, "constantinople", "gallipoli", "adrianople", "bursa")
    table.destroy("gallipoli").put("bursa", "br_corps_01", "br_corps_02").redeploy(AP, 4)
    table.do("pick br_corps_01", "to adrianople", "pick br_corps_02")
    assert "adrianople" in table.offered("to")


# -- supply -----------------------------------------------------------------------------------


@plays("suicide", 58)
def test_a_line_that_is_cut_between_combats_counts_for_the_next() -> None:
    """14.1.1.2: in supply when the marker was placed, out of it when the combat begins: no combat cards."""
    cards = ("cp_15_chlorine_gas", "cp_18_fortified_machine_guns", "cp_19_flamethrowers")
    for cut in (False, True):
        table = suicide().put("berlin", "ge_1_army").put("hannover", "ru_1_army").hand(CP, *cards).any_dice()
        table.operate(CP, 9).activate("!berlin")
        if cut:
            table.hold_all(AP, "ge", "ah").put("essen", "be_1_army").put("breslau", "ru_2_army")
        table.do("add ge_1_army", "target hannover")
        assert table.asks("attacker_cards") is not cut


@plays("suicide", 57)
@pytest.mark.parametrize(("origin", "asked"), [("medina", False), ("beersheba", True)])
def test_turks_in_medina_play_no_combat_cards(origin: str, asked: bool) -> None:
    """14.1.8: with the British in Aqaba they have only their special supply; others attacking from Beersheba have a line."""
    table = suicide(turn=12).at_war("tu").put(origin, "tu_corps_01").put("aqaba", "br_corps_01").destroy("aqaba")
    assert table.supplied("tu_corps_01") is asked
    table.hand(CP, "cp_16_liman_von_sanders").any_dice()
    table.attack("aqaba", "tu_corps_01")
    assert table.asks("attacker_cards") is asked


@plays("suicide", 58)
@pytest.mark.parametrize(
    ("cut_off", "value"), [((), 1), (("ge_2_army",), 0), (("ge_1_army",), 0), (("ge_1_army", "ge_2_army"), None)]
)
def test_a_flank_counts_supplied_attackers_alone(cut_off: tuple[str, ...], value: int | None) -> None:
    """14.3.1: a space of unsupplied units neither counts nor pins; without another there is no attempt."""
    table = suicide().put("koblenz", "ge_1_army").put("liege", "ge_2_army").destroy("liege").hold(CP, "liege")
    table.put("sedan", "fr_1_army").operate(CP, 9).activate("!koblenz", "!liege")
    table.do("add ge_1_army", "add ge_2_army", "target sedan")
    combat = table.state.combat
    assert combat is not None
    combat.unsupplied = table.units(*cut_off)
    tables = table.system.rules.tables
    may = all(entry(table.state, combat) for entry in tables.may_flank)
    assert may is (value is not None)
    if may:
        assert sum(term.value for entry in tables.flank for term in entry(table.state, combat)) == value


@plays("suicide", 54)
def test_supplied_units_move_while_others_attack() -> None:
    """14.3.1, 9.2.5: the British unit's space is activated for both; the Russian with it attacks and may not move."""
    table = suicide(turn=12).at_war("bu", "gr").hold_all(CP, "sb").hold(AP, "salonika", "florina", "athens", "larisa")
    table.put("monastir", "br_1_army", "ru_corps_01").put("skopje", "bu_corps_01").any_dice().operate(AP, 9)
    table.do("for_movement monastir", "for_combat monastir")
    assert table.offered("pick") == {"br_1_army"}
    table.do("finish")
    assert "ru_corps_01" in table.offered("add")


@plays("suicide", 59)
def test_a_trench_serves_the_cut_off_beside_their_grade() -> None:
    """14.3.3, 14.3.4: defenders of the first grade in a trench: their shift, and the attacker's for the trench."""
    table = graded(_pocket(), 1, "ge_1_army", "ge_2_army").trench("berlin", 1, CP).dice(attacker=3, defender=3)
    fires = _shots(table.attack("berlin", "ru_1_army"))
    assert Modifier("out_of_supply", -1) in fires[False].shifts
    assert len(fires[False].shifts) > 1 or fires[True].shifts
    assert [shift for shift in fires[True].shifts if shift.value < 0]


def _mixed(grade: int, **switches: str) -> Table:
    """A supplied British unit with an unsupplied Russian, in Monastir; Bulgarians in Skopje."""
    table = suicide(turn=12, switches=switches).at_war("bu", "gr").hold_all(CP, "sb")
    table.hold(AP, "salonika", "florina", "athens", "larisa").put("monastir", "br_1_army", "ru_corps_01")
    return graded(table.put("skopje", "bu_corps_01", "bu_corps_02"), grade, "ru_corps_01").dice(attacker=3, defender=3)


@plays("suicide", 60, "60a")
@pytest.mark.parametrize(("reading", "gains"), [("enemy_gains", True), ("no_harm", False)])
@pytest.mark.parametrize("defending", [False, True])
def test_beside_supplied_units_the_own_fire_is_spared_and_by_switch_the_enemys_too(
    reading: str, gains: bool, defending: bool
) -> None:
    """14.3.4.1, 14.3.4.2: the side's own column is dropped, the other applies; by the switch neither does."""
    table = _mixed(3, mixed_supply=reading)
    table.attack("monastir", "bu_corps_01", "bu_corps_02") if defending else table.attack(
        "skopje", "br_1_army", "ru_corps_01"
    )
    fires = _shots(table)
    mine, theirs = fires[not defending], fires[defending]
    assert not [shift for shift in mine.shifts if shift.cause == "out_of_supply"]
    assert bool([drm for drm in theirs.drms if drm.cause == "out_of_supply"]) is gains


@plays("suicide", 60)
@pytest.mark.parametrize(("units", "asked"), [(("br_1_army", "ru_corps_01"), True), (("ru_corps_01",), False)])
def test_beside_supplied_units_cards_are_played(units: tuple[str, ...], asked: bool) -> None:
    """14.3.4.1: a mixed attack is asked for cards, one without supplied units is not."""
    table = _mixed(1).any_dice().hand(AP, "ap_04_pleve").attack("skopje", *units)
    assert table.asks("attacker_cards") is asked


@plays("suicide", 60)
def test_the_list_of_british_losses_comes_before_supply() -> None:
    """14.3.4.3: the Canadian corps on the list takes the first loss although the Russian is out of supply; the Russian is next."""
    table = _mixed(1).put("monastir", "br_cnd_corps", "br_1_army", "ru_corps_01").dice(attacker=1, defender=6)
    table.put("skopje", "ah_1_army").attack("skopje", "br_cnd_corps", "br_1_army", "ru_corps_01")
    while not table.events("combat_over"):
        table.do("frontal") if table.asks("flank") else table.do("finish") if table.allows("finish") else _first(table)
    lost = [event["unit"] for event in table.events("loss") if event["side"] == AP]
    assert lost[:2] == [table.unit("br_cnd_corps"), table.unit("ru_corps_01")]


@plays("suicide", 61)
def test_both_sides_starve_at_once() -> None:
    """14.3.5: Russians in Breslau are lost with the Germans they cut off; their loss opens no line in time."""
    table = _pocket().hold_all(CP, "ge").hold_all(AP, "ru", "ah").hold(CP, "czestochowa", "lodz", "oppeln")
    table.put("ap_not_in_play", "be_1_army", "ru_1_army").hold(AP, "essen", "breslau").put("essen", "be_1_army")
    table.put("lodz", "ge_3_army").hold(CP, "lodz", "warsaw", "ivangorod", "posen", "cracow")
    table.hold(AP, "essen").put("ap_not_in_play", "be_1_army")
    out = ("ge_1_army", "ge_2_army", "ru_2_army")
    assert not any(table.supplied(unit) for unit in out), [unit for unit in out if table.supplied(unit)]
    graded(table, 5, *out)
    table.choose(CP).do("auto_rp")
    _first(table)
    assert {table.where(unit) for unit in out} == {"cp_permanently_eliminated", "ap_permanently_eliminated"}


# -- sieges, commitment -----------------------------------------------------------------------


@plays("suicide", 66)
@pytest.mark.parametrize("cut_off", [False, True])
def test_only_supplied_besiegers_count_together(cut_off: bool) -> None:
    """15.3.1: three corps besiege Trieste (3); no roll while one of them, a Serb, has no line."""
    table = suicide(turn=12).at_war("it").put("trieste", "it_corps_01", "it_corps_02", "sb_corps_01").dice(siege=1)
    table.hold_all(CP, "sb") if cut_off else table.hold_all(AP, "ah")
    assert table.supplied("it_corps_01")
    assert table.supplied("sb_corps_01") is not cut_off
    table.hold(CP, "trieste")
    assert table.state.besieged >> table.space("trieste") & 1
    table.choose(AP).do("economic")
    assert bool(table.events("siege_roll")) is not cut_off


@plays("suicide", 74)
def test_total_war_adds_its_cards() -> None:
    """16.1.4: at 11 its cards and the discards join the pile, the hand and the zone do not."""
    table = suicide(turn=8).pile("discard", AP, "ap_01_british_reinforcements").hand(AP, "ap_02_blockade")
    table.state.commitment[AP], table.state.war_status[AP] = 1, 11
    table.state.deck[AP] &= ~table.cards("ap_02_blockade", ZONED)
    table.state.marks["played_cards"] = table.cards(ZONED)
    table.choose(AP).do("auto_rp")
    _first(table)
    assert table.state.commitment[AP] == TOTAL
    total = table.system.rules.deck_cards(table.state, AP, "total")
    assert table.state.deck[AP] & total == total
    assert table.state.deck[AP] & table.cards("ap_01_british_reinforcements")
    assert not table.state.discard[AP]
    assert not table.state.deck[AP] & table.cards("ap_02_blockade", ZONED)
