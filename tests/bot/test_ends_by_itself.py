"""Steps that end or happen automatically because nothing else was possible: reported in order, and truthfully."""

from __future__ import annotations

import pytest

from bot.table.refusal import Refusal
from bot.table.table import Table as Orders
from bot.titles.pog.notation import typed
from bot.titles.pog.systems import facts_of
from tests.bot.reasons.losses import armies
from tests.bot.support import Channel
from tests.bot.test_all_or_nothing import carried_out, refused
from tests.support.facts import lexicon
from tests.support.table import AP, CP, Table

DIE = "The first part ends with"


def rhine() -> Table:
    """Return two German stacks facing enemies."""
    table = Table().put("koblenz", "ge_2_army", "ge_3_army").put("metz", "ge_4_army", "ge_corps_02")
    return table.put("sedan", "fr_5_army").put("nancy", "fr_2_army")


def sedan(attacker: int, defender: int = 2) -> Table:
    """Return Sedan after an attack; its army and its corps take losses."""
    table = Table().put("koblenz", "ge_2_army", "ge_3_army").put("sedan", "fr_5_army", "fr_corps_01")
    table.put("verdun", "fr_3_army").hold(AP, "cambrai", "bar_le_duc", "verdun")
    table.dice(attacker=attacker, defender=defender).attack("sedan", "ge_2_army", "ge_3_army")
    while table.asks("trench_cards", "attacker_cards", "defender_cards", "flank"):
        table.do("finish")
    return table


def points(*, half: int = 6, eliminated: bool = False) -> Table:
    """Return French replacements: an army and two corps are reduced, optionally an army eliminated."""
    table = (
        Table(turn=6).put("paris", "fr_corps_01-", "fr_corps_02-").put("dijon", "fr_5_army-").put("nancy", "fr_2_army-")
    )
    if eliminated:
        table.eliminated("fr_6_army", "fr_corps_03")
    table.state.rp["fr"] = half
    return table.any_dice().phase("ap_replacements")


def lost(orders: Orders) -> list[str]:
    """Return the owners of the lost steps."""
    units = facts_of(orders.game).units
    return [units[event.data["unit"]].name for _, event in orders.told if event.kind == "loss"]


# -- losses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "fr 5 army",
        "fr 5 army, fr corps",
        "fr 5 army; fr corps",
        "fr 5 army, fr corps, fr corps",
        "fr 5 army, fr corps reduced",
        "all",
    ],
)
def test_a_forced_loss_that_is_named_is_kept(text: str) -> None:
    orders = carried_out(sedan(5), AP, "lose", text)
    assert lost(orders) == ["fr_5_army", "fr_corps_01", "fr_corps_01"]


@pytest.mark.parametrize(
    "text",
    ["fr 5 army, fr 5 army", "fr 5 army, fr corps, fr corps, fr corps", "fr 5 army, fr 3 army", "fr 5 army, fort"],
)
def test_a_loss_beyond_the_last_one_is_refused_with_what_was_forced(text: str) -> None:
    answer = refused(sedan(5), AP, "lose", text)
    assert "No more losses can be taken (rule 12.4). These already take as much as possible" in answer
    assert DIE not in answer
    assert "isn't possible right now" not in answer


def test_the_same_where_the_other_side_goes_on() -> None:
    table = sedan(5, 5)
    assert len(lost(carried_out(table, AP, "lose", "fr 5 army, fr corps"))) == 3
    assert "No more losses can be taken" in refused(table, AP, "lose", "fr 5 army, fr 5 army")


def test_a_step_of_the_other_side_is_none_of_ones_own() -> None:
    """The attacker's only army loses automatically in the same moment; the defender can't name it."""
    table = Table().put("koblenz", "ge_2_army").put("sedan", "fr_5_army", "fr_corps_01").put("verdun", "fr_3_army")
    table.dice(attacker=5, defender=6).attack("sedan", "ge_2_army")
    while table.asks("trench_cards", "attacker_cards", "defender_cards", "flank"):
        table.do("finish")
    orders = carried_out(table, AP, "lose", "fr 5 army")
    assert "ge_2_army" in lost(orders)
    forced = ", ".join(f"fr {unit.split('_')[1]}" for unit in lost(orders) if unit.startswith("fr_c"))
    text = f"fr 5 army, {forced}" if forced else "fr 5 army"
    assert lost(carried_out(table, AP, "lose", text)) == lost(orders)
    assert "No more losses can be taken" in refused(table, AP, "lose", f"{text}, ge 2 army")


def test_a_fort_that_does_not_fall() -> None:
    assert "There's no fort in the combat at Sedan" in refused(sedan(5), AP, "lose", "fort")


# -- replacements --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["fr 6 army at paris", "fr 6 army paris", "fr 5 army; fr 6 army at paris", "fr corps reserve"]
)
def test_a_place_that_was_the_only_one_is_kept(text: str) -> None:
    orders = carried_out(points(half=20, eliminated=True), AP, "rp", text)
    assert "rebuilt" in [event.kind for _, event in orders.told]


def test_another_place_is_refused_with_the_only_one() -> None:
    table = points(half=20, eliminated=True)
    assert "FR 6 can return only to Paris (rule 17.1.5)" in refused(table, AP, "rp", "fr 6 army at nancy")
    assert "FR 5 isn't in Nancy" in refused(table, AP, "rp", "fr 5 army at nancy")


