"""A way is followed as typed; where a stack would split on it, the units that stay are named before, or nothing is done."""

from __future__ import annotations

import pytest

from bot.table.offers import Entry
from bot.table.refusal import Refusal
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.panel import offers_of
from bot.titles.pog.notation import compact
from bot.titles.pog.offer_context import PogOfferContext
from tests.bot.reasons import stages
from tests.bot.reasons.goals import mixed, one_way, shut_in, two_armies_gone
from tests.bot.test_all_or_nothing import carried_out, refused
from tests.support.facts import names
from tests.support.table import AP, CP, Table


def strasbourg() -> Table:
    """Return an army and a corps in Strasbourg; Sedan, two spaces away via Metz, has room for one of them."""
    table = Table("summer_1916", turn=10).put("strasbourg", "ge_5_army", "ge_corps_01")
    table.put("sedan", "ge_3_army", "ge_corps_02").put("metz", "ge_4_army").put("verdun", "fr_3_army")
    return table.operate(CP).activate("strasbourg")


def entries(table: Table, side: int = CP) -> dict[str, Entry]:
    """Return all entries of the panel by their labels."""
    found = offers_of(PogOfferContext(table_of(table.game.copy(), side), names()))
    return {entry.label: entry for group in reversed(found.groups) for entry in group.entries}


def pressed(table: Table, order: str, side: int = CP) -> Orders:
    """Return the table after an order of a button."""
    orders = table_of(table.game.copy(), side)
    compact.carry_out(orders, order)
    return orders


def where(orders: Orders, table: Table, *units: str) -> list[str]:
    """Return the spaces of units."""
    spaces = table.system.content.spaces
    return [spaces[orders.game.state.loc[table.unit(unit)]].name for unit in units]


@pytest.mark.parametrize(
    "text", ["strasbourg-metz-sedan", "all strasbourg to sedan", "ge 5, ge c strasbourg-metz-sedan"]
)
def test_a_way_into_a_full_space_is_not_turned_aside(text: str) -> None:
    answer = refused(strasbourg(), CP, "move", text)
    assert "Sedan has room for 1 more unit, and GE 5 and GE c are more than that" in answer


def test_a_way_is_gone_space_by_space_although_another_would_do() -> None:
    table = Table().put("koblenz", "ge_corps_02").put("frankfurt", "ge_1_army").operate(CP).activate("koblenz")
    orders = carried_out(table, CP, "move", "ge c koblenz-aachen-essen-kassel-frankfurt")
    moved = [event.data["path"] for _, event in orders.told if event.kind == "moved"]
    assert [names().path(path) for path in moved] == ["Koblenz → Aachen → Essen → Kassel → Frankfurt"]
    assert "Enemy units are in Sedan" in refused(stages.moving("koblenz")(), CP, "move", "ge 1 koblenz-sedan-metz")


@pytest.mark.parametrize(
    "text", ["all metz to erfurt", "metz-erfurt", "ge 4, ge c metz-koblenz-frankfurt-kassel-erfurt"]
)
def test_a_goal_that_some_cannot_reach_is_refused_with_an_order_that_works(text: str) -> None:
    table = mixed()
    answer = refused(table, CP, "move", text)
    assert "GE 4 can move only as far as Kassel, not to Erfurt" in answer
    advice = answer.partition("`/move ")[2].partition("`")[0]
    orders = carried_out(table, CP, "move", advice)
    assert where(orders, table, "ge_corps_02", "ge_4_army") == ["erfurt", "metz"]


@pytest.mark.parametrize("text", ["ge 5, ge c to mulhouse", "ge c, ge 5 to mulhouse", "ge 5 and ge c mulhouse"])
def test_of_corps_alike_the_one_beside_the_named_army_goes_with_it(text: str) -> None:
    table = Table("summer_1916", turn=10).put("strasbourg", "ge_5_army", "ge_corps_01").put("essen", "ge_corps_02")
    table.put("metz", "ge_4_army").operate(CP).activate("strasbourg", "essen")
    orders = carried_out(table, CP, "move", text)
    assert where(orders, table, "ge_5_army", "ge_corps_01", "ge_corps_02") == ["mulhouse", "mulhouse", "essen"]
    assert "could mean" in refused(table, CP, "move", "ge c to mulhouse")


