"""The Withdrawal card (12.6)."""

from __future__ import annotations

from tests.support.table import AP, CP, Table


def withdrawing(table: Table, target: str, *units: str, flank: bool = False) -> Table:
    """An attack against which the Allies play Withdrawal."""
    table.hand(AP, "ap_06_withdrawal").attack(target, *units)
    if table.asks("flank"):
        table.do("flank" if flank else "frontal")
    assert table.asks("defender_cards")
    table.do("play ap_06_withdrawal")
    if table.asks("defender_cards"):
        table.do("finish")
    return table


def hit_all(table: Table) -> Table:
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


def test_12_6_2_it_is_played_after_the_flank_roll() -> None:
    """In the card step, not before the attempt."""
    table = Table().put("sedan", "ge_1_army").put("brussels", "ge_2_army").destroy("liege").hold(CP, "liege")
    table.put("cambrai", "br_1_army", "br_corps_01").reserve("br_corps_02").hand(AP, "ap_06_withdrawal")
    table.dice(flank=6, attacker=1, defender=1).attack("cambrai", "ge_1_army", "ge_2_army")
    assert table.asks("flank")
    table.do("flank")
    assert table.asks("defender_cards")
    assert table.offered("play") == {"ap_06_withdrawal"}


def test_12_6_1_it_is_the_defenders() -> None:
    """It is never offered to an attacker."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_1_army").hand(AP, "ap_06_withdrawal")
    table.dice(attacker=1, defender=1).attack("koblenz", "fr_1_army")
    assert not table.asks("attacker_cards")


def test_12_6_3_one_corps_step_comes_back_and_12_6_4_one_space_is_left() -> None:
    """The corps lost one step and regains it; all defenders then retreat one space."""
    table = (
        Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "br_1_army", "br_corps_01").reserve("br_corps_02")
    )
    table.dice(attacker=2, defender=1)
    hit_all(withdrawing(table, "sedan", "ge_1_army", "ge_2_army"))
    assert table.loss_numbers() == (4, 3)
    assert not table.reduced("br_corps_01")
    assert table.reduced("br_1_army")
    assert table.asks("retreat")  # 12.6.5: standing in the forest is not offered
    while table.asks("retreat"):
        unit = min(table.offered("pick") or {""})
        table.do(f"pick {unit}" if unit else f"step {min(table.offered('step'))}")
    retreats = table.state.combat.retreats if table.state.combat else table.battle.retreats
    assert {len(path) for _, path in retreats} == {1}


def test_12_6_4_the_retreat_is_required_even_after_a_defensive_win() -> None:
    """After a tie or lost attack, even with no full-strength attacker."""
    table = Table().put("koblenz", "ge_1_army-").put("sedan", "br_1_army", "br_2_army").dice(attacker=1, defender=6)
    table.reserve("br_corps_01", "ge_corps_01")
    hit_all(withdrawing(table, "sedan", "ge_1_army"))
    if table.asks("withdrawal_step"):
        table.do(f"restore {min(table.offered('restore'))}")
    assert table.asks("retreat")
    while table.asks("retreat"):
        unit = min(table.offered("pick") or {""})
        table.do(f"pick {unit}" if unit else f"step {min(table.offered('step'))}")
    assert not table.in_("sedan") & {"br_1_army", "br_2_army"}
    assert table.battle.winner == "defender"


def test_12_6_4_full_strength_attackers_may_follow_one_space() -> None:
    """And no farther."""
    table = (
        Table().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "br_1_army", "br_corps_01").hold(CP, "sedan")
    )
    table.reserve("br_corps_02").dice(attacker=2, defender=1)
    hit_all(withdrawing(table, "cambrai", "ge_1_army", "ge_2_army"))
    while table.asks("retreat"):
        unit = min(table.offered("pick") or {""})
        table.do(f"pick {unit}" if unit else "step amiens")
    assert table.asks("advance")
    assert table.offered("add") == {"ge_2_army"}
    table.do("add ge_2_army", "step cambrai")
    assert not table.offered("step") & {"amiens"}
    assert table.where("ge_2_army") == "cambrai"


def test_12_6_6_an_army_step_if_no_corps_lost_one() -> None:
    """The army flips back."""
    table = (
        Table()
        .put("koblenz", "ge_1_army")
        .put("sedan", "br_1_army")
        .reserve("br_corps_01")
        .dice(attacker=2, defender=1)
    )
    withdrawing(table, "sedan", "ge_1_army")
    assert table.loss_numbers()[0] == 3
    assert not table.reduced("br_1_army")
    assert table.asks("retreat")


def test_12_6_7_no_loss_no_return_but_still_the_retreat() -> None:
    """Without losses all defenders still retreat."""
    table = Table().put("koblenz", "ge_corps_01").put("sedan", "br_1_army").dice(attacker=1, defender=1)
    withdrawing(table, "sedan", "ge_corps_01")
    assert table.asks("retreat")
    assert not table.reduced("br_1_army")


def test_12_6_8_an_army_without_a_corps_comes_back_only_from_an_exact_number() -> None:
    """Reduced army, LF 3, no corps: 3 gives it back, more does not."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "br_1_army-").dice(attacker=2, defender=1)
    withdrawing(table, "sedan", "ge_1_army")
    assert table.loss_numbers()[0] == 3
    assert table.asks("retreat")
    assert table.in_("sedan") == {"br_1_army"}
    table = Table().put("koblenz", "ge_1_army").put("sedan", "br_1_army-").dice(attacker=4, defender=1)
    withdrawing(table, "sedan", "ge_1_army")
    assert table.loss_numbers()[0] == 4
    assert table.where("br_1_army") == "ap_permanently_eliminated"


