"""Open panels follow the game while the other side plays, as far as Slack lets them be edited."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.slack import api, uploads
from bot.platforms.slack.records import URL_USES
from bot.table.reply import PictureRef
from bot.workers import Overloaded
from tests.platforms.slack.loopback import Fault, Message, Url
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_play import OPENING, open_game, orders_in, tables

ATTACK = [text for _, text in OPENING[5:]]
#: Orders of the Central Powers during which the Allies have nothing to decide.
MOVES = ("play guns of august as ops", "activate koblenz move", "activate metz move", "done anyway")


async def waiting(bot: Bot, *, upto: int = 5) -> tuple[Person, Person, str, Message]:
    """Set up a game in which Ben has pressed in his panel and waits for Anna."""
    anna, ben, _, game = await open_game(bot, upto)
    panel = await opened(bot, ben)
    return anna, ben, game, panel


async def opened(bot: Bot, person: Person) -> Message:
    """Return a panel that a press has replaced, so that it can be edited later."""
    await person.press(tables(bot)[0], "Panel")
    await bot.renewed()
    await person.press_token(person.panel(), screen(person.panel()))
    await bot.renewed()
    return person.panel()


def screen(panel: Message) -> str:
    """Return the token of a panel's own button, changed to the one that shows the whole panel."""
    game = next(value for value in values_of(panel) if value.startswith("u~")).split("~")[1]
    element = panel.blocks[-2]["elements"][0]
    element["value"] = f"u~{game}~-1~panel"
    return str(element["value"])


def values_of(panel: Message) -> list[str]:
    """Return the tokens of a panel's buttons."""
    return [e["value"] for b in panel.blocks for e in b.get("elements", ()) if e["type"] == "button"]


def url_of(bot: Bot, panel: Message) -> Url:
    """Return the newest response_url of a panel."""
    return [url for url in bot.slack.urls.values() if url.message is panel][-1]


async def test_the_waiting_players_panel_offers_the_answer_without_a_press(bot: Bot) -> None:
    anna, ben, _, panel = await waiting(bot)
    assert "Waiting for" in panel.text
    assert orders_in(panel) == []
    for text in ATTACK:
        await bot.does(anna, text)
    await until(lambda: bool(orders_in(panel)))
    await bot.renewed()
    assert ben.panel() is panel, "it is the same message, and no further one came"
    assert panel.only == ben.id
    assert "Find an order" in panel.dump(), "as complete as after a press"
    # What it offers is accepted, and the result reaches Anna's panel in the same way.
    number = (await bot.store.load(await bot.game(f"{anna.team}.{anna.channel}"))).number
    await ben.press_token(panel, orders_in(panel)[0])
    await bot.renewed()
    assert (await bot.store.load(await bot.game(f"{anna.team}.{anna.channel}"))).number > number


async def test_only_the_seat_gets_its_panel(bot: Bot) -> None:
    anna, ben, _, panel = await waiting(bot)
    eve = bot.person("eve")
    before = {person.id: len(person.private()) for person in (anna, ben, eve)}
    for text in ATTACK:
        await bot.does(anna, text)
    await until(lambda: bool(orders_in(panel)))
    await bot.renewed()
    assert len(ben.private()) == before[ben.id]
    assert eve.private() == []
    offered = set(orders_in(panel))
    for message in bot.slack.messages:
        if message is not panel:
            assert not offered & set(orders_in(message))


async def test_a_panel_that_would_read_the_same_is_left_alone(socket_bot: Bot) -> None:
    anna, _, _, panel = await waiting(socket_bot)
    edits, uses = panel.edits, url_of(socket_bot, panel).uses
    for text in MOVES:
        await socket_bot.does(anna, text)
        await socket_bot.renewed()
    assert (panel.edits, url_of(socket_bot, panel).uses) == (edits, uses)


async def test_an_address_is_used_five_times_at_most_and_one_is_kept_to_take_the_panel_away(
    socket_bot: Bot,
) -> None:
    """Across a restart as well, since uses are counted in the store."""
    bot = socket_bot
    _, ben, game, panel = await waiting(bot)
    url = url_of(bot, panel)
    assert url.uses == URL_USES - 1
    for left in (3, 2, 1, 1, 1):
        await aged(bot, ben)
        bot.platform._refreshing.later(game)
        await bot.renewed()
        assert url.uses == left
        await bot.restart()
    await bot.does(ben, "panel")
    assert panel.gone, "the last use took it away"
    assert url.uses == 0


