"""Sheets on Slack: a whole step is filled in and sent with one press, from the table message or the panel."""

from __future__ import annotations

import json

from bot.platforms.slack import adapter_texts
from engine.core.bits import members
from tests.bot.support import Channel
from tests.platforms.slack.loopback import Message
from tests.platforms.slack.people import Person, fields_of
from tests.platforms.slack.several import View, number_of, several_on_panel
from tests.platforms.slack.support import STALE, Bot
from tests.platforms.slack.test_play import OPENING, open_game, orders_in, record_of, tables
from tests.support.facts import names
from tests.support.restoring import restore


def plan_of(message: Message) -> str:
    """Return how the plan button's label begins: on the public table message it names the side."""
    return "Central Powers: Plan" if "Central Powers: Plan" in message.dump() else "Plan"


async def opened(bot: Bot, person: Person, message: Message) -> View:
    """Press the control that opens the sheet, and return the sheet."""
    await person.press(message, plan_of(message))
    await bot.idle()
    view = person.sheet()
    assert view is not None
    return view


def entries(view: View, label: str) -> list[str]:
    """Return the tokens of a field."""
    (block,) = (block for block in fields_of(view) if block["label"]["text"] == label)
    return [str(option["value"].partition("|")[2]) for option in block["element"]["options"]]


def operation(view: View, spaces: int = 2) -> list[str]:
    """Return the first card, and this many spaces to move from."""
    return [entries(view, "Card")[0], *entries(view, "Move from")[:spaces]]


async def at_activation(bot: Bot) -> tuple[Person, View, str]:
    """Let Anna start an operation and open the activation sheet on her panel."""
    anna, _, _, game = await open_game(bot)
    await bot.does(anna, "play guns of august as ops")
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    return anna, await opened(bot, anna, anna.panel()), game


# ---------------------------------------------------------------------------------------------- from the table


async def test_a_card_and_its_spaces_are_sent_at_once_from_the_table_message(bot: Bot) -> None:
    anna, ben, eve, game = await open_game(bot)
    before, others = len(bot.slack.messages), len(ben.private())
    view = await opened(bot, anna, tables(bot)[0])
    assert len(bot.slack.messages) == before, "the form takes the place of the panel"
    assert view["title"]["text"] == "Operation"
    assert [block["optional"] for block in fields_of(view)] == [False, True, True, True]
    chosen = operation(view)
    assert not await anna.fill(*chosen)
    await bot.idle()
    assert anna.sheet() is None
    panel = anna.panel()
    assert panel in bot.slack.messages[before:]
    assert panel.only == anna.id
    assert "Activated to move: Koblenz and Metz" in panel.text
    assert orders_in(panel)
    assert len(ben.private()) == others
    assert eve.private() == []
    local = Channel.open(bot.store)
    for name, text in OPENING[:5]:
        await local.say(name, text)
    other = await local.game_id()
    await local.press_all("anna", [token.replace(game, other) for token in chosen])
    assert await record_of(bot, game) == await record_of(bot, other)
    assert max(bot.slack.acks.values()) < 3


async def operating(bot: Bot) -> tuple[Person, Message]:
    """Return Anna, who has ordered an operation in her panel, and that panel."""
    anna, _, _, _ = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel = anna.panel()
    await anna.press_token(panel, next(t for t in orders_in(panel) if "auto_op" in t))
    await bot.idle()
    return anna, panel


async def test_a_fresh_panel_takes_the_old_one_away(bot: Bot) -> None:
    anna, old = await operating(bot)
    assert old.edits == 1
    await bot.does(anna, "activate koblenz move")
    assert old.gone
    assert "Koblenz" in anna.panel().dump()


