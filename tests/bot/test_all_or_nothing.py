"""An order is carried out completely or not at all; the impossible part is named with its true reason."""

from __future__ import annotations

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.looks.odds_answer import odds_text
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.stacks import weakened
from engine.pog import view_of
from tests.support.facts import lexicon, names
from tests.support.table import AP, CP, Table


def lorraine() -> Table:
    """Return the AP holding Nancy, Verdun, Belfort and Paris; Metz has one German corps, Mulhouse another."""
    table = Table().put("metz", "ge_corps_01").put("mulhouse", "ge_corps_02")
    table.put("nancy", "fr_2_army", "fr_corps_02").put("verdun", "fr_3_army")
    return table.put("belfort", "fr_1_army").put("paris", "fr_corps_01")


def refused(table: Table, side: int, name: str, text: str) -> str:
    """Return the sentence of a refusal; the position is discarded by the caller of the order."""
    with pytest.raises(Refusal) as found:
        typed.ORDERS[name](lexicon(), table_of(table.game.copy(), side), text)
    return sentence(names(), found.value)


def carried_out(table: Table, side: int, name: str, text: str) -> Orders:
    """Return the table after an order."""
    orders = table_of(table.game.copy(), side)
    typed.ORDERS[name](lexicon(), orders, text)
    return orders


def odds_of(table: Table, side: int | None, text: str) -> str:
    """Return the answer to `/odds`."""
    return odds_text(names(), lexicon(), view_of(table.game, side), table.game, side, text)


def test_a_space_from_which_nobody_can_attack_refuses_the_whole() -> None:
    table = lorraine().any_dice().operate(AP).activate("!belfort", "!nancy")
    answer = refused(table, AP, "attack", "mulhouse from belfort, nancy")
    assert "Mulhouse isn't connected to Nancy (rule 11.1.3)" in answer
    assert next(event.kind for _, event in carried_out(table, AP, "attack", "mulhouse from belfort").told) == "attack"


def test_a_space_without_an_enemy_is_no_target_however_far_it_is() -> None:
    table = lorraine().operate(AP).activate("!nancy")
    assert "There's no enemy unit and no enemy fort in Paris" in refused(table, AP, "attack", "paris with fr 2 army")


def test_besiegers_who_cannot_leave_their_fort_hear_of_it() -> None:
    """15.2.3: by `/attack` and `/odds`, with the enemy named alone or with the unit."""
    table = Table().put("belgrade", "ah_5_army").put("nis", "sb_corps_01").operate(CP).activate("!belgrade")
    for answer in (refused(table, CP, "attack", "nis"), refused(table, CP, "attack", "nis with ah 5 army")):
        assert "The units that stay in Belgrade must still be strong enough to besiege its fort (rule 15.2.3)" in answer
    with pytest.raises(Refusal) as found:
        odds_of(table, CP, "nis")
    assert found.value.reason.code == "siege_must_hold"


def test_a_space_that_is_not_activated_refuses_the_whole() -> None:
    table = lorraine().operate(AP).activate("!nancy")
    assert "Verdun isn't activated to attack" in refused(table, AP, "attack", "metz from nancy, verdun")


def test_a_unit_that_cannot_attack_refuses_the_whole() -> None:
    table = lorraine().operate(AP).activate("!nancy")
    assert "Verdun isn't activated to attack" in refused(table, AP, "attack", "metz with fr 2 army, fr 3 army")


def test_several_nations_without_a_common_space_are_told_so() -> None:
    table = Table().put("cambrai", "ge_1_army").put("amiens", "br_1_army").put("chateau_thierry", "fr_5_army")
    table.operate(AP).activate("!amiens", "!chateau_thierry")
    answer = refused(table, AP, "attack", "cambrai from amiens, chateau thierry")
    assert "several nations" in answer
    assert "(rule 12.1.11)" in answer


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("activate", "belfort attack; paris attack", "Paris"),
        ("move", "fr 1 army, fr 2 army paris", "aren't in the same space"),
        ("move", "all, fr 1 army belfort to dijon", "either `all` or a list of units"),
        ("attack", "mulhouse with all, fr 1 army", "either `all` or a list of units"),
        ("entrench", "belfort, paris", "You have no army in Paris that could entrench"),
        ("done", "belfort", "Nothing more belongs here"),
        ("choose", "stop belfort", "Nothing more belongs here"),
    ],
)
def test_no_part_of_an_order_is_dropped(name: str, text: str, why: str) -> None:
    table = lorraine().operate(AP)
    assert why in refused(table, AP, name, text)


