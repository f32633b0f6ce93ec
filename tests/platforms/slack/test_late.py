"""What comes late: expired addresses and triggers, buttons of last week, pictures behind a newer panel."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.storage import Store
from tests.platforms.slack import limits
from tests.platforms.slack.loopback import FakeSlack, Fault
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_play import open_game, orders_in, tables


async def test_an_expired_response_url_gets_a_fresh_panel(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    await anna.press(tables(bot)[0], "My move")
    await bot.idle()
    old = anna.panel()
    original = anna.url

    def expired(message: object) -> str:
        made = original(message)  # type: ignore[arg-type]
        bot.slack.urls[made.rpartition("/")[2]].expired = True
        return made

    anna.url = expired  # type: ignore[method-assign]
    await anna.press_token(old, orders_in(old)[0])
    await bot.idle()
    assert anna.panel() is not old
    assert old.edits == 0


async def test_where_neither_address_nor_channel_is_open_a_modal_answers(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    bot.slack.outside.add(CHANNEL)
    bot.slack.faults["response_url"].append(Fault(404))
    await bot.does(anna, "hand")
    assert anna.id in bot.slack.view_of
    assert any(b["type"] == "image" for b in bot.slack.views[bot.slack.view_of[anna.id]]["blocks"])


async def test_an_old_button_answers_with_the_present_panel(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    await anna.press(tables(bot)[0], "My move")
    await bot.idle()
    panel = anna.panel()
    token = orders_in(panel)[0]
    await bot.does(anna, "play auto")
    await anna.press_token(panel, token)
    await bot.idle()
    assert "moved on" in panel.text
    await bot.restart()
    await anna.press(panel, "Undo")
    await bot.idle()
    assert "moved on" not in panel.text


async def test_a_form_that_comes_too_late_is_told(bot: Bot) -> None:
    anna = bot.person("anna")
    late = anna.trigger

    def expired() -> str:
        made = late()
        bot.slack.triggers[made] = (anna.id, 0.0)
        return made

    anna.trigger = expired  # type: ignore[method-assign]
    for text in ("", "new"):
        await bot.does(anna, text)
        assert "within three seconds" in anna.private()[-1].text


async def test_a_button_of_last_week(slack: FakeSlack, store: Store) -> None:
    """A week later and after a restart the table's button plays on, and the panel's old order is told apart."""
    days = [0]
    bot = Bot(slack, store, now=lambda: datetime.now(UTC) + timedelta(days=days[0]))
    await bot.start()
    anna, ben, _, game = await open_game(bot)
    await anna.press(tables(bot)[0], "My move")
    await bot.idle()
    panel, old = anna.panel(), orders_in(anna.panel())[0]
    await bot.does(anna, "play auto")
    (table,) = tables(bot)
    days[0] = 7
    await forget(store, timedelta(days=7))
    await bot.restart()
    number = (await store.load(game)).number
    await anna.press_token(panel, old)
    await bot.idle()
    assert "moved on" in panel.text
    assert (await store.load(game)).number == number
    await anna.press(table, "My move")
    await bot.idle()
    fresh = anna.panel()
    await anna.press_token(fresh, orders_in(fresh)[0])
    await bot.idle()
    assert (await store.load(game)).number > number
    await ben.press(table, "Hand")
    await bot.idle()
    assert any(block["type"] == "image" for block in ben.private()[-1].blocks)
    await bot.stop()


async def forget(store: Store, age: timedelta) -> None:
    """Drop what the server would have dropped meanwhile."""
    for key in await store.connection.call("KEYS", "*"):
        if 0 < await store.connection.call("TTL", key) <= age.total_seconds():
            await store.connection.call("DEL", key)


async def test_a_late_picture_does_not_bring_an_older_panel_back(slack: FakeSlack, store: Store) -> None:
    """The one process still draws for the panel that another has replaced meanwhile."""
    first, second = Bot(slack, store, "http", name="first"), Bot(slack, store, "http", name="second")
    await second.start()
    await first.start()
    anna, _, _, _ = await open_game(first)
    await anna.press(tables(first)[0], "My move")
    await first.idle()
    panel = anna.panel()
    first.painter.seconds = 3.0
    await anna.press_token(panel, next(t for t in orders_in(panel) if "auto_op" in t))
    await until(lambda: panel.edits == 1)
    slack.bot_url = f"http://127.0.0.1:{second.platform.port}"
    await anna.press_token(panel, next(t for t in orders_in(panel)))
    await second.idle()
    newer = panel.dump()
    await first.idle()
    assert panel.dump() == newer
    await first.stop()
    await second.stop()


async def test_a_modal_closed_meanwhile_gives_way_to_the_channel(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    await anna.open_home()
    await bot.idle()
    await anna.press_in_view("Campaign", home=True)
    await bot.idle()
    view = bot.slack.views[bot.slack.view_of[anna.id]]
    hand = next(e for e in limits.elements(view["blocks"]) if e["type"] == "button" and "Hand" in e["text"]["text"])
    del bot.slack.views[bot.slack.view_of[anna.id]]
    await anna._act_in_view(view, hand, {"value": hand["value"]})
    await bot.idle()
    assert bot.slack.view_of[anna.id] in bot.slack.views or "image" in anna.private()[-1].dump()
