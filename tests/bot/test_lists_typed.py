"""Orders as people write them at a table: comma-separated pairs, `all ah corps`, `hold with`, a space alone."""

from __future__ import annotations

import pytest

from bot.titles.pog.notation import flank_wording
from bot.titles.pog.notation.stacks import stands
from tests.bot.moments import choices, choosing
from tests.bot.support import Channel
from tests.bot.test_all_or_nothing import carried_out, refused
from tests.bot.test_confirmations import put
from tests.bot.test_labels_typed import rebuilding
from tests.bot.test_retreat_orders import lost_sedan
from tests.support.table import AP, CP, Table


def weary() -> Table:
    """Return Austrian and Turkish corps at half strength here and there, an army and a corps eliminated; points for some of them."""
    table = Table(turn=6).at_war("tu").put("trieste", "ah_corps_01-").put("miskolcz", "ah_corps_02-")
    table.put("erzerum", "tu_corps_05-").put("gallipoli", "tu_corps_03-").put("koblenz", "ge_2_army-", "ge_4_army-")
    table.eliminated("ah_4_army", "tu_corps_12")
    table.state.rp.update(ah=6, tu=4, ge=2)
    return table.phase("cp_replacements")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("ah c trieste, ah c miskolcz", ["ah_corps_01", "ah_corps_02"]),
        ("tu c gallipoli, tu c erzerum", ["tu_corps_03", "tu_corps_05"]),
        ("tu c erzerum, tu c eliminated", ["tu_corps_05"]),
        ("all ah corps", ["ah_corps_01", "ah_corps_02"]),
    ],
)
def test_points_are_spent_on_a_list_of_pairs(text: str, units: list[str]) -> None:
    table = weary()
    after = carried_out(table, CP, "rp", text).game.state
    assert not after.reduced & table.units(*units)
    assert after.reduced & table.units("ge_2_army", "ge_4_army") == table.units("ge_2_army", "ge_4_army")


@pytest.mark.parametrize("word", ["eliminated", "eliminated box", "the eliminated box"])
def test_an_eliminated_unit_is_named_by_its_own_sides_box(word: str) -> None:
    table = weary()
    orders = carried_out(table, CP, "rp", f"tu c {word}")
    assert stands(orders, table.unit("tu_corps_12")) == table.space("cp_reserve_box")
    orders = carried_out(table, CP, "rp", f"ah 4 {word}")
    assert orders.kind == "rebuild", "where it returns is asked all the same"


def test_a_list_says_which_of_its_pairs_is_not_understood() -> None:
    assert "“tu c atlantis”: I don't understand “atlantis”" in refused(weary(), CP, "rp", "tu c erzerum, tu c atlantis")


def test_where_an_army_cannot_return_it_is_said_where_it_can() -> None:
    for text in ("ah 4 trieste", "ah 4 at miskolcz"):
        assert "It can return to Vienna and Budapest" in refused(weary(), CP, "rp", text)


def test_redeployments_are_told_apart_by_commas() -> None:
    table = Table().reserve("ge_corps_01", "ge_corps_02").put("metz", "ge_4_army").redeploy(CP)
    orders = carried_out(table, CP, "sr", "ge c reserve to metz, ge c reserve to berlin")
    there = {stands(orders, table.unit(name)) for name in ("ge_corps_01", "ge_corps_02")}
    assert there == {table.space("metz"), table.space("berlin")}


def test_a_bare_hold_takes_nobodys_step_where_it_matters_whose() -> None:
    answer = refused(lost_sedan(), AP, "retreat", "hold")
    assert "Name the unit that loses it" in answer
    assert "Possible: FR 5 or FR c" in answer


@pytest.mark.parametrize("text", ["hold with fr corps", "hold by fr corps", "hold fr corps"])
def test_the_attacker_can_be_named_after_with(text: str) -> None:
    table = lost_sedan()
    orders = carried_out(table, AP, "retreat", text)
    assert stands(orders, table.unit("fr_corps_01")) == table.space("ap_eliminated_box")
    assert stands(orders, table.unit("fr_5_army")) == table.space("sedan")


def test_nobody_is_offered_to_dig_where_the_trench_is_full() -> None:
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_corps_01").played("cp_06_entrench")
    table.trench("koblenz", 2, CP).operate(CP).activate("koblenz")
    for text in ("ge 1", "ge 2", "koblenz"):
        answer = refused(table, CP, "entrench", text)
        assert "Koblenz already has a level 2 trench, the highest there is (rule 11.2.1)" in answer
        assert "Possible" not in answer, "none of them can dig"


async def test_a_card_with_the_name_of_an_order_is_played_by_its_use(channel: Channel) -> None:
    await channel.begin()
    said = "as ops; activate lomza move; move ru 2 to tannenberg anyway"
    meant = await choices(channel, "ben", choosing(), f"play entrench {said}")
    for line in (f"entrench {said}", f"entrench for{said[2:]}", f"entrench {said[3:]}"):
        assert await choices(channel, "ben", choosing(), line) == meant, line


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("sedan flank with ge 1, ge 3", "sedan with ge 1, ge 3"),
        ("sedan by flank attack from metz", "sedan from metz"),
        ("sedan from metz, koblenz flank", "sedan from metz, koblenz"),
    ],
)
def test_the_manner_of_an_attack_may_stand_before_who_attacks(text: str, bare: str) -> None:
    assert flank_wording.manner(text) == (bare, "flank")


def test_the_order_that_answers_an_open_question_is_named() -> None:
    assert "/rp" in refused(rebuilding(), CP, "done", "")


async def test_a_place_alone_says_where_a_reinforcement_arrives(channel: Channel) -> None:
    await channel.begin()
    table = Table(turn=6).put("metz", "ge_4_army").hand(CP, "cp_12_german_reinforcements").choose(CP)
    await put(channel, table)
    await channel.say("anna", "play german reinforcements as event")
    assert "arrives in Berlin" in await channel.told("anna", "berlin")


def test_units_named_after_activated_spaces_move_on() -> None:
    table = Table().put("breslau", "ge_11_army").put("metz", "ge_4_army").put("verdun", "fr_3_army")
    table.hold(CP, "lodz").operate(CP, 2)
    orders = carried_out(table, CP, "activate", "metz attack; breslau move; GE 11 -> lodz")
    assert stands(orders, table.unit("ge_11_army")) == table.space("lodz")
    assert "Add `move` or `attack`" in refused(table, CP, "activate", "metz attack; breslau")
