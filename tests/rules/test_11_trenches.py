"""Trenches and entrenching (11.2)."""

from __future__ import annotations

import pytest

from tests.support.table import AP, CP, Table


def dig(table: Table, space: str, unit: str, side: int = CP) -> Table:
    """Activate a space and let an army entrench; other units that could move stay."""
    table.operate(side).activate(space).do(f"pick {unit}", "entrench")
    if table.asks("move_stack", "move_unit"):
        table.do("leave" if table.allows("leave") else "finish")
    return table


def ready(scenario: str = "campaign", **options: object) -> Table:
    return Table(scenario, **options).played("cp_06_entrench").put("metz", "ge_1_army")  # type: ignore[arg-type]


def test_11_2_1_no_entrenching_before_the_event() -> None:
    """One of the two Entrench events allows it for both sides."""
    table = Table().put("metz", "ge_1_army").operate(CP).activate("metz").do("pick ge_1_army")
    assert not table.allows("entrench")
    table = Table().played("ap_12_entrench").put("metz", "ge_1_army").operate(CP).activate("metz").do("pick ge_1_army")
    assert table.allows("entrench")


@pytest.mark.parametrize(("die", "level"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_11_2_2_a_die_up_to_the_lf_succeeds(die: int, level: int) -> None:
    """A German army has LF 3."""
    table = dig(ready().dice(entrench=die), "metz", "ge_1_army")
    assert table.state.trench(table.space("metz"))[0] == level
    assert table.events("entrench")[0]["success"] == bool(level)


def test_11_2_2_level_1_becomes_level_2_and_11_2_3_no_more() -> None:
    """A second success flips the marker; a third is not possible."""
    table = dig(ready().trench("metz", 1, CP).dice(entrench=1), "metz", "ge_1_army")
    assert table.state.trench(table.space("metz")) == (2, CP)
    table = ready().trench("metz", 2, CP).operate(CP).activate("metz").do("pick ge_1_army")
    assert not table.allows("entrench")


def test_11_2_1_one_army_a_space_and_no_corps() -> None:
    """One army tries instead of moving; the others may move."""
    table = ready().put("metz", "ge_2_army", "ge_corps_01").dice(entrench=6).operate(CP).activate("metz")
    table.do("pick ge_corps_01")
    assert not table.allows("entrench")
    table.do("step koblenz", "stop")
    table.do("add ge_1_army", "entrench", "add ge_2_army")
    assert not table.allows("entrench")
    table.do("step koblenz", "stop")
    assert len(table.events("entrench")) == 1
    assert table.where("ge_1_army") == "metz"


def paris(level: int = 1) -> Table:
    """Germans entrenched while they besieged Paris and are gone; the space is French, the trench is not."""
    table = Table(setup=True, turn=5).put("dijon", "fr_corps_01").trench("paris", level, CP)
    return table.put("ap_eliminated_box", *table.in_("paris")) if table.in_("paris") else table


@pytest.mark.parametrize(("level", "left"), [(1, (0, -1)), (2, (1, AP))])
def test_11_2_5_whoever_arrives_in_a_space_that_besiegers_dug_in_takes_the_trench(
    level: int, left: tuple[int, int]
) -> None:
    """By redeployment as by movement; a level 2 becomes a friendly level 1 (11.2.6)."""
    table = paris(level).redeploy(AP).do("pick fr_corps_01", "to paris")
    assert table.state.trench(table.space("paris")) == left


def test_11_2_5_a_rebuilt_army_and_a_reinforcement_take_it_too() -> None:
    """Both are placed in the capital."""
    table = paris().eliminated("fr_6_army")
    table.state.rp["fr"] = 4
    table.phase("ap_replacements").do("spend fr_6_army")
    if table.asks("rebuild"):  # with only one place it is not asked
        table.do("rebuild_at paris")
    assert table.where("fr_6_army") == "paris"
    assert table.state.trench(table.space("paris")) == (0, -1)
    table = paris().hand(AP, "ap_24_french_reinforcements").choose(AP).do("event ap_24_french_reinforcements")
    assert table.where("fr_7_army") == "paris"
    assert table.state.trench(table.space("paris")) == (0, -1)


def test_11_2_1_besieging_armies_may_dig() -> None:
    """An army on a besieged enemy fort can entrench too, with its own side's marker."""
    table = Table().played("cp_06_entrench").put("liege", "ge_1_army").dice(entrench=2)
    dig(table, "liege", "ge_1_army")
    assert table.state.trench(table.space("liege")) == (1, CP)


def test_11_2_2_rolls_come_after_all_moves_and_before_combat() -> None:
    """First movement, then the roll, then the attack."""
    table = ready().put("aachen", "ge_2_army").put("koblenz", "ge_3_army").dice(entrench=1, attacker=1, defender=1)
    table.operate(CP).activate("metz", "koblenz", "!aachen").do("pick ge_1_army", "entrench", "pick ge_3_army")
    assert not table.events("entrench")
    table.do("step frankfurt", "stop")
    assert table.events("entrench")
    assert table.asks("attack")


def test_14_3_3_units_out_of_supply_do_not_entrench() -> None:
    """They are not activated at all."""
    table = Table().played("cp_06_entrench").put("cambrai", "ge_1_army").put("metz", "ge_2_army").operate(CP)
    assert "cambrai" not in table.offered("for_movement")


@pytest.mark.parametrize(("option", "drm"), [(True, -1), (False, 0), (None, 0)])
def test_11_2_10_a_second_attempt_gets_minus_one_where_agreed(option: bool | None, drm: int) -> None:
    """The very next action of a German, British, French or Italian army that failed."""
    table = ready(trench_modifiers=option).dice(entrench=[5, 4])
    dig(table, "metz", "ge_1_army")
    dig(table, "metz", "ge_1_army")
    assert [event["drm"] for event in table.events("entrench")] == [0, drm]
    assert table.events("entrench")[1]["success"] == (drm == -1)


def test_11_2_10_is_never_more_than_minus_one_and_part_of_the_historical_game() -> None:
    """Three attempts: 0, -1, -1."""
    table = ready("historical").dice(entrench=[6, 6, 6])
    for _ in range(3):
        dig(table, "metz", "ge_1_army")
    assert [event["drm"] for event in table.events("entrench")] == [0, -1, -1]


def test_11_2_10_not_for_other_nations() -> None:
    """Austrians and Russians get no such marker."""
    table = Table("historical").played("cp_06_entrench").put("cracow", "ah_1_army").dice(entrench=[6, 6])
    for _ in range(2):
        dig(table, "cracow", "ah_1_army")
    assert [event["drm"] for event in table.events("entrench")] == [0, 0]


@pytest.mark.parametrize("action", ["other operation", "sr", "move"])
def test_11_2_10_the_mark_goes_when_the_army_does_not_try_at_once(action: str) -> None:
    """Any other action in between removes it."""
    table = ready("historical").put("berlin", "ge_corps_01").dice(entrench=[6, 6])
    dig(table, "metz", "ge_1_army")
    assert table.state.failed_entrench
    if action == "other operation":
        table.operate(CP).activate("berlin").do("finish")
    elif action == "sr":
        table.hand(CP, "cp_05_landwehr").choose(CP).do("sr cp_05_landwehr", "finish")
    else:
        table.operate(CP).activate("metz").do("pick ge_1_army", "step koblenz", "step metz", "stop")
    assert not table.state.failed_entrench
    dig(table, "metz", "ge_1_army")
    assert [event["drm"] for event in table.events("entrench")] == [0, 0]


def test_11_2_10_the_mark_survives_the_enemys_action_and_the_end_of_the_turn() -> None:
    """The next round of the following turn still counts as the following round."""
    table = ready("historical").dice(entrench=[6, 6]).put("paris", "fr_6_army")
    dig(table, "metz", "ge_1_army")
    table.operate(AP).activate("paris").do("finish")
    table.state.turn += 1
    table.state.actions = [[], []]
    dig(table, "metz", "ge_1_army")
    assert [event["drm"] for event in table.events("entrench")] == [0, -1]


def test_11_2_4_trenches_stay_without_units() -> None:
    """They are removed only when an enemy enters."""
    table = ready().trench("metz", 1, CP).operate(CP).activate("metz").do("pick ge_1_army", "step koblenz", "stop")
    assert table.state.trench(table.space("metz")) == (1, CP)


@pytest.mark.parametrize(("level", "after"), [(1, (0, -1)), (2, (1, AP))])
def test_11_2_6_a_trench_that_fell_into_enemy_hands_by_attrition(level: int, after: tuple[int, int]) -> None:
    """11.2.7: level 1 is removed, level 2 becomes an enemy level 1."""
    table = Table().hold(CP, "bordeaux").trench("bordeaux", level, CP).phase("attrition")
    assert table.owner("bordeaux") == AP
    assert table.state.trench(table.space("bordeaux")) == after


def test_11_2_7_not_in_an_intact_fort_space() -> None:
    """Exception: trenches with an intact fort of their side do not suffer attrition."""
    table = Table().hold_all(CP, "fr", "be").hold(AP, "verdun").trench("verdun", 2, AP).hold(CP, "sedan", "bar_le_duc")
    table.put("sedan", "ge_1_army").put("bar_le_duc", "ge_2_army").put("chateau_thierry", "ge_3_army")
    table.phase("attrition")
    assert table.owner("verdun") == AP
    assert table.state.trench(table.space("verdun")) == (2, AP)


def test_11_2_1_an_army_that_cannot_go_anywhere_may_still_dig() -> None:
    """Surrounded by enemies, supplied through a port."""
    table = ready().put("memel", "ge_1_army").put("insterberg", "ru_1_army").put("kovno", "ru_2_army")
    table.put("libau", "ru_corps_01").put("metz", "ge_2_army").destroy("konigsberg")
    neighbours = table.names(table.system.rules.board.common[table.space("memel")])
    for number, space in enumerate(sorted(neighbours - {"insterberg", "kovno", "libau"}), 2):
        table.put(space, f"ru_corps_0{number}")
    table.operate(CP).activate("memel")
    assert table.offered("pick") == {"ge_1_army"}
    table.do("pick ge_1_army")
    assert table.allows("entrench")
    assert not table.offered("step")
    assert not table.allows("stay")


def test_11_2_1_and_10_1_2_nobody_digs_where_too_many_stand() -> None:
    """The excess units have to leave first."""
    table = ready().put("metz", "ge_2_army", "ge_corps_01").put("koblenz", "ge_3_army").operate(CP)
    table.activate("metz", "koblenz").do("pick ge_3_army", "step metz", "stop", "pick ge_1_army")
    assert not table.allows("entrench")
    table = ready().put("metz", "ge_2_army", "ge_corps_01").put("koblenz", "ge_3_army").operate(CP)
    table.activate("metz", "koblenz").do(
        "pick ge_3_army", "step metz", "stop", "pick ge_2_army", "step koblenz", "stop"
    )
    table.do("add ge_1_army")
    assert table.allows("entrench")


def test_11_2_1_a_gathered_stack_does_not_dig() -> None:
    """Only a single army tries to entrench."""
    table = ready().put("metz", "ge_corps_01").operate(CP).activate("metz").do("pick ge_1_army")
    assert table.allows("entrench")
    assert not table.do("add ge_corps_01").allows("entrench")
