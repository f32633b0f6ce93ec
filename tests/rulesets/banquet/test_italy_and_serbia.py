"""Italians and their guests, Serbs and their losses, and the corps of Grenoble."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.state import TOTAL
from tests.manifest import plays
from tests.rulesets.banquet.support import advancing, banquet, both, ends, sent
from tests.support.table import Table

# -- Italy ------------------------------------------------------------------------------------


@plays("banquet", 55)
def test_italians_keep_to_their_sphere() -> None:
    """Not to France, by SR or by advance."""
    for variant, table in both(turn=12):
        table.at_war("it").put("turin", "it_corps_01")
        found = sent(table, AP, "it_corps_01")
        assert {"rome", "valona"} & found
        assert bool({"nice", "marseilles"} & found) is not variant
    for variant, table in both(turn=12):
        table.at_war("it").put("turin", "it_1_army").put("nice", "ge_corps_01-").dice(attacker=6, defender=1)
        assert (advancing(table.attack("nice", "it_1_army")) == {"it_1_army"}) is not variant


@plays("banquet", 55)
@pytest.mark.parametrize("invaded", [False, True])
def test_invaded_italians_attack_at_home_only(invaded: bool) -> None:
    """From Udine not Trieste while Austrians are in Asiago, which Venice may attack; nor may they enter Villach."""
    for variant, table in both(turn=12):
        table.at_war("it").put("udine", "it_1_army").put("trieste", "ah_5_army").put("venice", "it_3_army")
        if invaded:
            table.put("asiago", "ah_4_army")
        marked = table.operate(AP).offered("for_combat")
        assert ("udine" in marked) is not (variant and invaded)
        assert ("venice" in marked) is invaded
    for variant, table in both(turn=12):
        table.at_war("it").put("maggiore", "it_2_army")
        if invaded:
            table.put("asiago", "ah_4_army")
        assert ends(table, AP, "it_2_army", "villach") is not (variant and invaded)
    own = banquet(turn=12).at_war("it").put("maggiore", "it_2_army").put("asiago", "ah_4_army").hold(AP, "villach")
    assert ends(own, AP, "it_2_army", "villach")


@plays("banquet", 55)
def test_invaded_italians_may_restore_a_line() -> None:
    """Italians cut off in Graz can be reached through Villach, so it may be attacked and entered."""
    for cut_off in (False, True):
        table = banquet(turn=12).at_war("it").put("maggiore", "it_2_army").put("genoa", "ah_4_army")
        if cut_off:
            table.put("graz", "it_1_army")
        assert ends(table, AP, "it_2_army", "villach") is cut_off
        table = (
            banquet(turn=12)
            .at_war("it")
            .put("maggiore", "it_2_army")
            .put("genoa", "ah_4_army")
            .put("villach", "ah_corps_01")
        )
        if cut_off:
            table.put("graz", "it_1_army")
        marked = "maggiore" in table.operate(AP).offered("for_combat")
        assert marked is cut_off


def _to_italy(state: str, *there: str) -> Table:
    """A French corps in Nice, the Allies in a given state of the war, others already in Italy."""
    table = banquet(turn=12).at_war("it").put("nice", "fr_corps_01", "fr_corps_02")
    table.state.commitment[AP] = TOTAL if "total" in state else 1
    if "invaded" in state:
        table.put("udine", "ah_4_army")
    if "everyone" in state:
        table.played("ap_51_everyone_into_battle", turn=11)
    return table.put("turin", *there) if there else table


@plays("banquet", 56)
@pytest.mark.parametrize(
    ("state", "there", "open_"),
    [
        ("limited", (), False),
        ("limited", ("br_corps_01",), False),
        ("total", (), True),
        ("total", ("br_corps_01",), False),
        ("limited invaded", (), True),
        ("limited invaded", ("br_corps_01",), True),
        ("total invaded", ("br_corps_01",), True),
        ("limited everyone", ("br_corps_01",), True),
    ],
)
def test_how_many_others_go_to_italy(state: str, there: tuple[str, ...], open_: bool) -> None:
    """By move and SR: none in Limited War, one in all in Total War, one more per action when Italy is invaded."""
    assert ends(_to_italy(state, *there), AP, "fr_corps_01", "turin") is open_
    assert ("genoa" in sent(_to_italy(state, *there), AP, "fr_corps_01")) is open_
    deluxe = Table("historical", turn=12).at_war("it").put("nice", "fr_corps_01")
    deluxe.state.commitment[AP] = 1
    assert ends(deluxe, AP, "fr_corps_01", "turin")


@plays("banquet", 56)
@pytest.mark.parametrize("state", ["total", "limited invaded", "total everyone"])
def test_one_corps_an_action(state: str) -> None:
    """After the first, no second one in the same action, by move or by SR; those already there move freely."""
    table = _to_italy(state).operate(AP).activate("nice").do("pick fr_corps_01", "step turin", "stop")
    assert not table.do("add fr_corps_02", "step turin").allows("stop")
    table = _to_italy(state).redeploy(AP).do("pick fr_corps_01", "to turin", "pick fr_corps_02")
    assert not {"turin", "genoa"} & table.offered("to")
    table = _to_italy(state, "br_corps_01")
    assert ends(table, AP, "br_corps_01", "genoa")


@plays("banquet", 51)
def test_no_foreign_army_ends_its_move_in_or_beyond_italy() -> None:
    """Not in Turin, nor by SR in Trieste, supplied only through Italy; Deluxe allows it in Total War."""
    for variant, table in both(turn=12):
        table.state.commitment[AP] = TOTAL
        assert ends(table.at_war("it").put("nice", "fr_1_army"), AP, "fr_1_army", "turin") is not variant
    for variant, table in both(turn=12):
        table.state.commitment[AP] = TOTAL
        table.at_war("it").destroy("trieste").hold(AP, "trieste").put("nice", "fr_1_army")
        assert bool({"trieste", "turin"} & sent(table, AP, "fr_1_army")) is not variant
        assert "paris" in table.offered("to")


@plays("banquet", 51)
def test_one_british_corps_a_turn_to_the_near_east() -> None:
    """13.2.1 as written: the second may not go, and no French one at all."""
    table = (
        banquet(turn=12)
        .at_war("tu")
        .put("london", "br_corps_01", "br_corps_02")
        .put("marseilles", "fr_corps_01")
        .redeploy(AP)
    )
    assert "alexandria" not in table.do("pick fr_corps_01").offered("to")
    table = banquet(turn=12).at_war("tu").put("london", "br_corps_01", "br_corps_02").redeploy(AP)
    table.do("pick br_corps_01", "to alexandria", "pick br_corps_02")
    assert "alexandria" not in table.offered("to")


@plays("banquet", 51)
@pytest.mark.parametrize("origin", ["london", "ap_reserve_box"])
def test_constantinople_is_on_both_maps_and_open_to_british_corps(origin: str) -> None:
    """The limit counts spaces "exclusively situated on the Near East Map"; Deluxe counts the city as well."""
    for variant, table in both(turn=12):
        table.at_war("tu").hold(AP, "constantinople", "gallipoli", "alexandria").destroy("gallipoli")
        table.put("constantinople", "br_corps_06").put("alexandria", "br_corps_07")
        table.put(origin, "br_corps_01", "br_corps_02", "br_corps_03").redeploy(AP)
        table.do("pick br_corps_01", "to constantinople", "pick br_corps_02")
        assert ("alexandria" in table.offered("to")) is variant
        if variant:
            table.do("to alexandria", "pick br_corps_03")
            assert "alexandria" not in table.offered("to")
            assert "constantinople" in table.offered("to")


@plays("banquet", 51)
def test_one_replacement_point_a_turn_in_the_near_east() -> None:
    """Two corps cost it; the third is refused there and taken in France. Allied points are counted apart."""
    for variant, table in both(turn=12):
        table.at_war("tu").put("cairo", "br_corps_01-", "br_corps_02-", "br_corps_03-").put("calais", "br_corps_04-")
        table.state.rp = {"br": 8, "a": 4}
        table.put("alexandria", "br_aus_corps-").run_from("ap_replacements").do(
            "spend br_corps_01", "spend br_corps_02"
        )
        assert ("br_corps_03" in table.offered("spend")) is not variant
        assert {"br_corps_04", "br_aus_corps"} <= table.offered("spend")


# -- Serbia -----------------------------------------------------------------------------------


def _restored(table: Table, unit: str) -> bool:
    table.state.rp = {"a": 8}
    table.run_from("ap_replacements")
    return table.asks("replacement") and unit in table.offered("spend")


@plays("banquet", 59)
@pytest.mark.parametrize(("beside", "restored"), [("nis", True), ("", False)])
def test_serbs_at_home_take_replacements_next_to_allied_ground(beside: str, restored: bool) -> None:
    """Always supplied in Skopje, but without an Allied Serbian neighbour no replacements; Deluxe needs no neighbour."""
    for variant, table in both(turn=8):
        table.hold_all(CP, "sb").put("skopje", "sb_1_army-").hold(AP, "belgrade", *([beside] if beside else []))
        assert table.supplied("sb_1_army")
        assert _restored(table, "sb_1_army") is (restored or not variant)


@plays("banquet", 59)
def test_serbian_armies_abroad_live_off_belgrade() -> None:
    """In Salonika a corps takes replacements, an army only with a line from Belgrade."""
    for held, variant_army in ((CP, False), (AP, True)):
        for variant, table in both(turn=12):
            table.at_war("gr").hold_all(held, "sb").put("salonika", "sb_1_army-", "sb_corps_01-").hold(AP, "athens")
            table.state.rp = {"a": 8}
            table.run_from("ap_replacements")
            assert "sb_corps_01" in table.offered("spend")
            assert ("sb_1_army" in table.offered("spend")) is (variant_army or not variant)


@plays("banquet", 59)
@pytest.mark.parametrize("other", [False, True])
def test_one_serbian_army_is_rebuilt_in_salonika(other: bool) -> None:
    """If it is Allied and no other army is on the map; reduced; never in Belgrade with Nis lost."""
    table = (
        banquet(turn=12)
        .at_war("gr")
        .hold_all(CP, "sb")
        .hold(AP, "belgrade")
        .eliminated("sb_1_army")
        .hold(AP, "salonika")
    )
    table.put("athens", *(["sb_2_army"] if other else [])).state.rp = {"a": 8}
    table.run_from("ap_replacements")
    assert ("sb_1_army" in table.offered("spend")) is not other
    if not other:
        table.do("spend sb_1_army")
        assert (
            table.where("sb_1_army") == "salonika" or table.do("rebuild_at salonika").where("sb_1_army") == "salonika"
        )
        assert table.reduced("sb_1_army")


@plays("banquet", 59)
@pytest.mark.parametrize("lost", ["", "held", "besieged"])
@pytest.mark.parametrize("at", ["skopje", "ap_reserve_box", "ap_eliminated_box"])
def test_without_belgrade_serbs_take_replacements_in_salonika_alone(lost: str, at: str) -> None:
    """17.1.3 applies to Serbs too: none in Serbia or in the boxes; only those of Salonika."""
    for variant, table in both(turn=12):
        table.at_war("gr").hold(AP, "nis", "skopje", "salonika", "athens").played("ap_30_salonika")
        table.eliminated("sb_1_army").put("salonika", "sb_corps_01-").put(at, "sb_corps_02-")
        if lost == "held":
            table.hold(CP, "belgrade").destroy("belgrade")
        elif lost:
            table.put("belgrade", "ah_5_army", "ah_corps_01")
        table.state.rp = {"a": 8}
        table.run_from("ap_replacements")
        assert bool(table.state.besieged & 1 << table.space("belgrade")) is (lost == "besieged")
        everyone = {"sb_1_army", "sb_corps_01", "sb_corps_02"}
        assert table.offered("spend") == ({"sb_1_army", "sb_corps_01"} if lost and variant else everyone)


@plays("banquet", 59)
@pytest.mark.parametrize("held", [AP, CP])
def test_by_the_other_reading_no_serb_is_replaced_without_belgrade(held: int) -> None:
    table = banquet(turn=12, switches=(("banquet.serbs_without_belgrade", "none"),)).at_war("gr")
    table.hold(AP, "nis", "skopje", "salonika", "athens").hold(held, "belgrade").put("salonika", "sb_corps_01-")
    assert _restored(table, "sb_corps_01") is (held == AP)


@plays("banquet", 59)
@pytest.mark.parametrize("held", [AP, CP])
def test_without_belgrade_and_salonika_no_serb_is_replaced(held: int) -> None:
    table = banquet(turn=12).hold(held, "belgrade").hold(AP, "nis", "skopje").put("skopje", "sb_corps_02-")
    assert _restored(table, "sb_corps_02") is (held == AP)


@plays("banquet", 59)
def test_montenegro_falls_with_serbia() -> None:
    """When the last Serb leaves Serbia its corps is permanently eliminated; until then it stays."""
    for stays in (False, True):
        for variant, table in both(turn=12):
            table.at_war("gr").put("monastir", "sb_corps_01").put("cetinje", "mn_corps-")
            if stays:
                table.put("nis", "sb_corps_02")
            table.operate(AP).activate("monastir").do("pick sb_corps_01", "step salonika")
            while not table.asks("choose_action"):
                table.do("stop" if table.allows("stop") else "finish")
            assert table.where("mn_corps") == ("cetinje" if stays or not variant else "ap_permanently_eliminated")
            assert table.reduced("mn_corps") is (table.where("mn_corps") == "cetinje")


# -- France -------------------------------------------------------------------------------------


@plays("banquet", 10)
def test_the_corps_of_grenoble_waits_for_italy() -> None:
    """By move and by SR, also to the Reserve Box; another corps there may go."""
    for played, waits in (((), True), (("ap_17_italy",), False)):
        for variant, table in both(turn=2):
            table.put("grenoble", "fr_corps_10", "fr_corps_01").played(*played)
            assert ends(table, AP, "fr_corps_10", "lyon") is not (variant and waits)
        for variant, table in both(turn=2):
            table.put("grenoble", "fr_corps_10", "fr_corps_01").played(*played)
            assert bool(sent(table, AP, "fr_corps_10")) is not (variant and waits)
        table = banquet(turn=2).put("grenoble", "fr_corps_10", "fr_corps_01").played(*played)
        assert "ap_reserve_box" in sent(table, AP, "fr_corps_01")
