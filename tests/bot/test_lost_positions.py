"""A game whose position and record are lost: reported once, blocks nothing else, and can be ended."""

from __future__ import annotations

import pytest

from bot.cli.games import GamesRequest, carry_out, list_games
from bot.operations.census import Counting
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.service.store_factory import build_store
from bot.storage import Connection, Store, keys
from bot.storage.errors import PositionLost
from bot.storage.keys import GameKeys
from tests.bot.reasons.test_reasons import reads_well
from tests.bot.spoiling import UNREADABLE, spoil, spoil_record
from tests.bot.support import Channel
from tests.bot.test_damage import there, two_games
from tests.support.restoring import restore


async def lost(store: Store, connection: Connection) -> tuple[Channel, BotHandler, Store, str]:
    """Return a sound game at the table, and one whose position and record are both lost, as loaded by a new process."""
    channel, hands, _, ruined = await two_games(store)
    await spoil(connection, ruined, UNREADABLE["of other content"])
    await spoil_record(connection, ruined)
    fresh = build_store(Store, connection)
    handler = BotHandler(fresh, now=hands)
    return channel, handler, fresh, ruined


async def test_a_lost_game_says_so_to_its_people_once_and_is_counted(store: Store, connection: Connection) -> None:
    channel, handler, fresh, ruined = await lost(store, connection)
    sound = await channel.game_id()
    for queued in await fresh.outbox.pending_posts(ruined):
        await fresh.outbox.mark_delivered(ruined, queued.post_id)
    reads_well(handler.tools.say("reasons.position_lost"))
    for number, line in enumerate(("play auto", "status", "panel", "undo", "replay")):
        (reply,) = await there(handler, "anna", line, f"look-{number}")
        assert reply.text == handler.tools.say("reasons.position_lost")
        assert "/master end" in reply.text
    (queued,) = await fresh.outbox.pending_posts(ruined)
    assert queued.post.audience == "channel"
    assert ruined in queued.post.body["text"]  # type: ignore[operator]
    assert queued.post.body["mention"] == ["web:anna", "web:ben"]
    assert fresh.damaged == {ruined: "position"}
    assert (await Counting(fresh).take()).games["damaged"] == 1
    other = build_store(Store, connection)
    with pytest.raises(PositionLost):
        restore(await other.load(ruined))
    await other.load(ruined)
    assert len(await other.outbox.pending_posts(ruined)) == 1, "another process, or a restart, does not say it again"
    assert other.damaged == {ruined: "position"}
    assert (await fresh.load(sound)).snapshot
    listed = (await there(handler, "anna", "games", "games"))[0].text
    assert sound in listed
    assert "damaged" in listed


async def test_a_lost_game_is_told_once_also_when_no_answer_is_kept_any_more(
    store: Store, connection: Connection
) -> None:
    _, _, fresh, ruined = await lost(store, connection)
    for queued in await fresh.outbox.pending_posts(ruined):
        await fresh.outbox.mark_delivered(ruined, queued.post_id)
    await fresh.load(ruined)
    assert len(await fresh.outbox.pending_posts(ruined)) == 1
    assert await connection.call("DEL", GameKeys(ruined).answer(f"lost:{(await fresh.load(ruined)).number}")) == 1
    other = build_store(Store, connection)
    await other.load(ruined)
    assert len(await other.outbox.pending_posts(ruined)) == 1
    assert other.damaged == {ruined: "position"}


async def test_a_lost_game_stops_neither_clocks_nor_other_games(store: Store, connection: Connection) -> None:
    channel, handler, fresh, ruined = await lost(store, connection)
    await connection.call("DEL", *keys.DUE)
    ticker = Ticker(handler.tools)
    await ticker.index()
    handler.tools.now.move(days=2)  # type: ignore[attr-defined]
    assert await ticker.tick() == 1, "the other game's reminder"
    assert ruined in fresh.damaged
    assert "Activate" in await channel.told("anna", "play auto")
    told: list[str] = []
    assert await list_games(fresh, told.append, verify=True) == 1
    assert [line.partition(" ")[0] for line in told if " damaged: " in line] == [ruined]


async def test_a_lost_game_can_be_ended_and_frees_its_channel(store: Store, connection: Connection) -> None:
    _, handler, fresh, ruined = await lost(store, connection)
    assert "ends" in (await there(handler, "anna", "master end", "end"))[0].text
    header = await fresh.header(ruined)
    assert (header.status, header.result) == ("finished", None)
    await there(handler, "ben", "new campaign", "new")
    assert await fresh.channels.holder("web:there") not in (None, ruined)


async def test_an_operator_can_end_a_lost_game(store: Store, connection: Connection) -> None:
    _, _, fresh, ruined = await lost(store, connection)
    assert await carry_out(fresh, lambda _: None, GamesRequest(act="end", game=ruined)) == 0
    assert (await fresh.header(ruined)).status == "finished"


async def test_the_version_that_kept_a_lost_position_finds_it_untouched(store: Store, connection: Connection) -> None:
    _, handler, fresh, ruined = await lost(store, connection)
    own = GameKeys(ruined)
    before = await connection.call("GET", own.snapshot), await connection.call("LRANGE", own.record, 0, -1)
    for number, line in enumerate(("status", "play auto", "follow", "settings palette dark")):
        await there(handler, "anna", line, f"any-{number}")
    assert (await connection.call("GET", own.snapshot), await connection.call("LRANGE", own.record, 0, -1)) == before
    assert fresh.damaged == {ruined: "position"}
