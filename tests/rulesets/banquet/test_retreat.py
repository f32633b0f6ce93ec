"""Retreats enforced only by an advance, and which units advance (12.5, 12.7)."""

from __future__ import annotations

import json

import pytest

from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rules.test_12_5_retreat import beaten
from tests.rules.test_12_6_withdrawal import hit_all, withdrawing
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


def _cambrai(variant: bool = True) -> Table:
    """Two German armies beat one French army in clear Cambrai; behind it are Amiens, Calais and Château-Thierry."""
    table = banquet() if variant else Table("historical")
    table.put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").reserve("fr_corps_01")
    table.hold(CP, "sedan").dice(attacker=1, defender=1)
    table.played("cp_08_race_to_the_sea")  # the coast is open (11.1.9)
    return beaten(table, "cambrai", "ge_1_army", "ge_2_army", length=2)


@plays("banquet", 29)
def test_nobody_retreats_where_nobody_advances() -> None:
    """The attacker names nobody: the defender stays at no cost. Deluxe forces him out at once."""
    table = _cambrai()
    assert table.asks("declare_advance")
    before = table.state.reduced
    table.do("decline")
    assert table.in_("cambrai") == {"fr_1_army"}
    assert table.state.reduced == before
    assert table.battle.retreat == "waived"
    assert not table.events("retreated")
    assert not table.events("no_pursuit"), "the units at full strength chose to stay"
    assert _cambrai(variant=False).asks("retreat")


@plays("banquet", 29)
def test_those_who_were_named_advance_and_no_others() -> None:
    """They are named before any retreat, and enter as soon as the space is empty."""
    table = _cambrai().do("add ge_2_army", "declare")
    assert table.where("ge_2_army") == "brussels"
    table.do("step amiens")
    assert (table.where("ge_1_army"), table.where("ge_2_army")) == ("brussels", "cambrai")
    assert table.owner("cambrai") == CP
    assert "ge_1_army" not in table.do("decline").offered("add")
    assert table.battle.advances == ((table.unit("ge_2_army"), (table.space("cambrai"),)),)


@plays("banquet", 29)
def test_the_second_space_is_asked_about_by_itself() -> None:
    """Amiens is given up only to units that follow there; else the retreat ends after one space."""
    for follow in (False, True):
        table = _cambrai().do("add ge_1_army", "add ge_2_army", "declare", "step amiens")
        assert table.asks("declare_advance")
        assert table.in_("amiens") == {"fr_1_army"}
        if follow:
            table.do("add ge_1_army", "declare", "step rouen")
        else:
            table.do("decline")
        assert table.where("fr_1_army") == ("rouen" if follow else "amiens")
        assert table.where("ge_1_army") == ("amiens" if follow else "cambrai")
        assert table.where("ge_2_army") == "cambrai"
        assert table.owner("amiens") == (CP if follow else AP)
        ways = dict(table.battle.retreats)[table.unit("fr_1_army")]
        assert table.names(sum(1 << space for space in ways)) == ({"amiens", "rouen"} if follow else {"amiens"})
        check(table.state)


@plays("banquet", 29)
def test_a_unit_that_cannot_besiege_the_fort_forces_no_retreat() -> None:
    """A corps beats the garrison of Verdun but could not stay: Deluxe forces the retreat anyway."""
    for variant in (True, False):
        table = banquet() if variant else Table("historical")
        table.put("sedan", "ge_corps_01", "ge_corps_02").put("verdun", "fr_corps_01", "fr_corps_02")
        table.dice(attacker=4, defender=1)
        table.attack("verdun", "ge_corps_01", "ge_corps_02")
        while table.asks("flank", "defender_loss", "attacker_loss"):
            table.do("frontal" if table.asks("flank") else table.game.text(next(iter(table.game.options()))))
        if variant:
            assert table.in_("verdun")
            assert table.battle.retreat == "waived"
            assert not table.events("retreated")
        else:
            assert table.asks("retreat") or table.events("retreated")


@plays("banquet", 29)
def test_a_pursuit_under_way_survives_restore() -> None:
    """The named units are a mark of the position."""
    table = _cambrai().do("add ge_1_army", "declare")
    stored = json.loads(json.dumps(table.game.snapshot()))
    again = Game.restore(table.system, stored, table.chance)
    assert again.state.marks["advancing"] == table.units("ge_1_army")
    again.apply(again.parse("step amiens"))
    assert again.state.loc[table.unit("ge_1_army")] == table.space("cambrai")
    assert again.decision.kind == "declare_advance"


@plays("banquet", 29)
def test_a_declaration_names_a_unit_that_can_retreat() -> None:
    """No unit, or a reduced one, is refused with a reason."""
    table = _cambrai()
    with pytest.raises(IllegalChoice) as nobody:
        table.do("declare")
    assert nobody.value.reason.code == "nobody_named"
    with pytest.raises(IllegalChoice) as reduced:
        table.do("add ge_3_army")
    assert reduced.value.reason.code == "not_in_combat"


