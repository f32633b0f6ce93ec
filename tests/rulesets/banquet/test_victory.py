"""VP of the variant, draws, peace, and the Tsar (5.5, 16.4.3, 16.5.4)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalChoice
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet, either
from tests.support.table import AP, CP, Table

BREST_LITOVSK = "cp_45_treaty_of_brest_litovsk"


# -- the Tsar ----------------------------------------------------------------------------


def _tsar(*held: str, variant: bool = True, beside: str = "", **laid: str) -> bool:
    table = either(variant, turn=6).destroy("warsaw", "ivangorod", "brest_litovsk", "kovno", "riga", "grodno")
    table.hand(CP, "cp_28_tsar_takes_command")
    if beside:
        table.put(beside, "ge_9_army")
    for space, unit in laid.items():
        table.put(space, unit)
    for space in held:
        table.score(space, CP)
    return "cp_28_tsar_takes_command" in table.choose(CP).offered("event")


@plays("banquet", 63)
def test_when_the_tsar_may_take_command() -> None:
    """Three VP spaces in Russia are enough; two are if a supplied unit stands next to a third that is Allied."""
    assert _tsar("warsaw", "lodz", "vilna")
    assert not _tsar("warsaw", "lodz")
    assert not _tsar("warsaw", "lodz", beside="konigsberg")
    assert not _tsar("lodz", "vilna", beside="tannenberg")
    assert _tsar("lodz", "vilna", beside="plock")
    assert not _tsar("lodz", "vilna", beside="plock", variant=False)
    assert not _tsar("lodz", beside="plock")


@plays("banquet", 63)
def test_a_unit_out_of_supply_does_not_frighten_the_tsar() -> None:
    table = banquet(turn=6).destroy("warsaw").hand(CP, "cp_28_tsar_takes_command")
    table.score("lodz", CP).score("vilna", CP).put("smolensk", "ge_9_army")
    assert not table.supplied("ge_9_army")
    assert "cp_28_tsar_takes_command" not in table.choose(CP).offered("event")


# -- peace -------------------------------------------------------------------------------


def _asked(change: int) -> Table:
    """The CP offer peace at 12 VP; the die decides the effect."""
    table = banquet(turn=5)
    table.state.vp = 12
    table.dice(peace={1: 1, 0: 5, -1: 6}[change])
    return table.choose(CP).do("peace", "reject")


@plays("banquet", 64)
@pytest.mark.parametrize(("change", "again"), [(0, True), (1, False), (-1, False)])
def test_peace_is_asked_once_a_turn_and_never_again_after_an_answer_that_counts(change: int, again: bool) -> None:
    table = _asked(change)
    assert table.state.vp == 12 + change
    with pytest.raises(IllegalChoice) as refused:
        table.choose(CP).do("peace")
    assert refused.value.reason.code == "peace_asked_this_turn"
    table.state.turn, table.state.actions = 6, [[], []]
    table.state.vp = 12
    assert table.choose(CP).allows("peace") is again
    if not again:
        with pytest.raises(IllegalChoice) as refused:
            table.do("peace")
        assert refused.value.reason.code == "peace_answered_for_good"
    table.state.vp = 8
    assert table.choose(AP).allows("peace")  # the other side is not affected


@plays("banquet", 64)
def test_deluxe_asks_for_peace_as_often_as_it_likes() -> None:
    table = Table("campaign", turn=5)
    table.state.vp = 13
    table.dice(peace=1).choose(CP).do("peace", "reject")
    assert table.choose(CP).allows("peace")


# -- VP ----------------------------------------------------------------------------------


def _before_paris(turn: int, won: bool = True, variant: bool = True) -> Table:
    table = either(variant, turn=turn).put("melun", "ge_1_army", "ge_2_army", "ge_3_army").put("paris", "fr_corps_01")
    table.hold(CP, "chateau_thierry", "sedan", "verdun", "cambrai").destroy("verdun")
    for _ in range(2):
        table.dice(attacker=6 if won else 1, defender=1 if won else 6)
        over = len(table.events("combat_over"))
        table.put("paris", "fr_corps_01").reserve("fr_corps_02").attack("paris", "ge_1_army", "ge_2_army")
        while len(table.events("combat_over")) == over:
            table.do("finish") if table.allows("finish") else table.do(
                table.game.text(next(iter(table.game.options())))
            )
    return table


@plays("banquet", 65)
@pytest.mark.parametrize(
    ("turn", "won", "variant", "cause"),
    [
        (3, True, True, "paris_beaten_early"),
        (7, True, True, "paris_beaten_early"),
        (8, True, True, ""),
        (12, True, True, "paris_beaten_late"),
        (3, True, False, ""),
    ],
)
def test_the_first_victories_before_paris(turn: int, won: bool, variant: bool, cause: str) -> None:
    """Once up to 1915, once from 1917 on, for the first of two victories; in 1916 none."""
    table = _before_paris(turn, won, variant)
    assert all(event["battle"].winner == "attacker" for event in table.events("combat_over"))
    found = [event["cause"] for event in table.events("vp") if event["cause"].startswith("paris")]
    assert found == [cause] * bool(cause)


@plays("banquet", 65)
def test_both_victories_before_paris_add_up_and_a_defeat_brings_none() -> None:
    table = _before_paris(3)
    table.state.turn = 13
    table.put("paris", "fr_corps_03").dice(attacker=6, defender=1).attack("paris", "ge_1_army", "ge_2_army")
    while len(table.events("combat_over")) < 3:
        table.do("finish") if table.allows("finish") else table.do(table.game.text(next(iter(table.game.options()))))
    assert table.state.marks["scored_once"] == 3
    causes = [event["cause"] for event in table.events("vp")]
    assert causes == ["paris_beaten_early", "paris_beaten_late"]
    table = banquet(turn=3).put("melun", "ge_corps_01").put("paris", "fr_1_army", "fr_2_army")
    table.hold(CP, "chateau_thierry", "sedan").dice(attacker=1, defender=6).attack("paris", "ge_corps_01")
    while not table.events("combat_over"):
        table.do("finish") if table.allows("finish") else table.do(table.game.text(next(iter(table.game.options()))))
    assert table.battle.winner == "defender"
    assert not table.state.marks["scored_once"]


@plays("banquet", 65)
def test_the_first_allied_unit_before_berlin() -> None:
    """A VP when the action that brought it there ends, and none for the second."""
    for variant, vp in ((True, 9), (False, 10)):
        table = either(variant, turn=17).hold_all(AP, "ru").hold(AP, "posen", "thorn", "stettin", "frankfurt")
        table.destroy("posen", "thorn").put("posen", "ru_1_army", "ru_2_army")
        near = sorted(table.names(table.system.rules.board.common[table.space("berlin")]))
        step = next(name for name in near if table.space("posen") in _neighbours(table, name))
        table.hold(AP, step)
        for unit in ("ru_1_army", "ru_2_army"):
            table.choose(AP).do("auto_op").activate("posen").do(f"pick {unit}", f"step {step}")
            while table.state.phasing == AP and not table.asks("choose_action"):
                table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
        assert table.where("ru_2_army") == step
        assert table.state.vp == vp


@plays("banquet", 65)
def test_a_unit_that_passes_berlin_has_been_there() -> None:
    """At any time during its owner's turn (5.5.1.1): through Cottbus and on, scored at that step."""
    table = banquet(turn=17).hold_all(AP, "ru").hold(AP, "cottbus", "dresden", "breslau").destroy("breslau")
    table.put("breslau", "ru_corps_01").operate(AP).activate("breslau").do("pick ru_corps_01", "step cottbus")
    assert table.state.vp == 9
    table.do("step dresden")
    assert table.where("ru_corps_01") == "dresden"
    assert [event["cause"] for event in table.events("vp")] == ["berlin_reached"]


