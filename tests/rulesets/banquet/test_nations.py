"""Where the units of single nations may be, and what it costs (the section on nations)."""

from __future__ import annotations

from engine.pog.content.records import AP, CP
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


@plays("banquet", 54)
def test_greeks_keep_to_the_balkans() -> None:
    """By SR to Serbia, not to France; a unit in Serbia does not end its move in Austria-Hungary."""
    for variant in (False, True):
        table = (
            (banquet(turn=12) if variant else Table("historical", turn=12)).at_war("gr").put("athens", "gr_corps_01")
        )
        table.hold(AP, "skopje", "nis", "belgrade").redeploy(AP).do("pick gr_corps_01")
        assert "salonika" in table.offered("to")
        assert ("marseilles" in table.offered("to")) is not variant
        table = (
            (banquet(turn=12) if variant else Table("historical", turn=12)).at_war("gr").put("belgrade", "gr_corps_01")
        )
        table.hold(AP, "skopje", "nis").operate(AP).activate("belgrade").do("pick gr_corps_01")
        assert "nis" in table.offered("step")
        outside = table.names(table.system.rules.board.lands("ah")) & table.offered("step")
        for space in sorted(outside)[:1]:
            table.do(f"step {space}")
            assert (table.kind != "move_on" or table.allows("stop")) is not variant


@plays("banquet", 54)
def test_greeks_and_italians_do_not_stand_together() -> None:
    """Neither may enter the other's space, and each may enter it when empty."""
    for there, mover in (("it_corps_01", "gr_corps_01"), ("gr_corps_02", "it_corps_02")):
        for company in (False, True):
            table = banquet(turn=12).at_war("gr", "it").put("salonika", mover).hold(AP, "monastir", "skopje", "athens")
            if company:
                table.put("monastir", there)
            table.operate(AP).activate("salonika").do(f"pick {mover}")
            stops = "monastir" in table.offered("step") and (
                not table.do("step monastir").asks("move_on") or table.allows("stop")
            )
            assert stops is not company


@plays("banquet", 57)
def test_romanians_keep_to_their_neighbours() -> None:
    """Into Bulgaria by a move, not into Russia."""
    for variant in (False, True):
        table = (
            (banquet(turn=12) if variant else Table("historical", turn=12))
            .at_war("ro", "bu")
            .put("jassy", "ro_corps_01")
        )
        table.hold_all(AP, "ro").redeploy(AP).do("pick ro_corps_01")
        assert "bucharest" in table.offered("to")
        russian = table.names(table.system.rules.board.lands("ru")) & table.offered("to")
        assert bool(russian) is not variant


@plays("banquet", 58)
def test_russians_in_the_near_east_cost_one_more() -> None:
    """In Turkey on the Near East map, not in Russia and not for other nations."""
    table = (
        banquet(turn=12)
        .at_war("tu")
        .put("erzerum", "ru_cau_army")
        .put("kars", "ru_corps_01")
        .put("cairo", "br_ne_army")
    )
    table.hold(AP, "erzerum", "kars", "port_said", "alexandria").destroy("erzerum")
    table.operate(AP).do("for_movement erzerum", "for_movement kars", "for_movement cairo")
    assert [event["cost"] for event in table.events("activated")] == [2, 1, 1]


@plays("banquet", 58)
def test_russians_leave_german_forts_alone_in_august_1914() -> None:
    """15.1.12 as written."""
    for turn, open_ in ((1, False), (2, True)):
        table = banquet(turn=turn).put("insterberg", "ru_1_army", "ru_2_army").operate(AP).activate("insterberg")
        forts = table.names(table.system.rules.board.forts & table.system.rules.board.lands("ge"))
        assert bool(forts & table.do("pick ru_1_army").offered("step")) is open_


@plays("banquet", 25)
def test_trench_0_comes_before_the_dice() -> None:
    """No event in August, the event in September, entrench rolls from the fall."""
    for turn, event, dice in ((1, False, False), (2, True, False), (3, True, True)):
        table = banquet(turn=turn).hand(CP, "cp_06_entrench").put("koblenz", "ge_1_army").choose(CP)
        assert ("cp_06_entrench" in table.offered("event")) is event
        table = banquet(turn=turn).played("cp_06_entrench").put("koblenz", "ge_1_army").operate(CP)
        assert table.activate("koblenz").do("pick ge_1_army").allows("entrench") is dice
