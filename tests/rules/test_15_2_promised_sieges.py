"""A siege that several stacks begin or give up is a promise that nothing afterwards may break (11.1.8, 15.2.4)."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from tests.support.table import AP, CP, Table


def nancy(*others: str, events: tuple[str, ...] = ()) -> Table:
    """A German corps goes from Strasbourg into Nancy (2), because others from Strasbourg could follow."""
    table = Table().put("strasbourg", "ge_corps_01", *others).put("berlin", "ge_8_army").played(*events).operate(CP)
    return table.activate("strasbourg", "berlin").do("pick ge_corps_01", "step nancy")


def besieged(table: Table, space: str) -> bool:
    return bool(table.state.besieged >> table.space(space) & 1)


def end_movement(table: Table, *prefer: str) -> Table:
    """Take preferred choices where they are legal, then those that end the step, then any."""
    while table.asks("move_unit", "move_stack", "move_on"):
        choices = [table.game.text(choice) for choice in table.game.options()]
        table.do(next((text for text in (*prefer, "finish", "leave", "stay", "stop") if text in choices), choices[0]))
    return table


@pytest.mark.parametrize("partners", [("ge_corps_02",), ("ge_1_army",), ("ge_corps_02", "ge_corps_03")])
def test_11_1_8_leaving_the_partners_alone_does_not_end_the_promise(partners: tuple[str, ...]) -> None:
    """Whatever is chosen first: in the end the fort is besieged."""
    table = nancy(*partners)
    assert table.allows("leave")
    table.do("leave")
    assert not table.allows("finish")
    assert set(partners) <= table.offered("pick")
    end_movement(table)
    assert besieged(table, "nancy")


def test_11_1_8_of_several_partners_all_but_the_last_are_free() -> None:
    """The second corps can go elsewhere while a third could come; then the third must."""
    table = nancy("ge_corps_02", "ge_corps_03").do("add ge_corps_02")
    assert {"nancy", "metz"} <= table.offered("step")
    table.do("step metz", "stop", "add ge_corps_03")
    table.do("step metz")
    assert not table.allows("stop")
    table.do("step nancy")
    assert besieged(table, "nancy")


def test_11_1_8_a_partner_does_not_dig_while_it_is_needed() -> None:
    """An army that the corps in the fort needs may not stay to entrench (11.2.1)."""
    table = nancy("ge_1_army", events=("cp_06_entrench",)).do("add ge_1_army")
    assert not table.allows("entrench")
    assert not table.allows("stay")
    assert "nancy" in table.offered("step")
    table = nancy("ge_1_army", "ge_corps_02", events=("cp_06_entrench",)).do("add ge_1_army")
    assert table.allows("entrench")  # the corps will do


def test_11_1_8_other_stacks_keep_their_moves() -> None:
    """An army far away moves before the partner comes, and one left behind moves afterwards."""
    table = nancy("ge_corps_02", "ge_2_army").do("leave", "pick ge_8_army", "step stettin", "stop")
    assert table.where("ge_8_army") == "stettin"
    table.do("pick ge_corps_02", "step nancy")
    assert besieged(table, "nancy")
    assert "ge_2_army" in table.offered("add") | table.offered("pick")


def test_11_1_8_the_entry_can_be_undone() -> None:
    """Once undone, it binds nobody."""
    table = nancy("ge_corps_02")
    table.game.undo(CP, 1)
    assert table.where("ge_corps_01") == "strasbourg"
    table.do("stay") if table.allows("stay") else table.do("step metz", "stop")
    end_movement(table)
    assert not table.in_("nancy")


@pytest.mark.parametrize("first", ["ge_corps_01", "ge_corps_02"])
def test_11_1_8_corps_of_two_spaces_come_in_either_order(first: str) -> None:
    """Strasbourg and Metz: either can enter first, relying on the other."""
    table = Table().put("strasbourg", "ge_corps_01").put("metz", "ge_corps_02").operate(CP)
    table.activate("strasbourg", "metz").do(f"pick {first}", "step nancy")
    assert not table.allows("finish")
    other = "ge_corps_02" if first == "ge_corps_01" else "ge_corps_01"
    table.do(f"pick {other}")
    assert table.offered("step") == {"nancy", *table.offered("step")} - {"dijon"}
    table.do("step nancy")
    assert besieged(table, "nancy")


def test_11_1_8_two_joint_sieges_may_be_under_way_at_once() -> None:
    """Nancy and Belfort, two corps each, in any order."""
    table = Table().put("strasbourg", "ge_corps_01", "ge_corps_02").put("mulhouse", "ge_corps_03", "ge_corps_04")
    table.operate(CP).activate("strasbourg", "mulhouse")
    table.do("pick ge_corps_01", "step nancy", "leave", "pick ge_corps_03", "step belfort", "leave")
    assert not table.allows("finish")
    table.do("pick ge_corps_02", "step nancy", "pick ge_corps_04", "step belfort")
    assert besieged(table, "nancy")
    assert besieged(table, "belfort")


def test_11_1_8_nobody_is_promised_to_two_sieges() -> None:
    """One corps cannot complete both Nancy and Belfort."""
    table = Table().put("mulhouse", "ge_corps_01", "ge_corps_02").put("strasbourg", "ge_corps_03").operate(CP)
    table.activate("strasbourg", "mulhouse").do("pick ge_corps_03", "step nancy", "pick ge_corps_01")
    assert "belfort" not in table.offered("step")
    end_movement(table)
    assert besieged(table, "nancy")


def test_15_2_4_a_partner_that_cannot_leave_its_own_siege_is_none() -> None:
    """The corps that holds Belfort with one that has moved already cannot come to Nancy."""
    table = Table().put("belfort", "ge_corps_02").put("mulhouse", "ge_corps_03").put("strasbourg", "ge_corps_01")
    table.operate(CP).activate("belfort", "mulhouse", "strasbourg").do("pick ge_corps_03", "step belfort")
    assert besieged(table, "belfort")
    table.do("pick ge_corps_01")
    assert "nancy" not in table.offered("step")


def test_15_2_4_whoever_is_to_leave_a_siege_keeps_a_way_out() -> None:
    """An army leaves Belfort on the promise that the corps goes too; nobody may take the corps' last free space."""
    table = Table().put("belfort", "ge_1_army", "ah_corps_01").put("mulhouse", "ge_2_army", "ge_corps_09")
    table.put("dijon", "fr_1_army").put("nancy", "fr_2_army")
    for space, number in (("strasbourg", 3), ("metz", 4), ("mannheim", 5)):
        table.put(space, f"ge_{number}_army", f"ge_corps_1{number}", f"ah_corps_0{number}")
    table.operate(CP).activate("belfort").do("pick ge_1_army", "step mulhouse")
    assert not table.allows("stop")  # only one fits there, and nothing beyond
    assert table.offered("step") == {"belfort"}
    table.do("step belfort")
    assert besieged(table, "belfort")


