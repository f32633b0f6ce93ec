"""Multi-selects on Slack: one interaction, in menu order, in a channel and in a modal."""

from __future__ import annotations

from bot.platforms.slack import adapter_texts
from bot.platforms.slack.interactions import filled_in
from bot.titles.testing import slack_limits as limits
from tests.platforms.slack.people import state_of
from tests.platforms.slack.several import View, number_of, several_on_panel
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game, tables


def test_entries_come_in_the_order_of_fields_and_menus() -> None:
    def menu(number: int, *values: str) -> View:
        kind = "multi_static_select" if len(values) > 1 else "static_select"
        options = [{"value": value} for value in values]
        element = {"type": kind, "action_id": f"chosen:{number}", "options": options}
        return {"type": "input", "block_id": f"field{number:02}", "element": element}

    blocks = [menu(0, "00|card"), menu(1, "02|c", "10|k", "00|a"), menu(2, "00|x", "01|y"), menu(3, "03|then")]
    chosen = {b["element"]["action_id"]: b["element"]["options"] for b in blocks if b["block_id"] != "field02"}
    values = dict(reversed(state_of(blocks, chosen)["values"].items()))
    assert filled_in({"state": {"values": values}}) == ("card", "a", "c", "k", "then")
    assert filled_in({"state": state_of(blocks, {})}) == ()
    assert filled_in({}) == ()


async def test_a_choice_of_several_is_one_interaction(bot: Bot) -> None:
    anna, panel, menu, game = await several_on_panel(bot)
    sent, before = len(bot.slack.acks), await number_of(bot, game)
    await anna._take(panel, menu, menu["options"][:2])
    await bot.idle()
    assert len(bot.slack.acks) == sent + 1
    assert await number_of(bot, game) == before + 2


async def test_the_button_without_a_choice_says_what_is_missing(bot: Bot) -> None:
    anna, panel, menu, game = await several_on_panel(bot)
    before = await number_of(bot, game)
    await anna._take(panel, menu, [])
    await anna.again()
    await bot.idle()
    assert [m.text for m in anna.private()].count(adapter_texts.NONE_CHOSEN) == 1
    assert await number_of(bot, game) == before
    await anna._take(panel, menu, menu["options"][:1])
    await bot.idle()
    assert await number_of(bot, game) == before + 1


async def test_menus_of_other_entries_are_other_blocks(socket_bot: Bot) -> None:
    """So that Slack keeps no selection of the previous menu."""
    bot = socket_bot
    anna, panel, menu, _ = await several_on_panel(bot)
    before = {block["block_id"] for block in panel.blocks if block["type"] == "input"}
    await anna._take(panel, menu, menu["options"][:1])
    await bot.idle()
    after = {block["block_id"] for block in panel.blocks if block["type"] == "input"}
    assert before
    assert not before & after


async def test_a_message_from_before_an_update_still_works(bot: Bot) -> None:
    """In an earlier version multi-selects were in sections, and reported each change."""
    anna, panel, menu, game = await several_on_panel(bot)
    for place, block in enumerate(panel.blocks):
        if block["type"] == "input":
            row = block["element"]["action_id"].removeprefix("m:")
            panel.blocks[place] = {
                "type": "section", "block_id": f"menu{row}", "text": block["label"], "accessory": block["element"],
            }  # fmt: skip
    sent, before = len(bot.slack.acks), await number_of(bot, game)
    await anna._take(panel, menu, menu["options"][:2])
    await bot.idle()
    assert len(bot.slack.acks) == sent + 2, "the choice and the button"
    assert await number_of(bot, game) == before + 2


async def test_in_a_modal_several_are_chosen_in_a_section(socket_bot: Bot) -> None:
    """An input block there would require a submit button for the whole modal."""
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    await bot.does(anna, "play guns of august as ops")
    await anna.open_home()
    await bot.idle()
    await anna.press_in_view("Campaign", home=True)
    await bot.idle()
    view = bot.slack.views[bot.slack.view_of[anna.id]]
    menu = next(e for e in limits.elements(view["blocks"]) if e["type"] == "multi_static_select")
    button = next(e for e in limits.elements(view["blocks"]) if e["action_id"] == f"take:{menu['action_id'][2:]}")
    before = await number_of(bot, game)
    state = state_of(view["blocks"], {menu["action_id"]: menu["options"][:2]})
    await anna._act_in_view(view, menu, {"selected_options": menu["options"][:2]}, state)
    await anna._act_in_view(view, button, {"value": button["value"]}, state)
    await bot.idle()
    assert await number_of(bot, game) == before + 2


async def test_several_entries_are_one_press_in_the_menus_order(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    await bot.does(anna, "play guns of august as ops")
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel = anna.panel()
    menus = [e for e in limits.elements(panel.blocks) if e["type"] == "multi_static_select"]
    assert menus
    await anna._take(panel, menus[0], list(reversed(menus[0]["options"][:2])))
    await bot.idle()
    first, second = (option["text"]["text"].casefold() for option in menus[0]["options"][:2])
    record = [str(entry.get("choice", "")).partition(" ")[2] for entry in await bot.store.record(game)]
    assert record[-2] in first
    assert record[-1] in second
