"""Confirmation questions: attacks that can't hurt, and replacement points that would lapse."""

from __future__ import annotations

import pytest

from bot.service.acting.confirmations import asks
from bot.service.session import packed
from bot.storage import Change
from bot.table import choice_codec, tokens
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst, refuse
from bot.table.reply import Menu, Select
from bot.titles import table_of
from bot.titles.panel import offers_of
from bot.titles.pog.notation import compact, typed
from bot.titles.pog.offer_context import PogOfferContext
from tests.bot.support import Channel, controls, token_of
from tests.support.facts import lexicon, names
from tests.support.restoring import hosted
from tests.support.table import AP, CP, Table


def weak() -> Table:
    """Return one weak corps facing a fort of three factors and an army."""
    table = Table().put("aachen", "ge_corps_01-").put("koblenz", "ge_1_army").put("sedan", "fr_5_army")
    return table.put("metz", "ge_corps_02-")


def asked(table: Table, side: int, line: str) -> str:
    """Return the question before an order, "" if there is none."""
    orders = table_of(table.game.copy(), side)
    orders.ask = asks(names())
    name, _, text = line.partition(" ")
    try:
        typed.ORDERS[name](lexicon(), orders, text)
        orders.check_questions()
    except AsksFirst as question:
        return sentence(names(), question)
    return ""


def test_an_attack_that_cannot_hurt_is_asked_about() -> None:
    table = weak().any_dice().operate(CP).activate("!aachen", "!koblenz", "!metz")
    assert "can't hurt the enemy" in asked(table, CP, "attack liege from aachen")
    assert not asked(table, CP, "attack sedan from koblenz")


@pytest.mark.parametrize(
    ("attackers", "hurts"),
    [(("ge_corps_01-",), False), (("ge_corps_01", "ge_corps_02"), False), (("ge_1_army",), True)],
)
def test_every_pair_of_dice_agrees(attackers: tuple[str, ...], hurts: bool) -> None:
    """The engine itself fights all 36 pairs: the question is asked if the fort never loses anything."""
    fell = False
    for die in range(1, 7):
        table = Table().put("aachen", *attackers).dice(attacker=die, defender=1)
        table.attack("liege", *(name.rstrip("-") for name in attackers))
        while table.asks("trench_cards", "attacker_cards", "defender_cards"):
            table.do("finish")
        fell |= bool(table.state.forts_destroyed >> table.space("liege") & 1)
    ask = asked(Table().put("aachen", *attackers).operate(CP).activate("!aachen").any_dice(), CP, "attack liege")
    assert fell == hurts
    assert bool(ask) != hurts


def test_a_redeployment_in_which_nobody_goes_is_asked_about() -> None:
    table = Table().put("essen", "ge_corps_01", "ge_corps_02").put("metz", "ge_4_army").redeploy(CP)
    told = asked(table, CP, "done")
    assert told.startswith("You haven't redeployed any unit yet, and you would lose 4 SR points (rule 13.1)"), told
    assert not asked(table.do("pick ge_corps_01", "to metz"), CP, "done"), "who has sent somebody knows what it is"


def test_a_button_by_which_points_would_lapse_leads_nobody_on() -> None:
    """It has the warning colour while the question would be asked, and the primary colour after that."""

    def ending(table: Table, side: int = CP) -> str:
        presses = offers_of(PogOfferContext(table_of(table.game, side), names())).presses
        return next(one.style for one in presses if one.label.startswith("End"))

    table = Table().put("koblenz", "ge_corps_02").put("metz", "ge_corps_01").redeploy(CP, 4)
    assert ending(table) == "danger"
    assert ending(table.do("pick ge_corps_01", "to essen")) == "primary"
    replacing = Table().put("paris", "fr_corps_01-")
    replacing.state.rp["fr"] = 3
    replacing.phase("ap_replacements")
    assert ending(replacing, AP) == "danger"


