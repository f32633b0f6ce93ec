"""Sentences of the rules page that no other test plays (tests/manifests/sentences/banquet.toml)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.rules import activation
from engine.pog.state import TOTAL
from tests.manifest import plays
from tests.rules.test_12_5_retreat import beaten
from tests.rulesets.banquet.support import banquet, ends
from tests.support.table import Table

# -- retreat --------------------------------------------------------------------------------


def _from_cambrai(*units: str) -> Table:
    """Two German armies drive units two spaces out of clear Cambrai; Sedan is empty and German."""
    table = banquet().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", *units).reserve("fr_corps_09")
    table.hold(CP, "sedan").played("cp_08_race_to_the_sea").dice(attacker=1, defender=1)
    return beaten(table, "cambrai", "ge_1_army", "ge_2_army", length=2).do("add ge_1_army", "declare")


@plays("banquet", 33)
def test_the_way_leads_through_friends() -> None:
    """12.5.7: not through empty Sedan, although that is in supply for the French."""
    table = _from_cambrai("fr_1_army")
    assert table.offered("step") == {"amiens", "calais", "chateau_thierry"}


@plays("banquet", 33)
@pytest.mark.parametrize("lost", [True, False])
def test_the_way_ends_among_friends_if_any_does(lost: bool) -> None:
    """12.5.7: "must try and end": with Amiens full, Calais leads only to Ostend; if that is lost, Calais is no option."""
    table = banquet().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").reserve("fr_corps_09")
    table.hold(CP, "sedan").played("cp_08_race_to_the_sea").put("amiens", "br_1_army", "br_2_army", "br_3_army")
    if lost:
        table.hold(CP, "ostend")
    table.dice(attacker=1, defender=1)
    beaten(table, "cambrai", "ge_1_army", "ge_2_army", length=2).do("add ge_1_army", "declare")
    if lost:
        assert table.where("fr_1_army") == "chateau_thierry"
    else:
        assert table.offered("step") == {"calais", "chateau_thierry"}


def _plock(*corps: str) -> Table:
    """Russian corps are driven one space out of Plock; Warsaw and Lomza have room for one each."""
    table = banquet().put("warsaw", "ru_1_army", "ru_2_army").put("lomza", "ru_3_army", "ru_4_army")
    table.put("lodz", "ge_corps_01").put("tannenberg", "ge_corps_02").put("plock", *corps).dice(attacker=6, defender=1)
    return table.attack("plock", "ge_corps_01")


def _driven_out(table: Table) -> Table:
    while not table.asks("retreat", "retreat_excess"):
        verbs = ("frontal", "declare")
        verb = next((verb for verb in verbs if table.allows(verb)), "")
        table.do(verb or table.game.text(next(iter(table.game.options()))))
    return table


@plays("banquet", 33)
def test_a_stack_parts_for_room() -> None:
    """One corps goes to either space, the second then to the other one."""
    table = _driven_out(_plock("ru_corps_01", "ru_corps_02"))
    unit = min(table.offered("pick")) if table.offered("pick") else ""
    if unit:
        table.do(f"pick {unit}")
    assert table.offered("step") == {"lomza", "warsaw"}
    table.do("step lomza")
    assert {table.where("ru_corps_01"), table.where("ru_corps_02")} == {"lomza", "warsaw"}
    check(table.state)


@plays("banquet", 32)
def test_excess_keeps_to_the_priorities() -> None:
    """12.5.4: one of two in full Lomza is in excess; it moves on to friends, and the other stays."""
    table = banquet().put("warsaw", "ru_1_army", "ru_2_army", "ru_8_army").put("lomza", "ru_3_army", "ru_4_army")
    table.put("lodz", "ge_corps_01").put("tannenberg", "ge_corps_02").put("plock", "ru_corps_01", "ru_corps_02")
    _driven_out(table.dice(attacker=6, defender=1).attack("plock", "ge_corps_01"))
    while table.asks("retreat"):
        if table.offered("pick"):
            table.do(f"pick {min(table.offered('pick'))}")
        else:
            table.do("step lomza")
    assert table.asks("retreat_excess")
    assert table.offered("pick") == {"ru_corps_01", "ru_corps_02"}
    assert table.do("pick ru_corps_01").offered("step") <= {"bialystok", "grodno", "brest_litovsk"}
    table.do(f"step {min(table.offered('step'))}")
    assert not table.asks("retreat_excess")
    assert table.where("ru_corps_02") == "lomza"
    check(table.state)


@plays("banquet", 49)
def test_belgians_retreat_as_anybody() -> None:
    """BE: from Calais to Amiens or Ostend equally; the limits on where they end a move do not apply."""
    table = (
        banquet().put("cambrai", "ge_1_army", "ge_2_army").put("calais", "be_1_army").played("cp_08_race_to_the_sea")
    )
    table.hold(CP, "sedan", "brussels", "liege").destroy("liege").reserve("be_corps_01").dice(attacker=1, defender=1)
    beaten(table, "calais", "ge_1_army", "ge_2_army", length=2).do("add ge_1_army", "declare")
    assert table.do("retreat").offered("step") == {"amiens", "ostend"}


# -- supply -----------------------------------------------------------------------------------


@plays("banquet", 37)
def test_the_owner_chooses_between_two_equal_supply_lines() -> None:
    """14.3.1: from Cambrai Liège is equally far through Brussels and Sedan."""
    table = banquet().hold(CP, "liege").destroy("liege").put("cambrai", "ge_1_army")
    assert not table.supplied("ge_1_army")
    table.state.marks["isolated"] = table.units("ge_1_army")
    table.choose(CP).do("auto_op", "for_movement cambrai").do("pick ge_1_army")
    assert table.offered("step") == {"brussels", "sedan"}


@plays("banquet", 38)
def test_an_army_lost_in_attrition_is_gone_and_no_corps_comes() -> None:
    table = banquet().put("cambrai", "ge_1_army").reserve("ge_corps_01").phase("attrition")
    assert table.where("ge_1_army") == "cp_permanently_eliminated"
    assert table.where("ge_corps_01") == "cp_reserve_box"


@plays("banquet", 39)
@pytest.mark.parametrize("destroyed", [False, True])
def test_an_isolated_fort_stays_until_it_is_destroyed(destroyed: bool) -> None:
    """14.3.6: Metz alone among Allied spaces."""
    table = banquet().hold_all(AP, "ge", "ah").hold(CP, "metz")
    if destroyed:
        table.destroy("metz")
    assert (table.phase("attrition").owner("metz") == CP) is not destroyed


# -- nations ----------------------------------------------------------------------------------


@plays("banquet", 56)
@pytest.mark.parametrize("unit", ["br_cnd_corps", "br_aus_corps", "br_pt_corps", "us_corps_01"])
def test_dominions_and_portuguese_are_guests_of_italy(unit: str) -> None:
    """In Limited War none may enter; in Total War one may, unless another is there."""
    for level, other, open_ in ((1, False, False), (TOTAL, False, True), (TOTAL, True, False)):
        table = banquet(turn=12).at_war("it").put("nice", unit)
        table.state.commitment[AP] = level
        if other:
            table.put("turin", "fr_corps_01")
        assert ends(table, AP, unit, "genoa" if other else "turin") is open_


def _behind_italy(state: str, reading: str) -> Table:
    """Two French corps in Trieste, connected to London only through Italy; all of Italy is Allied."""
    table = banquet(turn=12, switches=(("banquet.guests_lines", reading),)).at_war("it").destroy("trieste")
    table.hold(AP, "trieste").put("trieste", "fr_corps_01", "fr_corps_02", "it_corps_01")
    table.state.commitment[AP] = TOTAL if "total" in state else 1
    if "invaded" in state:
        table.put("taranto", "ah_corps_01")
    if "everyone" in state:
        table.played("ap_51_everyone_into_battle", turn=11)
    return table.choose(AP)


@plays("banquet", 56)
@pytest.mark.parametrize(
    ("state", "fed"),
    [("limited", 0), ("total", 1), ("limited invaded", 2), ("total invaded", 2), ("total everyone", 2)],
)
def test_supply_through_italy(state: str, fed: int) -> None:
    """No foreign unit traces through it in Limited War, one corps in Total War, all with an enemy in it; Italians always."""
    for reading, number in (("cut", fed), ("kept", 2)):
        table = _behind_italy(state, reading)
        assert sum(table.supplied(unit) for unit in ("fr_corps_01", "fr_corps_02")) == number
        assert table.supplied("it_corps_01")


@plays("banquet", 52)
def test_germans_besiege_an_empty_russian_fort_before_oberost() -> None:
    """An army enters Ivangorod, which it may not attack, and besieges it."""
    table = banquet(turn=4).put("lodz", "ge_8_army").hold(CP, "lodz").operate(CP).activate("lodz").do("pick ge_8_army")
    near = {"ivangorod", "warsaw"} & table.offered("step")
    assert near
    space = min(near)
    table.do(f"step {space}")
    assert table.state.besieged >> table.space(space) & 1


@plays("banquet", 58)
def test_a_space_on_both_maps_costs_russians_no_more() -> None:
    """Constantinople is on both; Erzerum only on the Near East map."""
    table = banquet(turn=12).at_war("tu").hold(AP, "constantinople", "erzerum").destroy("erzerum")
    table.hold(AP, "kars").put("constantinople", "ru_corps_01").put("erzerum", "ru_corps_02")
    table.hold(AP, "gallipoli").destroy("gallipoli")
    state = table.state
    state.rebuild()
    assert activation.cost(state, AP, table.space("constantinople"), attack=False) == 1
    assert activation.cost(state, AP, table.space("erzerum"), attack=False) == 2


@plays("banquet", 63)
def test_tsar_takes_no_command_any_more_once_a_space_is_lost() -> None:
    """16.4.3: with two VP spaces and no unit next to a third the event is not playable any more."""
    table = banquet(turn=6).destroy("warsaw").hand(CP, "cp_28_tsar_takes_command")
    for space in ("warsaw", "lodz", "vilna"):
        table.score(space, CP)
    assert "cp_28_tsar_takes_command" in table.choose(CP).offered("event")
    table.score("vilna", AP).game.stack.clear()
    assert "cp_28_tsar_takes_command" not in table.choose(CP).offered("event")
