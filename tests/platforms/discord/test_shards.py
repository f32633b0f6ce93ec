"""A process that connects a range of shards: it only receives its guilds' events, and can post anywhere."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import ValidationError

from bot.cli.check import run_checks
from bot.operations.metrics import Metrics
from bot.platforms.courier import Courier
from bot.platforms.discord.adapter import DiscordPlatform
from bot.platforms.discord.setup_check import look
from bot.platforms.discord.shard_coverage import GRACE, PART, ShardCoverage
from bot.platforms.meter import AdapterHooks
from bot.platforms.platform_status import PlatformStatus
from bot.service.handler import BotHandler
from bot.settings import Settings
from bot.sharding import Shards, unevenness
from bot.storage import Store
from bot.table.reply import Reply
from tests.platforms.discord.conftest import Bot, Loopback, plain_picture
from tests.platforms.discord.people import until
from tests.platforms.discord.state import CHANNEL, GUILD, TOKEN
from tests.platforms.discord.test_faults import outgoing


def elsewhere(loopback: Loopback, guild: int) -> int:
    """Return a channel in another guild."""
    number = CHANNEL + 5000
    loopback.world.add_channel(number, guild_id=str(guild))
    return number


async def sharing(loopback: Loopback, shards: str, name: str, served: list[str] | None = None) -> Bot:
    """Start a process with a range of shards, which records its name after each command."""
    news, metrics = asyncio.Event(), Metrics()

    def after() -> None:
        news.set()
        if served is not None:
            served.append(name)

    platform = DiscordPlatform(
        handler=BotHandler(loopback.store),
        store=loopback.store,
        draw=plain_picture,
        token=TOKEN,
        shards=Shards.parse(shards),
        hooks=AdapterHooks(after, metrics),
    )
    courier = Courier(loopback.store, {platform.name: platform}, name=name, news=news)
    bot = Bot(platform, courier, loopback.store, metrics)
    loopback.bots.append(bot)
    await platform.start()
    await until(platform.line.connected, "the shards")
    courier.start()
    return bot


@pytest.mark.slow
async def test_each_process_serves_its_servers_and_posts_in_those_of_the_other(loopback: Loopback) -> None:
    other = GUILD + (1 << 22)
    channel = elsewhere(loopback, other)
    own = (GUILD >> 22) % 2
    served: list[str] = []
    one = await sharing(loopback, f"{own}/2", "one", served)
    two = await sharing(loopback, f"{1 - own}-{1 - own}/2", "two", served)
    assert [sorted(bot.platform.client.shards) for bot in (one, two)] == [[own], [1 - own]]
    await until(lambda: loopback.world.commands, "the commands")
    anna, ben = loopback.person(11, "Anna"), loopback.person(12, "Ben", channel)
    ben.guild = other
    served.clear()
    await anna.slash("status")
    await ben.slash("status")
    assert served == ["one", "two"]
    for number, bot in enumerate((one, two)):
        post = outgoing("somegame", number, Reply(text=f"Post {number}.", audience="channel"))
        await bot.platform.deliver(post.model_copy(update={"channel": str(channel)}))
    told = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(channel)]
    assert told == ["Post 0.", "Post 1."]


@pytest.mark.parametrize(
    ("text", "ids", "told", "others"),
    [
        ("0-3/8", [0, 1, 2, 3], "0-3 of 8", "4-7"),
        ("2/8", [2], "2 of 8", "0-1 and 3-7"),
        ("0-0/1", [0], "0 of 1", ""),
        ("7/8", [7], "7 of 8", "0-6"),
    ],
)
def test_a_range_is_read(text: str, ids: list[int], told: str, others: str) -> None:
    shards = Shards.parse(text)
    assert shards is not None
    assert (shards.ids, str(shards), shards.others) == (ids, told, others)


def test_without_a_range_all_are_connected() -> None:
    assert Shards.parse("") is None


@pytest.mark.parametrize("text", ["8/8", "3-1/8", "0-8/8", "all", "0-3", "/8", "-1/8", "0-3/0", "0,1/8"])
def test_an_invalid_range_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="0-3/8|is not a range"):
        Settings(discord_shards=text)


async def test_the_check_says_which_shards_others_must_connect_and_how_many_discord_recommends(
    loopback: Loopback, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await loopback.bot(pump=False)
    loopback.rest.shards = 6
    found = await look(TOKEN, Shards.parse("0-1/4"))
    assert "connects shards 0-1 of 4 (Discord recommends 6 in all)" in found.text
    assert "Other processes must connect shards 2-3" in found.remedy
    assert "Discord recommends 6 shards" in found.remedy
    assert (await look(TOKEN, Shards.parse("0-7/8"))).remedy == ""
    for name, value in (("REDIS_URL", redis_url), ("DISCORD_TOKEN", TOKEN), ("DISCORD_SHARDS", "0-3/8")):
        monkeypatch.setenv(name if name == "REDIS_URL" else f"FELDPOST_{name}", value)
    (told,) = (one for one in await run_checks() if one.name == "Discord")
    assert "connects shards 0-3 of 8" in told.text


@pytest.mark.parametrize(
    ("ranges", "told"),
    [
        (["0-3/8", "4-7/8"], ""),
        (["0-3/8", "0-3/8", "4-7/8"], ""),
        (["", ""], ""),
        ([], ""),
        (["0-3/8"], "No process connects shards 4-7 of 8, so servers on them get no answer."),
        (["1-2/8", "5/8"], "No process connects shards 0 and 3-4 and 6-7 of 8, so servers on them get no answer."),
        (["0-4/8", "3-7/8"], "Shards 3-4 are in several ranges (0-4 of 8 and 3-7 of 8)"),
        (["0-3/8", "4-9/10"], "Processes use different numbers of shards (8 and 10). Stop all of them"),
        (["", "0-3/8"], "One process connects all shards, others 0-3 of 8. Set FELDPOST_DISCORD_SHARDS in all of them"),
    ],
)
def test_ranges_that_leave_shards_out_or_overlap_are_one_sentence(ranges: list[str], told: str) -> None:
    said = unevenness([Shards.parse(text) for text in ranges])
    assert said.startswith(told)
    assert bool(said) == bool(told)


async def test_missing_shards_are_told_in_the_log_and_by_readyz_until_a_process_connects_them(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    caplog.set_level("INFO")
    made = [
        ShardCoverage(store.connection, Shards.parse(text), PlatformStatus(), lambda: now[0])
        for text in ("0-1/4", "2-3/4")
    ]
    first, second = made
    first.start()
    await first.look()
    assert "connects shards 0-1 of 4 of Discord; other processes must connect shards 2-3" in caplog.text
    assert first._standing.lacking == {}, "processes start one after the other"
    now[0] += GRACE
    await first.look()
    assert first._standing.lacking == {PART: "No process connects shards 2-3 of 4, so servers on them get no answer."}
    assert caplog.text.count("No process connects shards 2-3") == 1
    await second.look()
    await first.look()
    assert first._standing.lacking == {}
    assert "connect all shards of Discord again" in caplog.text
    now[0] += 2 * GRACE  # the second one was killed: its entry expires
    await first.look()
    assert PART in first._standing.lacking
    await second.look()
    await first.look()
    await second.stop()
    await first.look()
    assert PART in first._standing.lacking, "a process that stops says so"
    await first.stop()
    third = ShardCoverage(store.connection, None, PlatformStatus(), lambda: now[0] + 3 * GRACE)
    assert await third.look() == 0, "what was left behind is gone"