def nancy_held(*first: str) -> Table:
    """Two German corps besiege Nancy (2), one stands in Metz, an army in Berlin; all may move."""
    table = Table().put("nancy", "ge_corps_01", "ge_corps_02").put("metz", "ge_corps_03").put("berlin", "ge_8_army")
    return table.operate(CP).activate("nancy", "metz", "berlin").do(*first)


def test_15_2_4_a_siege_that_is_given_up_leaves_the_others_their_order() -> None:
    """One besieger leaves; before the other does, or another unit replaces it, any stack can move."""
    table = nancy_held("pick ge_corps_01", "step metz", "stop")
    assert table.allows("leave")  # the other space can wait
    table.do("leave")
    assert not table.allows("finish")
    assert table.offered("pick") == {"ge_corps_02", "ge_corps_03", "ge_8_army"}
    table.do("pick ge_8_army", "step stettin", "stop", "pick ge_corps_03", "step nancy")
    assert besieged(table, "nancy")
    assert table.in_("nancy") == {"ge_corps_02", "ge_corps_03"}
    table = nancy_held("pick ge_corps_01", "step metz", "stop", "leave", "pick ge_corps_02", "step metz", "stop")
    assert not table.in_("nancy")
    end_movement(table)
    assert table.in_("metz") == {"ge_corps_01", "ge_corps_02", "ge_corps_03"}


def test_15_2_4_the_same_end_in_either_order() -> None:
    """Arrivals and departures in any order: the siege is checked when all have moved."""
    early = nancy_held("pick ge_corps_03", "step nancy")
    early.do(*(["stop"] if early.asks("move_on") else []), "pick ge_corps_01", "step metz", "stop")
    late = nancy_held("pick ge_corps_01", "step metz", "stop", "leave", "pick ge_corps_03", "step nancy")
    for table in (early, late):
        end_movement(table)
    assert early.state.loc == late.state.loc
    assert besieged(late, "nancy")


def test_15_2_4_what_waits_cannot_wait_for_ever() -> None:
    """The last unit that can keep the promise may neither end elsewhere nor be left behind."""
    table = Table().put("nancy", "ge_corps_01", "ge_corps_02").put("berlin", "ge_8_army").operate(CP)
    table.activate("nancy", "berlin").do("pick ge_corps_01", "step metz", "stop", "leave")
    assert table.offered("pick") == {"ge_corps_02", "ge_8_army"}
    table.do("pick ge_8_army", "step stettin", "stop")
    assert not table.allows("finish")
    assert table.offered("pick") == {"ge_corps_02"}
    end_movement(table)
    assert not table.in_("nancy")


