"""Late interactions: expired URLs and triggers, last week's buttons, pictures behind a newer panel."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest

from bot.platforms.slack import delivery, late_pictures, responses
from bot.platforms.slack.blocks import Picture, shown
from bot.port import Outgoing
from bot.storage import Store
from bot.table.reply import PictureRef, Reply
from bot.titles.testing import slack_limits as limits
from bot.workers import Overloaded
from tests.platforms.slack.loopback import TEAM, FakeSlack, Fault, Message
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import STALE, Bot, until
from tests.platforms.slack.test_play import open_game, orders_in, tables


async def test_an_expired_response_url_gets_a_fresh_panel(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
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
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel = anna.panel()
    token = orders_in(panel)[0]
    await bot.does(anna, "play auto")
    await anna.press_token(panel, token)
    await bot.idle()
    assert "The position has changed" in panel.text
    await bot.restart()
    await anna.press(panel, "Undo")
    await bot.idle()
    assert STALE not in panel.text


async def test_a_form_that_comes_too_late_is_told(bot: Bot) -> None:
    anna = bot.person("anna")
    anna.seconds = -1.0
    for text in ("", "new"):
        await bot.does(anna, text)
        assert "the three seconds that Slack allows" in anna.private()[-1].text


async def test_a_button_of_last_week(slack: FakeSlack, store: Store) -> None:
    """A week later and after a restart the table's button still works, and the panel's old order is recognised as stale."""
    days = [0]
    bot = Bot(slack, store, now=lambda: datetime.now(UTC) + timedelta(days=days[0]))
    await bot.start()
    anna, ben, _, game = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
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
    assert "The position has changed" in panel.text
    assert (await store.load(game)).number == number
    await anna.press(table, "Panel")
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
    """Delete what would have expired in the meantime."""
    for key in await store.connection.call("KEYS", "*"):
        if 0 < await store.connection.call("TTL", key) <= age.total_seconds():
            await store.connection.call("DEL", key)


async def test_a_late_picture_does_not_bring_an_older_panel_back(slack: FakeSlack, store: Store) -> None:
    """One process still renders for a panel that another has replaced in the meantime."""
    first, second = Bot(slack, store, "http", name="first"), Bot(slack, store, "http", name="second")
    await second.start()
    await first.start()
    anna, _, _, _ = await open_game(first)
    await anna.press(tables(first)[0], "Panel")
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


async def crowded(bot: Bot, refused: int) -> tuple[Message, list[int]]:
    """Return a post whose picture is refused this many times for lack of capacity, and the count of requests."""
    tries = [0]

    async def draw(ref: PictureRef) -> tuple[bytes, str, str]:
        tries[0] += 1
        if tries[0] <= refused:
            raise Overloaded("Too much is asked for at once.")
        return await bot.painter(ref)

    bot.platform._deliveries._gallery._draw = draw
    await bot.platform.deliver(a_post(1))
    (message,) = [m for m in bot.slack.messages if m.text.startswith("The action")]
    return message, tries


def a_post(number: int, **how: Any) -> Outgoing:
    picture = PictureRef(kind="overview", game="game", number=number, alt="the ground")
    reply = Reply(text="The action.", audience="channel", picture=picture, **how)
    return Outgoing(id=f"game/{number}-0", game="game", channel=f"{TEAM}.{CHANNEL}", reply=reply)


async def test_a_picture_without_room_follows_its_post(socket_bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_pictures, "_PAUSES", (0.01,) * 10)
    message, tries = await crowded(socket_bot, 3)
    await until(lambda: any(block["type"] == "image" for block in message.blocks))
    assert tries == [4]
    assert message.text.startswith("The action")


async def test_a_picture_for_which_there_is_never_room_is_given_up(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_pictures, "_PAUSES", (0.01,) * 3)
    message, tries = await crowded(socket_bot, 1000)
    await until(lambda: not socket_bot.platform._deliveries.late.waiting)
    assert tries == [4]
    assert "the ground" in message.dump(), "its words stand"


async def test_a_slow_picture_follows_its_post(socket_bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    socket_bot.painter.seconds = 0.3
    message, _ = await crowded(socket_bot, 0)
    assert not any(block["type"] == "image" for block in message.blocks)
    assert "The picture follows." in message.dump()
    assert "can't be shown" not in message.dump()
    await until(lambda: any(block["type"] == "image" for block in message.blocks))
    assert "follows" not in message.dump()
    assert len(socket_bot.painter.seen) == 1, "it was drawn once"


async def test_a_late_picture_that_cannot_be_drawn_after_all_is_promised_no_more(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    socket_bot.painter.seconds = 0.3
    socket_bot.painter.broken = True
    message, _ = await crowded(socket_bot, 0)
    assert "The picture follows." in message.dump()
    await until(lambda: "can't be shown" in message.dump())
    assert "follows" not in message.dump()


async def test_an_answer_is_not_told_twice_where_its_picture_never_comes(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    monkeypatch.setattr(responses, "_WAIT", 0.05)
    bot.painter.seconds, bot.painter.broken = 0.3, True
    before = len(anna.private())
    await bot.does(anna, "hand")
    answer, given_up = anna.private()[before:]
    assert "Your hand" in answer.dump()
    assert "can't be shown" in given_up.dump()
    assert "Your hand" not in given_up.dump()


def test_words_in_a_pictures_place_bear_no_marks_that_slack_would_show() -> None:
    alt = "Map of Europe: " + ", ".join(f"Space {number} (Allied)" for number in range(200))
    uploaded = shown(Reply(text="The action."), Picture("F08FILE1234", alt))
    for coming, why in ((True, "The picture follows."), (False, "can't be shown")):
        words = str(uploaded.in_words(coming=coming).blocks[-1]["text"]["text"])
        assert why in words
        assert "Space 12 (Allied)" in words
        assert "*" not in words


def test_the_picture_placeholder_does_not_repeat_the_message() -> None:
    """An action's picture is described by the first sentence of its story, which is right above."""
    reply = Reply(text="**The CP** begin.\nAP is dealt 7 cards & more.")
    for alt in ("The CP begin.", "AP is dealt 7 cards & mo…"):
        waiting = shown(reply, Picture("", alt, coming=True)).blocks[-1]
        assert waiting["text"]["text"] == "_The picture follows._"
        assert shown(reply, Picture("F08FILE1234", alt)).in_words(coming=True).blocks[-1] == waiting
        assert shown(reply, Picture("", alt)).blocks[-1]["text"]["text"] == "_The picture can't be shown here._"


