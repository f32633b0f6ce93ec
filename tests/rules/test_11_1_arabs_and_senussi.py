"""The Arab Northern Army, the Senussi, Medina, and the Caucasus passage (11.1.15, 11.1.16, 11.3.2, 12.1.9, 17.1.6)."""

from __future__ import annotations

import pytest

from engine.pog.invariants import check
from tests.support.table import AP, CP, Table


def arabs(**options: object) -> Table:
    """The ANA is in Arabia, Turkey is at war."""
    return Table(turn=9, **options).at_war("tu").put("arabia", "br_ana_corps")  # type: ignore[arg-type]


def test_11_1_15_what_the_ana_enters_is_allied_while_it_stands_there() -> None:
    """Amman is held, and returned as soon as the ANA goes on to Damascus, VP included."""
    table = arabs().operate(AP, 1).activate("arabia").do("pick br_ana_corps", "step amman")
    assert (table.owner("amman"), table.owner("damascus"), table.state.vp) == (AP, CP, 10)
    table.do("step damascus")
    assert (table.owner("amman"), table.owner("damascus"), table.state.vp) == (CP, AP, 9)
    table.do("step amman") if table.can("step amman") else None
    assert table.state.vp == (10 if table.where("br_ana_corps") == "amman" else 9)


def test_11_1_15_a_space_that_others_converted_stays_allied() -> None:
    """The ANA passes through without effect."""
    table = arabs().put("amman", "br_ana_corps").hold(AP, "amman", "damascus").operate(AP, 1).activate("amman")
    table.move("br_ana_corps", "damascus")
    assert (table.owner("amman"), table.owner("damascus")) == (AP, AP)
    table.operate(AP, 1).activate("damascus").move("br_ana_corps", "amman")
    assert table.owner("damascus") == AP


def test_11_1_15_together_with_others_it_converts() -> None:
    """With a British corps it takes the space permanently."""
    table = (
        arabs()
        .put("jerusalem", "br_ana_corps", "br_corps_01")
        .hold(AP, "sinai", "beersheba")
        .operate(AP, 2)
        .activate("jerusalem")
    )
    table.do("pick br_ana_corps", "add br_corps_01", "step amman", "stop")
    table.operate(AP, 2).activate("amman").do("pick br_ana_corps", "step damascus", "stop")
    assert table.owner("amman") == AP


def test_11_1_15_a_borrowed_space_returns_when_the_ana_dies_or_leaves_the_map() -> None:
    """Not only by a move."""
    table = arabs().operate(AP, 1).activate("arabia").move("br_ana_corps", "amman")
    assert table.owner("amman") == AP
    table.put("damascus", "tu_corps_01", "tu_corps_02", "tu_corps_03").dice(attacker=6, defender=1)
    table.attack("amman", "tu_corps_01", "tu_corps_02", "tu_corps_03")
    while not table.events("combat_over"):
        table.do(table.game.text(list(table.game.options())[-1]))
    assert table.where("br_ana_corps") != "amman"
    assert table.owner("amman") == CP
    table.state.rebuild()
    check(table.state)


def test_11_1_15_who_redeployed_to_a_borrowed_space_keeps_it() -> None:
    """The ANA moves on, the British corps stays, and so does control."""
    table = arabs().put("jerusalem", "br_corps_01").hold(AP, "sinai", "beersheba", "gaza").operate(AP, 1)
    table.activate("arabia").move("br_ana_corps", "amman")
    table.redeploy(AP, 1).do("pick br_corps_01", "to amman")
    table.operate(AP, 2).activate("amman").do("pick br_ana_corps", "step damascus")
    assert (table.owner("amman"), table.owner("damascus")) == (AP, AP)
    table.operate(AP, 2).activate("damascus").move("br_ana_corps", "amman")
    assert (table.owner("amman"), table.owner("damascus")) == (AP, CP)


def test_11_1_15_a_besieged_fort_is_not_borrowed() -> None:
    """The ANA besieges Aqaba (value 1); the space stays CP."""
    table = arabs().operate(AP, 1).activate("arabia").move("br_ana_corps", "aqaba")
    assert table.owner("aqaba") == CP
    assert table.state.besieged >> table.space("aqaba") & 1