def test_12_6_9_losses_go_through_corps_first() -> None:
    """The example: BR 1 and two corps suffer 3; a corps dies, the other flips, one step comes back."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "br_1_army", "br_corps_01", "br_corps_02")
    table.reserve("br_corps_03").dice(attacker=2, defender=1)
    withdrawing(table, "sedan", "ge_1_army")
    assert table.loss_numbers()[0] == 3
    assert table.offered("hit") == {"br_corps_01", "br_corps_02"}
    table.do("hit br_corps_01", "hit br_corps_01")
    if table.asks("defender_loss"):
        assert table.offered("hit") == {"br_corps_02"}
        table.do("hit br_corps_02")
    assert not table.reduced("br_1_army")
    assert table.asks("withdrawal_step")
    assert table.offered("restore") == {"br_corps_01", "br_corps_02"}
    table.do("restore br_corps_01")
    assert table.in_("sedan") == {"br_1_army", "br_corps_01", "br_corps_02"}
    assert table.reduced("br_corps_01")
    assert table.reduced("br_corps_02")


def test_12_6_10_one_reduced_corps_survives_the_loss_of_everybody() -> None:
    """If a corps was there or came on, it survives reduced."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "br_corps_01").dice(attacker=6, defender=1)
    withdrawing(table, "sedan", "ge_1_army", "ge_2_army")
    assert table.asks("retreat")
    assert table.in_("sedan") == {"br_corps_01"}
    assert table.reduced("br_corps_01")


def test_12_6_10_a_replacement_corps_survives_too() -> None:
    """Army and replacement corps destroyed: the corps comes back reduced."""
    table = (
        Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("sedan", "br_1_army-").reserve("br_corps_01")
    )
    table.dice(attacker=6, defender=1)
    withdrawing(table, "sedan", "ge_1_army", "ge_2_army", "ge_3_army")
    assert table.loss_numbers()[0] == 7
    assert table.asks("retreat")
    assert table.in_("sedan") == {"br_corps_01"}
    assert table.reduced("br_corps_01")


def test_12_3_4_2_in_a_successful_flank_attack_the_step_returns_after_the_defender_fired() -> None:
    """The defender fires without it."""
    table = Table().put("sedan", "ge_1_army").put("brussels", "ge_2_army").destroy("liege").hold(CP, "liege")
    table.put("cambrai", "br_corps_01", "br_corps_02").dice(flank=6, attacker=1, defender=1)
    withdrawing(table, "cambrai", "ge_1_army", "ge_2_army", flank=True)
    assert table.loss_numbers()[0] == 3
    hit_all(table)
    shots = [data["fire"] for data in table.events("fire")]
    assert not shots[1].attacker
    assert shots[1].factors == 1  # one reduced corps
    if table.asks("withdrawal_step"):
        table.do(f"restore {min(table.offered('restore'))}")
    assert table.asks("retreat")


def test_12_6_3_a_fort_gains_nothing() -> None:
    """Forts have no step to give back, and Withdrawal is useless for a fort alone."""
    table = Table().put("metz", "ge_1_army").hand(AP, "ap_06_withdrawal").dice(attacker=2, defender=1)
    table.attack("verdun", "ge_1_army")
    assert table.kind != "defender_cards"


def test_withdrawal_leaves_the_game_even_on_a_win() -> None:
    """It is an asterisk card."""
    table = Table().put("koblenz", "ge_1_army-").put("sedan", "br_1_army", "br_2_army").dice(attacker=1, defender=6)
    table.reserve("br_corps_01", "ge_corps_01")
    hit_all(withdrawing(table, "sedan", "ge_1_army"))
    while not table.events("combat_over"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.card_names(table.state.removed[AP]) == {"ap_06_withdrawal"}


def test_12_6_8_a_destroyed_army_stays_lost_beside_a_survivor_if_the_number_was_not_used_up() -> None:
    """Two British armies without corps suffer 7: the one destroyed (12.4.4.2) does not come back."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("sedan", "br_1_army", "br_2_army")
    table.dice(attacker=5, defender=1)
    hit_all(withdrawing(table, "sedan", "ge_1_army", "ge_2_army", "ge_3_army"))
    assert table.loss_numbers()[0] == 7
    lost = [name for name in ("br_1_army", "br_2_army") if table.where(name) == "ap_permanently_eliminated"]
    assert len(lost) == 1
    assert not table.asks("withdrawal_step")


def test_12_6_9_without_the_card_losses_are_free() -> None:
    """An army can take what two corps steps would; only Withdrawal puts corps first."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army")
    table.put("sedan", "br_1_army", "br_corps_01", "br_corps_02").dice(attacker=1, defender=1)
    table.attack("sedan", "ge_1_army", "ge_2_army")
    while table.asks("defender_cards", "attacker_cards"):
        table.do("finish")
    assert table.asks("defender_loss")
    assert table.loss_numbers()[0] == 3
    assert table.offered("hit") == {"br_1_army", "br_corps_01", "br_corps_02"}