@plays("banquet", 65)
def test_an_enemy_unit_near_berlin_scores_at_the_owners_next_action() -> None:
    """A unit that got there in a CP action, as by a retreat, scores when the next Allied action begins."""
    table = banquet(turn=17).hold_all(AP, "ru").put("cottbus", "ru_corps_01").put("koblenz", "ge_1_army")
    for happens in table.system.rules.tables.moments.action_over:
        happens(table.game, CP)
    assert table.state.vp == 10
    table.choose(CP).do("auto_op", "stop")
    assert table.state.phasing == AP
    assert table.state.vp == 9


def _neighbours(table: Table, name: str) -> set[int]:
    mask = table.system.rules.board.common[table.space(name)]
    return {space for space in range(mask.bit_length()) if mask >> space & 1}


def _end(variant: bool = True, *, held: bool = False, storm: bool = False, americans: bool = False) -> dict[str, int]:
    """Return what is scored at the end of turn 20."""
    table = either(variant, turn=20).played("cp_52_fall_of_the_tsar", "cp_54_h_l_take_command", turn=12)
    if held:
        table.hold_all(CP, "fr", "be").destroy("paris")
    if storm:
        table.played(BREST_LITOVSK, "cp_44_von_hutier", turn=14).hand(CP, "cp_51_peace_offensive")
        table.state.turn = 16
        table.put("sedan", "ge_1_army").put("cambrai", "fr_corps_01").hold(CP, "sedan")
        table.dice(attacker=6, defender=1).attack("cambrai", "ge_1_army").do("play cp_51_peace_offensive")
        while not table.events("combat_over"):
            table.do("finish") if table.allows("finish") else table.do(
                table.game.text(next(iter(table.game.options())))
            )
    if americans:
        table.put("verdun", "us_1_army").put("metz", "ge_corps_01").dice(attacker=1, defender=1)
        table.attack("metz", "us_1_army")
    table.state.turn = 20
    table.phase("end_of_scenario")
    return dict(table.events("game_over")[0]["adjustments"])


