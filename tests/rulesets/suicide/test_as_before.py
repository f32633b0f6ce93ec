"""What the variant keeps of the base rules, mostly by our proposals with switches."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.state import TOTAL
from tests.manifest import plays
from tests.rulesets.suicide.support import suicide
from tests.support.table import Table


@plays("suicide", 12)
@pytest.mark.parametrize(
    ("vp", "turn", "reason", "winner"),
    [
        (20, 5, "automatic_victory", CP),
        (0, 5, "automatic_victory", AP),
        (13, 20, "turn_limit", CP),
        (12, 20, "turn_limit", AP),
    ],
)
def test_victory_is_as_in_the_historical_scenario(vp: int, turn: int, reason: str, winner: int) -> None:
    """Automatic victory in the War Status Phase of any turn, levels after the last one."""
    table = suicide(turn=turn)
    table.state.vp = vp
    for change in table.system.content.vp_changes.values():
        if change.when == "game_end" and change.card:
            table.played(change.card)
    table.run_from("score")
    assert table.game.result is not None
    assert (table.game.result.reason, table.game.result.winner) == (reason, winner)


@plays("suicide", 12)
def test_the_armistice_stays() -> None:
    """At a combined war status of 40, whatever the other markers say."""
    table = suicide(turn=15)
    table.state.combined = 40
    table.run_from("score")
    assert table.game.result is not None
    assert table.game.result.reason == "armistice"


def _rolled(table: Table, ap: int, cp: int) -> list[str]:
    table.dice(mandated_offensive_ap=ap, mandated_offensive_cp=cp).phase("mandated_offensives")
    return list(table.state.mandated)


@plays("suicide", 28)
def test_austrian_and_turkish_offensives() -> None:
    """Against Italy only while it is at war; a Senussi attack does not count as Turkish."""
    assert _rolled(suicide(), 6, 2) == ["ru", "ah"]
    assert _rolled(suicide(turn=12).at_war("it", "tu"), 6, 2) == ["ru", "ah_it"]
    assert _rolled(suicide(turn=12).at_war("tu"), 6, 3) == ["ru", "tu"]
    for unit, met in (("tu_sn_corps", False), ("tu_corps_01", True)):
        table = (
            suicide(turn=12).at_war("tu").put("sinai", unit).put("cairo", "br_corps_01").hold(CP, "beersheba", "gaza")
        )
        table.state.mandated[CP] = "tu"
        table.any_dice().attack("cairo", unit)
        assert bool(table.events("mandate_met")) is met


@plays("suicide", 30)
def test_hoffmann_ludendorff_and_the_revolution() -> None:
    """+1 on the CP die; no German and no Russian offensive after their cards."""
    assert _rolled(suicide(turn=12).played("cp_37_hoffmann"), 6, 4)[CP] == "none"
    assert _rolled(suicide(turn=12), 6, 4)[CP] == "ge"
    assert _rolled(suicide(turn=12).played("cp_54_h_l_take_command"), 6, 4)[CP] == "none"
    assert _rolled(suicide(turn=12).played("cp_53_bolshevik_revolution"), 6, 4)[AP] == "none"


@plays("suicide", 71)
def test_forts_that_may_not_be_attacked_yet() -> None:
    """Russian ones by Germans before Oberost or a war status of 4, German ones by Russians in August 1914."""
    for status, played, open_ in ((0, False, False), (4, False, True), (0, True, True)):
        table = suicide().put("lodz", "ge_1_army")
        table.state.war_status[CP] = status
        if played:
            table.played("cp_11_oberost")
        table.operate(CP)
        assert ("lodz" in table.offered("for_combat")) is open_
    for turn, open_ in ((1, False), (2, True)):
        table = suicide(turn=turn).put("insterberg", "ru_1_army", "ru_2_army").operate(AP).activate("insterberg")
        assert bool({"konigsberg"} & table.do("pick ru_1_army").offered("step")) is open_


@plays("suicide", 79)
def test_peace_is_not_offered() -> None:
    """It is forbidden in the historical scenario, on which this one is based."""
    table = suicide(turn=12)
    table.state.vp, table.state.combined = 10, 30
    assert not table.choose(CP).allows("peace")


@plays("suicide", 80)
def test_replacements_cost_what_they_did() -> None:
    """A corps step half a point, an army step one; in their owner's economic action."""
    table = suicide().put("essen", "ge_1_army-", "ge_corps_01-")
    table.state.rp = {"ge": 3}
    table.choose(CP).do("economic", "spend ge_1_army")
    assert table.state.rp["ge"] == 1
    assert table.offered("spend") == {"ge_corps_01"}
    table.do("spend ge_corps_01")
    assert table.state.rp["ge"] == 0
    table = suicide().put("essen", "ge_1_army-")
    table.state.rp = {"ge": 3}
    assert not table.choose(AP).do("economic").asks("economic_replacement")
    assert table.reduced("ge_1_army")


@plays("suicide", 82)
@pytest.mark.parametrize(("level", "open_"), [(0, False), (TOTAL, True)])
def test_italy_is_closed_to_foreign_armies_before_total_war(level: int, open_: bool) -> None:
    table = suicide(turn=12).at_war("it").put("grenoble", "fr_1_army")
    table.state.commitment[AP] = level
    table.operate(AP).activate("grenoble").do("pick fr_1_army")
    assert ("turin" in table.offered("step")) is open_