def test_11_1_15_medina_is_borrowed_as_well() -> None:
    """A VP space that the Turks have left."""
    table = arabs().operate(AP, 1).activate("arabia").move("br_ana_corps", "medina")
    assert (table.owner("medina"), table.state.vp) == (AP, 9)
    table.operate(AP, 1).activate("medina").move("br_ana_corps", "arabia")
    assert (table.owner("medina"), table.state.vp) == (CP, 10)


def test_17_1_6_and_14_1_5_the_ana_comes_back_into_arabia_and_always_in_supply() -> None:
    """Reduced first; it is in supply without a line."""
    table = Table(turn=9).at_war("tu").eliminated("br_ana_corps")
    table.state.rp = {"a": 2}
    table.phase("ap_replacements").do("spend br_ana_corps")
    assert table.where("br_ana_corps") == "arabia"
    assert table.reduced("br_ana_corps")
    assert table.supplied("br_ana_corps")
    table.phase("attrition")
    assert table.where("br_ana_corps") == "arabia"


def test_17_1_6_and_11_1_15_arabia_that_turned_cp_is_borrowed_by_the_rebuilt_ana() -> None:
    """Attrition gave it to the CP (14.3.6); it is Allied while the ANA is there."""
    table = Table(turn=9).at_war("tu").eliminated("br_ana_corps").hold(CP, "arabia")
    table.state.rp = {"a": 2}
    table.phase("ap_replacements").do("spend br_ana_corps")
    assert table.owner("arabia") == AP
    table.operate(AP, 1).activate("arabia").move("br_ana_corps", "jerusalem")
    assert table.owner("arabia") == CP


def test_11_1_16_the_senussi_convert_and_lose_what_they_left() -> None:
    """Alexandria is taken permanently in passing, but attrition returns it if they go home."""
    table = Table(turn=9).at_war("tu").put("libya", "tu_sn_corps").operate(CP, 1).activate("libya")
    table.move("tu_sn_corps", "alexandria")
    assert (table.owner("alexandria"), table.state.vp) == (CP, 11)
    table.operate(CP, 1).activate("alexandria").move("tu_sn_corps", "libya")
    assert table.owner("alexandria") == CP
    table.phase("attrition")
    assert (table.owner("alexandria"), table.owner("libya"), table.state.vp) == (AP, CP, 10)


def test_11_1_16_the_allies_may_walk_into_libya() -> None:
    """By normal movement, once it is empty."""
    table = Table(turn=9).at_war("tu").put("alexandria", "br_corps_01").hold(CP, "libya").operate(AP, 1)
    table.activate("alexandria").move("br_corps_01", "libya")
    assert table.owner("libya") == AP


def test_12_1_11_2_minor_corps_fight_as_their_parents() -> None:
    """Canadians and British, Montenegrins and Serbs from two spaces: one nation."""
    table = Table().put("sedan", "ge_1_army").put("cambrai", "br_1_army").put("verdun", "br_cnd_corps")
    table.operate(AP, 9).activate("!cambrai", "!verdun").do("add br_1_army", "add br_cnd_corps")
    assert table.offered("target") == {"sedan"}
    table = Table().put("sedan", "ge_1_army").put("cambrai", "br_1_army").put("verdun", "fr_1_army")
    table.operate(AP, 9).activate("!cambrai", "!verdun").do("add br_1_army")
    assert "fr_1_army" not in table.offered("add")
    table = Table().put("mostar", "ah_corps_01").put("cetinje", "mn_corps").put("sarajevo", "ah_6_army")
    table.put("valjevo", "sb_1_army").operate(AP, 9).activate("!cetinje")
    assert table.asks("attack")
    rules = table.system.rules
    parents = {name: rules.parents[table.unit(name)] for name in ("mn_corps", "tu_sn_corps", "br_ana_corps")}
    assert parents == {"mn_corps": "sb", "tu_sn_corps": "tu", "br_ana_corps": "br"}


def test_12_1_9_attacks_cross_dashed_lines_only_for_their_nations() -> None:
    """Only Italians from Taranto, only the ANA from Arabia."""
    for unit, may in (("it_corps_01", True), ("fr_corps_01", False)):
        table = Table().at_war("it").put("taranto", unit).put("valona", "ah_corps_01").operate(AP, 9)
        assert ("taranto" in table.offered("for_combat")) == may, unit
    table = arabs().put("amman", "tu_corps_01").put("medina", "tu_corps_02")
    table.operate(AP, 9).activate("!arabia").do("add br_ana_corps")
    assert table.offered("target") == {"amman", "medina", "aqaba"}
    table = Table(turn=9).at_war("tu").put("jerusalem", "tu_corps_01").put("arabia", "br_ana_corps").operate(CP, 9)
    assert "jerusalem" not in table.offered("for_combat")