@pytest.mark.parametrize("text", ["nancy with ge 5, ge c", "nancy with ge c and ge 5"])
def test_of_corps_alike_the_one_beside_the_named_army_attacks_with_it(text: str) -> None:
    table = Table("summer_1916", turn=10).put("strasbourg", "ge_5_army", "ge_corps_01").put("metz", "ge_corps_02")
    table.put("nancy", "fr_2_army").any_dice().operate(CP).activate("!strasbourg", "!metz")
    orders = carried_out(table, CP, "attack", text)
    (attack,) = (event.data for _, event in orders.told if event.kind == "attack")
    assert set(attack["attackers"]) == {table.unit("ge_5_army"), table.unit("ge_corps_01")}
    assert "could mean" in refused(table, CP, "attack", "nancy with ge c")


def test_of_corps_alike_the_one_beside_the_named_army_redeploys_with_it() -> None:
    table = Table("summer_1916", turn=10).put("strasbourg", "ge_5_army", "ge_corps_01").put("essen", "ge_corps_02")
    orders = carried_out(table.redeploy(CP, 6), CP, "sr", "ge 5, ge c to breslau")
    assert where(orders, table, "ge_5_army", "ge_corps_01", "ge_corps_02") == ["breslau", "breslau", "essen"]
    assert "could mean" in refused(table, CP, "sr", "ge c to breslau")


def test_a_corps_is_asked_for_where_the_named_armies_stand_apart() -> None:
    table = Table("summer_1916", turn=10).put("strasbourg", "ge_5_army", "ge_corps_01")
    table.put("metz", "ge_4_army", "ge_corps_02").operate(CP).activate("strasbourg", "metz")
    assert "could mean" in refused(table, CP, "move", "ge 5, ge 4, ge c to mulhouse")


def test_named_units_go_and_the_others_go_where_they_are_sent() -> None:
    table = mixed()
    orders = carried_out(table, CP, "move", "ge c metz-erfurt; ge 4 metz-kassel")
    assert where(orders, table, "ge_corps_02", "ge_4_army") == ["erfurt", "kassel"]


def test_a_menu_offers_such_a_goal_with_who_stays_where() -> None:
    table = mixed()
    offered = entries(table)
    assert "to Erfurt" not in offered
    assert offered["to Kassel"].description == "Koblenz → Frankfurt → Kassel"
    entry = offered["GE c to Erfurt; GE 4 stays in Kassel"]
    assert where(pressed(table, entry.order), table, "ge_corps_02", "ge_4_army") == ["erfurt", "kassel"]
    together = compact.together(table_of(table.game, CP), [f"n{entry.order[1:]}", compact.END_MOVEMENT])
    orders = table_of(table.game.copy(), CP)
    for order in together:
        compact.carry_out(orders, order)
    assert where(orders, table, "ge_corps_02", "ge_4_army") == ["erfurt", "kassel"]


def test_a_stack_under_way_is_asked_the_same() -> None:
    table = mixed().do("pick ge_4_army", "add ge_corps_02", "step koblenz")
    offered = entries(table)
    assert "to Erfurt" not in offered
    entry = offered["GE c to Erfurt; GE 4 stays in Kassel"]
    assert where(pressed(table, entry.order), table, "ge_corps_02", "ge_4_army") == ["erfurt", "kassel"]
    orders = carried_out(table, CP, "move", "ge c to erfurt")
    assert where(orders, table, "ge_corps_02", "ge_4_army") == ["erfurt", "koblenz"]
    assert "Koblenz" not in offered, "where they are is no goal"