@plays("banquet", 65)
def test_bonuses_at_the_end() -> None:
    """-1 unless Paris was threatened or a Friedensturm made in the west, +1 unless a US army attacked."""
    assert _end() == {"paris_never_threatened": -1, "us_never_attacked": 1}
    assert _end(held=True) == {"us_never_attacked": 1}
    assert _end(storm=True) == {"us_never_attacked": 1}
    assert _end(americans=True) == {"paris_never_threatened": -1}
    assert _end(variant=False) == {"us_army_card_1_unplayed": 1, "us_army_card_2_unplayed": 1}


# -- draws -------------------------------------------------------------------------------


def _winner(vp: int, played: bool = False, paris: bool = False, cut_off: bool = False, variant: bool = True) -> object:
    table = either(variant, turn=20).played("cp_52_fall_of_the_tsar", turn=12)
    if variant:
        table.state.marks |= {"friedensturm": 1, "us_attacked": 1}
    else:
        table.played("ap_43_usa_reinforcements", "ap_47_usa_reinforcements", turn=14)
    if played:
        table.played(BREST_LITOVSK, turn=14)
    if paris:
        table.destroy("paris").hold(CP, "paris")
    if paris and not cut_off:
        table.hold_all(CP, "fr", "be")
    table.state.vp = vp
    table.phase("end_of_scenario")
    assert table.events("game_over")[0]["vp"] == vp
    return table.events("game_over")[0]["winner"]


@plays("banquet", 66)
def test_draws_without_the_peace_in_the_east() -> None:
    """11 and 12 without Brest-Litovsk, where Deluxe's Allies win; with it the Central Powers."""
    assert [_winner(vp) for vp in (9, 10, 11, 12, 13)] == [AP, None, None, None, CP]
    assert [_winner(vp, played=True) for vp in (9, 10, 11, 12)] == [AP, None, CP, CP]
    assert [_winner(vp, variant=False) for vp in (11, 12)] == [AP, AP]


@plays("banquet", 66)
def test_draws_while_paris_is_german() -> None:
    """8 and 9 while Paris is held in supply, not while it is cut off."""
    assert [_winner(vp, paris=True) for vp in (7, 8, 9, 12, 13)] == [AP, None, None, None, CP]
    assert [_winner(vp, paris=True, played=True) for vp in (7, 8, 9, 11)] == [AP, None, None, CP]
    assert [_winner(vp, paris=True, cut_off=True) for vp in (8, 9)] == [AP, AP]
    assert [_winner(vp, paris=True, variant=False) for vp in (8, 9)] == [AP, AP]
