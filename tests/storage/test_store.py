"""Games: created, changed by one atomic write, raced for, finished."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from dataclasses import replace

import pytest

from bot.settings import Settings
from bot.storage import (
    Change,
    ChannelBusy,
    Committed,
    Connection,
    Duplicate,
    GameSettings,
    Seat,
    Seats,
    Stale,
    StorageError,
    Store,
    StoreBusy,
    StoredGame,
    UnknownGame,
    game_id_for,
    keys,
)
from bot.storage.channels import CLAIM_SECONDS
from bot.storage.keys import GameKeys
from bot.storage.store import Decide
from tests.conftest import ROOT
from tests.storage.support import CHANNEL, header, new_game, say, snapshot, step


async def test_a_game_is_created_in_its_channel_and_loads_again(store: Store) -> None:
    head = header()
    seats = Seats(holders={"ap": Seat(user="web:u1", name="Joffre")})
    change = replace(step(0, "start", posts=2), seats=seats, settings=GameSettings(palette="dark"))
    result = await store.create_game(head, change)
    assert result == Committed(number=0, revision=1, answer={"said": "start"})
    game = await store.load(head.game_id)
    whole = head.model_copy(update={"whole": True})
    assert game == StoredGame(whole, 0, 1, snapshot(0), seats, GameSettings(palette="dark"))
    assert await store.record(head.game_id) == [{"n": 0, "kind": "choice", "choice": "start"}]
    assert await store.channel_game(CHANNEL) == head.game_id
    assert await store.channel_game("web:elsewhere") is None
    assert [queued.post.body for queued in await store.outbox.pending_posts(head.game_id)] == [
        {"text": "start 0"},
        {"text": "start 1"},
    ]
    assert await store.games() == [head.game_id]


async def test_the_same_new_twice_makes_one_game(store: Store) -> None:
    head = header()
    first = await store.create_game(head, step(0, "start", posts=1))
    second = await store.create_game(head, step(0, "again", posts=1))
    assert isinstance(first, Committed)
    assert second == Duplicate(number=0, answer={"said": "start"})
    assert len(await store.outbox.pending_posts(head.game_id)) == 1


async def test_a_channel_has_one_game_in_progress(store: Store) -> None:
    game = await new_game(store)
    with pytest.raises(ChannelBusy, match=f"has the game {game} in progress") as caught:
        await store.create_game(header(key="new-2"), Change({}))
    assert caught.value.game_id == game
    assert await store.games() == [game]


async def test_of_many_at_once_one_gets_the_channel(store: Store) -> None:
    attempts = (store.create_game(header(key=f"new-{i}"), Change({"i": i})) for i in range(8))
    results = await asyncio.gather(*attempts, return_exceptions=True)
    made = [result for result in results if isinstance(result, Committed)]
    assert len(made) == 1
    assert all(isinstance(result, ChannelBusy) for result in results if not isinstance(result, Committed))
    assert await store.games() == [await store.channel_game(CHANNEL)]


async def test_a_finished_game_frees_its_channel_and_stays_readable(store: Store) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("attack"))
    result = await store.finish_game(game, step(1, "resign", posts=1), "c2", {"winner": "cp"})
    assert isinstance(result, Committed)
    assert await store.channel_game(CHANNEL) is None
    ended = await store.header(game)
    assert (ended.status, ended.result) == ("finished", {"winner": "cp"})
    assert ended.finished_at is not None
    assert len(await store.record(game)) == 2
    assert await store.finish_game(game, step(2, "resign"), "c2", {"winner": "cp"}) == Duplicate(1, {"said": "resign"})
    second = await new_game(store, key="new-2")
    assert await store.channel_game(CHANNEL) == second


async def test_a_finished_game_that_kept_its_channel_by_a_crash_gives_way(store: Store) -> None:
    game = await new_game(store)
    ended = (await store.header(game)).model_copy(update={"status": "finished"})
    await store.run_command(game, "end", lambda _: Change({}, header=ended))
    assert await store.channels.holder(CHANNEL) == game
    assert await store.channel_game(CHANNEL) is None
    second = await new_game(store, key="new-2")
    assert await store.channel_game(CHANNEL) == second


async def test_a_claim_whose_set_up_died_gives_way_after_a_minute_and_forgets_nothing(
    store: Store, connection: Connection
) -> None:
    over = await new_game(store)
    await store.finish_game(over, Change({}), "end", {"winner": "cp"})
    await store.channels.bind(CHANNEL, over)
    now = time.time()
    assert await store.channels.claim(CHANNEL, "dead", now, before=over, seen=over)
    with pytest.raises(ChannelBusy, match="is being set up"):
        await new_game(store, key="new-2")
    assert await store.channels.holder(CHANNEL) == over
    await connection.call("SET", keys.channel(CHANNEL), f"dead@{int(now) - CLAIM_SECONDS - 1}@{over}")
    assert await store.channels.holder(CHANNEL) == over
    game = await new_game(store, key="new-2")
    assert await connection.call("GET", keys.channel(CHANNEL)) == game.encode()
    assert await connection.call("TTL", keys.channel(CHANNEL)) == -1
    assert await store.channel_game(CHANNEL) == game


async def test_a_game_whose_claim_grew_old_is_taken_back(store: Store, connection: Connection) -> None:
    """Between claim and commit another game takes the channel: ours must vanish whole."""
    late = header(key="late")

    class Slow(Store):
        async def commit(self, *arguments: object, **named: object) -> object:  # type: ignore[override]
            await connection.call("SET", keys.channel(CHANNEL), "other")
            return await super().commit(*arguments, **named)  # type: ignore[arg-type]

    with pytest.raises(ChannelBusy, match="at the same time"):
        await Slow(connection).create_game(late, step(0, "start"))
    with pytest.raises(UnknownGame):
        await store.load(late.game_id)
    assert await store.games() == []
    assert await connection.call("KEYS", f"*{late.game_id}*") == []


async def test_repair_binds_a_game_whose_claim_ran_out_after_the_commit(store: Store, connection: Connection) -> None:
    game = await new_game(store)
    await connection.call("DEL", keys.channel(CHANNEL))
    assert await store.channel_game(CHANNEL) is None
    assert await store.repair() == 1
    assert await store.channel_game(CHANNEL) == game
    assert await store.repair() == 0


async def test_a_stale_commit_changes_nothing(store: Store) -> None:
    game = await new_game(store)
    await store.commit(game, -1, step(0, "first"), "c1")
    before = await store.load(game)
    assert await store.commit(game, -1, step(0, "late", posts=1), "c2") == Stale(number=0, revision=2)
    assert await store.load(game) == before
    assert await store.answer_for(game, "c2") is None
    assert await store.outbox.pending_posts(game) == []


async def test_a_repeated_command_gets_the_first_answer_and_changes_nothing(store: Store) -> None:
    game = await new_game(store)
    first = await store.run_command(game, "press-7", say("attack", posts=1))
    assert isinstance(first, Committed)
    assert await store.run_command(game, "press-7", say("something else", posts=1)) == Duplicate(0, {"said": "attack"})
    assert await store.commit(game, 0, step(1, "other"), "press-7") == Duplicate(0, {"said": "attack"})
    assert await store.answer_for(game, "press-7") == Duplicate(0, {"said": "attack"})
    assert len(await store.record(game)) == 1
    assert len(await store.outbox.pending_posts(game)) == 1


async def test_answers_are_kept_for_the_set_time(redis_url: str, connection: Connection) -> None:
    store = Store.connect(redis_url, Settings(answer_days=3))
    game = await new_game(store)
    await store.run_command(game, "c1", say("attack"))
    left = await connection.call("TTL", GameKeys(game).answer("c1"))
    assert 3 * 86400 - 10 < left <= 3 * 86400
    await store.close()


async def test_two_who_take_one_seat_at_once_do_not_both_get_it(store: Store, connection: Connection) -> None:
    game = await new_game(store)

    def join(user: str) -> Decide:
        def decide(stored: StoredGame) -> Change:
            if "ap" in stored.seats.holders:
                return Change({"seated": False})
            holders = {**stored.seats.holders, "ap": Seat(user=user, name=user)}
            return Change({"seated": True}, seats=Seats(holders=holders))

        return decide

    stores = [Store(connection) for _ in range(6)]  # as many processes would
    results = await asyncio.gather(*(own.run_command(game, f"j{i}", join(f"u{i}")) for i, own in enumerate(stores)))
    assert [result.answer["seated"] for result in results].count(True) == 1
    assert (await store.load(game)).revision == 1 + 6


async def test_a_change_without_an_entry_builds_on_all_earlier_changes(store: Store) -> None:
    """Another process is quicker between a command's look and its write: the command decides again."""
    game, quicker, met = await new_game(store), Store(store.connection), list[list[str]]()

    def seated(stored: StoredGame, side: str) -> Change:
        return Change({}, seats=Seats(holders={**stored.seats.holders, side: Seat(user=side, name=side)}))

    async def slow(stored: StoredGame) -> Change:
        met.append(sorted(stored.seats.holders))
        if len(met) == 1:
            await quicker.run_command(game, "quick", lambda fresh: seated(fresh, "ap"))
        return seated(stored, "cp")

    await store.run_command(game, "slow", slow)
    assert met == [[], ["ap"]]
    assert sorted((await store.load(game)).seats.holders) == ["ap", "cp"]


