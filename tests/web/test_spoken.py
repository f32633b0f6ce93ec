"""Orders in natural language on the local page."""

from __future__ import annotations

from bot.platforms.web.adapter import WebPlatform
from bot.service.handler import BotHandler
from bot.storage import Connection, Store
from tests.bot.support import Channel
from tests.support.spoken import SLIP, SPOKEN
from tests.web.support import CHANNEL, FakePage
from tests.web.test_empty_channel import channel

__all__ = ["channel"]


async def test_people_say_orders_in_their_own_words(channel: WebPlatform, connection: Connection) -> None:
    store = Store(connection)
    async with FakePage(channel, "Player one") as page:
        for line in ("new campaign", "join both", "start", *(said for said, _ in SPOKEN[:-1]), SLIP[0]):
            await page.run(line)
        rows = [row for item in page.items for row in item.get("rows", ())]
        assert SLIP[1] in [button["label"] for row in rows for button in row.get("buttons", ())]
        await page.run(SPOKEN[-1][0])
    game = await store.channels.holder(f"web:{CHANNEL}")
    assert game is not None
    local = Channel.open(store)
    local.handler = BotHandler(store)
    for line in ("new campaign", "join both", "start", *(command for _, command in SPOKEN)):
        await local.say("anna", line)
    made = [entry["choice"] for entry in (await store.record(game))[1:]]
    meant = [entry["choice"] for entry in (await store.record(await local.game_id()))[1:]]
    # After the dice the games differ.
    last = made.index("frontal") + 1
    assert made[:last] == meant[:last]