def test_a_picture_that_is_on_its_way_is_told_in_few_words() -> None:
    long = Picture("F08FILE1234", "Close-up of Sedan. " + "Paris (Allied): French 6th Army. " * 50)
    told = str(shown(Reply(text="The action."), long).in_words(coming=True).blocks[-1]["text"]["text"])
    assert told.startswith("_The picture follows._ Close-up of Sedan. ")
    assert len(told) < 330


async def test_a_late_picture_brings_no_older_version_of_a_message_back(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    bot = socket_bot
    _, _, _, game = await open_game(bot)
    bot.painter.seconds = 0.5
    prompt = a_post(1, edit="prompt", anew=True)
    old = prompt.model_copy(update={"id": f"{game}/9000000000000-0", "game": game})
    await bot.platform.deliver(old)
    assert bot.platform._deliveries.late.waiting
    new = Reply(text="Another version.", audience="channel", edit="prompt")
    await bot.platform.deliver(old.model_copy(update={"id": f"{game}/9000000000001-0", "reply": new}))
    assert not bot.platform._deliveries.late.waiting
    (message,) = [m for m in bot.slack.messages if m.text.startswith("Another version")]
    assert not any(block["type"] == "image" for block in message.blocks)


@pytest.mark.parametrize("name", ["table", "prompt"])
async def test_a_late_picture_brings_nothing_back_that_another_process_has_changed(
    socket_bot: Bot, slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch, name: Literal["table", "prompt"]
) -> None:
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    bot = socket_bot
    _, _, _, game = await open_game(bot)
    other = Bot(slack, store, name="other")  # only now: the store notifies only its latest courier of new posts
    first = a_post(1, edit=name, anew=True).model_copy(update={"id": f"{game}/9000000000000-0", "game": game})
    bot.painter.seconds = 1.0
    await bot.platform.deliver(first)
    new = Reply(text="Another version.", audience="channel", edit=name)
    await other.platform.deliver(first.model_copy(update={"id": f"{game}/9000000000001-0", "reply": new}))
    (message,) = [m for m in slack.messages if m.text.startswith("Another version")]
    await until(lambda: not bot.platform._deliveries.late.waiting)
    assert len(bot.painter.seen) >= 1
    assert message.text.startswith("Another version")
    assert not any(block["type"] == "image" for block in message.blocks)
