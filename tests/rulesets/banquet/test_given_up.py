"""Corps that a player disbands in his turn, and the effect on their space."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet, ends


@plays("banquet", 67)
@pytest.mark.parametrize("when", ["choose_action", "move_unit", "attack", "sr_unit", "replacement"])
def test_a_player_gives_up_a_corps_in_his_turn(when: str) -> None:
    """Before an action, between moves, attacks, redeployments and replacements; it goes to the eliminated units."""
    table = banquet(turn=3).put("koblenz", "ge_1_army", "ge_corps_01").put("sedan", "fr_1_army")
    if when == "choose_action":
        table.choose(CP)
    elif when == "move_unit":
        table.operate(CP).activate("koblenz")
    elif when == "attack":
        table.operate(CP).activate("!koblenz")
    elif when == "sr_unit":
        table.redeploy(CP)
    else:
        table.put("metz", "ge_corps_02-").state.rp = {"ge": 2}
        table.run_from("cp_replacements")
    assert table.kind == when
    before = table.kind
    table.do("disband")
    assert table.offered("remove") >= {"ge_corps_01"}
    assert "ge_1_army" not in table.offered("remove")
    assert "fr_1_army" not in table.offered("remove")
    table.do("remove ge_corps_01")
    assert table.where("ge_corps_01") == "cp_eliminated_box"
    assert table.kind == before


@plays("banquet", 67)
@pytest.mark.parametrize(
    ("orders", "kind", "held"),
    [
        ((), "activate", ""),
        (("for_movement koblenz", "stop", "pick ge_corps_01"), "move_stack", "ge_corps_01"),
        (("for_movement koblenz", "stop", "pick ge_corps_01", "step aachen"), "move_on", "ge_corps_01"),
        (("for_combat metz", "stop", "add ge_2_army"), "attack", ""),
    ],
)
def test_at_any_time_of_his_turn_but_for_those_he_has_in_hand(orders: tuple[str, ...], kind: str, held: str) -> None:
    """10.1.2.1: during activation, gathering, movement and naming of attackers, except the units involved."""
    table = banquet(turn=3).put("koblenz", "ge_1_army", "ge_corps_01", "ge_corps_02").put("metz", "ge_2_army")
    table.put("essen", "ge_corps_03").put("verdun", "fr_1_army").operate(CP).do(*orders)
    assert table.kind == kind
    before = table.game.decision
    table.do("disband")
    assert {"ge_corps_02", "ge_corps_03"} <= table.offered("remove")
    assert ("ge_corps_01" in table.offered("remove")) is (not held)
    table.do("remove ge_corps_03")
    assert table.where("ge_corps_03") == "cp_eliminated_box"
    assert table.game.decision == before
    check(table.state)


@plays("banquet", 67)
@pytest.mark.parametrize("at", ["flank", "attacker_loss", "declare_advance"])
@pytest.mark.parametrize(("switches", "offered"), [((), True), ((("banquet.given_up", "between_steps"),), False)])
def test_at_any_time_includes_combats_of_his_own(at: str, switches: tuple[tuple[str, str], ...], offered: bool) -> None:
    """10.1.2.1 by the letter; by the other reading only between two steps. Those who attack stay."""
    lost = at == "attacker_loss"
    table = banquet(turn=3, switches=switches).put("koblenz", "ge_1_army", "ge_2_army").put("metz", "ge_3_army")
    table.put("essen", "ge_corps_01").put("aachen", "ge_corps_02").put("sedan", "fr_1_army", "fr_2_army")
    table.dice(attacker=1 if lost else 6, defender=6 if lost else 1)
    table.attack("sedan", "ge_1_army", "ge_2_army", "ge_3_army")
    while not table.asks(at):
        table.do("frontal" if table.asks("flank") else table.game.text(next(iter(table.game.options()))))
    assert table.allows("disband") is offered
    if not offered:
        return
    before = table.game.decision
    table.do("disband")
    assert table.offered("remove") == {"ge_corps_01", "ge_corps_02"}
    table.do("remove ge_corps_01")
    assert table.where("ge_corps_01") == "cp_eliminated_box"
    assert table.game.decision == before
    check(table.state)


@plays("banquet", 67)
def test_in_the_middle_of_sr_and_of_an_arrival_too() -> None:
    table = banquet(turn=3).put("koblenz", "ge_corps_01").put("essen", "ge_corps_02").redeploy(CP)
    table.do("pick ge_corps_01", "disband", "remove ge_corps_02")
    assert table.kind == "sr_destination"
    table = banquet(setup=True, turn=3).hand(AP, "ap_03_russian_reinforcements").choose(AP)
    table.do("event ap_03_russian_reinforcements")
    assert table.kind == "place_reinforcement"
    assert table.do("disband").offered("remove")


@plays("banquet", 67)
def test_a_space_whose_last_unit_is_given_up_is_not_activated() -> None:
    table = banquet(turn=3).put("koblenz", "ge_corps_01").put("essen", "ge_corps_02").operate(CP)
    assert table.offered("for_movement") == {"koblenz", "essen"}
    assert table.do("disband", "remove ge_corps_01").offered("for_movement") == {"essen"}


@plays("banquet", 67)
def test_a_corps_given_up_makes_room_and_can_be_rebuilt() -> None:
    """An army enters a space that was full; the corps is rebuilt in the same turn."""
    full = ("ge_1_army", "ge_2_army", "ge_corps_01")
    assert not ends(banquet(turn=3).put("aachen", *full).put("koblenz", "ge_3_army"), CP, "ge_3_army", "aachen")
    table = banquet(turn=3).put("aachen", *full).put("koblenz", "ge_3_army").operate(CP).activate("koblenz")
    table.do("disband", "keep", "disband", "remove ge_corps_01", "pick ge_3_army", "step aachen")
    assert not table.asks("move_on") or table.allows("stop")
    table.state.rp = {"ge": 2}
    table.run_from("cp_replacements")
    assert "ge_corps_01" in table.offered("spend")


@plays("banquet", 59)
def test_montenegro_leaves_at_once_with_the_last_serbs_that_are_given_up() -> None:
    """SB: "immediately", not at the end of the action, when its corps could still act."""
    table = banquet(turn=3).put("nis", "sb_corps_01").put("cetinje", "mn_corps").hold(CP, "belgrade")
    table.choose(AP).do("disband", "remove sb_corps_01")
    assert table.where("mn_corps") == "ap_permanently_eliminated"
    table.do("auto_op")
    assert "cetinje" not in table.offered("for_movement")
