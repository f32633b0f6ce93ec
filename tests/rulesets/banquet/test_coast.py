"""Amiens, Antwerp, Calais and Ostend, and the Belgians there (11.1.9, the section on Belgium)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from tests.manifest import plays
from tests.rulesets.banquet.support import advancing, banquet, both, ends, sent
from tests.support.table import Table


def _before_antwerp(table: Table, *there: str) -> Table:
    """Germans in Brussels, Liège down; the given units in Antwerp."""
    return (
        table.put("brussels", "ge_1_army", "ge_2_army")
        .hold(CP, "liege", "sedan")
        .destroy("liege")
        .put("antwerp", *there)
    )


@plays("banquet", 18, 49)
@pytest.mark.parametrize(
    ("there", "open_"), [(("be_1_army",), False), ((), False), (("be_corps_01", "br_corps_01"), True)]
)
def test_belgians_alone_are_not_attacked_on_the_coast(there: tuple[str, ...], open_: bool) -> None:
    """Nor is their fort; with a British corps they can be. Deluxe has no such rule."""
    for variant, table in both(turn=1):
        _before_antwerp(table, *there).operate(CP)
        if "brussels" not in table.offered("for_combat"):
            assert variant
            assert not open_
            continue
        table.activate("!brussels").do("add ge_1_army")
        assert ("antwerp" in table.offered("target")) is (open_ or not variant)


@plays("banquet", 18)
def test_the_attackers_of_a_coastal_space_may_advance_into_it() -> None:
    """The attack itself opens the coast."""
    table = (
        banquet(turn=1)
        .put("cambrai", "ge_1_army", "ge_2_army")
        .put("calais", "br_corps_01-")
        .hold(CP, "brussels", "liege")
    )
    table.destroy("liege").dice(attacker=6, defender=1).attack("calais", "ge_1_army", "ge_2_army")
    assert advancing(table) == {"ge_1_army", "ge_2_army"} - {u for u in ("ge_1_army", "ge_2_army") if table.reduced(u)}
    assert table.state.marks["coast_open"]


@plays("banquet", 18)
def test_one_may_pass_and_take_the_coast() -> None:
    """No stop in Ostend, but control, and a stop beyond it."""
    table = banquet(turn=1).put("brussels", "ge_corps_01").hold(CP, "liege", "calais").destroy("liege").operate(CP)
    table.activate("brussels").do("pick ge_corps_01", "step ostend")
    assert not table.allows("stop")
    assert table.owner("ostend") == CP


@plays("banquet", 3, 18)
@pytest.mark.parametrize("lifted", ["no", "status", "race", "allies", "attack"])
def test_what_lifts_the_coastal_restriction(lifted: str) -> None:
    """CP War Status 4, Race to the Sea, or a coastal space activated for combat or attacked; permanently."""
    table = banquet(turn=2).put("brussels", "ge_1_army").hold(CP, "liege").destroy("liege", "antwerp")
    table.put("calais", "br_corps_01").put("cambrai", "ge_corps_02")
    if lifted == "status":
        table.state.war_status[CP] = 4
    elif lifted == "race":
        table.played("cp_08_race_to_the_sea")
    elif lifted == "allies":
        table.operate(AP).activate("!calais")
        assert table.asks("attack")
        table.do("decline")
    elif lifted == "attack":
        table.dice(attacker=1, defender=1).attack("calais", "ge_corps_02")
    assert ends(table, CP, "ge_1_army", "antwerp") is (lifted != "no")


@plays("banquet", 18)
def test_no_redeployment_ends_on_the_coast() -> None:
    """Antwerp, held, is no place to send a corps before Race to the Sea."""
    for played, open_ in (((), False), (("cp_08_race_to_the_sea",), True)):
        table = banquet(turn=2).hold(CP, "antwerp", "brussels", "liege").destroy("liege", "antwerp").played(*played)
        assert ("antwerp" in sent(table.put("essen", "ge_corps_01"), CP, "ge_corps_01")) is open_
        assert "brussels" in table.offered("to")


@plays("banquet", 19, 49)
def test_after_guns_of_august_the_belgians_stay_in_antwerp() -> None:
    """By move and by SR, until the coast is open; without the card they may leave."""
    for played, stay in (
        ((), False),
        (("cp_01_guns_of_august",), True),
        (("cp_01_guns_of_august", "cp_08_race_to_the_sea"), False),
    ):
        table = banquet(turn=2).put("antwerp", "be_1_army").played(*played)
        assert ends(table, AP, "be_1_army", "ostend") is not stay
        table = banquet(turn=2).put("antwerp", "be_corps_01").played(*played)
        assert ("ostend" in sent(table, AP, "be_corps_01")) is not stay
    table = Table("historical", turn=2).put("antwerp", "be_1_army").played("cp_01_guns_of_august")
    assert ends(table, AP, "be_1_army", "ostend")


@plays("banquet", 19)
def test_an_attack_from_antwerp_lets_the_belgians_advance() -> None:
    """Activating Antwerp for combat opens the coast."""
    table = banquet(turn=2).played("cp_01_guns_of_august").put("antwerp", "be_1_army").put("brussels", "ge_corps_01-")
    table.dice(attacker=6, defender=1).attack("brussels", "be_1_army")
    assert advancing(table) == {"be_1_army"}


@plays("banquet", 49)
def test_belgians_keep_to_belgium_and_calais() -> None:
    """Calais, not Amiens, not even by an advance; and from Amiens only back to Calais."""
    for variant, table in both(turn=3):
        table.put("ostend", "be_1_army")
        assert ends(table, AP, "be_1_army", "calais")
        assert table.asks("move_on")
        table.do("step amiens")
        assert not table.asks("move_on") or table.allows("stop") is not variant
    for variant, table in both(turn=3):
        table.put("amiens", "be_1_army").operate(AP).activate("amiens").do("pick be_1_army")
        assert (table.offered("step") == {"calais"}) is variant
    for variant, table in both(turn=3):
        table.put("calais", "be_1_army", "br_1_army").put("cambrai", "ge_corps_01-").dice(attacker=6, defender=1)
        assert advancing(table.attack("cambrai", "be_1_army", "br_1_army")) == (
            {"br_1_army"} if variant else {"be_1_army", "br_1_army"}
        )


@plays("banquet", 49)
def test_belgians_are_activated_as_british_on_the_coast() -> None:
    """One OPS for both in Calais, two in Cambrai."""
    table = banquet(turn=3).put("calais", "be_corps_01", "br_corps_01").put("cambrai", "be_1_army", "br_1_army")
    table.operate(AP).do("for_movement calais", "for_movement cambrai")
    assert [event["cost"] for event in table.events("activated")] == [1, 2]


@plays("banquet", 49)
def test_the_belgian_army_is_rebuilt_at_home_only() -> None:
    """With Belgium lost Deluxe would offer Calais."""
    for variant, table in both(turn=6):
        table.eliminated("be_1_army").hold_all(CP, "be").state.rp = {"a": 8}
        table.run_from("ap_replacements")
        assert ("be_1_army" in table.offered("spend")) is not variant
    table = banquet(turn=6).eliminated("be_1_army").hold(AP, "antwerp", "ostend", "brussels")
    table.state.rp = {"a": 8}
    table.run_from("ap_replacements").do("spend be_1_army")
    assert table.offered("rebuild_at") == {"antwerp", "ostend", "brussels"}