async def test_no_panel_is_needed_and_an_open_one_is_followed_by_the_answer(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, old = await operating(bot)
    count = len(anna.private())
    view = await opened(bot, anna, tables(bot)[0])
    await anna.fill(entries(view, "Move from")[0])
    await bot.idle()
    assert old.gone, "the answer stands below what was pressed, in place of the panel"
    assert len(anna.private()) == count
    assert orders_in(anna.private()[-1])


async def test_others_who_press_are_told_and_get_no_form(bot: Bot) -> None:
    anna, ben, eve, game = await open_game(bot)
    before, number = len(anna.private()), await number_of(bot, game)
    for person, says in ((ben, "waiting for"), (eve, "no seat")):
        await person.press(tables(bot)[0], "Central Powers: Plan")
        await bot.idle()
        assert says in person.private()[-1].text.casefold(), person.private()[-1].text
        assert orders_in(person.private()[-1]) == []
    assert bot.slack.views == {}
    assert len(anna.private()) == before
    assert await number_of(bot, game) == number


async def test_the_form_shows_the_hand_to_its_owner_alone(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, eve, game = await open_game(bot)
    before = len(bot.slack.calls)
    view = await opened(bot, anna, tables(bot)[0])
    await ben.press(tables(bot)[0], "Central Powers: Plan")
    await eve.press(tables(bot)[0], "Central Powers: Plan")
    await bot.idle()
    hand = [json.dumps(names().card(card))[1:-1] for card in members(restore(await bot.store.load(game)).state.hand[1])]
    assert len(hand) > 5
    assert all(card in json.dumps(view) for card in hand)
    assert set(bot.slack.view_of) == {anna.id}
    calls = bot.slack.calls[before:]
    assert [method for method, _ in calls].count("views.open") == 1
    told = json.dumps([args for method, args in calls if method != "views.open"])
    told += json.dumps([message.dump() for person in (ben, eve) for message in person.sees()])
    assert len(told) > 1000
    assert not [card for card in hand if card in told]


# ---------------------------------------------------------------------------------------------- from the panel


async def test_from_the_panel_the_answer_takes_its_place(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel, count, before = anna.panel(), len(anna.private()), await number_of(bot, game)
    view = await opened(bot, anna, panel)
    assert panel.edits == 0
    await anna.fill(*operation(view))
    await bot.idle()
    assert await number_of(bot, game) > before
    assert panel.edits >= 1
    assert "Activated to move: Koblenz and Metz" in panel.text
    assert len(anna.private()) == count
    # The panel that answers has the sheet of the next step.
    view = await opened(bot, anna, panel)
    assert view["title"]["text"] == "Activation"


async def test_an_operation_by_sheets_alone(socket_bot: Bot) -> None:
    """Card and space in the first sheet, the movement in the second."""
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    view = await opened(bot, anna, tables(bot)[0])
    await anna.fill(entries(view, "Card")[-1], entries(view, "Move from")[0])
    await bot.idle()
    view = await opened(bot, anna, anna.panel())
    assert view["title"]["text"] == "Movement"
    await anna.fill(entries(view, view["blocks"][0]["label"]["text"])[0])
    await bot.idle()
    record = [str(entry.get("choice", "")) for entry in await bot.store.record(game)]
    assert "for_movement koblenz" in record
    assert any(word.startswith("step ") for word in record)


async def test_an_impossible_combination_changes_nothing_and_the_form_stays_filled_in(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    before, count = await number_of(bot, game), len(anna.private())
    view = await opened(bot, anna, tables(bot)[0])
    cards, spaces = entries(view, "Card"), entries(view, "Move from")
    answer = await anna.fill(cards[-1], *spaces[:3])
    await bot.idle()
    assert await number_of(bot, game) == before
    assert answer["response_action"] == "errors"
    ((where, told),) = answer["errors"].items()
    assert "OPS" in told
    (moving,) = (block for block in fields_of(view) if block["label"]["text"] == "Move from")
    assert where == moving["block_id"], "what is wrong is told where it is wrong"
    assert moving["element"]["options"][1]["text"]["text"] in told, told
    assert anna.sheet() == view, "Slack keeps what is filled in"
    assert len(anna.private()) == count
    assert not await anna.fill(cards[0], *spaces[:3])
    await bot.idle()
    assert await number_of(bot, game) > before
    assert anna.sheet() is None


async def test_a_form_in_which_nothing_is_chosen_stays_open_and_says_so(bot: Bot) -> None:
    anna, view, game = await at_activation(bot)
    before, count = await number_of(bot, game), len(anna.private())
    answer = await anna.fill()
    assert answer == {
        "response_action": "errors",
        "errors": {fields_of(view)[0]["block_id"]: adapter_texts.SHEET_EMPTY},
    }
    assert anna.sheet() == view
    await bot.idle()
    assert (await number_of(bot, game), len(anna.private())) == (before, count)
    await anna.fill(entries(view, "Move from")[0])
    await bot.idle()
    assert await number_of(bot, game) == before + 1
    assert anna.sheet() is None


async def test_a_form_that_slack_sends_again_counts_once(bot: Bot) -> None:
    anna, view, game = await at_activation(bot)
    before, panel = await number_of(bot, game), anna.panel()
    await anna.fill(entries(view, "Move from")[0])
    await anna.again()
    await bot.idle()
    edits, count = panel.edits, len(anna.private())
    await anna.again(retry=2)
    await bot.idle()
    assert await number_of(bot, game) == before + 1
    assert (panel.edits, len(anna.private())) == (edits, count), "it is answered once"
    assert STALE not in panel.text


async def test_ops_are_counted_while_ticking(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    view = await opened(bot, anna, tables(bot)[0])
    before = await number_of(bot, game)
    cards, spaces = entries(view, "Card"), entries(view, "Move from")

    def shown() -> tuple[str, int]:
        now = anna.sheet()
        assert now is not None
        (moving,) = (block for block in fields_of(now) if block["label"]["text"] == "Move from")
        return now["blocks"][0]["text"]["text"], moving["element"]["max_selected_items"]

    assert shown() == ("*0 OPS, no card chosen yet*", 4)
    await anna.tick("Card", cards[-1])
    await bot.idle()
    assert shown() == ("*0 of 1 OPS*", 1), "up to so many as this card pays for"
    await anna.tick("Move from", spaces[0], beside=cards[-1:])
    await bot.idle()
    assert shown() == ("*1 of 1 OPS*", 1)
    await anna.tick("Card", cards[0], beside=spaces[:1])
    await anna.tick("Move from", *spaces[:3], beside=cards[:1])
    await bot.idle()
    text, most = shown()
    assert text == f"*3 of {most} OPS*"
    now = anna.sheet()
    assert now is not None
    assert [block["block_id"] for block in fields_of(now)] == [block["block_id"] for block in fields_of(view)], (
        "so that Slack keeps what is chosen in them"
    )
    assert await number_of(bot, game) == before
    assert not await anna.fill(cards[0], *spaces[:3])
    await bot.idle()
    assert await number_of(bot, game) > before


async def test_a_form_of_an_earlier_position_becomes_that_of_the_present_one_with_its_ticks(socket_bot: Bot) -> None:
    anna, view, game = await at_activation(socket_bot)
    await socket_bot.does(anna, "activate koblenz move")
    before = await number_of(socket_bot, game)
    space = entries(view, "Move from")[1]
    answer = await anna.fill(space)
    await socket_bot.idle()
    assert await number_of(socket_bot, game) == before
    assert answer["response_action"] == "update"
    new = answer["view"]
    assert "The position has changed" in new["blocks"][0]["text"]["text"]
    chosen = [
        option["value"].rpartition("~")[2]
        for block in fields_of(new)
        for option in block["element"].get("initial_options", ())
    ]
    assert chosen == [space.rpartition("~")[2]]
    assert not {block["block_id"] for block in fields_of(new)} & {block["block_id"] for block in fields_of(view)}, (
        "what Slack keeps of the earlier one must not hide what is chosen"
    )
    socket_bot.slack.views[socket_bot.slack.view_of[anna.id]] |= new
    assert not await anna.fill(entries(new, "Move from")[0])
    await socket_bot.idle()
    assert await number_of(socket_bot, game) == before + 1


async def test_the_answer_is_seen_where_another_panel_took_the_place_meanwhile(socket_bot: Bot) -> None:
    """On another device: the panel on which the form was opened is gone when the form is submitted."""
    bot = socket_bot
    anna, old, menu, game = await several_on_panel(bot)
    await anna._take(old, menu, menu["options"][:1])
    await bot.idle()
    view, before = await opened(bot, anna, old), await number_of(bot, game)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    assert old.gone
    await anna.fill(entries(view, "Move from")[0])
    await bot.idle()
    assert await number_of(bot, game) == before + 1
    assert anna.panel().text.startswith("Activated to move:")


async def test_a_form_that_comes_too_late_leaves_the_panel(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    in_time, anna.seconds = anna.seconds, -1.0
    await anna.press(tables(bot)[0], "Central Powers: Plan")
    await bot.idle()
    assert anna.sheet() is None
    panel = anna.panel()
    assert "the three seconds that Slack allows" in panel.text
    assert orders_in(panel)
    anna.seconds = in_time
    await anna.fill(*operation(await opened(bot, anna, panel)))
    await bot.idle()
    assert "the three seconds that Slack allows" not in panel.text


async def test_a_modal_form_opens_above_the_panel_and_answers_there(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    await anna.open_home()
    await bot.idle()
    await anna.press_in_view("Campaign", home=True)
    await bot.idle()
    panel, before, told = bot.slack.view_of[anna.id], await number_of(bot, game), len(anna.private())
    await anna.press_in_view("Plan")
    await bot.idle()
    view = anna.sheet()
    assert view is not None
    assert bot.slack.below == {view["id"]: panel}
    await anna.fill(*operation(view))
    await bot.idle()
    assert await number_of(bot, game) > before
    assert bot.slack.view_of[anna.id] == panel
    assert "Activated to move: Koblenz and Metz" in json.dumps(bot.slack.views[panel], ensure_ascii=False).replace(
        "*", ""
    )
    assert len(anna.private()) == told