def test_points_that_would_lapse_are_named() -> None:
    table = Table().put("paris", "fr_corps_01-", "fr_corps_02-").put("rome", "it_corps_01-")
    table.state.rp.update({"fr": 3, "it": 4})
    table.phase("ap_replacements")
    told = asked(table, AP, "done")
    assert "France 1½" in told
    assert "Italy" not in told, "nothing could be bought for those"
    assert "(rule 17.1.2)" in told
    assert not asked(table, AP, "rp fr corps")


def plain() -> Table:
    """Return German stacks facing Sedan, and one behind them."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("aachen", "ge_3_army").put("essen", "ge_corps_01")
    return table.put("sedan", "fr_5_army").put("paris", "fr_corps_01").any_dice().operate(CP, 4)


def test_ops_that_could_still_activate_are_asked_about() -> None:
    told = asked(plain(), CP, "done")
    assert told.startswith("You would lose 4 OPS that could still activate a space (rule 9.2.2)")
    assert asked(plain().do("for_movement koblenz"), CP, "done").startswith("You would lose 3 OPS")
    rest = plain().do("for_movement koblenz", "for_movement aachen", "for_movement essen")
    assert not asked(rest, CP, "done"), "nothing is left that could be activated"
    assert not asked(plain(), CP, "activate koblenz, aachen, essen move")


@pytest.mark.parametrize("line", ["move ge 1 metz", "entrench ge 1", "move ge 1 metz; ge 2 metz"])
def test_ops_that_lapse_by_an_order_that_begins_the_operation_are_asked_about(line: str) -> None:
    told = asked(entrenching(plain()), CP, line)
    assert (
        "After this order you would lose 3 OPS that could still activate a space (rule 9.2.2). Once units move or entrench"
        in told
    )
    assert "(rule 9.2.2)" in told
    assert not asked(entrenching(plain().operate(CP, 1)), CP, line), "nothing is left that could be activated"


def entrenching(table: Table) -> Table:
    """Return the position after the event that lets armies entrench."""
    return table.played("cp_06_entrench")


def test_a_space_from_which_nobody_has_attacked_is_asked_about() -> None:
    assert "You haven't attacked from Koblenz yet" in asked(plain().activate("!koblenz"), CP, "done")
    table = plain().activate("!koblenz")
    operation = table.state.operation
    assert operation is not None
    operation.attacked |= table.units("ge_1_army")
    assert not asked(table, CP, "done"), "one of them has attacked"


async def put(channel: Channel, table: Table) -> None:
    """Replace the position of the channel's game."""
    stored = await channel.store.load(await channel.game_id())
    table.game.number = stored.number
    change = Change(answer={}, snapshot=packed(hosted(table.game)), settings=stored.settings)
    key = f"put {stored.revision}"
    await channel.store.commit(await channel.game_id(), stored.number, change, key, revision=stored.revision)


@pytest.fixture
async def replacing(channel: Channel) -> Channel:
    """Return a channel whose AP player has points to spend."""
    await channel.begin()
    table = Table().put("paris", "fr_corps_01-", "fr_corps_02-").put("koblenz", "ge_1_army")
    table.state.rp["fr"] = 3
    await put(channel, table.any_dice().phase("ap_replacements"))
    return channel


async def test_nothing_is_done_until_it_is_confirmed(replacing: Channel) -> None:
    number = await replacing.number()
    reply = (await replacing.say("ben", "done"))[0]
    assert "would lose them: France 1½" in reply.text
    assert await replacing.number() == number
    again = (await replacing.say("ben", "done"))[0]
    assert "would lose them" in again.text, "the same words again are no confirmation"
    assert await replacing.number() == number
    await replacing.press("ben", token_of([reply], "Let them lapse"))
    assert await replacing.number() > number


async def test_a_word_after_the_order_confirms_it(replacing: Channel) -> None:
    number = await replacing.number()
    await replacing.say("ben", "done anyway")
    assert await replacing.number() > number


@pytest.mark.parametrize("word", ["done", "pass"])
async def test_the_end_as_a_choice_is_asked_about(replacing: Channel, word: str) -> None:
    number = await replacing.number()
    assert "would lose them" in (await replacing.say("ben", f"choose {word}"))[0].text, "a button says Done"
    assert await replacing.number() == number


