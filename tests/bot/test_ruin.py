"""Every key of a game or person, ruined one after the other: detected, counted, named, reported; everything else goes on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.cli.games import GamesRequest, carry_out, list_games
from bot.operations.census import Counting
from bot.platforms.courier import Courier
from bot.port import Inbound, Outgoing, Platform
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.service.store_factory import build_store
from bot.storage import Connection, Store, keys, person_keys
from bot.storage.damage import UNREADABLE
from bot.storage.errors import StoredDamage
from bot.storage.keys import GameKeys
from bot.table.reply import Reply
from tests.bot.test_clock import reminders
from tests.bot.test_damage import there, two_games
from tests.bot.times import Hands

#: The parts of a game and of a person as the last word of their keys.
PARTS = [key.rpartition(":")[2] for key in GameKeys("g").kinds()]
OF_PERSON = [key.rpartition(":")[2] for key in person_keys.of_person("web:anna")]
#: A lease is no data: a wrong value in its place is deleted. A position is rebuilt from its record.
MENDED = {("courier", "kind"), ("courier", "garbage"), ("snapshot", "garbage")}
GARBAGE = b"\xff garbage"


class Ear(Platform):
    """A platform that accepts everything."""

    name = "web"

    def __init__(self) -> None:
        self.heard: list[Outgoing] = []

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def deliver(self, message: Outgoing) -> None:
        self.heard.append(message)

    def of(self, game: str) -> list[Outgoing]:
        return [message for message in self.heard if message.game == game]


async def spoil(link: Connection, key: str, kind: str, how: str) -> None:
    """Store a value of another type at a key, or garbage of its own type."""
    if how == "kind":
        await link.call("DEL", key)
        await link.call("SADD" if kind != "set" else "RPUSH", key, "x")
        return
    commands = {
        "string": ("SET", key, GARBAGE),
        "list": ("LSET", key, -1, GARBAGE),
        "hash": ("HSET", key, "1-1", GARBAGE),
        "stream": ("XADD", key, "*", "post", GARBAGE),
        "set": ("SADD", key, GARBAGE),
    }
    await link.call(*commands[kind])


async def after_a_restart(link: Connection, hands: Hands) -> tuple[Store, BotHandler, Courier, Ear]:
    store, ear = build_store(Store, link), Ear()
    await store.repair()
    return store, BotHandler(store, now=hands), Courier(store, {"web": ear}), ear


async def parted(store: Store, game: str) -> str:
    """Return what `games --verify` says of a game."""
    told: list[str] = []
    await list_games(store, told.append, verify=True)
    (line,) = [line for line in told if line.startswith(f"{game}  ")]
    return line


def texts(replies: Sequence[Reply]) -> str:
    return "\n".join(reply.text for reply in replies)


@pytest.mark.parametrize("part", ["seats", "settings", "header", "revision"])
async def test_an_empty_value_is_a_ruin_as_well(store: Store, connection: Connection, part: str) -> None:
    _, _, handler, ruined = await two_games(store)
    await connection.call("SET", getattr(GameKeys(ruined), part), b"")
    assert "data is damaged" in texts(await there(handler, "anna", "play cp 1 as ops", "look"))
    assert "damaged" in await parted(store, ruined)


async def test_the_header_of_another_game_is_no_header(store: Store, connection: Connection) -> None:
    channel, _, handler, ruined = await two_games(store)
    other = await connection.call("GET", GameKeys(await channel.game_id()).header)
    await connection.call("SET", GameKeys(ruined).header, other)
    assert "data is damaged" in texts(await there(handler, "anna", "status", "look"))
    assert "damaged" in await parted(store, ruined)


async def test_a_ruined_entry_of_a_record_is_counted_once_it_is_met(store: Store, connection: Connection) -> None:
    _, _, handler, ruined = await two_games(store)
    await connection.call("LSET", GameKeys(ruined).record, -1, GARBAGE)
    assert "data is damaged" in texts(await there(handler, "anna", "log", "look"))
    assert (await Counting(store).take()).games["damaged"] == 1


@pytest.mark.parametrize("part", ["outbox", "tries", "parked", "references", "renewal", "beginning"])
async def test_a_ruined_game_uses_up_nobodys_reminder(store: Store, connection: Connection, part: str) -> None:
    channel, hands, handler, ruined = await two_games(store)
    own = GameKeys(ruined)
    await spoil(connection, getattr(own, part), own.kinds()[getattr(own, part)], "kind")
    hands.move(days=2)
    await Ticker(handler.tools).tick()
    assert len(await reminders(channel)) == 1


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("how", ["kind", "garbage"])
async def test_a_ruined_key_of_a_game(store: Store, connection: Connection, part: str, how: str) -> None:
    channel, hands, _, ruined = await two_games(store)
    sound, own = await channel.game_id(), GameKeys(ruined)
    await connection.call("SADD", keys.PARKED, ruined)
    await channel.say("anna", "play cp 1 as ops")
    waiting = len(await store.outbox.pending_posts(sound))
    assert waiting
    await spoil(connection, getattr(own, part), own.kinds()[getattr(own, part)], how)
    again, handler, courier, ear = await after_a_restart(connection, hands)
    named = await parted(again, ruined)
    assert "damaged" not in await parted(again, sound)
    await courier.deliver_all()
    assert len(ear.of(sound)) == waiting, "what waited is delivered"
    told = texts(await there(handler, "anna", "play cp 1 as ops", "look"))
    await courier.deliver_all()
    count = await Counting(again).take()
    assert "again" not in told
    assert "/status" not in told
    if (part, how) in MENDED:
        assert "Activate" in told
        assert ear.of(ruined)
        return
    assert "damaged" in named
    assert "feldpost:" not in named, "no key names that the operator need not know"
    if how == "garbage" and part == "outbox":  # one post of many
        assert "Activate" in told
        assert count.parked == 1
        (bad,) = await again.outbox.parked()
        assert (bad.game_id, bad.parked.post.kind) == (ruined, UNREADABLE)
        assert any("damaged and are missing" in one.reply.text for one in ear.of(ruined))
        assert len(ear.of(ruined)) > 1, "the others are delivered"
        assert "parked" in await parted(again, ruined)
    elif how == "garbage" and part == "tries":  # of one post, which is counted anew
        assert "Activate" in told
        assert ear.of(ruined)
        assert "damaged" not in await parted(again, ruined)
    elif how == "garbage" and part in ("parked", "references", "record"):  # one of many, which stops nothing else
        assert "Activate" in told or "damaged" in told
        assert part != "parked" or count.games["damaged"] == 1
    else:
        assert "data is damaged" in told
        assert count.games["damaged"] == 1
        assert "damaged" in await parted(again, ruined)


async def test_nothing_is_written_where_a_key_is_ruined(store: Store, connection: Connection) -> None:
    for part in PARTS:
        await connection.call("FLUSHALL")
        _, _, handler, ruined = await two_games(store)
        own = GameKeys(ruined)
        await spoil(connection, getattr(own, part), own.kinds()[getattr(own, part)], "kind")
        before = {key: await connection.call("DUMP", key) for key in own.fixed()}
        told = texts(await there(handler, "anna", "play cp 1 as ops", "look"))
        if (part, "kind") not in MENDED:
            assert "damaged" in told, part
            assert {key: await connection.call("DUMP", key) for key in own.fixed()} == before, part


@pytest.mark.parametrize(
    ("part", "how"), [*((part, how) for part in OF_PERSON for how in ("kind", "garbage")), ("settings", "preferences")]
)
async def test_a_ruined_key_of_a_person(store: Store, connection: Connection, part: str, how: str) -> None:
    channel, hands, _, other = await two_games(store)
    kinds = person_keys.of_person("web:anna")
    (key,) = [key for key in kinds if key.endswith(part)]
    if how == "preferences":
        await connection.call("SET", key, '{"v": 1, "extra": {"preferences": {"quiet": "garbage"}}}')
    else:
        await spoil(connection, key, kinds[key], how)
    again, handler, courier, ear = await after_a_restart(connection, hands)
    channel.handler = handler
    told: list[str] = []
    assert await list_games(again, told.append, verify=True) == int(how == "kind" or part == "settings")
    named = [line for line in told if line.startswith("web:anna  damaged")]
    assert bool(named) == (how == "kind" or part == "settings")
    if how == "kind" and part == "games":
        assert "ebuilt from the games" in named[0]
        assert await again.people.games_of("web:anna") == sorted([other, await channel.game_id()])
        assert await list_games(again, told.append, verify=True) == 0
    assert not [line for line in told if line.startswith((other, await channel.game_id())) and "damaged" in line]
    # The person can still play, look and follow; so can everybody at a table with them.
    assert "Activate" in await channel.told("anna", "play cp 1 as ops")
    for text in ("games", "settings", "status", "follow", "leave", "join cp"):
        answer = await channel.told("anna", text)
        assert "This game's stored data is damaged" not in answer, text
        assert "ry again" not in answer or "follow" in text, (text, answer)
    await there(handler, "anna", "play cp 1 as ops", "look")
    hands.move(days=2)
    await Ticker(handler.tools).tick()
    await courier.deliver_all()
    assert any(message.reply.mention == ("anna",) for message in ear.heard), "they are told as if they had set nothing"
    if part == "settings":
        assert (await Counting(again).take()).games["damaged"] == 1
        assert "were damaged" in await channel.told("anna", "settings")
        await channel.told("anna", "settings pings dm")
        assert "were damaged" not in await channel.told("anna", "settings")
        assert await list_games(again, told.append, verify=True) == 0


@pytest.mark.parametrize("how", ["kind", "garbage"])
async def test_a_ruined_channel_stops_no_start_and_no_other_channel(
    store: Store, connection: Connection, how: str
) -> None:
    channel, hands, _, ruined = await two_games(store)
    await spoil(connection, keys.channel("web:there"), "string", how)
    again, handler, _, _ = await after_a_restart(connection, hands)
    channel.handler = handler
    assert (how == "kind") == (ruined in again.damaged)
    assert "data is damaged" in texts(await there(handler, "anna", "status", "look"))
    assert "data is damaged" not in await channel.told("anna", "status")


async def test_a_claim_after_a_game_that_can_be_none_is_damage(store: Store, connection: Connection) -> None:
    await connection.call("SET", keys.channel("web:empty"), "abcd2345@1@No Game")
    inbound = Inbound(platform="web", channel="empty", user="anna", key="look", text="status")
    assert "data is damaged" in texts(await BotHandler(store).run(inbound))


async def test_a_ruined_answer_is_told_and_counted(store: Store, connection: Connection) -> None:
    _, _, handler, ruined = await two_games(store)
    await connection.call("SET", GameKeys(ruined).answer("look"), GARBAGE)
    assert "data is damaged" in texts(await there(handler, "anna", "play cp 1 as ops", "look"))
    assert ruined in store.damaged


@pytest.mark.parametrize("part", ["outbox", "renewal", "beginning"])
async def test_a_parked_post_outlives_a_retry_that_meets_ruin(store: Store, connection: Connection, part: str) -> None:
    _, _, _, ruined = await two_games(store)
    own, outbox = GameKeys(ruined), store.outbox
    first = (await outbox.pending_posts(ruined))[0]
    await outbox.mark_failed(first, "refused", final=True)
    await spoil(connection, getattr(own, part), own.kinds()[getattr(own, part)], "kind")
    with pytest.raises(StoredDamage):
        await outbox.retry_parked(ruined, first.post_id)
    assert [parked.post_id for parked in await outbox.parked()] == [first.post_id]


async def test_posts_are_not_lost_where_they_cannot_be_parked(store: Store, connection: Connection) -> None:
    _, _, _, ruined = await two_games(store)
    first = (await store.outbox.pending_posts(ruined))[0]
    await spoil(connection, GameKeys(ruined).parked, "hash", "kind")
    with pytest.raises(StoredDamage):
        await store.outbox.mark_failed(first, "refused", final=True)
    assert (await store.outbox.pending_posts(ruined))[0] == first


@pytest.mark.parametrize("part", PARTS)
async def test_a_ruined_game_can_be_looked_at_and_deleted(store: Store, connection: Connection, part: str) -> None:
    _, _, _, ruined = await two_games(store)
    await spoil(
        connection, getattr(GameKeys(ruined), part), GameKeys(ruined).kinds()[getattr(GameKeys(ruined), part)], "kind"
    )
    told: list[str] = []
    await carry_out(store, told.append, GamesRequest(act="show", game=ruined))
    assert told
    assert await carry_out(store, told.append, GamesRequest(act="delete", game=ruined, yes=True)) == 0
    assert await connection.call("EXISTS", *GameKeys(ruined).fixed()) == 0


async def test_settings_that_an_older_version_wrote_are_met_as_well(store: Store, connection: Connection) -> None:
    await connection.call("SET", person_keys.player("123456789012345678"), GARBAGE)
    await store.people.settings("discord:123456789012345678")
    assert "discord:123456789012345678" in store.damaged
