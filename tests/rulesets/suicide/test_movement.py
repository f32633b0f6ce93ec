"""Activation, movement, stacking and redeployment (9.2, 10, 11, 13)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.suicide.support import acted, suicide, table_of
from tests.support.table import Table


@plays("suicide", 22)
@pytest.mark.parametrize(("price", "left"), [("each_paid", 7), ("paid_once", 8)])
def test_a_space_may_be_activated_for_both_uses(price: str, left: int) -> None:
    """One army moves out of it, the other attacks; each marker is paid, or with the switch only the first."""
    table = suicide(switches={"both_markers": price}).put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_5_army")
    table.operate(CP, 9).do("for_movement koblenz")
    assert "koblenz" in table.offered("for_combat")
    table.do("for_combat koblenz")
    assert table.state.operation is not None
    assert table.state.operation.ops == left
    table.dice(attacker=1, defender=1).do("pick ge_1_army", "step frankfurt", "stop")
    table.do("leave") if table.asks("move_stack") else table
    while table.asks("move_unit"):
        table.do("finish")
    assert table.asks("attack")
    assert table.offered("add") == {"ge_2_army"}
    deluxe = Table("historical", turn=5).put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_5_army")
    assert "koblenz" not in deluxe.operate(CP, 9).do("for_movement koblenz").offered("for_combat")


@plays("suicide", 22)
def test_units_that_entrench_do_not_attack() -> None:
    table = suicide().played("cp_06_entrench").put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_5_army")
    table.operate(CP, 9).do("for_movement koblenz", "for_combat koblenz").dice(entrench=6)
    if table.asks("activate"):
        table.do("stop")
    table.do("pick ge_1_army", "entrench", "leave")
    while table.asks("move_unit"):
        table.do("finish")
    assert table.offered("add") == {"ge_2_army"}


@plays("suicide", 37)
def test_the_owner_overstacks_and_chooses_who_goes() -> None:
    """A fourth unit can enter; in Deluxe it may not stop."""
    for variant in (False, True):
        table = table_of(variant).put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("frankfurt", "ge_corps_01")
        table.operate(CP).activate("frankfurt").do("pick ge_corps_01")
        if not variant:
            assert "koblenz" not in table.offered("step") or not table.do("step koblenz").allows("stop")
            continue
        table.do("step koblenz", "stop")
        while table.asks("move_unit"):
            table.do("finish")
        assert table.asks("overstacked")
        assert table.game.actor == CP
        assert table.offered("remove") == {"ge_1_army", "ge_2_army", "ge_3_army", "ge_corps_01"}
        table.do("remove ge_corps_01")
        assert len(table.in_("koblenz")) == 3
        check(table.state)


@plays("suicide", 39)
def test_control_changes_where_a_move_ends() -> None:
    """Not in spaces passed; in Deluxe in all of them."""
    for variant in (False, True):
        table = (
            table_of(variant)
            .put("koblenz", "ge_1_army")
            .hold(CP, "liege")
            .destroy("liege")
            .operate(CP)
            .activate("koblenz")
        )
        table.move("ge_1_army", "liege", "brussels")
        assert table.owner("brussels") == CP
        table = table_of(variant).put("koblenz", "ge_1_army").operate(CP).activate("koblenz")
        table.move("ge_1_army", "sedan", "cambrai")
        assert table.owner("cambrai") == CP
        assert (table.owner("sedan") == CP) is not variant
        check(table.state)


@plays("suicide", 39)
@pytest.mark.parametrize("switch", ["one_mp", "never"])
def test_a_passed_space_may_be_claimed_for_one_mp(switch: str) -> None:
    """An army of three MP takes Sedan on its way to Cambrai, and has none left; a switch forbids it."""
    table = suicide(switches={"control_in_passing": switch}).put("koblenz", "ge_1_army").operate(CP).activate("koblenz")
    table.do("pick ge_1_army", "step sedan")
    assert table.allows("claim") is (switch == "one_mp")
    if switch == "one_mp":
        table.do("claim")
        assert table.owner("sedan") == CP
        assert not table.allows("claim")
        table.do("step cambrai")
        assert table.owner("cambrai") == CP
        assert not table.asks("move_on")
        assert table.events("moved")[-1]["path"] == tuple(table.space(s) for s in ("koblenz", "sedan", "cambrai"))


@plays("suicide", 39)
def test_a_unit_moved_earlier_opens_supply_for_one_moved_later() -> None:
    """Control changes at once: the second space is in supply before the action ends."""
    table = suicide().put("koblenz", "ge_1_army").put("cambrai", "ge_2_army").hold(AP, "sedan", "brussels")
    assert not table.supplied("ge_2_army")
    table.operate(CP).activate("koblenz").move("ge_1_army", "sedan")
    assert table.supplied("ge_2_army")


@plays("suicide", 40)
def test_one_mp_a_space_and_stacks_end_one_at_a_time() -> None:
    """Three steps for an army with three MP, each stack separately."""
    table = suicide().put("essen", "ge_1_army", "ge_2_army").operate(CP).activate("essen")
    table.do("pick ge_1_army", "step aachen", "step koblenz", "step frankfurt")
    assert table.where("ge_1_army") == "frankfurt"
    assert table.where("ge_2_army") == "essen"
    assert table.offered("add") | table.offered("pick") == {"ge_2_army"}


@plays("suicide", 38)
@pytest.mark.parametrize("switch", ["exchange_and_merge", "none"])
def test_units_reorganise_instead_of_moving(switch: str) -> None:
    """A full army gives its step to a reduced one; two reduced corps become a full one; by switch not at all."""
    table = suicide(switches={"reorganisation": switch}).put("essen", "ge_1_army", "ge_2_army-").operate(CP)
    table.activate("essen").do("pick ge_1_army", "add ge_2_army")
    assert table.allows("reorganise") is (switch != "none")
    if switch == "none":
        return
    table.do("reorganise")
    assert (table.reduced("ge_1_army"), table.reduced("ge_2_army")) == (True, False)
    assert not table.asks("move_stack")
    table = suicide().put("essen", "ge_corps_01-", "ge_corps_02-", "ge_corps_03").operate(CP).activate("essen")
    table.do("pick ge_corps_01", "add ge_corps_02", "reorganise")
    assert table.in_("essen") == {"ge_corps_01", "ge_corps_03"}
    assert not table.reduced("ge_corps_01")
    assert table.where("ge_corps_02") == "cp_eliminated_box"
    check(table.state)
    table = suicide().put("essen", "ge_corps_01-", "ge_corps_03").operate(CP).activate("essen")
    assert not table.do("pick ge_corps_01", "add ge_corps_03").allows("reorganise")


@plays("suicide", 38, 58)
def test_nobody_out_of_supply_reorganises() -> None:
    """Such units cannot be activated to move at all."""
    table = suicide().hold_all(AP, "ge", "ah").put("berlin", "ge_1_army", "ge_2_army-").operate(CP)
    assert "berlin" not in table.offered("for_movement")


@plays("suicide", "41a")
def test_digging_is_as_before() -> None:
    """An army of LF 3 succeeds on 3, not on 4; the Near East keeps its limits."""
    for die, level in ((3, 1), (4, 0)):
        table = suicide().played("cp_06_entrench").put("essen", "ge_1_army").dice(entrench=die).operate(CP)
        table.activate("essen").do("pick ge_1_army", "entrench")
        while table.asks("move_unit", "move_stack"):
            table.do("finish")
        assert table.state.trench(table.space("essen"))[0] == level
    table = (
        suicide(turn=12)
        .at_war("tu", "bu")
        .put("adrianople", "ge_1_army", "ge_corps_01")
        .operate(CP)
        .activate("adrianople")
    )
    assert "constantinople" not in table.do("pick ge_1_army").offered("step")


# -- redeployment -----------------------------------------------------------------------


@plays("suicide", 46)
def test_an_army_costs_three() -> None:
    for variant in (False, True):
        table = table_of(variant).put("essen", "ge_1_army").redeploy(CP, 3)
        assert ("ge_1_army" in table.offered("pick")) is variant


@plays("suicide", 47)
def test_tactical_redeployment_for_a_point() -> None:
    """Any army within its MF over friendly ground; by sea or farther only by SR."""
    table = suicide().put("essen", "ge_1_army").hold(AP, "liege").redeploy(CP, 1)
    assert "ge_1_army" not in table.offered("pick")
    assert "ge_1_army" in table.offered("near")
    table.do("near ge_1_army")
    assert {"aachen", "koblenz", "hannover", "frankfurt"} <= table.offered("to")
    assert not {"liege", "stuttgart", "cp_reserve_box"} & table.offered("to")
    table.do("to koblenz")
    assert table.where("ge_1_army") == "koblenz"
    assert [event["origin"] for event in table.events("sr")] == [table.space("essen")]
    table = suicide().put("marseilles", "fr_1_army").redeploy(AP, 1).do("near fr_1_army")
    assert table.offered("to") <= {"avignon", "lyon", "nevers", "nice", "grenoble"}
    assert "near" not in Table("historical", turn=5).put("essen", "ge_1_army").redeploy(CP, 4).game.decision.verbs


@plays("suicide", 21, 48)
def test_points_become_ops_after_one_redeployment() -> None:
    """Of a card, not before it has moved a unit; two at most."""
    table = suicide().hand(CP, "cp_02_wireless_intercepts").put("essen", "ge_corps_01", "ge_1_army", "ge_2_army")
    table.choose(CP).do("sr cp_02_wireless_intercepts")
    points = table.system.content.cards[table.card("cp_02_wireless_intercepts")].sr
    assert not table.offered("convert")
    assert not table.allows("finish")
    table.do("pick ge_corps_01", "to koblenz")
    assert table.offered("convert") == {str(ops) for ops in range(1, min(2, points - 1) + 1)}
    table.do("convert 1")
    assert table.asks("activate")
    assert table.state.operation is not None
    assert table.state.operation.ops == 1
    auto = acted(suicide(), CP, "economic").put("essen", "ge_corps_01", "ge_corps_02").choose(CP).do("auto_sr")
    auto.do("pick ge_corps_01", "to koblenz")
    assert not auto.asks("sr_unit")


@plays("suicide", 23, 48)
def test_redeployed_units_neither_move_nor_attack() -> None:
    """The corps that came to Koblenz takes no part in the operation; an army there does."""
    for company in (False, True):
        table = suicide().hand(CP, "cp_02_wireless_intercepts").put("essen", "ge_corps_01", "ge_3_army")
        table.put("sedan", "fr_1_army")
        if company:
            table.put("koblenz", "ge_1_army")
        table.choose(CP).do("sr cp_02_wireless_intercepts", "pick ge_corps_01", "to koblenz", "convert 1")
        assert ("koblenz" in table.offered("for_movement")) is company
        assert ("koblenz" in table.offered("for_combat")) is company
        if company:
            assert table.do("for_combat koblenz").offered("add") == {"ge_1_army"}
        else:
            assert "essen" in table.offered("for_movement")
        marked = table.state.marks["redeployed"]
        assert table.unit_names(marked) == {"ge_corps_01"}


@plays("suicide", 48)
def test_the_next_operation_is_free_of_it() -> None:
    table = suicide().hand(CP, "cp_02_wireless_intercepts").put("essen", "ge_corps_01", "ge_3_army")
    table.choose(CP).do("sr cp_02_wireless_intercepts", "pick ge_corps_01", "to koblenz", "convert 1", "stop")
    assert table.state.marks["redeployed"] == 0


@plays("suicide", 49)
def test_out_of_the_box_only_to_where_there_is_room() -> None:
    """In Deluxe a corps can come first if a unit there can still leave; here it waits until one has left."""
    for variant in (False, True):
        table = table_of(variant).put("essen", "ge_corps_02", "ge_corps_03", "ge_corps_04").reserve("ge_corps_01")
        table.redeploy(CP, 4)
        offered = "ge_corps_01" in table.offered("pick") and "essen" in table.do("pick ge_corps_01").offered("to")
        assert offered is not variant


@plays("suicide", 49)
def test_corps_going_to_the_box_are_supplied() -> None:
    table = (
        suicide()
        .hold_all(AP, "ge", "ah")
        .put("berlin", "ge_corps_01")
        .put("essen", "be_1_army")
        .put("breslau", "ru_2_army")
    )
    assert "ge_corps_01" not in table.redeploy(CP, 4).offered("pick")


@plays("suicide", 51)
def test_near_east_redeployment_is_rationed_by_turn() -> None:
    """One British or Australian corps, no other Allied one; one Russian; one CP corps, any number of Turks."""
    table = suicide(turn=12).at_war("tu").put("cairo", "br_ne_army").hold(AP, "alexandria", "port_said")
    table.reserve("br_corps_01", "br_corps_02", "fr_corps_01", "br_aus_corps", "br_cnd_corps").redeploy(AP, 6)
    assert "cairo" not in table.do("pick br_cnd_corps").offered("to")
    table.do("to london", "pick br_aus_corps", "to cairo", "pick br_corps_02")
    assert "cairo" not in table.offered("to")
    table.do("to london", "pick fr_corps_01")
    assert not {"cairo", "alexandria", "port_said"} & table.offered("to")
    turks = suicide(turn=12).at_war("tu").put("aleppo", "tu_corps_01", "tu_corps_02").redeploy(CP, 4)
    turks.do("pick tu_corps_01", "to cp_reserve_box")
    assert "cp_reserve_box" in turks.do("pick tu_corps_02").offered("to")


@plays("suicide", 51)
def test_other_allied_corps_sail_to_the_near_east() -> None:
    """French and Canadians from Marseilles to Alexandria, without using a limit; in Deluxe none of them."""
    for variant in (False, True):
        table = table_of(variant, turn=12).at_war("tu").put("marseilles", "fr_corps_01", "br_cnd_corps", "br_corps_01")
        table.hold(AP, "alexandria", "port_said", "cairo").redeploy(AP, 6)
        for unit in ("fr_corps_01", "br_cnd_corps"):
            near_east = unit in table.offered("pick") and "alexandria" in table.do(f"pick {unit}").offered("to")
            assert near_east is variant, unit
            if table.asks("sr_destination"):
                table.do("to alexandria" if variant else f"to {min(table.offered('to'))}")
        assert "alexandria" in table.do("pick br_corps_01").offered("to")
        check(table.state)


@plays("suicide", 52)
def test_russians_go_from_box_to_box_by_two_actions() -> None:
    """From Petrograd to the reserve box, and by a later action to Kharkov."""
    table = suicide().put("petrograd", "ru_corps_01").redeploy(AP, 1).do("pick ru_corps_01", "to ap_reserve_box")
    table.state.actions, table.game.stack = [[], []], []
    assert {"petrograd", "moscow", "kharkov"} <= table.redeploy(AP, 1).do("pick ru_corps_01").offered("to")


@plays("suicide", 53)
def test_the_box_is_closed_to_units_on_foreign_sources() -> None:
    """A German corps supplied only by Sofia."""
    table = suicide(turn=12).at_war("bu").hold_all(AP, "ge", "ah").put("nis", "ge_corps_01").hold(CP, "nis", "sofia")
    assert table.supplied("ge_corps_01")
    table.redeploy(CP, 1)
    assert "ge_corps_01" not in table.offered("pick") or "cp_reserve_box" not in table.do("pick ge_corps_01").offered(
        "to"
    )
    table = suicide(turn=12).at_war("bu").put("essen", "ge_corps_01").redeploy(CP, 1)
    assert "cp_reserve_box" in table.do("pick ge_corps_01").offered("to")
