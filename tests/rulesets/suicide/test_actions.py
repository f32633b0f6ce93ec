"""Actions and turns (6, 8, 9)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.state import LIMITED, TOTAL
from tests.manifest import plays
from tests.rulesets.suicide.support import acted, suicide, table_of
from tests.support.table import Table

PASSED = ("auto_op", "sr", "auto_op", "rp", "political", "economic")


def _to_the_end(table: Table) -> int:
    """Play automatic operations until the turn is over; return the number of CP actions."""
    table.any_dice().run_from("next_round")
    taken = 0
    while table.asks("choose_action"):
        taken = len(table.state.actions[CP])
        done = {kind for kind, _ in table.state.actions[table.game.actor or 0]}
        table.do(next(kind for kind in ("political", "economic", "auto_op") if kind not in done or kind == "auto_op"))
        while not table.asks("choose_action") and table.game.stack:
            options = table.game.options()
            ends = [verb for verb in ("finish", "stop", "decline") if verb in options.masks]
            table.do(ends[0] if ends else table.game.text(next(iter(options))))
        if table.state.turn != 5:
            break
    return taken


@plays("suicide", 13, 75)
@pytest.mark.parametrize(("ap", "cp", "actions"), [(0, 0, 8), (1, 0, 9), (1, 1, 9), (2, 1, 10)])
def test_a_turn_has_more_actions_with_the_first_to_rise(ap: int, cp: int, actions: int) -> None:
    """Eight, nine, ten; Deluxe has six."""
    table = suicide()
    table.state.commitment = [ap, cp]
    table.state.round = 0
    assert _to_the_end(table) == actions


@plays("suicide", 13)
def test_the_turn_grows_at_once() -> None:
    """A card played in the eighth action brings Limited War, and a ninth round follows."""
    table = suicide().hand(AP, "ap_02_blockade")
    table.state.war_status[AP], table.state.round = 3, 8
    acted(table, CP, *PASSED, "auto_op", "auto_op")
    acted(table, AP, *PASSED, "auto_op").choose(AP).do("event ap_02_blockade")
    assert table.state.commitment[AP] == LIMITED
    assert (table.state.round, table.kind) == (9, "choose_action")


@plays("suicide", 14)
def test_actions_without_a_card() -> None:
    """An automatic SR and RP, a political and an economic action, none of which Deluxe has."""
    new = ("auto_sr", "auto_rp", "political", "economic")
    for variant in (False, True):
        table = table_of(variant).put("paris", "fr_corps_01").choose(AP)
        assert [variant] * 4 == [verb in table.game.options().masks for verb in new]
    table = suicide().put("paris", "fr_corps_01").choose(AP).do("auto_sr", "pick fr_corps_01", "to orleans")
    assert table.where("fr_corps_01") == "orleans"
    assert table.state.actions[AP] == [("auto_sr", -1)]


@plays("suicide", 15)
def test_a_political_action_takes_spaces_draws_and_discards() -> None:
    """Stuttgart, cut off and empty, is lost; three cards are drawn, and a combat card can be discarded."""
    table = suicide().hold_all(AP, "ge").hold(CP, "stuttgart").hand(CP, "cp_02_wireless_intercepts")
    table.choose(CP).do("political")
    assert table.owner("stuttgart") == AP
    assert table.state.hand[CP].bit_count() == 4
    table.do("discard cp_02_wireless_intercepts")
    assert table.card_names(table.state.discard[CP]) == {"cp_02_wireless_intercepts"}
    table = Table("historical", turn=5).hold_all(AP, "ge").hold(CP, "stuttgart").choose(CP)
    assert not table.allows("political")


@plays("suicide", 17)
@pytest.mark.parametrize(("level", "drawn"), [(0, 3), (LIMITED, 4), (TOTAL, 5)])
def test_more_cards_come_with_commitment(level: int, drawn: int) -> None:
    """Up to a hand of eight, and none at the end of the turn."""
    for held, comes in ((0, drawn), (6, 2)):
        table = suicide()
        table.state.commitment[AP] = level
        for _ in range(held):
            table.state.hand[AP] |= table.state.deck[AP] & -table.state.deck[AP]
            table.state.deck[AP] &= ~table.state.hand[AP]
        table.choose(AP).do("political")
        assert table.state.hand[AP].bit_count() == held + comes
    table = suicide().run_from("put_away")
    assert table.state.hand == [0, 0]


@plays("suicide", 16, 32)
def test_an_economic_action_rolls_sieges_and_spends_points() -> None:
    """The CP roll only for Liege, not for the Allied siege of Metz; unspent points wait for the next such action."""
    table = suicide().put("liege", "ge_1_army").put("metz", "fr_1_army", "fr_2_army").put("essen", "ge_3_army-")
    table.state.rp = {"ge": 4, "fr": 4}
    table.dice(siege=6).choose(CP).do("economic")
    assert [event["space"] for event in table.events("siege_roll")] == [table.space("liege")]
    table.do("spend ge_3_army")
    assert not table.reduced("ge_3_army")
    assert (table.state.rp["ge"], table.state.rp["fr"]) == (2, 4)
    acted(table, CP, "economic", "auto_op").put("essen", "ge_3_army-").dice(siege=1).choose(CP)
    table.do("economic", "spend ge_3_army")
    assert table.state.rp["ge"] == 0


@plays("suicide", 16)
def test_points_are_adjusted_once_a_turn() -> None:
    """Walter Rathenau gives its point in the first economic action, not in the second."""
    table = suicide(turn=9).played("cp_33_walter_rathenau").choose(CP).do("economic")
    assert table.state.rp == {"ge": 2}
    acted(table, CP, "economic", "auto_op").choose(CP).do("economic")
    assert table.state.rp == {"ge": 2}
    assert table.run_from("put_away").state.rp == {}
    assert [(event["side"], event["points"]) for event in table.events("rp_lapsed")] == [(CP, (("ge", 2),))]


@plays("suicide", 18)
@pytest.mark.parametrize("last", ["sr", "auto_sr"])
def test_no_sr_follows_an_sr(last: str) -> None:
    """With or without a card; the end of the turn or another action lifts the ban."""
    table = acted(suicide().hand(AP, "ap_02_blockade"), AP, last).choose(AP)
    assert not table.offered("sr")
    assert not table.allows("auto_sr")
    table = acted(suicide().hand(AP, "ap_02_blockade"), AP, last, "auto_op").choose(AP)
    assert table.offered("sr")
    assert table.allows("auto_sr")
    table = suicide().hand(AP, "ap_02_blockade").choose(AP)
    assert table.offered("sr")
    assert table.allows("auto_sr")


@plays("suicide", 19)
@pytest.mark.parametrize("last", ["rp", "auto_rp"])
def test_no_rp_follows_an_rp(last: str) -> None:
    table = acted(suicide().hand(AP, "ap_02_blockade"), AP, last).choose(AP)
    assert not table.offered("rp")
    assert not table.allows("auto_rp")
    table = acted(suicide().hand(AP, "ap_02_blockade"), AP, last, "auto_op").choose(AP)
    assert table.offered("rp")
    assert table.allows("auto_rp")


@plays("suicide", 19)
def test_an_automatic_point_is_for_one_nation() -> None:
    """One at war: not Italy before it enters."""
    table = suicide().choose(AP).do("auto_rp")
    assert table.offered("pool") == {"a", "br", "fr", "ru"}
    table.do("pool fr")
    assert table.state.rp == {"fr": 2}
    table = suicide().at_war("it").choose(AP).do("auto_rp")
    assert "it" in table.offered("pool")


@plays("suicide", 20)
@pytest.mark.parametrize(("side", "ops", "follows"), [(CP, "one", True), (AP, "one", True), (AP, "none", False)])
def test_limited_operations_follow_a_card_for_rp(side: int, ops: str, follows: bool) -> None:
    """One OPS to move or attack; the Allied one depends on a switch. Deluxe has none."""
    card, space, unit = (
        ("cp_02_wireless_intercepts", "essen", "ge_1_army") if side else ("ap_02_blockade", "paris", "fr_1_army")
    )
    table = (
        suicide(switches={"allied_ops_after_rp": ops}).hand(side, card).put(space, unit).choose(side).do(f"rp {card}")
    )
    assert table.asks("activate") is follows
    if follows:
        assert table.state.operation is not None
        assert table.state.operation.ops == 1
        table.do(f"for_movement {space}")
        assert table.asks("move_unit")
    deluxe = Table("historical", turn=5).hand(side, card).put(space, unit).choose(side).do(f"rp {card}")
    assert not deluxe.asks("activate")


def test_political_and_economic_actions_are_owed() -> None:
    """Both in each turn, neither twice in a row; the last actions of a turn are reserved for them."""
    table = acted(suicide(), CP, "political").choose(CP)
    assert not table.allows("political")
    assert table.allows("economic")
    table = acted(suicide(), CP, "auto_op", "auto_op", "auto_op", "auto_op", "auto_op", "auto_op").choose(CP)
    assert set(table.game.options().masks) == {"political", "economic"}
    table = acted(suicide(), CP, *PASSED, "auto_op").choose(CP)
    assert table.allows("auto_op")


@plays("suicide", 24)
def test_a_turn_ends_with_its_war_status_phase() -> None:
    """VP of missed offensives and the end of the game, but no attrition, sieges or new cards as in Deluxe."""
    for variant in (False, True):
        table = table_of(variant, setup=True).dice(siege=1)
        table.state.mandated[CP] = "ge"
        table.state.round = len(table.state.actions[CP]) or 12
        table.state.actions = [[("auto_op", -1)] * 12, [("auto_op", -1)] * 12]
        table.hold_all(AP, "ge").hold(CP, "stuttgart").put("lemberg", "ru_corps_07").put("przemysl", "ru_1_army")
        table.run_from("more_rounds")
        while not variant and table.state.turn == 5 and table.game.stack:
            table.do("finish")
        assert [event["cause"] for event in table.events("vp")].count("cp_missed_offensive") == 1
        assert (table.owner("stuttgart") == CP) is variant
        assert bool(table.events("siege_roll")) is not variant
        assert bool(table.events("draw")) is not variant
        assert table.state.turn == 6