@plays("banquet", 30)
@pytest.mark.parametrize(("space", "trench", "may"), [("calais", 0, True), ("amiens", 0, False), ("amiens", 1, True)])
def test_the_first_space_entered_may_be_held(space: str, trench: int, may: bool) -> None:
    """With swamp or a trench there a step cancels the rest of the retreat. Deluxe has no such stop."""
    table = _cambrai()
    table.trench(space, trench, AP)
    table.do("add ge_1_army", "declare", f"step {space}", "add ge_1_army", "declare")
    assert table.asks("retreat_option") is may
    if may:
        table.do("hold fr_1_army")
        assert table.in_(space) == {"fr_corps_01"}  # the reduced army was replaced by its corps
        assert table.where("ge_1_army") == "cambrai"
        assert table.battle.retreat == "required"
        check(table.state)
    deluxe = _cambrai(variant=False).trench(space, trench, AP).do(f"step {space}")
    assert deluxe.asks("retreat")
    assert space not in deluxe.offered("step")


def _plock(variant: bool, *crowded: str, germans_beside: bool = False) -> Table:
    """A German corps drives a Russian one a space out of Plock; three armies are in each full space behind it."""
    table = banquet() if variant else Table("historical")
    armies = [f"ru_{number}_army" for number in (1, 2, 3, 4, 5, 8)]
    for space in crowded:
        table.put(space, *armies[:3])
        del armies[:3]
    if germans_beside:
        table.put("tannenberg", "ge_corps_02")
    table.put("lodz", "ge_corps_01").put("plock", "ru_corps_07").dice(attacker=6, defender=1)
    beaten(table, "plock", "ge_corps_01", length=1)
    return table.do("add ge_corps_01", "declare") if variant else table


@plays("banquet", 33)
def test_friends_with_room_come_first() -> None:
    """Warsaw is full, Lomza has room: only there, in both rulesets."""
    assert _plock(True, "warsaw").where("ru_corps_07") == "lomza"
    assert _plock(False, "warsaw").where("ru_corps_07") == "lomza"


@plays("banquet", 33)
def test_then_full_friends_in_supply_or_enemy_ground_in_supply() -> None:
    """Both are full: into them anyway, or to empty Tannenberg. Deluxe does not allow Tannenberg."""
    assert _plock(True, "warsaw", "lomza").offered("step") == {"lomza", "tannenberg", "warsaw"}
    assert _plock(False, "warsaw", "lomza").where("ru_corps_07") == "tannenberg"


@plays("banquet", 33)
def test_friends_out_of_supply_still_come_before_enemy_ground() -> None:
    """A pocket with room is the first choice; a full one is not, and enemy ground comes next."""
    for crowded, goes in (((), "lomza"), (("lomza",), "tannenberg")):
        table = banquet()
        table.hold(CP, "bialystok", "warsaw", "grodno", "brest_litovsk").destroy("grodno", "warsaw", "brest_litovsk")
        table.put("warsaw", "ge_corps_03")
        for space in crowded:
            table.put(space, "ru_1_army", "ru_2_army", "ru_3_army")
        table.put("lodz", "ge_corps_01").put("plock", "ru_corps_07").dice(attacker=6, defender=1)
        assert not table.supplied("ru_corps_07")
        beaten(table, "plock", "ge_corps_01", length=1).do("add ge_corps_01", "declare")
        assert table.where("ru_corps_07") == goes


@plays("banquet", 32)
def test_those_too_many_go_one_space_farther() -> None:
    """Into full Lomza and on to Białystok, while Deluxe eliminates the corps for lack of room."""
    table = _plock(True, "warsaw", "lomza", germans_beside=True).do("step lomza")
    assert table.asks("retreat_excess")
    assert table.game.actor == AP
    assert table.offered("pick") == {"ru_corps_07"}
    table.do("pick ru_corps_07", "step bialystok")
    assert table.where("ru_corps_07") == "bialystok"
    assert not table.asks("retreat_excess")
    assert not [event for event in table.events("loss") if event["side"] == AP and event["result"] != "reduced"]
    check(table.state)
    deluxe = _plock(False, "warsaw", "lomza", germans_beside=True)
    assert deluxe.where("ru_corps_07") == "ap_eliminated_box"