async def test_a_picture_that_is_not_ready_does_not_use_the_address_up(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "_PROCESSING", (0.01,) * len(api._PROCESSING))
    monkeypatch.setattr(api, "_PROCESSING_ONCE", (0.01,) * len(api._PROCESSING_ONCE))
    bot = socket_bot
    anna, ben, _, panel = await waiting(bot)
    url = url_of(bot, panel)
    bot.slack.slow_files = 99
    for text in ATTACK:
        await bot.does(anna, text)
    await until(lambda: bool(orders_in(panel)))
    await bot.renewed()
    assert not any(block["type"] == "image" for block in panel.blocks)
    assert "can't be shown" not in panel.dump(), "it is only late"
    assert url.uses >= 1
    bot.slack.slow_files = 0
    await bot.does(ben, "panel")
    assert panel.gone


async def test_a_renewed_panel_without_room_for_its_picture_does_not_say_that_it_cannot_be_shown(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moment later it can: the refresh leaves it out, and the next press shows it."""
    monkeypatch.setattr(uploads, "_PAUSES", (0.01,))
    bot = socket_bot
    anna, _, _, panel = await waiting(bot)

    async def no_room(ref: PictureRef) -> tuple[bytes, str, str]:
        raise Overloaded("Too much is asked for at once.")

    bot.platform._deliveries._gallery._draw = no_room
    for text in ATTACK:
        await bot.does(anna, text)
    await until(lambda: bool(orders_in(panel)))
    await bot.renewed()
    assert "can't be shown" not in panel.dump()


async def test_an_expired_address_is_left_alone_and_the_next_press_brings_a_fresh_panel(bot: Bot) -> None:
    anna, ben, game, panel = await waiting(bot)
    url_of(bot, panel).expired = True
    before = panel.dump()
    for text in ATTACK:
        await bot.does(anna, text)
        await bot.renewed()
    assert panel.dump() == before
    tried = responses(bot)
    await aged(bot, ben)
    bot.platform._refreshing.later(game)
    await bot.renewed()
    assert responses(bot) == tried, "an address that Slack refuses is not tried again"
    await ben.press(tables(bot)[0], "Panel")
    await bot.renewed()
    assert ben.panel() is not panel
    assert orders_in(ben.panel())


async def test_a_panel_that_nobody_has_pressed_is_left_alone(socket_bot: Bot) -> None:
    """The response_url of a press on a public message leads to that message, which must never become a panel."""
    bot = socket_bot
    anna, ben, _, _ = await open_game(bot)
    await ben.press(tables(bot)[0], "Panel")
    await bot.renewed()
    panel = ben.panel()
    for text in ATTACK:
        await bot.does(anna, text)
        await bot.renewed()
    assert panel.edits == 0
    assert len(tables(bot)) == 1


async def test_a_panel_is_not_refreshed_while_its_user_is_answered(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, _, panel = await waiting(bot)
    async with bot.platform._carrying.turn(f"{ben.team}.{ben.channel}", f"{ben.team}.{ben.id}"):
        for text in ATTACK:
            await bot.does(anna, text)
        edits = panel.edits
        await until(lambda: not bot.platform._refreshing._waiting)
        await asyncio.sleep(0.3)
        assert panel.edits == edits
        assert orders_in(panel) == []
    await bot.renewed()
    assert orders_in(panel)
    # The answer to a user's own press is not overwritten by the refresh for its posts.
    await ben.press_token(panel, orders_in(panel)[0])
    await bot.idle()
    answer, edits = panel.dump(), panel.edits
    await bot.renewed()
    assert (panel.dump(), panel.edits) == (answer, edits)


@pytest.mark.parametrize("fault", [Fault(500), Fault(429, headers={"Retry-After": "20"}), Fault(404)])
async def test_a_renewal_that_fails_disturbs_nothing(socket_bot: Bot, fault: Fault) -> None:
    bot = socket_bot
    anna, ben, game, panel = await waiting(bot)
    await aged(bot, ben)
    bot.slack.faults["response_url"].append(fault)
    edits = panel.edits
    bot.platform._refreshing.later(game)
    await bot.renewed()
    assert bot.slack.faults["response_url"] == []
    assert panel.edits == edits
    for text in ATTACK:
        await bot.does(anna, text)
    assert not await bot.store.outbox.pending_posts(game)
    await ben.press(tables(bot)[0], "Panel")
    await bot.renewed()
    assert orders_in(ben.panel())


async def aged(bot: Bot, person: Person) -> None:
    """Pretend that the person's panel was shown at an earlier position."""
    where = (f"{person.team}.{person.channel}", f"{person.team}.{person.id}")
    panel = await bot.platform._records.panel(*where)
    assert panel is not None
    await bot.platform._records.change_panel(*where, panel.model_copy(update={"number": -1, "idle": ""}))


def responses(bot: Bot) -> int:
    """Return how often any response_url was used."""
    return [method for method, _ in bot.slack.calls].count("response_url")
