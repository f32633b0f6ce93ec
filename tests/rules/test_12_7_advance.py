"""Advance after combat (12.7)."""

from __future__ import annotations

import pytest

from engine.pog.invariants import check
from tests.support.table import AP, CP, Table


def won(table: Table, target: str, *units: str, through: str = "", end: str = "") -> Table:
    """Win an attack; defenders retreat over the given spaces."""
    table.attack(target, *units)
    if table.asks("flank"):
        table.do("frontal")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    if table.asks("retreat_option"):
        table.do("retreat")
    while table.asks("retreat"):
        for text in (f"step {through}", f"step {end}"):
            if table.asks("retreat") and table.game.options().allows(table.game.parse(text)):
                table.do(text)
                break
        else:
            table.do(table.game.text(next(iter(table.game.options()))))
    return table


def two_spaces(**more: object) -> Table:
    """Germans at Brussels drive the French from Cambrai over Amiens to Rouen."""
    table = Table(**more).put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army")  # type: ignore[arg-type]
    return table.hold(CP, "sedan").reserve("fr_corps_01").dice(attacker=1, defender=1)


def test_12_7_1_full_strength_attackers_may_follow() -> None:
    """Reduced ones may not, and no unit must."""
    table = two_spaces().put("brussels", "ge_2_army-").dice()
    won(table, "cambrai", "ge_1_army", "ge_2_army", through="chateau_thierry", end="melun")
    assert table.loss_numbers() == (3, 1)
    assert table.offered("add") == {"ge_1_army"}
    assert table.allows("finish")


def test_12_7_3_into_the_first_space_the_retreat_left() -> None:
    """After a two-space retreat the advance can continue where the retreating units passed."""
    table = won(
        two_spaces().played("cp_08_race_to_the_sea"), "cambrai", "ge_1_army", "ge_2_army", through="amiens", end="rouen"
    )
    table.do("add ge_1_army", "add ge_2_army", "step cambrai")
    assert table.offered("step") == {"amiens"}
    table.do("drop ge_1_army", "step amiens")
    assert (table.where("ge_1_army"), table.where("ge_2_army")) == ("cambrai", "amiens")
    assert table.owner("cambrai") == table.owner("amiens") == CP  # 12.7.9


def test_12_7_3_nobody_must_go_on_to_the_second_space() -> None:
    """A whole group can stop in the attacked space, or leave one unit there."""
    table = two_spaces().played("cp_08_race_to_the_sea")
    won(table, "cambrai", "ge_1_army", "ge_2_army", through="amiens", end="rouen")
    table.do("add ge_1_army", "add ge_2_army", "step cambrai")
    assert table.offered("drop") == {"ge_1_army", "ge_2_army"}
    table.do("stop")
    assert table.in_("cambrai") == {"ge_1_army", "ge_2_army"}
    assert table.owner("amiens") == AP
    assert not table.asks("advance")


@pytest.mark.parametrize(("event", "status", "open_"), [(False, 0, False), (True, 0, True), (False, 4, True)])
def test_12_7_7_the_coast_as_a_second_space(event: bool, status: int, open_: bool) -> None:
    """Amiens, Calais, Ostend: only if attacked, or after Race to the Sea or at war status 4."""
    table = two_spaces()
    table.state.war_status[CP] = status
    if event:
        table.played("cp_08_race_to_the_sea")
    won(table, "cambrai", "ge_1_army", "ge_2_army", through="amiens", end="rouen").do("add ge_1_army", "step cambrai")
    assert ("amiens" in table.offered("step")) == open_


def test_12_7_7_the_attacked_space_itself_is_open() -> None:
    """An advance into attacked Amiens needs no event."""
    table = Table().put("cambrai", "ge_1_army", "ge_2_army").hold(CP, "sedan").put("amiens", "fr_1_army")
    table.reserve("fr_corps_01").dice(attacker=1, defender=1)
    won(table, "amiens", "ge_1_army", "ge_2_army", through="rouen", end="caen").do("add ge_1_army", "step amiens")
    assert table.where("ge_1_army") == "amiens"