@plays("banquet", 32)
def test_the_owner_removes_excess_units() -> None:
    """Any unit there, new or old; an army is permanently eliminated."""
    for lost, box in (("ru_corps_07", "ap_eliminated_box"), ("ru_4_army", "ap_permanently_eliminated")):
        table = _plock(True, "warsaw", "lomza", germans_beside=True).do("step lomza")
        assert table.offered("remove") == {"ru_4_army", "ru_5_army", "ru_8_army", "ru_corps_07"}
        table.do(f"remove {lost}")
        assert table.where(lost) == box
        assert len(table.in_("lomza")) == 3
        assert not table.asks("retreat_excess")
        check(table.state)


@plays("banquet", 32)
def test_too_many_after_the_first_of_two_spaces() -> None:
    """With other units there nobody can follow, so a retreat of two ends there, and the excess moves on."""
    table = banquet().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").hold(CP, "sedan")
    table.played("cp_08_race_to_the_sea").reserve("fr_corps_01")
    for number, space in enumerate(("amiens", "calais", "chateau_thierry")):
        table.put(space, *(f"br_corps_{3 * number + one:02}" for one in (1, 2, 3)))
    table.dice(attacker=1, defender=1)
    beaten(table, "cambrai", "ge_1_army", "ge_2_army", length=2).do("add ge_1_army", "declare", "step amiens")
    assert table.asks("retreat_excess")
    table.do("pick fr_1_army", "step rouen")
    assert table.where("fr_1_army") == "rouen"


@plays("banquet", 34)
def test_a_corps_that_replaced_its_army_does_not_advance() -> None:
    """The full corps that replaced a lost army stays behind, although Deluxe lets it advance."""
    for variant in (True, False):
        table = banquet() if variant else Table("historical")
        table.put("brussels", "ge_1_army-", "ge_2_army").put("sedan", "ge_3_army").reserve("ge_corps_02", "fr_corps_01")
        table.put("cambrai", "fr_1_army", "fr_2_army-").dice(attacker=6, defender=3)
        table.attack("cambrai", "ge_1_army", "ge_2_army", "ge_3_army").do("frontal")
        while table.asks("defender_loss", "attacker_loss"):
            first = "hit ge_1_army"
            table.do(first if table.can(first) else table.game.text(next(iter(table.game.options()))))
        assert table.where("ge_corps_02") == "brussels"
        while table.asks("retreat"):
            table.do(table.game.text(next(iter(table.game.options()))))
        assert table.asks("declare_advance" if variant else "advance")
        assert ("ge_corps_02" in table.offered("add")) is not variant
        assert "ge_2_army" in table.offered("add")


@plays("banquet", 29)
def test_withdrawal_needs_no_advance() -> None:
    """The card's own retreat takes place in any case, and the attacker is asked afterwards (12.6.4)."""
    table = banquet().put("sedan", "ge_1_army", "ge_2_army").put("cambrai", "br_1_army", "br_corps_01")
    table.dice(attacker=1, defender=1).reserve("br_corps_02")
    hit_all(withdrawing(table, "cambrai", "ge_1_army", "ge_2_army"))
    while table.asks("withdrawal_step", "retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert not table.in_("cambrai")
    assert len(table.events("retreated")) == 2
    assert table.asks("advance")
    assert not table.events("advance_declared")
    check(table.do("finish").state)


@plays("banquet", 29)
def test_where_some_ignore_the_retreat_all_may_stay() -> None:
    """Haig: entrenched Germans stand, nobody can occupy the space, so units with them need not retreat either."""
    table = banquet(turn=9).played("cp_61_haig").put("amiens", "br_1_army", "br_2_army").reserve("ge_corps_01")
    table.put("cambrai", "ge_1_army", "ah_corps_02").hold(CP, "sedan", "brussels").trench("cambrai", 1, CP)
    table.dice(attacker=6, defender=1).attack("cambrai", "br_1_army", "br_2_army")
    hit_all(table).do(f"add {min(table.offered('add'))}", "declare")
    there = table.in_("cambrai")
    table.do("ignore")
    assert table.in_("cambrai") == there
    assert table.battle.advances == ()
    check(table.state)


@plays("banquet", 32, 33)
def test_a_great_retreat_keeps_to_the_same_rules() -> None:
    """Russians who leave before the fight crowd into Lomza, and the excess moves on after the combat."""
    table = banquet().played("ap_27_great_retreat").put("tannenberg", "ge_corps_02").put("lodz", "ge_corps_01")
    table.put("warsaw", "ru_1_army", "ru_2_army", "ru_3_army").put("lomza", "ru_4_army", "ru_5_army", "ru_8_army")
    table.put("plock", "ru_corps_07").attack("plock", "ge_corps_01").do("retreat ru_corps_07")
    assert table.offered("to") == {"lomza", "warsaw"}
    table.do("to lomza")
    while not table.asks("retreat_excess"):
        table.do("finish" if table.allows("finish") else "decline")
    table.do("pick ru_corps_07", "step bialystok")
    assert table.where("ru_corps_07") == "bialystok"
    check(table.state)