@pytest.mark.process
async def test_two_processes_writing_one_game_keep_entries_in_order(store: Store, redis_url: str) -> None:
    game = await new_game(store)
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.storage.bot_process", "say", redis_url, game, name, "60", cwd=ROOT
        )
        for name in ("ap", "cp")
    ]
    assert [await process.wait() for process in processes] == [0, 0]
    entries = await store.record(game)
    assert [entry["n"] for entry in entries] == list(range(120))
    words = [entry["choice"] for entry in entries]
    for name in ("ap", "cp"):
        assert [word for word in words if word.startswith(name)] == [f"{name} {i}" for i in range(60)]
    assert (await store.load(game)).snapshot == snapshot(119)
    changes = sum(words[i].split()[0] != words[i + 1].split()[0] for i in range(119))
    assert changes > 5, "the two never raced"


async def test_commands_of_one_process_are_carried_out_in_the_order_they_came(store: Store) -> None:
    game = await new_game(store)
    await asyncio.gather(*(store.run_command(game, f"c{i}", say(str(i))) for i in range(30)))
    assert [entry["choice"] for entry in await store.record(game)] == [str(i) for i in range(30)]


async def test_losing_every_race_is_reported(store: Store) -> None:
    game = await new_game(store)

    async def outrun(stored: StoredGame) -> Change:
        await store.commit(game, stored.number, step(stored.number + 1, "faster"), f"fast-{stored.number}")
        return step(stored.number + 1, "slow")

    with pytest.raises(StoreBusy, match="Send this one again"):
        await store.run_command(game, "slow", outrun, tries=3)
    assert [entry["choice"] for entry in await store.record(game)] == ["faster"] * 3


