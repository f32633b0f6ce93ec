"""A damaged game harms only itself: it is named and counted, its players are told, everything else goes on."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence

import pytest

from bot.cli.games import GamesRequest, carry_out, list_games
from bot.operations.census import Counting
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.service.operator_policy import Policy
from bot.service.people.ticker import Ticker
from bot.service.store_factory import build_store
from bot.storage import Change, Connection, Post, Store, keys
from bot.storage.keys import GameKeys
from bot.table.reply import Reply
from tests.bot import begun
from tests.bot.support import Channel
from tests.bot.test_clock import reminders
from tests.bot.times import Hands
from tests.storage.support import header

#: Wrong contents in place of a game's part: garbage, JSON of something else, a later version, another kind.
GARBAGE = {"nonsense": b"\xff\xfe nonsense", "list": b"[1, 2]", "later": b'{"v": 99}', "deep": b"[" * 5000}


async def there(handler: BotHandler, user: str, text: str, key: str) -> Sequence[Reply]:
    """Type something in the other channel."""
    inbound = Inbound(platform="web", channel="there", user=user, user_name=user.title(), key=key, text=text)
    return await handler.run(inbound)


async def two_games(store: Store) -> tuple[Channel, Hands, BotHandler, str]:
    """Return the game at the table and an earlier one, with the handler and that one's id."""
    hands = Hands()
    handler = BotHandler(store, now=hands)
    channel = Channel(store, handler, iter(range(10_000)))
    link, name, at = store.connection, ("two games", secrets.token_bytes(16)), time.monotonic()
    alike = await begun.is_empty(link)
    if alike and (said := await begun.put(link, name)):
        hands.move(hours=1)
        channel.keys = iter(range(said, 10_000))
        return channel, hands, handler, await other_game(store)
    for number, line in enumerate(
        ("anna new campaign", "anna join cp", "ben join ap", "anna start", "anna choose take")
    ):
        user, _, text = line.partition(" ")
        await there(handler, user, text, f"there-{number}")
    hands.move(hours=1)
    await channel.begin()
    if alike:
        said = next(channel.keys)
        await begun.keep(link, name, at, said)
        channel.keys = iter(range(said, 10_000))
    return channel, hands, handler, await other_game(store)


async def other_game(store: Store) -> str:
    """Return the id of the game in the other channel."""
    other = await store.channels.holder("web:there")
    assert other is not None
    return other


async def ruin(link: Connection, game: str, part: str, how: str) -> None:
    place = getattr(GameKeys(game), part)
    if how == "kind":
        await link.call("DEL", place)
        await link.call("RPUSH" if part != "record" else "SET", place, "x")
    elif how in GARBAGE:
        await link.call("SET", place, GARBAGE[how])
    else:  # a part of the settings stored there by a service
        settings = json.loads(await link.call("GET", place))
        settings[how] = {"bank": "garbage", "due": [], "table": 7, "orders": 5, "side": "x"}
        await link.call("SET", place, json.dumps(settings))


#: A garbage snapshot is rebuilt from the record, see `test_reviving`.
RUINS = [
    *((part, how) for part in ("header", "seats", "settings") for how in (*GARBAGE, "kind")), ("snapshot", "kind"),
    ("revision", "nonsense"), ("record", "kind"), ("settings", "clock"), ("settings", "memory"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "how"), RUINS)
async def test_a_damaged_game_stops_neither_start_nor_clocks_nor_others(
    store: Store, connection: Connection, part: str, how: str
) -> None:
    channel, hands, _, ruined = await two_games(store)
    sound = await channel.game_id()
    await ruin(connection, ruined, part, how)
    again = build_store(Store, connection)
    fresh = BotHandler(again, now=hands)
    ticker = Ticker(fresh.tools)
    await again.repair()
    await connection.call("DEL", *keys.DUE)
    await ticker.index()
    hands.move(days=2)
    await ticker.tick()
    assert len(await reminders(channel)) == 1, "the other game's clock goes on"
    assert (await Counting(again).take()).games["damaged"] == 1
    told: list[str] = []
    assert await list_games(again, told.append, verify=True) == 1
    assert any(line.startswith(f"{ruined}  damaged") for line in told)
    assert not any(line.startswith(f"{sound}  damaged") for line in told)
    (reply,) = await there(fresh, "anna", "play cp 1 as ops", "look")
    assert "damaged" in reply.text
    assert "again" not in reply.text
    assert "Activate" in await channel.told("anna", "play cp 1 as ops")
    listed = await channel.told("anna", "games")
    assert sound in listed
    assert ruined in listed, "nobody is told that they have no such game"
    assert ruined not in await channel.told("sven", "games")
    beside = Inbound(platform="web", channel="beside", user="anna", user_name="Anna", key="beside", text="new campaign")
    await BotHandler(again, policy=Policy(open_games=9)).run(beside)
    assert await again.channels.holder("web:beside"), "whoever sits in one opens others"
    told.clear()
    await carry_out(again, told.append, GamesRequest(act="list", player="web:anna", verify=True))
    assert any(line.startswith(f"{ruined}  damaged") for line in told)


async def test_a_damaged_post_and_a_damaged_parked_one_stop_no_others(store: Store, connection: Connection) -> None:
    channel, _, _, ruined = await two_games(store)
    await connection.call("SADD", keys.PARKED, ruined)
    await connection.call("HSET", GameKeys(ruined).parked, "1-1", "garbage")
    assert await store.outbox.parked() == []
    assert (await Counting(store).take()).parked == 0
    assert await channel.posts() == []


async def test_a_store_of_an_older_version_is_indexed_once_damage_or_not(store: Store, connection: Connection) -> None:
    running, over, ruined = header("web:a"), header("web:b"), header("web:c")
    for head in (running, over, ruined):
        await store.create_game(head, Change({}, posts=[Post(kind="x")]))
    await store.finish_game(over.game_id, Change({}), "end", {})
    await connection.call("SET", GameKeys(ruined.game_id).header, "garbage")
    await connection.call("SADD", keys.GAMES, "ghost")
    await connection.call("DEL", keys.RUNNING, keys.PLAYING, keys.INDEXED, *keys.DUE)
    again = build_store(Store, connection)
    await again.repair()
    assert sorted(await again.running.games()) == sorted([running.game_id, ruined.game_id])
    assert (await again.running.counts()) == {"lobby": 2, "playing": 0, "finished": 1}
    assert await connection.call("SISMEMBER", keys.GAMES, "ghost") == 0
    assert again.damaged == {ruined.game_id: "load"}


async def test_a_start_reads_no_finished_game(store: Store, connection: Connection) -> None:
    for name in "abc":
        head = header(f"web:{name}")
        await store.create_game(head, Change({}))
        await store.finish_game(head.game_id, Change({}), "end", {})
    await store.repair()
    seen: list[str] = []

    class Watched(Connection):
        async def pipeline(self, *commands: object) -> list[object]:
            seen.extend(str(command) for command in commands)
            return await connection.pipeline(*commands)  # type: ignore[arg-type]

        async def call(self, *command: object) -> object:
            seen.append(str(command))
            return await connection.call(*command)  # type: ignore[arg-type]

    watched = Watched("redis://127.0.0.1:1", patience=0)
    await build_store(Store, watched).repair()
    assert seen
    listed = [line for line in seen if ":header" in line or "SCAN" in line or ("games'" in line and "MEMBERS" in line)]
    assert not listed, "finished games are not looked at"
