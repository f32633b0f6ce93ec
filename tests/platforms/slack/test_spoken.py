"""Orders in natural language on Slack, after the slash command."""

from __future__ import annotations

from tests.bot.support import Channel
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import OPENING, open_game, record_of
from tests.support.spoken import SLIP, SPOKEN


async def test_people_say_orders_in_their_own_words(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot, upto=4)
    for said, _ in SPOKEN[:-1]:
        await bot.does(anna, said)
    await bot.does(anna, SLIP[0])
    assert SLIP[1] in [label for message in anna.sees() for label in labels(message)]
    await bot.does(anna, SPOKEN[-1][0])
    local = Channel.open(bot.store)
    for name, text in OPENING[:4]:
        await local.say(name, text)
    for _, command in SPOKEN:
        await local.say("anna", command)
    record = await record_of(bot, game)
    assert len(record) > 6
    assert record == await record_of(bot, await local.game_id())
