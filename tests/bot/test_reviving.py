"""Unreadable positions: rebuilt from the record, kept where they match, or reported lost; nothing else stops."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from bot.replay_worker import Recorder
from bot.service import position_repair, session
from bot.service.people.ticker import Ticker
from bot.service.record_work import RecordThreads, RecordWorkBusy
from bot.service.session import Memory
from bot.service.store_factory import build_store
from bot.storage import Connection, Store, StoredGame
from bot.storage.keys import GameKeys
from bot.storage.snapshot import Snapshot
from bot.titles.pog.systems import system_for
from engine.core.game import Game
from tests.bot import support
from tests.bot.reasons.test_reasons import reads_well
from tests.bot.spoiling import UNREADABLE, spoil, spoil_record
from tests.bot.support import Channel
from tests.bot.test_recalling import Full
from tests.bot.times import timed
from tests.support.restoring import restore


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the games whose records are replayed from now on."""
    found: list[str] = []
    play_again = position_repair.play_again

    def counting(stored: StoredGame, lines: list[bytes]) -> position_repair.Made:
        found.append(stored.header.game_id)
        return play_again(stored, lines)

    monkeypatch.setattr(position_repair, "play_again", counting)
    return found


@pytest.mark.parametrize("how", UNREADABLE)
async def test_a_game_whose_position_cannot_be_read_goes_on_from_its_record(
    channel: Channel, connection: Connection, how: str
) -> None:
    await channel.begin()
    game = await channel.game_id()
    before = await channel.store.load(game)
    await spoil(connection, game, UNREADABLE[how])
    again = Channel.open(build_store(Store, connection))
    again.keys = channel.keys
    stored = await again.store.load(game)
    assert json.loads(stored.snapshot or "") == json.loads(before.snapshot or "")
    assert "Activate" in await again.told("anna", "play auto")
    assert await again.number() == before.number + 1
    assert again.store.damaged == {}
    raw = await connection.call("GET", GameKeys(game).snapshot)
    assert Snapshot.unpack(raw, "snapshot").number == before.number + 1


async def test_undo_still_works_after_a_restart(channel: Channel, connection: Connection) -> None:
    await channel.begin()
    for line in ("play auto", "activate koblenz move", "undo", "activate koblenz attack"):
        await channel.say("anna", line)
    game = await channel.game_id()
    undoable = restore(await channel.store.load(game)).undoable(1)
    assert undoable > 1
    await spoil(connection, game, None)
    again = Channel.open(build_store(Store, connection))
    again.keys = channel.keys
    assert restore(await again.store.load(game)).undoable(1) == undoable
    assert "2 steps undone" in await again.told("anna", "undo all")
    assert restore(await again.store.load(game)).decision.kind == "choose_action"
    assert "from the seed" in await again.told("ben", "verify")


