"""Movement and trenches (11.1, 11.2)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet.trenches import trench_0_everywhere
from engine.pog.view import Modifier
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


@plays("banquet", 17)
def test_enemy_ground_is_dear_but_for_the_first_space() -> None:
    """One MP for Sedan, two for Cambrai: an army's three are spent. Spaces out of Allied supply cost one."""
    for sedan, ended in ((AP, True), (CP, False)):
        table = banquet().put("koblenz", "ge_1_army").hold(sedan, "sedan").choose(CP).do("auto_op")
        table.activate("koblenz").do("pick ge_1_army", "step sedan", "step cambrai")
        assert table.asks("move_on") is not ended
        assert ended or table.offered("step") == {"sedan"}  # one MP is left, and every other neighbour costs two


@plays("banquet", 17)
def test_enemy_spaces_out_of_supply_are_cheap() -> None:
    """Sedan and Cambrai cut off from every Allied source cost one each."""
    table = banquet().put("koblenz", "ge_1_army").hold(CP, "brussels", "liege", "verdun", "chateau_thierry", "amiens")
    table.hold(CP, "calais").destroy("liege", "verdun").choose(CP).do("auto_op")
    table.activate("koblenz").do("pick ge_1_army", "step sedan", "step cambrai")
    assert table.asks("move_on")
    assert "brussels" in table.offered("step")


@plays("banquet", 3)
@pytest.mark.parametrize(("status", "open_"), [(0, False), (4, True)])
def test_antwerp_is_closed_with_the_coast(status: int, open_: bool) -> None:
    """The CP may pass but not stop before war status 4."""
    table = banquet().put("brussels", "ge_1_army").hold(CP, "liege").destroy("liege", "antwerp")
    table.state.war_status[CP] = status
    table.operate(CP).activate("brussels").do("pick ge_1_army", "step antwerp")
    assert table.allows("stop") is open_


def _attack_on_cambrai(*played: str, **trench: int) -> Table:
    table = banquet().put("brussels", "ge_1_army").put("sedan", "ge_2_army").put("cambrai", "fr_1_army")
    table.reserve("fr_corps_01").played(*played).dice(attacker=6, defender=1)
    for space, level in trench.items():
        table.trench(space, level, AP)
    return table.attack("cambrai", "ge_1_army", "ge_2_army")


@plays("banquet", 22)
@pytest.mark.parametrize("card", ["ap_12_entrench", "cp_06_entrench"])
def test_trench_0_covers_the_french(card: str) -> None:
    """No flank attempt, one column to the left for the attacker, and the defender may stand."""
    assert _attack_on_cambrai().asks("flank")
    table = _attack_on_cambrai(card)
    assert not table.asks("flank")
    attack = next(event["fire"] for event in table.events("fire") if event["fire"].attacker)
    assert attack.shifts == (Modifier("trench_0", -1),)
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.do("add ge_1_army", "declare").asks("retreat_option")


@plays("banquet", 22)
def test_trench_0_gives_way_to_a_deeper_trench_and_to_cards() -> None:
    """A trench of level 1 replaces it; Michael cancels it."""
    table = _attack_on_cambrai("cp_06_entrench", cambrai=1)
    attack = next(event["fire"] for event in table.events("fire") if event["fire"].attacker)
    assert attack.shifts == (Modifier("trench_1", -1),)
    table = banquet(turn=15).put("brussels", "ge_1_army").put("cambrai", "fr_1_army").hold(CP, "sedan")
    table.played("cp_45_treaty_of_brest_litovsk", "cp_44_von_hutier", turn=14)  # else Michael stays in the east
    table.played("cp_06_entrench", "cp_54_h_l_take_command", turn=2).hand(CP, "cp_49_michael").dice(
        attacker=6, defender=1
    )
    table.attack("cambrai", "ge_1_army").do("play cp_49_michael")
    while not table.events("fire"):
        table.do("finish")
    attack = next(event["fire"] for event in table.events("fire") if event["fire"].attacker)
    assert attack.shifts == ()


@plays("banquet", 22)
def test_trench_0_is_where_the_rule_says() -> None:
    """German spaces with a German unit, all of Italy, Belgium and France, and France's neighbours."""
    table = banquet().put("berlin", "ge_8_army").put("dresden", "ah_4_army")
    found = table.names(trench_0_everywhere(table.state))
    assert {"berlin", "brussels", "rome", "paris", "koblenz", "metz", "turin"} <= found
    assert not {"dresden", "munich", "vienna", "warsaw"} & found


@plays("banquet", 23)
def test_entrench_gives_no_trench() -> None:
    """The event asks for no space; armies can entrench afterwards."""
    table = banquet(turn=3).put("koblenz", "ge_1_army").hand(CP, "cp_06_entrench").choose(CP).do("event cp_06_entrench")
    assert not table.events("trench")
    assert table.kind != "event_trench"
    table.operate(CP).activate("koblenz").do("pick ge_1_army")
    assert table.allows("entrench")


@plays("banquet", 24)
def test_in_winter_1915_everybody_digs_in() -> None:
    """Trench 0 and entrenching begin automatically, and the cards are events no more; before that they are."""
    for turn, begun in ((3, False), (4, True)):
        table = banquet(setup=True, turn=turn).dice(mandated_offensive_ap=6, mandated_offensive_cp=6)
        table.phase("mandated_offensives").hand(CP, "cp_06_entrench").hand(AP, "ap_12_entrench")
        assert ("cp_06_entrench" in table.choose(CP).offered("event")) is not begun
        assert ("ap_12_entrench" in table.choose(AP).offered("event")) is not begun
        assert "ap_12_entrench" in table.offered("ops")
        table.operate(CP).activate("koblenz").do("pick ge_3_army")
        assert table.allows("entrench") is begun


@plays("banquet", 24)
def test_played_before_it_does_not_come_again() -> None:
    """One card played: the other side's is no event, and the turn of the event stays."""
    table = banquet(setup=True, turn=5).played("ap_12_entrench", turn=3)
    table.dice(mandated_offensive_ap=6, mandated_offensive_cp=6).phase("mandated_offensives")
    assert table.state.events == {table.card("ap_12_entrench"): 3}


@plays("banquet", 28)
def test_a_trench_is_taken_whatever_becomes_of_the_fort() -> None:
    """Besiegers in Liège remove the Belgian trench while the fort is intact."""
    table = banquet().put("koblenz", "ge_1_army").trench("liege", 1, AP).operate(CP).activate("koblenz")
    table.do("pick ge_1_army", "step liege")
    assert table.state.trench(table.space("liege"))[0] == 0
    assert table.owner("liege") == AP
