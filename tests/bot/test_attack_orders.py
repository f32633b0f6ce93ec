"""`/attack` while spaces are still activated: its automatic steps, and its answer where it can't continue."""

from __future__ import annotations

import pytest

from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.notation import typed
from bot.titles.pog.panels.offer_targets import aim_of
from bot.titles.pog.systems import facts_of
from engine.core.options import Choice
from tests.bot.support import Channel
from tests.bot.test_all_or_nothing import carried_out, lorraine, refused
from tests.support.facts import lexicon
from tests.support.restoring import restore
from tests.support.table import AP, CP, Table

DIE = "The first part ends with"


def rhine() -> Table:
    """Return two German stacks that reach Sedan, one of them Nancy as well; the next one is far away."""
    table = Table().put("koblenz", "ge_2_army", "ge_3_army").put("metz", "ge_4_army", "ge_corps_02")
    table.put("aachen", "ge_1_army").put("insterberg", "ge_8_army")
    return table.put("sedan", "fr_5_army").put("nancy", "fr_2_army").put("kovno", "ru_1_army")


def told(orders: Orders) -> list[str]:
    """Return the kinds of all events."""
    return [event.kind for _, event in orders.told]


def test_a_plain_attack_activates_what_it_needs_and_is_made_with_everything_there() -> None:
    orders = carried_out(rhine().any_dice().operate(CP, 5), CP, "attack", "sedan")
    assert told(orders)[:3] == ["activated", "activated", "attack"]
    attack = next(event for _, event in orders.told if event.kind == "attack")
    assert attack.data["target"] == facts_of(orders.game).space_by_name["sedan"]
    # Three armies and a corps, from both spaces, as offered by the panel at once.
    assert len(attack.data["attackers"]) == 4
    assert ("ended_activation", {"count": 3}) in orders.notes


def test_a_plain_attack_is_what_the_panel_offers_at_once() -> None:
    from bot.titles.pog.offer_context import PogOfferContext
    from bot.titles.pog.panels.activating import suggestions
    from tests.support.facts import names

    table = rhine().operate(CP, 5)
    context = PogOfferContext(table_of(table.game.copy(), CP), names())
    forces = {
        one.at_once.label.partition(" ")[0]: set(aim_of(one.at_once).force)
        for one in suggestions(context, context.table.may("for_combat"))
    }
    for target in ("sedan", "nancy"):
        orders = carried_out(rhine().any_dice().operate(CP, 5), CP, "attack", target)
        attack = next(event for _, event in orders.told if event.kind == "attack")
        label = next(label for label in forces if target in label.casefold())
        assert set(attack.data["attackers"]) == forces[label]


def test_where_the_ops_do_not_pay_for_all_it_says_from_where() -> None:
    answer = refused(rhine().operate(CP, 1), CP, "attack", "sedan")
    assert "can't pay the OPS for every space that could attack Sedan" in answer
    assert answer.endswith("Spaces you can attack from: Koblenz or Metz.")
    orders = carried_out(rhine().any_dice().operate(CP, 1), CP, "attack", "sedan from metz")
    assert "attack" in told(orders)


@pytest.mark.parametrize(
    "order",
    [
        "koblenz on sedan",
        "koblenz against sedan",
        "koblenz to sedan",
        "koblenz, sedan",
        "ge 2 army, ge 3 army koblenz on sedan",
    ],
)
def test_where_from_may_come_first(order: str) -> None:
    table = rhine().any_dice().operate(CP, 5)
    before, spaces = table.state.copy(), facts_of(table.game).space_by_name
    orders = carried_out(table, CP, "attack", order)
    attack = next(event for _, event in orders.told if event.kind == "attack")
    assert attack.data["target"] == spaces["sedan"]
    assert {before.loc[unit] for unit in attack.data["attackers"]} == {spaces["koblenz"]}