def caucasus(*units: str, **options: object) -> Table:
    """Russians in the Caucasus box, Turks in Poti and Grozny."""
    table = Table(turn=9, **options).at_war("tu").put("caucasus", *units)  # type: ignore[arg-type]
    return table.put("poti", "tu_corps_01").put("grozny", "tu_corps_02")


def test_12_1_9_and_11_3_2_one_russian_corps_attacks_across_in_a_turn() -> None:
    """Never two together, never an army, and no second attack in the turn."""
    table = caucasus("ru_corps_01", "ru_corps_02").operate(AP, 9).activate("!caucasus").do("add ru_corps_01")
    assert table.offered("target") == {"poti", "grozny"}
    assert "ru_corps_02" not in table.offered("add")
    table = caucasus("ru_8_army").operate(AP, 9)
    assert "caucasus" not in table.offered("for_combat")
    table = caucasus("ru_corps_01", "ru_corps_02").any_dice("poti").attack("poti", "ru_corps_01")
    while not table.events("combat_over"):
        table.do(table.game.text(list(table.game.options())[-1]))
    assert not table.asks("attack")
    assert "caucasus" not in table.operate(AP, 9).offered("for_combat")


def test_12_1_9_and_11_3_2_the_corps_that_attacked_across_may_advance() -> None:
    """Attack and advance are one use of the passage; nobody else follows in that turn."""
    table = caucasus("ru_corps_01", "ru_corps_02").dice(attacker=6, defender=1).attack("poti", "ru_corps_01")
    assert table.kind == "advance"
    table.do("add ru_corps_01", "step poti")
    assert table.where("ru_corps_01") == "poti"
    assert not table.asks("advance", "attack")
    table.operate(AP, 9).activate("caucasus").do("pick ru_corps_02")
    assert not {"poti", "grozny"} & table.offered("step")


@pytest.mark.parametrize("mover", ["ru_8_army", "ru_cau_army"])
def test_11_3_2_no_russian_army_passes_not_even_the_caucasus_army(mover: str) -> None:
    """In neither direction."""
    table = Table(turn=9).at_war("tu").put("caucasus", mover).operate(AP, 1).activate("caucasus").do(f"pick {mover}")
    assert not {"poti", "grozny"} & table.offered("step")
    if mover == "ru_cau_army":
        table = Table(turn=9).at_war("tu").put("poti", mover).operate(AP, 1).activate("poti").do(f"pick {mover}")
        assert "caucasus" not in table.offered("step")


def test_11_3_2_two_corps_do_not_cross_as_one_stack() -> None:
    """Together they stay on their map; alone the first may go."""
    table = Table(turn=9).put("caucasus", "ru_corps_01", "ru_corps_02").operate(AP, 1).activate("caucasus")
    assert "poti" in table.do("pick ru_corps_01").offered("step")
    assert not {"poti", "grozny"} & table.do("add ru_corps_02").offered("step")


def test_14_1_5_medina_abandoned_falls_to_the_allies() -> None:
    """The special supply belongs to the Turks, not to the space."""
    table = Table(turn=9).at_war("tu").hold(AP, "aqaba")
    table.phase("attrition")
    assert table.owner("medina") == AP
    table = Table(turn=9).at_war("tu").hold(AP, "aqaba").put("medina", "tu_corps_14")
    table.phase("attrition")
    assert (table.owner("medina"), table.where("tu_corps_14")) == (CP, "medina")


def test_14_1_5_medina_without_a_line_redeploys_nobody_and_takes_no_replacements() -> None:
    """Attrition only."""
    table = Table(turn=9).at_war("tu").hold(AP, "aqaba").put("medina", "tu_corps_14-").redeploy(CP, 4)
    assert not table.asks("sr_unit") or "tu_corps_14" not in table.offered("pick")
    table = Table(turn=9).at_war("tu").hold(AP, "aqaba").put("medina", "tu_corps_14-")
    table.state.rp = {"tu": 4}
    table.phase("cp_replacements")
    assert not table.asks("replacement") or "tu_corps_14" not in table.offered("spend")