async def test_an_error_in_a_command_passes_through_and_changes_nothing(store: Store) -> None:
    game = await new_game(store)

    def refuse(stored: StoredGame) -> Change:
        raise LookupError(f"not at {stored.number}")

    with pytest.raises(LookupError, match="not at -1"):
        await store.run_command(game, "c1", refuse)
    assert await store.answer_for(game, "c1") is None


async def test_entries_must_follow_without_a_gap_and_come_with_their_snapshot(store: Store) -> None:
    game = await new_game(store)
    with pytest.raises(ValueError, match=r"entries \[1\] do not follow entry -1"):
        await store.commit(game, -1, step(1, "gap"), "c1")
    with pytest.raises(ValueError, match="need the number they follow and the snapshot"):
        await store.commit(game, -1, replace(step(0, "x"), snapshot=None), "c1")
    assert (await store.load(game)).revision == 1


async def test_the_record_can_be_read_from_a_number_on(store: Store) -> None:
    game = await new_game(store)
    for i in range(5):
        await store.run_command(game, f"c{i}", say(str(i)))
    assert [entry["choice"] for entry in await store.record(game, 3)] == ["3", "4"]
    assert await store.record(game, 5) == []


async def test_an_unknown_game_is_said_to_be_unknown(store: Store) -> None:
    for call in (store.load("nothing"), store.header("nothing"), store.run_command("nothing", "k", say("x"))):
        with pytest.raises(UnknownGame, match="There's no game nothing"):
            await call


@pytest.mark.parametrize("part", ["header", "seats", "settings", "snapshot"])
async def test_values_of_a_later_version_are_refused_at_load(store: Store, connection: Connection, part: str) -> None:
    head = header()
    await store.create_game(head, replace(step(0, "start"), seats=Seats(), settings=GameSettings()))
    key = getattr(GameKeys(head.game_id), part)
    raw = await connection.call("GET", key)
    await connection.call("SET", key, re.sub(rb'"v":\d', b'"v":9', raw))
    with pytest.raises(StorageError, match=rf"^The stored {part} of game {head.game_id} has version 9"):
        await Store(connection).load(head.game_id)


async def test_a_record_entry_of_a_later_version_or_a_wrong_number_is_refused(
    store: Store, connection: Connection
) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("x"))
    own = GameKeys(game)
    await connection.call("RPUSH", own.record, '{"v":1,"n":5,"payload":{}}')
    with pytest.raises(StorageError, match="Record entry 1 of game .* says it is entry 5"):
        await store.record(game)
    with pytest.raises(StorageError, match="snapshot of game .* is of entry 0, but its record ends with 1"):
        await store.load(game)
    await connection.call("LSET", own.record, 1, '{"v":2,"n":1,"payload":{}}')
    with pytest.raises(StorageError, match="record entry 1 of game .* has version 2"):
        await store.record(game)


async def test_platform_ids_are_noted_by_name(store: Store) -> None:
    game = await new_game(store)
    await store.refer(game, "web:table", "m17")
    await store.refer(game, "web:table", "m18")
    assert await store.references(game) == {"web:table": "m18"}


def test_a_game_id_is_short_and_follows_from_channel_and_key() -> None:
    ids = {game_id_for(channel, key) for channel in ("a", "b") for key in ("1", "2")}
    assert len(ids) == 4
    assert game_id_for("a", "1") in ids
    assert all(GameKeys(game).game_id == game and len(game) == 8 for game in ids)