def test_15_2_4_survivors_of_a_broken_siege_go_together_or_stay() -> None:
    """Two corps on Verdun (3) can stay where losses left them; when one leaves, the other follows or is joined."""
    table = Table().put("verdun", "ge_corps_01", "ge_corps_02").put("metz", "ge_corps_03", "ge_corps_04")
    table.operate(CP).activate("verdun", "metz")
    assert not besieged(table, "verdun")
    assert table.allows("finish")  # nobody has to go
    table.do("pick ge_corps_01", "step metz")
    table.do("stop") if table.asks("move_on") else None
    assert not table.allows("finish")
    end_movement(table)
    assert besieged(table, "verdun") or not table.in_("verdun")
    alone = Table().put("verdun", "ge_corps_01", "ah_corps_01").operate(CP).activate("verdun")
    operation = alone.state.operation
    assert operation is not None
    operation.moved |= alone.units("ah_corps_01")  # it can no longer follow
    alone.do("pick ge_corps_01")
    assert not alone.offered("step")
    assert alone.allows("stay")


def test_15_2_4_survivors_of_a_broken_siege_redeploy_one_by_one() -> None:
    """13.1.5 binds besiegers, and they no longer besiege anything."""
    table = Table().put("verdun", "ge_corps_01", "ge_corps_02").redeploy(CP, points=1)
    assert {"ge_corps_01", "ge_corps_02"} <= table.offered("pick")


def test_11_3_2_no_step_into_a_space_from_which_only_the_used_passage_leads() -> None:
    """A Russian corps may not stop in Poti, which is marked for combat, and the passage back is used up."""
    table = Table(turn=9).at_war("tu").put("caucasus", "ru_corps_01").put("poti", "ru_corps_02")
    table.put("batum", "tu_corps_01").operate(AP).activate("caucasus", "!poti").do("pick ru_corps_01")
    assert "poti" not in table.offered("step")
    assert "grozny" in table.offered("step")


def test_11_3_2_a_step_over_the_passage_counts_the_way_on() -> None:
    """The corps can end in Poti; Batum beyond is marked for combat, and the passage back is used up."""
    table = Table(turn=9).at_war("tu").put("caucasus", "ru_corps_01").put("poti", "ru_corps_02")
    table.put("rize", "tu_corps_01").put("kars", "tu_corps_02").put("batum", "ru_cau_army").operate(AP)
    table.activate("caucasus", "!batum").do("pick ru_corps_01", "step poti")
    assert table.allows("stop")
    assert "caucasus" not in table.offered("step")


def test_a_promise_that_is_lost_already_holds_nothing_up() -> None:
    """In a position stored by an older version the partner can be gone: movement can still end."""
    table = nancy("ge_corps_02").do("leave")
    table.put("cp_eliminated_box", "ge_corps_02")
    table.game = Game.restore(table.system, table.game.snapshot(), table.chance)
    assert table.offered("pick") == {"ge_8_army"}
    assert table.allows("finish")
    table.do("pick ge_8_army", "step stettin", "stop")
    assert not table.asks("move_unit", "move_stack", "move_on")
    assert table.in_("nancy") == {"ge_corps_01"}


def grodno(*units: str) -> Table:
    """A corps from Breslau is in Lodz; units in Grodno, yet to move, can reach Warsaw (2) only through Lomza (1)."""
    table = Table().put("breslau", "ge_corps_01").put("grodno", *units).put("plock", "ru_1_army").operate(CP)
    return table.activate("breslau", "grodno").do("pick ge_corps_01", "step lodz")


@pytest.mark.parametrize("units", [("ge_1_army", "ge_corps_02"), ("ge_corps_02", "ge_corps_03")])
def test_11_1_8_a_siege_by_others_may_open_the_way_to_the_promised_one(units: tuple[str, str]) -> None:
    """One of them besieges Lomza, and the other passes through it to Warsaw."""
    table = grodno(*units)
    assert "warsaw" in table.offered("step")
    table.do("step warsaw", f"pick {units[0]}", "step bialystok", "step lomza")
    assert besieged(table, "lomza")
    end_movement(table)
    assert besieged(table, "warsaw")


@pytest.mark.parametrize("away", ["vilna", "baranovichi"])
def test_11_1_8_who_opens_the_way_does_not_end_its_move_elsewhere(away: str) -> None:
    table = grodno("ge_1_army", "ge_corps_02").do("step warsaw", "pick ge_1_army")
    if away in table.offered("step"):
        table.do(f"step {away}")
        assert not table.allows("stop")
    end_movement(table)
    assert besieged(table, "warsaw")


def test_11_1_8_nobody_enters_on_the_word_of_one_who_cannot_open_the_way_and_come() -> None:
    """A unit that besieges Lomza alone stays there (15.1.1), so none can reach Warsaw."""
    assert "warsaw" not in grodno("ge_1_army").offered("step")