def test_units_may_come_first_and_the_wrong_one_is_named() -> None:
    orders = carried_out(rhine().any_dice().operate(CP, 5), CP, "attack", "koblenz, metz on sedan")
    assert len(next(event for _, event in orders.told if event.kind == "attack").data["attackers"]) == 4
    answer = refused(rhine().operate(CP, 5), CP, "attack", "hannover on sedan")
    assert "You have no units in Hannover" in answer


def test_where_something_else_is_marked_it_says_from_where() -> None:
    table = rhine().operate(CP, 5)
    table.do("for_movement koblenz")
    answer = refused(table, CP, "attack", "nancy")
    assert "No activated space can attack Nancy" in answer
    assert answer.endswith("Spaces you can attack from: Metz.")
    table.do("for_combat metz")
    table.any_dice()
    assert "attack" in told(carried_out(table, CP, "attack", "nancy"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("paris", "None of your units is next to Paris"),
        ("berlin", "There's no enemy unit and no enemy fort in Berlin"),
        ("metz", "There's no enemy unit and no enemy fort in Metz"),
        ("kovno", "Oberost"),
        ("nancy from", "The end of this order is missing"),
        ("nancy with", "The end of this order is missing"),
        ("nancy with qwertz", "I don't understand “qwertz” here"),
        ("nancy from metz with ge 8 army", "GE 8 isn't in Metz"),
    ],
)
def test_an_impossible_attack_is_refused_with_the_reason(text: str, why: str) -> None:
    table = rhine().put("paris", "fr_corps_01").operate(CP, 5)
    answer = refused(table, CP, "attack", text)
    assert why in answer
    assert DIE not in answer


def test_nobody_is_listed_who_was_just_refused() -> None:
    table = rhine().operate(CP, 5)
    for text in ("nancy with ge 2 army", "nancy with ge 3 army", "nancy with ge 4 army, ge 2 army"):
        answer = refused(table, CP, "attack", text)
        assert "Nancy isn't connected to Koblenz" in answer
        assert answer.endswith("Possible units: GE 4 or GE c.")
    for text in ("nancy from metz, koblenz", "nancy from koblenz", "nancy from metz, aachen", "nancy from metz, paris"):
        assert refused(table, CP, "attack", text).endswith("Spaces you can attack from: Metz.")
    answer = refused(table, CP, "attack", "nancy with ge 4 army, fr 2 army")
    assert answer.endswith("Possible units: GE 4 or GE c.")


def test_nobody_is_listed_who_was_just_refused_once_the_spaces_are_marked() -> None:
    table = lorraine().any_dice().operate(AP).activate("!belfort", "!nancy")
    assert refused(table, AP, "attack", "mulhouse from belfort, nancy").endswith("Spaces you can attack from: Belfort.")
    answer = refused(table, AP, "attack", "mulhouse with fr 1 army, fr 2 army")
    assert answer.endswith("Possible units: FR 1.")


def test_those_who_are_gathered_attack_with_whomever_is_named() -> None:
    table = rhine().any_dice().operate(CP, 5).activate("!koblenz", "!metz")
    table.do("add ge_2_army", "add ge_3_army")
    for text in ("sedan from koblenz", "sedan with ge 2 army", "sedan from metz", "sedan"):
        orders = carried_out(table, CP, "attack", text)
        attack = next(event for _, event in orders.told if event.kind == "attack")
        assert {table.unit("ge_2_army"), table.unit("ge_3_army")} <= set(attack.data["attackers"])
    answer = refused(table, CP, "attack", "nancy from metz")
    assert "You have picked GE 2 and GE 3 for an attack, but not one on Nancy" in answer


def test_alternatives_listed_with_a_refused_attack_are_possible() -> None:
    """Each unit and each space offered instead can make the attack."""
    table = rhine().any_dice().operate(CP, 5)
    for text in ("from metz", "with ge 4 army", "with ge corps"):
        assert "attack" in told(carried_out(table, CP, "attack", f"nancy {text}"))