def test_points_are_spent_on_every_unit_that_is_named() -> None:
    table = Table().put("paris", "fr_corps_01-", "fr_corps_02-")
    table.state.rp["fr"] = 4
    table.phase("ap_replacements")
    assert table.kind == "replacement"
    after = carried_out(table, AP, "rp", "2 fr corps")
    assert not weakened(after) & table.units("fr_corps_01", "fr_corps_02")
    assert "FR c isn't in Nancy" in refused(table, AP, "rp", "fr corps at nancy")


def test_redeployment_from_an_empty_space() -> None:
    table = lorraine().redeploy(AP, 8)
    assert "None of the units you named is in Verdun" in refused(table, AP, "sr", "fr 2 army nancy verdun paris")


def test_odds_refuse_a_part_that_cannot_attack_now() -> None:
    table = lorraine().operate(AP).activate("!nancy")
    for text in ("metz from nancy, verdun", "metz with fr 2 army, fr 3 army"):
        with pytest.raises(Refusal) as found:
            odds_of(table, AP, text)
        assert "Verdun isn't activated to attack" in sentence(names(), found.value)


def test_odds_count_only_units_that_can_attack_now() -> None:
    told = odds_of(lorraine().operate(AP).activate("!nancy"), AP, "metz")
    assert "FR 2 and FR c" in told
    assert "FR 3" not in told, "Verdun is not activated"
    whole = odds_of(lorraine().choose(AP), AP, "metz")
    assert "FR 2" in whole
    assert "FR 3" in whole, "before an operation everybody in reach may still be activated"


def test_odds_leave_out_what_the_ops_do_not_suffice_for() -> None:
    table = lorraine().operate(AP, 1)
    told = odds_of(table, AP, "metz")
    assert ("FR 2" in told) != ("FR 3" in told), "one OPS activates one of the two spaces"
    with pytest.raises(Refusal):
        odds_of(table, AP, "metz from nancy, verdun")


def test_odds_leave_out_units_out_of_supply() -> None:
    table = lorraine().hold(CP, *table_names(lorraine(), "fr")).put("nancy", "fr_2_army").put("verdun", "fr_3_army")
    assert not table.supplied("fr_3_army")
    with pytest.raises(Refusal) as found:
        odds_of(table.choose(AP), AP, "metz")
    assert found.value.reason.code == "unit_out_of_supply"


def table_names(table: Table, *nations: str) -> list[str]:
    """Return the spaces of nations by name."""
    return sorted(table.names(table.system.rules.board.lands(*nations)))


def test_odds_are_the_same_for_those_who_look_on() -> None:
    table = lorraine().choose(CP)
    assert odds_of(table, AP, "metz") == odds_of(table, None, "metz") == odds_of(table, CP, "metz")


def test_oberost_is_named_where_it_is_the_reason() -> None:
    table = Table().put("insterberg", "ge_8_army").put("kovno", "ru_1_army").put("grodno", "ru_2_army")
    table.operate(CP)
    answer = refused(table, CP, "activate", "insterberg attack")
    assert "Oberost" in answer
    assert "(rule 15.1.11)" in answer
    with pytest.raises(Refusal) as found:
        odds_of(table, CP, "kovno from insterberg")
    assert found.value.reason.code == "needs_oberost"


def test_a_corps_from_the_box_is_told_whom_it_needs() -> None:
    table = Table().put("essen", "ge_1_army").reserve("ge_corps_01", "ah_corps_01").put("koblenz", "ge_2_army")
    table.redeploy(CP)
    answer = refused(table, CP, "sr", "ah corps reserve koblenz")
    assert "leaves the Reserve Box for a supplied unit of its nation" in answer
    assert "(rule 13.1.8)" in answer