def test_12_7_3_cover_stops_the_advance() -> None:
    """Entering desert, forest, mountain or swamp ends it."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army").reserve("fr_corps_01")
    table.dice(attacker=1, defender=1)
    won(table, "sedan", "ge_1_army", "ge_2_army", through="cambrai", end="amiens").do("add ge_1_army", "step sedan")
    assert table.where("ge_1_army") == "sedan"
    assert not table.offered("step") & {"cambrai"}


def test_12_7_3_a_trench_stops_nobody() -> None:
    """Only terrain stops an advance."""
    table = two_spaces().trench("cambrai", 1, AP).played("cp_08_race_to_the_sea").dice()
    table.chance.queues.clear()
    table.dice(attacker=3, defender=1)
    won(table, "cambrai", "ge_1_army", "ge_2_army", through="amiens", end="rouen").do("add ge_1_army", "step cambrai")
    assert table.offered("step") == {"amiens"}
    assert table.state.trench(table.space("cambrai")) == (0, -1)


def test_12_7_2_all_defenders_destroyed_means_one_space() -> None:
    """Without a retreat the advance goes into the attacked space only."""
    table = Table().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_corps_01-").hold(CP, "sedan")
    won(table.dice(attacker=6, defender=1), "cambrai", "ge_1_army", "ge_2_army").do("add ge_1_army", "step cambrai")
    assert table.where("ge_1_army") == "cambrai"
    assert not table.offered("step") - {"cambrai"}


def test_12_7_4_the_rulebooks_example_at_kishinev() -> None:
    """Russians eliminated on their second space still allow the advance to Ismail."""
    table = Table(turn=8).put("zhmerinka", "ah_1_army", "ah_2_army", "ah_3_army").put("kishinev", "ru_1_army")
    table.put("odessa", "ge_8_army").destroy("odessa").put("odessa", "ge_8_army").hold_all(CP, "ru")
    table.hold(AP, "kishinev", "ismail", "moscow").reserve("ru_corps_01").dice(attacker=1, defender=1)
    won(table, "kishinev", "ah_1_army", "ah_2_army", "ah_3_army", through="ismail")
    assert table.where("ru_1_army") == "ap_permanently_eliminated"
    table.do("add ah_1_army", "step kishinev")
    assert table.offered("step") == {"ismail"}


def test_12_7_1_a_lone_fort_must_fall_first() -> None:
    """No advance onto an intact fort that was attacked alone, whoever won."""
    table = won(Table().put("aachen", "ge_1_army").dice(attacker=1, defender=1), "liege", "ge_1_army")
    assert table.loss_numbers() == (2, 1)
    assert table.battle.winner == "attacker"
    assert not table.asks("advance")


def test_12_7_6_into_a_fort_space_to_besiege_it_and_no_farther() -> None:
    """With the units driven out of Verdun an army may enter and besieges; a corps may not."""
    table = Table().put("metz", "ge_1_army", "ge_corps_01", "ge_corps_02").put("verdun", "fr_corps_01", "fr_corps_02")
    table.dice(attacker=1, defender=1)
    won(table, "verdun", "ge_1_army", "ge_corps_01", "ge_corps_02", through="bar_le_duc", end="dijon")
    assert table.asks("advance")
    table.do("add ge_corps_02")
    assert table.offered("step") == set()
    table.do("add ge_1_army", "step verdun")
    assert table.owner("verdun") == AP
    assert table.state.besieged >> table.space("verdun") & 1
    assert not table.offered("step") - {"verdun"}


def test_12_7_6_once_besieged_others_go_on() -> None:
    """Further advancers ignore the fort."""
    table = Table().put("metz", "ge_1_army", "ge_2_army").put("verdun", "fr_corps_01", "fr_corps_02", "fr_corps_03")
    table.dice(attacker=2, defender=1)
    won(table, "verdun", "ge_1_army", "ge_2_army", through="bar_le_duc", end="dijon")
    assert table.loss_numbers() == (4, 1)
    table.do("add ge_1_army", "step verdun")
    if table.allows("stop"):
        table.do("stop")
    table.do("add ge_2_army", "step verdun")
    assert table.offered("step") == {"bar_le_duc"}


def test_12_7_1_the_stacking_limit_binds_every_group() -> None:
    """Later groups count the units already there."""
    table = Table().put("brussels", "ge_1_army", "ge_2_army", "ge_corps_01").put("sedan", "ge_corps_02", "ge_corps_03")
    table.put("cambrai", "fr_corps_01-").destroy("liege").hold(CP, "liege").dice(attacker=6, defender=1)
    won(table, "cambrai", "ge_1_army", "ge_2_army", "ge_corps_01", "ge_corps_02", "ge_corps_03")
    entered = 0
    while table.asks("advance") and table.offered("add"):
        unit = min(table.offered("add"))
        table.do(f"add {unit}", "step cambrai")
        entered += 1
    assert entered == 3
    check(table.state)


def test_12_5_1_a_full_replacement_corps_counts_and_advances() -> None:
    """It replaced an attacking army and is the only full-strength attacker: retreat and advance follow."""
    table = Table().put("brussels", "ge_1_army-", "ge_2_army-").put("cambrai", "fr_1_army").hold(CP, "sedan")
    table.reserve("ge_corps_01").dice(attacker=6, defender=4).attack("cambrai", "ge_1_army", "ge_2_army")
    assert table.loss_numbers() == (5, 3)
    table.do("hit ge_1_army", "step chateau_thierry", "step melun")
    assert table.offered("add") == {"ge_corps_01"}
    table.do("add ge_corps_01", "step cambrai")
    assert table.where("ge_corps_01") == "cambrai"


def test_12_7_1_the_mn_corps_stays() -> None:
    """It may attack but never advances."""
    table = Table().put("cetinje", "mn_corps").put("mostar", "ah_corps_01-").dice(attacker=6, defender=1)
    table.attack("mostar", "mn_corps")
    assert not table.asks("advance")
    assert table.where("mn_corps") == "cetinje"


def test_12_7_8_and_12_1_8_nobody_else_advances() -> None:
    """Neither defenders nor units that took no part."""
    table = won(
        two_spaces().put("brussels", "ge_corps_01"), "cambrai", "ge_1_army", "ge_2_army", through="amiens", end="rouen"
    )
    assert table.offered("add") == {"ge_1_army", "ge_2_army"}


def test_12_7_5_not_onto_enemies() -> None:
    """The retreat ended one space further: there the advance stops."""
    table = Table().put("lodz", "ge_corps_01").put("plock", "ru_corps_07").dice(attacker=6, defender=1)
    won(table, "plock", "ge_corps_01", through="lomza").do("add ge_corps_01", "step plock")
    assert table.where("ge_corps_01") == "plock"
    assert "lomza" not in table.offered("step")


def test_11_1_17_and_5_7_4_6_bars_hold_for_the_advance() -> None:
    """Historical: a German army can join the attack but not advance into Italy."""
    table = (
        Table("historical", turn=8)
        .at_war("it")
        .put("villach", "ah_1_army", "ge_corps_01")
        .put("maggiore", "it_corps_05-")
    )
    won(table.dice(attacker=4, defender=1), "maggiore", "ah_1_army", "ge_corps_01")
    assert table.offered("add") == {"ah_1_army", "ge_corps_01"}