def test_an_attack_after_the_last_move_says_which_space_is_not_activated() -> None:
    table = rhine().operate(CP, 5).activate("koblenz")
    answer = refused(table, CP, "attack", "nancy from metz")
    assert "Metz isn't activated to attack" in answer
    answer = refused(table, CP, "attack", "nancy")
    assert "No space is activated to attack" in answer
    assert DIE not in answer


def test_an_attack_before_the_trenches_are_rolled_for_says_so() -> None:
    table = rhine().played("cp_06_entrench").operate(CP, 5).activate("koblenz", "!metz")
    orders = table_of(table.game.copy(), CP)
    typed.ORDERS["entrench"](lexicon(), orders, "ge 2 army")
    table.game.apply(Choice("pick", table.unit("ge_2_army")))
    table.game.apply(Choice("entrench", 0))
    answer = refused(table, CP, "attack", "nancy from metz")
    assert "roll to entrench" in answer
    assert DIE not in answer


async def test_the_examples_in_a_game(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as ops")
    for text, why in (("kovno", "Oberost"), ("paris", "is next to Paris"), ("xyz", "I don't understand")):
        answer = await channel.told("anna", f"attack {text}")
        assert why in answer
        assert DIE not in answer
    assert (await channel.told("anna", "attack liege anyway")).startswith("Activated to attack: ")


async def test_a_chain_of_card_and_attack(channel: Channel) -> None:
    await channel.begin()
    assert "Activated to attack: Koblenz and Metz" in await channel.told(
        "anna", "play guns of august as ops /attack sedan anyway"
    )


async def test_completions_of_an_attack_are_carried_out(channel: Channel) -> None:
    await channel.begin("anna", "anna")
    await channel.say("anna", "play guns of august as ops")
    lines = await channel.complete("anna", "/attack ")
    assert any("Sedan" in line for line in lines)
    stored = await channel.store.load(await channel.game_id())
    for line in lines:
        orders = table_of(restore(stored).copy(), CP)
        typed.ORDERS["attack"](lexicon(), orders, line.removeprefix("attack "))
        assert "attack" in told(orders), line


def test_a_flank_is_asked_about_as_the_order_meets_it() -> None:
    """The offer is tried only after the activation; the whole order raises the same question."""
    from bot.titles.pog.notation.attacking import declared
    from bot.titles.pog.offer_context import PogOfferContext
    from bot.titles.pog.panels.activating import suggestions
    from bot.titles.pog.panels.attacking import flanked
    from tests.support.facts import names

    context = PogOfferContext(table_of(rhine().operate(CP, 5).game.copy(), CP), names())
    found = suggestions(context, context.table.may("for_combat"))
    tried = [flanked(context, one.at_once, declared(one.paid, one.target, one.units)) for one in found]
    assert tried == [flanked(context, one.at_once) for one in found]
    assert any(len(entries) == 2 for entries in tried)


def test_an_attack_from_many_spaces_names_them_where_there_is_room() -> None:
    """On Slack a label of more than 75 characters loses its end, which tells a frontal from a flank attack."""
    from bot.titles.panel import offers_of
    from bot.titles.pog.offer_context import PogOfferContext
    from tests.support.facts import names

    table = Table().put("chateau_thierry", "ge_1_army").put("cambrai", "fr_1_army").put("paris", "fr_2_army")
    table.put("bar_le_duc", "fr_3_army").put("verdun", "fr_4_army").put("sedan", "fr_5_army")
    offers = offers_of(PogOfferContext(table_of(table.operate(AP, 9).game.copy(), AP), names()))
    told = {one.label: one.description for group in offers.groups for one in group.entries}
    assert told["Château-Thierry from 5 spaces"].endswith("; from Paris, Cambrai, Bar-le-Duc, Sedan and Verdun")
    assert "Metz from Sedan and Verdun" in told, "where there is room, the label names them"
