"""Units where they may not be: they can attack, move home, retreat there as a last resort, and take no replacements."""

from __future__ import annotations

from engine.pog.content.records import AP, CP
from tests.manifest import plays
from tests.rulesets.banquet.support import advancing, banquet, both, ends


@plays("banquet", 20)
def test_one_attacks_and_advances_where_one_may_not_end_a_move() -> None:
    """Romanians from Barlad may drive the enemy out of Kishinev and occupy it."""
    table = banquet(turn=12).at_war("ro").put("barlad", "ro_corps_01", "ro_corps_02", "ro_corps_03")
    table.put("kishinev", "ah_corps_01-").dice(attacker=6, defender=1)
    assert "ro_corps_01" in advancing(table.attack("kishinev", "ro_corps_01", "ro_corps_02", "ro_corps_03"))


@plays("banquet", 20)
def test_units_that_strayed_move_homeward_only() -> None:
    """Romanians in Odessa may end in Ismail, which is nearer to Romania; no step leads farther away."""
    assert ends(banquet(turn=12).at_war("ro").put("kishinev", "ro_corps_01"), AP, "ro_corps_01", "barlad")
    assert ends(banquet(turn=12).at_war("ro").put("odessa", "ro_corps_01"), AP, "ro_corps_01", "ismail")
    for step in (("uman",), ("ismail", "kishinev")):
        for variant, table in both(turn=12):
            assert ends(table.at_war("ro").put("odessa", "ro_corps_01"), AP, "ro_corps_01", *step) is not variant


@plays("banquet", 20)
def test_units_that_strayed_take_no_replacements() -> None:
    """A reduced Romanian army in Kishinev, compared with one in Jassy."""
    for variant, table in both(turn=12):
        table.at_war("ro").put("kishinev", "ro_corps_01-").put("jassy", "ro_corps_02-").state.rp = {"a": 8}
        table.run_from("ap_replacements")
        assert "ro_corps_02" in table.offered("spend")
        assert ("ro_corps_01" in table.offered("spend")) is not variant


@plays("banquet", 20)
def test_one_retreats_there_for_want_of_another_space() -> None:
    """Austrians driven out of Czestochowa: to Cracow, not to Lodz or Oppeln; to those if Cracow is full."""
    for full in (False, True):
        for variant, table in both(turn=6):
            table.put("czestochowa", "ah_corps_01").hold(CP, "lodz").put("ivangorod", "ru_corps_01")
            if full:
                table.put("cracow", "ah_1_army", "ah_2_army", "ah_5_army")
            table.dice(attacker=5, defender=1).attack("czestochowa", "ru_corps_01")
            while table.asks("flank", "defender_loss", "declare_advance", "retreat"):
                if "step" in table.game.options().masks:
                    break
                table.do("declare" if table.allows("declare") else table.game.text(next(iter(table.game.options()))))
            found = table.offered("step") if table.asks("retreat") else {table.where("ah_corps_01")}
            assert bool({"lodz", "oppeln"} & found) is (full or not variant)
            assert ("cracow" in found) is not full


@plays("banquet", 20)
def test_units_that_strayed_advance_homeward_only() -> None:
    """Romanians in Odessa follow into Ismail, which is nearer to Romania, not into Uman."""
    for target, goes in (("ismail", True), ("uman", False)):
        for variant, table in both(turn=12):
            table.at_war("ro").put("odessa", "ro_corps_01", "ro_corps_02", "ro_corps_03").put(target, "ah_corps_01-")
            table.dice(attacker=6, defender=1).attack(target, "ro_corps_01", "ro_corps_02", "ro_corps_03")
            assert ("ro_corps_01" in advancing(table)) is (goes or not variant)
