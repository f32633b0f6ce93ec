"""Units out of supply (14.3)."""

from __future__ import annotations

import json

import pytest

from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


def _cut_off(variant: bool = True, *, round_: int = 1, more: tuple[str, ...] = ()) -> Table:
    """A German army in Cambrai is supplied only through Sedan, and the French enter Sedan."""
    table = banquet() if variant else Table("historical")
    table.put("cambrai", "ge_1_army", *more).hold(CP, "sedan").put("verdun", "fr_5_army")
    table.state.round = round_
    assert table.supplied("ge_1_army")
    table.choose(AP).do("auto_op").activate("verdun").do("pick fr_5_army", "step sedan")
    if table.asks("move_on"):
        table.do("stop")
    assert not table.supplied("ge_1_army")
    return table


@plays("banquet", 36)
def test_the_isolated_act_in_the_next_round() -> None:
    """They can be activated to move and to attack, once."""
    for variant in (True, False):
        table = _cut_off(variant)
        assert table.asks("choose_action")
        assert table.game.actor == CP
        table.do("auto_op")
        assert ("cambrai" in table.offered("for_movement")) is variant
        assert ("cambrai" in table.offered("for_combat")) is variant


@plays("banquet", 36)
def test_a_second_round_is_not_granted() -> None:
    """After its own round the army is restricted as in Deluxe."""
    table = _cut_off().do("auto_op", "stop")
    table.do("auto_op", "stop")  # an Allied round in which nothing happens
    assert table.game.actor == CP
    table.do("auto_op")
    assert "cambrai" not in table.offered("for_movement")


@plays("banquet", 36)
def test_attrition_waits_for_that_round() -> None:
    """Isolated in the last Allied round it survives attrition and acts in the next turn."""
    for variant in (True, False):
        table = _cut_off(variant, round_=6).dice(mandated_offensive_ap=6, mandated_offensive_cp=6)
        assert (table.where("ge_1_army") == "cambrai") is variant
        if not variant:
            continue
        assert table.owner("cambrai") == CP
        check(table.state)
        while not table.asks("choose_action"):
            table.do(table.game.text(next(iter(table.game.options()))))
        assert table.state.turn == 4
        assert "cambrai" in table.do("auto_op").offered("for_movement")


@plays("banquet", 36)
def test_attrition_comes_once_the_round_has_passed() -> None:
    """Isolated in the fifth round, lost after its side's sixth."""
    table = _cut_off(round_=5).do("auto_op", "stop", "auto_op", "stop")
    assert table.where("ge_1_army") == "cp_permanently_eliminated"


@plays("banquet", 36)
def test_the_isolated_survive_restore() -> None:
    """Who may act once more is a mark of the position."""
    table = _cut_off()
    stored = json.loads(json.dumps(table.game.snapshot()))
    again = Game.restore(table.system, stored, table.chance)
    assert again.state.marks["isolated"] == table.units("ge_1_army")
    again.apply(again.parse("auto_op"))
    assert again.options().allows(again.parse("for_movement cambrai"))


@plays("banquet", 37)
def test_they_move_towards_supply_only() -> None:
    """From Cambrai to Brussels, next to German Liège, and not to Amiens or back into France."""
    table = banquet().hold(CP, "liege", "sedan").destroy("liege").put("cambrai", "ge_1_army").put("verdun", "fr_5_army")
    table.choose(AP).do("auto_op").activate("verdun").do("pick fr_5_army", "step sedan")
    if table.asks("move_on"):
        table.do("stop")
    assert not table.supplied("ge_1_army")
    table.do("auto_op", "for_movement cambrai").do("pick ge_1_army")
    assert table.offered("step") == {"brussels"}
    assert not table.allows("entrench")
    with pytest.raises(IllegalChoice):
        table.do("step amiens")
    table.do("step brussels")
    assert table.supplied("ge_1_army")


@plays("banquet", 37)
def test_they_attack_towards_supply_only() -> None:
    """The French in Sedan stand between them and Koblenz; those in Amiens do not."""
    table = _cut_off()
    table.put("amiens", "fr_1_army").do("auto_op", "for_combat cambrai").do("add ge_1_army")
    assert table.offered("target") == {"sedan"}
    with pytest.raises(IllegalChoice):
        table.do("target amiens")


@plays("banquet", 37)
def test_turks_make_for_medina() -> None:
    """Medina counts as supplied for a Turk in Aqaba cut off by the British in Beersheba."""
    table = banquet(turn=12).at_war("tu").put("aqaba", "tu_corps_01").put("sinai", "br_corps_01")
    table.hold(AP, "port_said", "cairo", "alexandria").destroy("beersheba", "aqaba")
    table.choose(AP).do("auto_op").activate("sinai").do("pick br_corps_01", "step beersheba", "stop")
    assert not table.supplied("tu_corps_01")
    table.do("auto_op").activate("aqaba").do("pick tu_corps_01")
    assert table.offered("step") == {"medina"}


@plays("banquet", 38)
def test_no_corps_comes_up_for_an_army_lost_out_of_supply() -> None:
    """In combat: no replacement, and the army is permanently eliminated. In supply it is replaced."""
    for variant in (True, False):
        for fed in (True, False):
            table = banquet() if variant else Table("historical")
            table.put("cambrai", "ge_1_army-").put("amiens", "fr_1_army", "fr_2_army").reserve("ge_corps_01")
            table.dice(attacker=1, defender=1)
            if fed:
                table.hold(CP, "sedan")
            table.attack("cambrai", "fr_1_army", "fr_2_army")
            assert table.loss_numbers()[0] == 3
            replaced = fed or not variant
            assert (table.where("ge_corps_01") != "cp_reserve_box") is replaced
            assert table.where("ge_1_army") == ("cp_eliminated_box" if fed else "cp_permanently_eliminated")


@plays("banquet", 38)
def test_the_search_for_losses_knows_it() -> None:
    """Seven points against two unsupplied armies: both are lost, nothing is left to hit."""
    table = banquet().put("cambrai", "ge_1_army-", "ge_2_army-").put("amiens", "fr_1_army", "fr_2_army", "fr_3_army")
    table.reserve("ge_corps_01", "ge_corps_02").dice(attacker=6, defender=1)
    table.attack("cambrai", "fr_1_army", "fr_2_army", "fr_3_army")
    while table.asks("defender_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert not table.in_("cambrai")
    assert {table.where("ge_corps_01"), table.where("ge_corps_02")} == {"cp_reserve_box"}