async def test_a_record_is_played_again_once_for_many_looks_at_once(
    channel: Channel, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.begin()
    game, played = await channel.game_id(), counted(monkeypatch)
    await spoil(connection, game, None)
    store = build_store(Store, connection)
    found = await asyncio.gather(*(store.load(game) for _ in range(5)))
    assert len({one.snapshot for one in found}) == 1
    assert played == [game]


async def test_a_position_that_fits_is_kept_where_the_record_plays_differently(
    channel: Channel, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.begin()
    game, played = await channel.game_id(), counted(monkeypatch)
    await spoil_record(connection, game)
    again = Channel.open(build_store(Store, connection))
    again.keys = channel.keys
    assert "Activate" in await again.told("anna", "play auto")
    assert "August 1914" in await again.told("anna", "status")
    assert played == []
    assert again.store.damaged == {}


async def test_records_are_replayed_outside_the_event_loop(channel: Channel, connection: Connection) -> None:
    await channel.begin()
    game = await channel.game_id()
    before = (await channel.store.load(game)).snapshot
    await spoil(connection, game, None)
    recorder = Recorder()
    store = build_store(Store, connection, workshop=recorder)
    try:
        async with asyncio.timeout(60):
            assert (await store.load(game)).snapshot == before
    finally:
        await recorder.close()


async def test_where_too_much_is_asked_for_the_command_is_to_be_sent_again(
    channel: Channel, connection: Connection
) -> None:
    await channel.begin()
    game = await channel.game_id()
    await spoil(connection, game, None)
    again = Channel.open(build_store(Store, connection, workshop=Full()))
    again.keys = channel.keys
    assert await again.told("anna", "play auto") == again.handler.tools.say("reasons.busy")
    assert again.store.damaged == {}
    assert "Activate" in await channel.told("anna", "play auto")


async def spoiled_games(channel: Channel, connection: Connection, patch: pytest.MonkeyPatch, count: int) -> list[str]:
    """Make this many games of Anna and Ben, each in a separate channel, with positions of another version."""
    games = []
    for number in range(count):
        patch.setattr(support, "CHANNEL", f"table-{number}")
        await channel.begin()
        games.append(await channel.game_id())
        await spoil(connection, games[-1], UNREADABLE["of another version"])
    return games


async def test_simultaneous_rebuilds_of_a_game_wait_for_each_other(
    channel: Channel, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await spoiled_games(channel, connection, monkeypatch, 8)
    recorder = Recorder(most=3)
    fresh = build_store(Store, connection, workshop=recorder)
    people = [asyncio.create_task(recorder.run(f"web:{name}", time.sleep, 0.1)) for name in range(12)]
    try:
        async with asyncio.timeout(60):
            found = await asyncio.gather(*(fresh.load(game) for game in games))
            given_up = [
                isinstance(one, RecordWorkBusy) for one in await asyncio.gather(*people, return_exceptions=True)
            ]
    finally:
        await recorder.close()
    assert all(stored.renewed for stored in found)
    assert any(given_up), "the queue was full"


async def test_one_busy_game_stops_neither_the_others_nor_a_setting(
    channel: Channel, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy, *others = await spoiled_games(channel, connection, monkeypatch, 3)

    class Choosy(RecordThreads):
        async def run(self, person: str, function: Any, /, *args: Any) -> Any:
            if function is position_repair.play_again and args[0].header.game_id == busy:
                raise RecordWorkBusy
            return await super().run(person, function, *args)

    again = Channel.open(build_store(Store, connection, workshop=Choosy()))
    again.keys = channel.keys
    assert "`away` is now" in await again.told("anna", "settings away 3d")
    for game in others:
        texts = [str(queued.post.body["text"]) for queued in await again.store.outbox.pending_posts(game)]
        assert sum("away" in text for text in texts) == 1, texts
    for line in ("settings snooze 8h", "settings quiet off"):
        assert "is now" in await again.told("anna", line)
    assert "away = on until" in await again.told("anna", "settings")
    listed = await again.told("anna", "games")
    assert all(f"`{game}`" in listed for game in (busy, *others))
    assert "busy right now" in listed
    assert await again.told("ben", "games open") != again.handler.tools.say("reasons.busy")
    assert again.store.damaged == {}


async def test_games_that_are_over_are_played_again_only_for_who_looks_at_them(
    channel: Channel, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.begin()
    await channel.say("ben", "resign yes")
    game, played = await channel.game_id(), counted(monkeypatch)
    await spoil(connection, game, None)
    again = Channel.open(build_store(Store, connection))
    again.keys = channel.keys
    assert f"`{game}`" in await again.told("anna", "games")
    assert "over" in await again.told("anna", "games")
    for line in ("settings away 3d", "settings away off", "settings snooze 8h"):
        await again.say("anna", line)
    assert played == []
    assert "August 1914" in await again.told("anna", f"status {game}")
    assert played == [game]


async def differing(channel: Channel, connection: Connection) -> Channel:
    """Return a game in mid-action whose record now plays differently, as loaded by a new process."""
    await channel.begin()
    for line in ("play auto", "activate koblenz move"):
        await channel.say("anna", line)
    await spoil_record(connection, await channel.game_id())
    again = Channel.open(build_store(Store, connection))
    again.keys = channel.keys
    return again


async def test_where_only_the_position_is_left_people_play_take_back_and_end(
    channel: Channel, connection: Connection
) -> None:
    again = await differing(channel, connection)
    number = await again.number()
    # Posted messages are declared void, so the action is narrated anew from the record.
    stored = await again.store.load(await again.game_id())
    noted = Memory.of(stored.settings)
    noted.posted = stored.number
    await connection.call("SET", GameKeys(await again.game_id()).settings, noted.into(stored.settings).dump())
    assert "undone" in await again.told("anna", "undo")
    assert await again.number() == number + 1
    assert "Koblenz" in await again.told("anna", "activate koblenz attack")
    await again.clear()
    assert "resigns" in await again.told("ben", "resign yes")
    (end, _) = [reply for kind, reply in await again.posts() if kind == "end"]
    header = await again.store.header(await again.game_id())
    assert "the Central Powers win" in end.text
    assert header.seed in end.text
    assert "VP at the start" not in end.text
    assert end.picture is None
    assert header.status == "finished"


@pytest.mark.parametrize("line", ["log", "replay", "rollback round"])
async def test_questions_that_need_a_lost_record_are_refused_with_the_reason(
    channel: Channel, connection: Connection, line: str
) -> None:
    again = await differing(channel, connection)
    told = await again.told("anna", line)
    assert told == again.handler.tools.say("reasons.record_differs")
    reads_well(told)


async def test_a_look_of_the_clock_takes_back_only_what_a_look_noted(channel: Channel) -> None:
    await channel.begin()
    game, store = await channel.game_id(), channel.store
    for where, left in (("posts", {game: "posts"}), ("rules", {}), ("look", {})):
        store.damaged[game] = where
        await store.due.note(game, 1.0)
        await Ticker(channel.handler.tools).tick()
        assert store.damaged == left, where
        store.damaged.clear()


@pytest.mark.parametrize("gone", [{"options": {"scenario": "the_moon"}}, {"title": "verdun"}])
async def test_a_game_of_rules_that_are_missing_is_left_alone_and_says_so(
    channel: Channel, connection: Connection, monkeypatch: pytest.MonkeyPatch, gone: dict[str, Any]
) -> None:
    """Whatever its record would give under other rules."""
    await channel.begin()
    game = await channel.game_id()
    header = await channel.store.header(game)
    await connection.call("SET", GameKeys(game).header, header.model_copy(update=gone).dump())
    played = counted(monkeypatch)
    again = Channel.open(build_store(Store, connection))
    again.keys = channel.keys
    missing = str(gone.get("title") or gone["options"]["scenario"])
    assert f"by the rules of “{missing}”" in await again.told("anna", "play auto")
    assert game in await again.told("anna", "games")
    assert (await again.store.load(game)).snapshot == (await channel.store.load(game)).snapshot
    assert played == []


async def test_a_hidden_earlier_position_is_rebuilt_too(store: Store, connection: Connection) -> None:
    """The position shown to others is in the settings; it can be an older version's as well."""
    channel, _, _ = timed(store)
    await channel.begin()
    game = await channel.game_id()
    stored = await store.load(game)
    snapshot = json.loads(stored.snapshot or "")
    old = json.dumps({**snapshot, "v": 1})
    veil: dict[str, Any] = {"side": 1, "snapshot": old, "number": stored.number - 1, "entries": []}
    counts = [{"known": 1, "last": 1}] * 3
    kept = stored.settings.model_copy(update={"seen": {"counts": counts, "veil": veil, "unseen": []}})
    await connection.call("SET", GameKeys(game).settings, kept.dump())
    fresh = build_store(Store, connection)
    renewed = await fresh.load(game)
    seen: Any = renewed.settings.seen
    shown: Game[Any] = Game.restore(system_for({}), json.loads(seen["veil"]["snapshot"]), session.chance_of(renewed))
    assert shown.number == stored.number - 1
    assert shown.decision.kind == "guns_of_august"
    assert json.loads(renewed.snapshot or "") == snapshot