async def test_a_press_is_asked_about_as_well(replacing: Channel) -> None:
    number = await replacing.number()
    panel = await replacing.say("ben", "panel")
    reply = (await replacing.press("ben", token_of(panel, "End replacements")))[0]
    assert "would lose them" in reply.text
    assert await replacing.number() == number
    await replacing.press("ben", token_of([reply], "Let them lapse"))
    assert await replacing.number() > number


async def test_the_question_of_a_press_takes_the_place_of_the_panel(replacing: Channel) -> None:
    """So presses don't pile up private messages; typed orders are asked about below."""
    pressed = await replacing.press("ben", token_of(await replacing.say("ben", "panel"), "End replacements"))
    assert [reply.edit for reply in pressed] == ["panel"]
    assert "would lose them" in pressed[0].text
    back = await replacing.press("ben", token_of(pressed, "Back"))
    assert "End replacements" in [label for label, _ in controls(back)]
    assert [reply.edit for reply in await replacing.say("ben", "done")] == [""]


@pytest.mark.parametrize("behind", ["/done /attack sedan", "/attack sedan", "; done; attack sedan", "; attack sedan"])
async def test_ops_lost_before_the_next_order_of_a_line_are_asked_about(channel: Channel, behind: str) -> None:
    await channel.begin()
    number = await channel.number()
    line = f"play guns of august as ops; activate koblenz attack {behind}"
    reply = (await channel.say("anna", line))[0]
    assert "You would lose 2 OPS" in reply.text or "After this attack you would lose 2 OPS" in reply.text
    assert await channel.number() == number
    assert "would lose" in await channel.told("anna", line), "the same words again are no confirmation"
    await channel.press("anna", controls(await channel.say("anna", line))[0][1])
    record = await channel.store.record(await channel.game_id())
    assert [str(entry["choice"]).split()[0] for entry in record[number + 1 :]][:3] == ["ops", "for_combat", "stop"]


