"""Neutral entry, limited Greek entry, Salonika and its neighbours, and late entries (9.5.2)."""

from __future__ import annotations

import pytest

from tests.support.table import AP, CP, Table

ENTRIES = [
    ("ap_16_romania", "ro", AP, "bucharest"),
    ("ap_17_italy", "it", AP, "rome"),
    ("ap_44_greece", "gr", AP, "athens"),
    ("cp_34_bulgaria", "bu", CP, "sofia"),
]


def after(card: str, table: Table) -> Table:
    """Play an entry card, placing units with several possible spaces in the first."""
    side = AP if card.startswith("ap") else CP
    table.hand(side, card).choose(side).do(f"event {card}")
    while table.asks("neutral_setup"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


@pytest.mark.parametrize(("card", "nation", "side", "capital"), ENTRIES)
def test_9_5_2_1_and_4_2_2_four_nations_enter_by_their_card(card: str, nation: str, side: int, capital: str) -> None:
    """Before it nothing of theirs is on the map and their land is closed; then all of it is set up at once."""
    table = Table(turn=6, setup=True)
    rules = table.system.rules
    start = rules.of_nation[nation] & ~sum(1 << u.id for u in rules.content.units if u.enters not in (card, "setup"))
    assert table.owner(capital) is None
    assert table.state.closed >> table.space(capital) & 1
    assert all(table.state.loc[unit] in rules.board.unused for unit in range(193) if start >> unit & 1)
    after(card, table)
    assert nation in table.state.at_war
    assert table.owner(capital) == side
    assert not table.state.closed >> table.space(capital) & 1
    here = {table.state.loc[unit] for unit in range(193) if start >> unit & 1}
    assert not here & set(rules.board.unused)


def test_9_5_2_3_the_us_and_turkey_do_not_use_up_the_entry_of_the_turn() -> None:
    """Neither by war status nor by Over There."""
    table = Table(turn=12, setup=True).played("ap_54_zimmermann_telegram", turn=10)
    table.state.us_entry = 2
    table.hand(AP, "ap_55_over_there", "ap_17_italy").choose(AP).do("event ap_55_over_there")
    assert "us" in table.state.at_war
    assert table.state.neutral_entry_turn != 12
    assert "ap_17_italy" in table.choose(AP).offered("event")


def test_9_5_2_3_turkey_has_no_entry_card() -> None:
    """No card brings it in; the War Status Phase does (16.1.3.1)."""
    entries = {card.neutral_entry for card in Table().system.content.cards}
    assert entries - {"", None} == {"it", "ro", "gr", "bu"}


# -- limited Greek entry -------------------------------------------------------------------


def limited(**options: object) -> Table:
    """Salonika was played; a British corps is there, the Greeks are frozen."""
    table = Table(turn=8, **options).at_war("bu", "tu").reserve("br_corps_01", "fr_corps_01")  # type: ignore[arg-type]
    table.hand(AP, "ap_30_salonika").choose(AP).do("event ap_30_salonika", "send br_corps_01")
    return table.do("finish") if table.asks("salonika") else table


def test_9_5_2_4_greek_corps_neither_move_nor_attack() -> None:
    """They are still neutral."""
    table = limited().put("monastir", "bu_corps_01").operate(AP, 9)
    assert not {"florina", "larisa", "athens"} & (table.offered("for_movement") | table.offered("for_combat"))
    table = limited().redeploy(AP, 4)
    assert not {unit for unit in table.offered("pick") if unit.startswith("gr_")}


def test_9_5_2_4_frozen_greeks_take_no_replacements() -> None:
    """They are neutral until Greece enters."""
    table = limited()
    table.state.flip(table.unit("gr_corps_01"), True)
    table.state.rp = {"a": 2}
    table.phase("ap_replacements")
    assert not table.asks("replacement") or "gr_corps_01" not in table.offered("spend")
    table.state.rp = {"a": 2}
    table.at_war("gr", units=True)
    table.state.flip(table.unit("gr_corps_01"), True)
    table.phase("ap_replacements")
    assert "gr_corps_01" in table.offered("spend")


def test_9_5_2_4_nobody_enters_or_attacks_their_spaces() -> None:
    """Allies and Central Powers alike."""
    table = limited().operate(AP, 9).activate("salonika").do("pick br_corps_01")
    assert "florina" not in table.offered("step")
    assert "kavala" in table.offered("step")
    table = limited().put("monastir", "bu_corps_01").operate(CP, 9)
    assert table.offered("for_combat") == {"monastir"}  # against Salonika
    table.activate("!monastir").do("add bu_corps_01")
    assert table.offered("target") == {"salonika"}
    table = limited().put("monastir", "bu_corps_01").operate(CP, 9).activate("monastir").do("pick bu_corps_01")
    assert "florina" not in table.offered("step")


def test_9_5_2_4_no_supply_through_their_spaces() -> None:
    """From Valona no line leads over Florina to Salonika."""
    table = limited().put("valona", "br_corps_02").hold(CP, "tirana", "monastir")
    assert not table.supplied("br_corps_02")
    table.at_war("gr", units=False).hold(AP, "florina")
    assert table.supplied("br_corps_02")


def test_9_5_2_4_they_need_no_supply_and_suffer_no_attrition() -> None:
    """Cut off on all sides they survive, and so do their spaces."""
    table = limited().hold(CP, "salonika", "kavala").put("salonika", "bu_corps_01")
    table.state.place(table.unit("br_corps_01"), table.space("ap_reserve_box"))
    table.phase("attrition")
    assert [table.where(f"gr_corps_0{n}") for n in (1, 2, 3)] == ["florina", "larisa", "athens"]
    assert table.owner("athens") is None


def test_9_5_2_4_kavala_is_allied_and_open() -> None:
    """Allied units may SR there; the CP may walk in and attack."""
    table = limited()
    assert table.owner("kavala") == AP
    table.redeploy(AP, 4).do("pick br_corps_01")
    assert "kavala" in table.offered("to")
    table = limited().put("philippoli", "bu_corps_01").operate(CP, 9).activate("philippoli").do("pick bu_corps_01")
    assert "kavala" in table.offered("step")
    table = limited().put("strumitsa", "bu_corps_01").put("kavala", "fr_corps_02").operate(CP, 9)
    table.activate("!strumitsa").do("add bu_corps_01")
    assert table.offered("target") == {"salonika", "kavala"}


def test_9_5_2_4_greek_units_move_after_greece_has_entered() -> None:
    """The event frees them where they are."""
    table = after("ap_44_greece", limited())
    assert "florina" in table.operate(AP, 9).offered("for_movement")


@pytest.mark.parametrize(
    ("card", "before", "may"),
    [
        ("ap_44_greece", "ap_30_salonika", True),
        ("ap_44_greece", "ap_31_mef", True),
        ("ap_30_salonika", "ap_44_greece", True),
        ("ap_30_salonika", "ap_31_mef", True),
        ("ap_31_mef", "ap_44_greece", True),
    ],
)
def test_9_5_2_4_1_greece_salonika_and_the_mef_in_any_order_but_one(card: str, before: str, may: bool) -> None:
    """Only a landing after Salonika is barred; the army can still arrive at London."""
    table = Table(turn=8, setup=True).at_war("tu").reserve("br_corps_01").played(before, turn=6)
    if before == "ap_44_greece":
        table.at_war("gr").hold(AP, "salonika")
    table.hand(AP, card).choose(AP)
    assert (card in table.offered("event")) == may


def test_9_5_2_4_1_no_landing_after_salonika() -> None:
    """The MEF then arrives only at London."""
    table = Table(turn=8, setup=True).at_war("tu").played("ap_30_salonika").hand(AP, "ap_31_mef").choose(AP)
    table.do("event ap_31_mef")
    assert table.where("br_mef_army") == "london"
    assert table.state.beachhead == -1


def test_ap_30_salonika_and_the_bef() -> None:
    """11.1.17: the BEF corps cannot be sent; AUS and CND do not count as British here."""
    table = Table(turn=8).reserve("br_corps_01", "br_bef_corps", "br_aus_corps", "br_cnd_corps", "fr_corps_01")
    table.hand(AP, "ap_30_salonika").choose(AP).do("event ap_30_salonika")
    assert table.offered("send") == {"br_corps_01", "fr_corps_01"}


# -- late entries --------------------------------------------------------------------------


def late(ap: int, cp: int) -> Table:
    """Set the commitment levels of both sides, with Italy and Romania in the Allied hand."""
    table = Table(turn=9, setup=True).hand(AP, "ap_16_romania", "ap_17_italy")
    table.state.commitment = [ap, cp]
    return table


@pytest.mark.parametrize(("ap", "cp", "bound"), [(1, 2, True), (2, 2, False), (1, 1, False), (2, 1, False)])
def test_9_5_2_5_the_cards_are_bound_while_only_the_cp_is_at_total_war(ap: int, cp: int, bound: bool) -> None:
    """They give no OPS, SR or RP; only the event, or a discard at the end of the turn."""
    cards = {"ap_16_romania", "ap_17_italy"}
    table = late(ap, cp).choose(AP)
    for verb in ("ops", "sr", "rp"):
        assert (cards & table.offered(verb) == set()) == bound
    assert cards <= table.offered("event")
    table = late(ap, cp).phase("ap_discard")
    assert (table.asks("discard") and cards <= table.offered("discard")) == bound


@pytest.mark.parametrize(("level", "italy", "change"), [(2, False, 1), (1, False, 0), (2, True, 0)])
def test_9_5_2_5_1_a_late_italy_costs_a_vp_each_turn(level: int, italy: bool, change: int) -> None:
    """In the War Status Phase, by the level before this phase's own check."""
    table = Table(turn=9, setup=True)
    table.state.commitment[AP] = level
    table.state.war_status[AP] = 11
    if italy:
        table.at_war("it")
    start = table.state.vp
    table.phase("score", "commitment")
    assert table.state.vp == start + change