def test_buttons_of_earlier_versions_do_what_they_say_or_nothing() -> None:
    table = mixed()
    corps, army = (names().content.unit_by_name[name] for name in ("ge_corps_02", "ge_4_army"))
    kassel, erfurt = table.space("kassel"), table.space("erfurt")
    for old in (compact.move([army, corps], [kassel]), compact.move([army, corps], [kassel], among=True)):
        assert where(pressed(table, old), table, "ge_corps_02", "ge_4_army") == ["kassel", "kassel"]
    with pytest.raises(Refusal) as found:
        pressed(table, compact.move([army, corps], [erfurt]))
    assert found.value.reason.code == "left_behind"
    away = mixed().do("pick ge_4_army", "add ge_corps_02", "step koblenz")
    assert where(pressed(away, compact.go_on([kassel])), away, "ge_corps_02", "ge_4_army") == ["kassel", "kassel"]
    with pytest.raises(Refusal) as found:
        pressed(mixed(), compact.go_on([kassel]))
    assert found.value.reason.code == "way_ended", "nobody is under way"


def test_all_means_all_that_have_not_moved() -> None:
    table = mixed()
    orders = carried_out(table, CP, "move", "ge 4 metz to frankfurt; all metz to frankfurt")
    assert where(orders, table, "ge_corps_02", "ge_4_army") == ["frankfurt", "frankfurt"]
    answer = refused(stages.beside_a_briton(), AP, "move", "all monastir to florina")
    assert "RU c in Monastir was out of supply when the markers were placed" in answer
    assert "Possible units: BR 1" in answer


def test_a_retreat_that_goes_on_by_itself_is_told() -> None:
    table = one_way()
    assert "has only one way to retreat: Naples → Foggia (rule 12.5.5)" in refused(table, AP, "retreat", "it 2 naples")
    orders = carried_out(table, AP, "retreat", "it 2 naples-foggia")
    assert where(orders, table, "it_2_army", "it_corps_01") == ["foggia", "foggia"]
    offered = entries(table, AP)
    assert offered["all to Foggia"].description == "Naples → Foggia"
    assert (
        where(pressed(table, offered["all to Foggia"].order, AP), table, "it_2_army", "it_corps_01") == ["foggia"] * 2
    )


def test_ordering_a_retreat_does_not_eliminate_units_that_cannot_retreat() -> None:
    table = shut_in()
    answer = refused(table, AP, "retreat", "ru 2 warsaw")
    assert (
        "RU 2 can't retreat, so it is eliminated (rule 12.5.4). In the way: the enemy fort of Breslau; enemy units in Posen; "
        in answer
    )
    assert "Confirm this with `/retreat eliminate RU 2`" in answer
    orders = carried_out(table, AP, "retreat", "eliminate RU 2")
    assert where(orders, table, "ru_2_army")[0].startswith("ap_")
    assert "RU 3 – eliminated" in entries(table, AP)


def test_points_are_spent_before_a_place_is_asked_for() -> None:
    table = two_armies_gone()
    orders = carried_out(table, CP, "rp", "ge 9 army, ge corps")
    assert orders.kind == "rebuild", "the place is asked for last"
    assert not orders.game.state.reduced & table.units("ge_corps_03")
    orders = carried_out(table, CP, "rp", "ge 9 army essen; ge 10 army")
    assert where(orders, table, "ge_9_army") == ["essen"]
    assert orders.kind == "rebuild"


def test_a_long_list_of_who_stays_is_in_the_description() -> None:
    """On Slack a label of more than 75 characters loses its end: who stays where."""
    from bot.titles.pog.panels import moving

    short = entries(strasbourg())["GE c to Melun; GE 5 stays in Château-Thierry"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moving, "_WHOLE", 10)
        long = entries(strasbourg())["GE c to Melun"]
    assert (long.description, long.order) == ("GE 5 stays in Château-Thierry", short.order)
