"""Refusals give the reason, with the rule, and the legal alternatives."""

from __future__ import annotations

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.refusal_reasons import explain
from tests.bot.reasons import stages
from tests.bot.support import Channel
from tests.bot.test_all_or_nothing import refused
from tests.support.facts import lexicon, names
from tests.support.restoring import restore
from tests.support.table import AP, CP
from tests.support.table import Table as Position


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("activate koblenz move; koblenz attack", "Koblenz is already activated (rule 9.2.5)"),
        ("activate paris move", "You have no units in Paris (rule 9.2.6)"),
        ("move ge 2 paris", "(rule 11.1"),
        ("move ge 2 sedan", "Enemy units are in Sedan (rule 11.1.7)"),
    ],
)
async def test_operations(channel: Channel, order: str, why: str) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as ops")
    number = await channel.number()
    assert why in await channel.told("anna", order)
    assert await channel.number() == number


@pytest.mark.parametrize(
    ("order", "why", "legal"),
    [
        ("move it 4 army udine", "“it 4 army”", "Possible units: "),
        (
            "retreat verdun",
            "now you're at “activating spaces” (rule 9.2.2). Use `/activate` or `/done`",
            "Spaces you can move from: ",
        ),
        ("choose fort", "“fort” isn't one of your choices now (rule 9.2.2)", "Spaces you can move from: "),
    ],
)
async def test_an_order_for_another_decision_is_answered_with_what_is_possible(
    channel: Channel, order: str, why: str, legal: str
) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as ops")
    number = await channel.number()
    answer = await channel.told("anna", order)
    assert why in answer
    assert "(rule " in answer
    assert legal in answer
    assert await channel.number() == number


async def test_too_dear_or_without_a_target(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    table = table_of(restore(await channel.store.load(await channel.game_id())), 1)
    idle = set(table.may("for_movement")) - set(table.may("for_combat"))
    found = {reason.code for space in idle if (reason := explain(table, "for_combat", space))}
    assert found == {"no_target_in_reach", "needs_oberost"}
    some = table.may("for_movement")[0]
    table.game.state.operation.ops = 0
    reason = explain(table, "for_movement", some)
    assert reason is not None
    assert (reason.code, reason.rule, reason.data["count"]) == ("too_dear", "9.2.3", 0)


async def test_redeployment(channel: Channel) -> None:
    await channel.begin()
    hand = await channel.complete("anna", "play ")
    await channel.say("anna", next(line for line in hand if line.endswith("as sr")))
    answer = await channel.told("anna", "sr ge 1 army paris")
    assert "Your side doesn't control Paris (rule 13.1.5)" in answer or "costs 4 SR points" in answer


async def test_no_explanation_contradicts_the_rules(channel: Channel) -> None:
    """Nothing legal is refused: explanations are requested for illegal choices only."""
    await channel.begin()
    await channel.say("anna", "play auto")
    game = restore(await channel.store.load(await channel.game_id()))
    table = table_of(game, 1)
    for verb in ("for_movement", "for_combat"):
        for space in table.may(verb):
            assert explain(table, verb, space) is None


def leaving_metz() -> Position:
    """Return a German corps about to leave Metz between French armies, Belgian forts and its own stacks."""
    return stages.west().put("metz", "ge_corps_02").operate(CP).activate("metz")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("move ge corps antwerp", "enemy units in Sedan"),
        ("move ge corps antwerp", "the enemy fort of Liège, where a move ends"),
        ("move ge corps to paris", "enemy units in Verdun"),
        ("move ge corps to paris", "can't reach Paris within 4 spaces"),
    ],
)
def test_a_goal_out_of_reach_names_what_is_in_the_way_and_where_one_can_go(order: str, why: str) -> None:
    name, _, text = order.partition(" ")
    answer = refused(leaving_metz(), CP, name, text)
    assert why in answer
    assert "Possible places: Liège, Belfort" in answer


def test_a_space_that_takes_two_steps_is_not_called_out_of_reach() -> None:
    table = leaving_metz().do("pick ge_corps_02")
    answer = refused(table, CP, "choose", "step essen")
    assert "Essen isn't connected to Metz" in answer
    assert "Possible next spaces: Strasbourg or Koblenz" in answer


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("berlin", "FR 5 retreats 2 spaces, and Berlin is farther away (rule 12.5.2)"),
        ("metz", "can't reach Metz within 2 spaces"),
    ],
)
def test_a_retreat_that_leads_too_far_says_so(goal: str, why: str) -> None:
    answer = refused(stages.retreating(), AP, "retreat", goal)
    assert why in answer
    assert "Possible places: Rouen, Paris" in answer


def test_the_rule_follows_what_is_wrong_and_the_command_ends_the_refusal() -> None:
    answer = refused(stages.operating()(), CP, "rp", "ge corps")
    assert "you're at “activating spaces” (rule 9.2.2). Use `/activate` or `/done`." in answer
    answer = refused(stages.operating(1)(), CP, "activate", "koblenz move; metz move")
    assert answer.endswith("(rule 9.2.1). Activate fewer spaces, or play a card with more OPS.")


