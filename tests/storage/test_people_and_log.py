"""What is stored by user and by channel."""

from __future__ import annotations

from bot.storage import Change, ChannelLog, Connection, PlayerSettings, Seat, Seats, Store, keys, person_keys
from tests.storage.support import new_game


async def test_my_games_are_those_where_i_sit_now(store: Store) -> None:
    games = sorted([await new_game(store, f"web:{name}") for name in ("ypres", "verdun", "tannenberg")])
    seat = Seats(holders={"cp": Seat(user="discord:7", name="Moltke")})
    for game in games:
        await store.run_command(game, "join", lambda _: Change({}, seats=seat))
    assert await store.people.games_of("discord:7") == games
    await store.run_command(games[0], "leave", lambda _: Change({}, seats=Seats()))
    assert await store.people.games_of("discord:7") == games[1:]
    assert await store.people.games_of("nobody") == []


async def test_a_seat_that_was_announced_and_never_taken_is_not_listed(store: Store) -> None:
    await store.people.note_game("u1", "vanished")
    assert await store.people.games_of("u1") == []


async def test_player_settings_are_kept_and_checked(store: Store, connection: Connection) -> None:
    assert await store.people.settings("u {1}") == PlayerSettings()
    await store.people.save_settings("u {1}", PlayerSettings(palette="dark", pings=False))
    assert await store.people.settings("u {1}") == PlayerSettings(palette="dark", pings=False)
    await connection.call("SET", person_keys.player("u2"), '{"v":2}')
    assert await store.people.settings("u2") == PlayerSettings(), "what cannot be read stops nobody's games"
    assert store.damaged == {"u2": "settings"}
    await store.people.save_settings("u2", PlayerSettings())
    assert store.damaged == {}


async def test_the_log_shows_a_message_once_and_in_order(connection: Connection) -> None:
    log = ChannelLog(connection)
    assert [await log.add("web:a", name, {"text": name}) for name in ("m1", "m2", "m1", "m3")] == [1, 2, 0, 3]
    assert [message.message_id for message in await log.newest("web:a")] == ["m1", "m2", "m3"]
    assert await log.newest("web:b") == []


async def test_one_message_is_found_by_its_id(connection: Connection) -> None:
    log = ChannelLog(connection)
    await log.add("web:a", "m1", {"text": "here"})
    found = await log.one("web:a", "m1")
    assert found is not None
    assert (found.place, found.body) == (1, {"text": "here"})
    assert await log.one("web:a", "m2") is None


async def test_a_replaced_message_keeps_its_place(connection: Connection) -> None:
    log = ChannelLog(connection)
    for name in ("table", "m2"):
        await log.add("web:a", name, {"text": name})
    assert await log.replace("web:a", "table", {"text": "turn 2"}) == 1
    assert await log.replace("web:a", "never", {"text": "x"}) == 0
    assert [message.body["text"] for message in await log.newest("web:a")] == ["turn 2", "m2"]


async def test_the_log_pages_backwards_and_keeps_the_newest(connection: Connection) -> None:
    log = ChannelLog(connection, keep=6)
    for i in range(10):
        await log.add("web:a", f"m{i}", {"i": i})
    page = await log.newest("web:a", count=3)
    assert [message.body["i"] for message in page] == [7, 8, 9]
    assert [message.body["i"] for message in await log.newest("web:a", before=page[0].place)] == [4, 5, 6]


async def test_a_slot_keeps_its_newest_message_alone(connection: Connection) -> None:
    log = ChannelLog(connection, companions=("#picture",))
    await log.add("web:a", "said", {"n": 0})
    for number in range(1, 4):
        await log.add("web:a", f"panel-{number}", {"n": number}, slot="panel")
        await log.add("web:a", f"panel-{number}#picture", {"n": number})
    await log.add("web:a", "table-1", {"n": 9}, slot="table")
    names = [message.message_id for message in await log.newest("web:a")]
    assert names == ["said", "panel-3", "panel-3#picture", "table-1"]
    assert await connection.call("HLEN", keys.LogKeys("web:a").bodies) == 4


async def test_a_message_that_lost_its_slot_does_not_return_when_repeated(connection: Connection) -> None:
    log = ChannelLog(connection, companions=("#picture",))
    await log.add("web:a", "panel-1", {}, slot="panel")
    await log.add("web:a", "panel-2", {}, slot="panel")
    assert await log.add("web:a", "panel-1", {}, slot="panel") == 0
    assert await log.add("web:a", "panel-1#picture", {}) == 0  # drawn too late
    assert [message.message_id for message in await log.newest("web:a")] == ["panel-2"]


async def test_dropped_ids_are_not_kept_for_ever(connection: Connection) -> None:
    log = ChannelLog(connection)
    for number in range(260):
        await log.add("web:a", f"panel-{number}", {}, slot="panel")
    own = keys.LogKeys("web:a")
    assert await connection.call("ZCARD", own.dropped) == 200
    assert await connection.call("ZSCORE", own.dropped, "panel-258") == 260


async def test_a_log_that_an_older_version_wrote_is_read_and_gets_slots(connection: Connection) -> None:
    log = ChannelLog(connection)
    await log.add("web:a", "panel-1", {})  # as before there were slots
    await log.add("web:a", "panel-2", {}, slot="panel")
    await log.add("web:a", "panel-3", {}, slot="panel")
    assert [message.message_id for message in await log.newest("web:a")] == ["panel-1", "panel-3"]


async def test_reading_a_log_from_a_position(connection: Connection) -> None:
    log = ChannelLog(connection)
    for i in range(7):
        await log.add("web:a", f"m{i}", {"i": i})
    assert [message.body["i"] for message in await log.after("web:a", 2, count=3)] == [2, 3, 4]
    assert [message.body["i"] for message in await log.after("web:a", 5)] == [5, 6]
    assert await log.heads(["web:a", "web:b"]) == [7, 0]


async def test_games_followed_under_a_bare_id_can_be_unfollowed(store: Store, connection: Connection) -> None:
    await connection.call("SADD", person_keys.follows("7"), "marne", "verdun")
    await store.people.follow("discord:7", "ypres", True)
    assert await store.people.followed_by("discord:7") == ["marne", "verdun", "ypres"]
    for game in ("marne", "ypres"):
        await store.people.follow("discord:7", game, False)
    assert await store.people.followed_by("discord:7") == ["verdun"]