async def test_attacking_at_once_asks_about_the_remaining_ops(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as ops")
    number = await channel.number()
    reply = (await channel.say("anna", "attack sedan"))[0]
    assert (
        "After this attack you would lose 1 OPS that could still activate a space (rule 9.2.2). Once units attack"
        in reply.text
    )
    assert await channel.number() == number
    assert "left unused" in (await channel.press("anna", token_of([reply], "Attack anyway")))[0].text
    assert await channel.number() > number


async def test_attacking_after_an_activation_also_asks_about_the_remaining_ops(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as ops /activate koblenz attack")
    number = await channel.number()
    assert "would lose 2 OPS" in await channel.told("anna", "attack sedan")
    assert await channel.number() == number
    assert "left unused" in await channel.told("anna", "attack sedan anyway")
    assert await channel.number() > number


async def test_the_button_by_which_ops_lapse_asks_as_the_command_does(channel: Channel) -> None:
    """It says how many lapse, so that a mispress loses none."""
    await channel.begin()
    await channel.say("anna", "play guns of august as ops /activate koblenz move")
    number = await channel.number()
    (asked,) = await channel.press("anna", token_of(await channel.say("anna", "panel"), "Done (2 OPS unused)"))
    assert "would lose 2 OPS that could still activate a space" in asked.text
    assert asked.text.endswith("Press the button to confirm."), "nobody typed what could be sent again"
    assert (await channel.told("anna", "done")).endswith("send the order again with “anyway” at the end.")
    (asked,) = await channel.press("anna", token_of(await channel.say("anna", "panel"), "Done (2 OPS unused)"))
    assert await channel.number() == number
    await channel.press("anna", token_of([asked], "Leave them unused"))
    assert await channel.number() > number


async def test_an_attack_in_a_menu_says_itself_which_ops_lapse(channel: Channel) -> None:
    await channel.begin()
    panel = await channel.say("anna", "play guns of august as ops")
    entries = [one for row in (panel[0].menu or Menu()).rows if isinstance(row, Select) for one in row.options]
    attack = next(one for one in entries if one.description.endswith("1 OPS unused"))
    number = await channel.number()
    assert "left unused" in (await channel.press("anna", attack.token))[0].text
    assert await channel.number() > number


async def test_an_operation_without_a_card_is_passed_at_once(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    number = await channel.number()
    await channel.say("anna", "done")
    assert await channel.number() > number


async def test_every_question_of_an_order_is_shown_before_it_is_confirmed(channel: Channel) -> None:
    await channel.begin()
    table = Table().put("aachen", "ge_corps_01-").put("koblenz", "ge_1_army").put("sedan", "fr_5_army")
    await put(channel, table.any_dice().hand(CP, "cp_01_guns_of_august").choose(CP))
    number = await channel.number()
    line = "play guns of august as ops /activate koblenz attack; done /done"
    replies = await channel.say("anna", line)
    assert "could still activate" in replies[0].text
    assert "You haven't attacked from Koblenz yet" in replies[0].text
    assert [label for label, _ in controls(replies)] == ["Yes, do all of it", "Back"]
    assert await channel.number() == number
    record = len(await channel.store.record(await channel.game_id()))
    await channel.press("anna", token_of(replies, "Yes, do all of it"))
    assert len(await channel.store.record(await channel.game_id())) > record


async def test_two_attacks_that_cannot_hurt_are_both_named(channel: Channel) -> None:
    """In one line, if the second is reached without a die; otherwise it is refused with the whole."""
    table = weak().any_dice().operate(CP).activate("!aachen", "!koblenz", "!metz")
    orders = table_of(table.game.copy(), CP)
    orders.ask = asks(names())
    for _ in range(2):
        orders.questions.append(refuse("attack_harmless", "12.2", units=(), space=table.space("liege")))
    orders.questions.append(refuse("attack_harmless", "12.2", units=(), space=table.space("sedan")))
    with pytest.raises(AsksFirst) as question:
        orders.check_questions()
    told = sentence(names(), question.value).splitlines()
    assert len(told) == 2, "the same is said once"
    assert "Liège" in told[0]
    assert "Sedan" in told[1]


async def test_an_old_question_does_nothing(replacing: Channel) -> None:
    reply = (await replacing.say("ben", "done"))[0]
    await replacing.say("ben", "rp fr corps")
    number = await replacing.number()
    told = (await replacing.press("ben", token_of([reply], "Let them lapse")))[0].text
    assert "The position has changed" in told
    assert await replacing.number() == number


async def test_only_the_asked_player_can_answer_it(replacing: Channel) -> None:
    reply = (await replacing.say("ben", "done"))[0]
    number = await replacing.number()
    for user in ("anna", "eve"):
        await replacing.press(user, token_of([reply], "Let them lapse"))
    assert await replacing.number() == number


async def test_several_orders_of_one_press_are_done_together(channel: Channel) -> None:
    """A sheet with the card, the space and the attack that can't hurt: one question, one confirmation."""
    await channel.begin()
    table = Table().put("aachen", "ge_corps_01-").put("koblenz", "ge_1_army").hand(CP, "cp_01_guns_of_august")
    await put(channel, table.any_dice().choose(CP))
    game, number = await channel.game_id(), await channel.number()
    card = table.card("cp_01_guns_of_august")
    bodies = (
        choice_codec.encode_choices(("ops", card)), choice_codec.encode_choices(("for_combat", table.space("aachen"))),
        compact.attack(table.space("liege")),
    )  # fmt: skip
    shown = tokens.parse(controls(await channel.say("anna", "panel"))[0][1]).number
    replies = await channel.press_all("anna", [tokens.order(game, shown, body) for body in bodies])
    assert "can't hurt the enemy" in replies[0].text
    assert await channel.number() == number
    assert [label for label, _ in controls(replies)] == ["Attack anyway", "Back"]
    await channel.press("anna", token_of(replies, "Attack anyway"))
    record = await channel.store.record(game)
    done = [entry["choice"].split()[0] for entry in record[number + 1 :] if entry["kind"] == "choice"]
    assert done[:2] == ["ops", "for_combat"]
    assert "target" in done