def test_the_place_of_an_army_can_be_named_afterwards() -> None:
    table = Table(turn=6).put("koblenz", "ge_2_army").eliminated("ge_9_army")
    table.state.rp["ge"] = 6
    table.phase("cp_replacements").do("spend ge_9_army")
    for text in ("ge 9 army at berlin", "ge 9 army essen"):
        assert [event.kind for _, event in carried_out(table, CP, "rp", text).told] == ["rebuilt"]


@pytest.mark.parametrize(
    ("half", "text", "why"),
    [
        (
            3,
            "fr corps; fr 5 army; fr 2 army",
            "A step each for FR c, FR 5 and FR 2 costs 2½ RP of France, and you have 1½",
        ),
        (2, "2 fr corps; fr 5 army", "A step each for 2 FR c and FR 5 costs 2 RP of France, and you have 1"),
        (2, "2 fr corps; fr corps", "FR c is at full strength"),
        (3, "2 fr corps, fr 5 army", "A step each for 2 FR c and FR 5 costs 2 RP of France, and you have 1½"),
    ],
)
def test_points_that_do_not_suffice(half: int, text: str, why: str) -> None:
    answer = refused(points(half=half), AP, "rp", text)
    assert why in answer
    assert DIE not in answer


# -- redeployment --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ge 2 army, ge 3 army berlin", "GE 3 costs 4 SR points, and you have 0 left"),
        ("ge 2 army berlin; ge 3 army berlin", "GE 3 costs 4 SR points, and you have 0 left"),
        ("ge 2 army berlin; ge corps metz essen", "GE c costs 1 SR point, and you have 0 left"),
        ("ge 2 army berlin; ge 2 army essen", "GE 2 has already redeployed in this action"),
    ],
)
def test_redeployment_points_that_do_not_suffice(text: str, why: str) -> None:
    answer = refused(rhine().redeploy(CP, 4), CP, "sr", text)
    assert why in answer
    assert DIE not in answer


# -- done ------------------------------------------------------------------------------------


def test_done_after_a_step_that_ended_by_itself_does_nothing() -> None:
    table = rhine().redeploy(CP, 4)
    assert carried_out(table, CP, "sr", "ge 2 army berlin; done").told[0][1].kind == "sr"
    orders = carried_out(points(half=2), AP, "rp", "2 fr corps; done")
    assert [event.kind for _, event in orders.told].count("flipped") == 2


def test_done_after_a_semicolon_ends_the_current_step() -> None:
    orders = carried_out(points(), AP, "rp", "fr corps; done")
    assert orders.game.state.rp.get("fr", 0) == 0
    orders = carried_out(rhine().redeploy(CP, 8), CP, "sr", "ge 2 army berlin; done")
    assert not orders.mine or orders.kind != "sr_unit"


def test_done_ends_only_the_step_before_it() -> None:
    """The last unit has moved, so the attacks are asked about: they aren't given up with it."""
    table = Table().put("aachen", "ge_1_army").put("metz", "ge_4_army").put("nancy", "fr_2_army")
    table.operate(CP, 2)
    table.do("for_combat metz")
    orders = carried_out(table, CP, "move", "ge 1 army essen; done")
    assert orders.mine
    assert orders.kind == "attack"


def test_something_else_is_told_that_the_step_has_ended() -> None:
    table = rhine().redeploy(CP, 4)
    orders = carried_out(table, CP, "sr", "ge 2 army berlin")
    with pytest.raises(Refusal) as found:
        orders.check_chance("x")
    assert found.value.reason.code == "step_over"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("move koblenz frankfurt /attack nancy from metz", "nothing that is activated can attack"),
        ("move koblenz frankfurt /move metz strasbourg", "“moving” ends before this part"),
        ("move koblenz frankfurt; metz strasbourg", "“moving” ends before this part"),
    ],
)
async def test_after_a_movement_that_ended_the_operation(channel: Channel, lines: str, why: str) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    before = await channel.number()
    answer = await channel.told("anna", lines)
    assert why in answer
    assert DIE not in answer
    assert await channel.number() == before


async def test_a_chain_that_ends_with_done(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as sr")
    answer = await channel.told(
        "anna", "sr ge corps reserve to essen; ge corps reserve to berlin; ge corps reserve to metz /done"
    )
    assert answer.count("redeploys") == 3, answer


def test_an_attack_after_another_order_is_not_refused_for_an_operation() -> None:
    table = rhine().redeploy(CP, 4)
    orders = carried_out(table, CP, "sr", "ge 2 army berlin")
    with pytest.raises(Refusal) as found:
        typed.ORDERS["attack"](lexicon(), orders, "sedan")
    assert found.value.reason.code == "step_over"


def test_an_army_that_is_not_activated_cannot_entrench_after_another() -> None:
    table = rhine().played("cp_06_entrench").any_dice().operate(CP, 5).activate("koblenz")
    answer = refused(table, CP, "entrench", "ge 2 army; ge 4 army")
    assert "Metz isn't activated to move" in answer


def test_a_rest_of_the_loss_number_that_nothing_can_take_is_not_called_taken() -> None:
    """Four points for armies of three: one is lost and a point stays (12.4.3)."""
    answer = refused(armies(), AP, "lose", "fr 5 army, fr 9 army")
    assert "These already take as much as possible: FR 5." in answer