def test_each_of_several_reasons_names_its_own_rule() -> None:
    table = stages.one_moved()
    orders = table_of(table.game.copy(), CP)
    typed.ORDERS["move"](lexicon(), orders, "ge corps frankfurt")
    with pytest.raises(Refusal) as found:
        typed.ORDERS["move"](lexicon(), orders, "ge corps essen")
    answer = sentence(names(), found.value)
    assert "“ge corps” can't do this: GE c has already moved in this operation" in answer
    assert "(rule 11.1.5). Metz isn't activated to move, so GE c can't move (rule 9.2.8)." in answer
    assert answer.count("(rule ") == 2


def test_a_name_with_a_hyphen_is_repeated_as_it_was_typed() -> None:
    answer = refused(stages.operating()(), CP, "attack", "Bar-le-Duc with everything flank")
    assert answer.startswith("“Bar-le-Duc with everything”: "), answer


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("severe weather as rp", "This order is for “choosing an action”. Right now you're at “playing combat cards”"),
        ("severe weather as event", "Severe Weather (AP 7) doesn't fit this combat (rule 9.5.4.1). It says: "),
        ("blockade as event", "Blockade (AP 2) isn't a combat card"),
    ],
)
def test_a_card_of_a_combat_is_played_as_its_event_or_at_another_moment(text: str, why: str) -> None:
    table = Position().put("koblenz", "ge_1_army").put("sedan", "fr_5_army")
    table.hand(AP, "ap_07_severe_weather", "ap_02_blockade", "ap_06_withdrawal").any_dice().attack("sedan", "ge_1_army")
    while table.asks("trench_cards", "attacker_cards", "flank"):
        table.do("finish")
    assert why in refused(table, AP, "play", text)


def test_a_combat_card_that_is_no_event_says_so() -> None:
    table = Position(turn=2).put("koblenz", "ge_1_army").hand(CP, "cp_02_wireless_intercepts").choose(CP)
    assert "as its event now: it is a combat card, and you play it during a combat (rule 9.5.1)" in refused(
        table, CP, "play", "wireless intercepts as event"
    )


def test_others_than_those_on_their_way_wait_for_them() -> None:
    table = Position().put("koblenz", "ge_1_army", "ge_corps_01").put("sedan", "fr_5_army").operate(CP)
    table.activate("koblenz").do("pick ge_corps_01", "step frankfurt")
    answer = refused(table, CP, "move", "ge 1 koblenz to aachen")
    assert "The move of GE c isn't finished (rule 11.1.1). Finish it first" in answer


def test_a_goal_beyond_the_map_that_a_unit_may_use_says_how_far_it_is() -> None:
    table = Position().put("munkacs", "ah_2_army").put("sedan", "fr_5_army").operate(CP).activate("munkacs")
    answer = refused(table, CP, "move", "ah 2 to caucasus")
    assert "spaces away, and AH 2 can go 3 at most (rule 11.1.5)" in answer


@pytest.mark.parametrize(
    ("turn", "card", "why"),
    [
        (1, "cp_07_german_reinforcements", "not before September 1914"),
        (6, "cp_01_guns_of_august", "not after August 1914"),
        (6, "cp_28_tsar_takes_command", "Russia isn't close enough to collapse; see `/rules 16.4`"),
        (6, "cp_07_german_reinforcements", "its units have no open space"),
    ],
)
def test_an_event_that_cannot_be_played_says_why(turn: int, card: str, why: str) -> None:
    table = Position(turn=turn).put("koblenz", "ge_corps_01").hand(CP, card)
    for place in ("berlin", "essen", "breslau"):
        table.put(
            place,
            *(f"ge_corps_{number:02}" for number in range(*{"berlin": (2, 5), "essen": (5, 8)}.get(place, (8, 11)))),
        )
    name = names().card_title(names().content.card_by_name[card]).casefold()
    assert f"as its event now: {why} (rule 9.5.1)" in refused(table.choose(CP), CP, "play", f"{name} as event")


def test_an_event_that_fits_nothing_says_so() -> None:
    table = Position(turn=6).put("verdun", "fr_3_army").hand(AP, "ap_56_paris_taxis").choose(AP)
    answer = refused(table, AP, "play", "paris taxis as event")
    assert "as its event now: nothing on the map fits it (rule 9.5.1)" in answer


def test_a_step_to_where_the_stack_is_says_that_it_is_there() -> None:
    table = Position().put("koblenz", "ge_1_army").put("sedan", "fr_5_army").operate(CP)
    table.activate("koblenz").do("pick ge_1_army")
    assert "GE 1 is already in Koblenz (rule 11.1)" in refused(table, CP, "choose", "step koblenz")
