"""Time control and reminders: documented figures, gentle escalation, silence where wanted, no storms."""

from __future__ import annotations

import pytest

from bot.service.clock import DAY, HOUR, MOST_REMINDERS, PACES, lasting
from bot.service.record import verification
from bot.storage import Store, keys
from bot.table.reply import Reply
from tests.bot.support import Channel, check_limits, token_of
from tests.bot.times import Hands, clock_of, timed


async def reminders(channel: Channel) -> list[Reply]:
    """Return the reminders in the outbox."""
    return [reply for kind, reply in await channel.posts() if kind == "reminder"]


async def begin(channel: Channel, clock: str = "standard") -> None:
    """Start a game with a clock, waiting for the Central Powers."""
    await channel.say("anna", f"new campaign clock={clock}")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("ben", "start")
    await channel.clear()


@pytest.mark.parametrize(("speed", "hours"), [("off", 24), ("slow", 24), ("standard", 8), ("fast", 2)])
async def test_the_first_reminder_comes_when_the_table_says(store: Store, speed: str, hours: int) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, speed)
    hands.move(hours=hours, minutes=-1)
    assert await ticker.tick() == 0
    hands.move(minutes=1)
    await ticker.tick()
    (one,) = await reminders(channel)
    assert one.mention == ("anna",)
    assert "Anna, a gentle reminder" in one.text
    assert lasting(hours * HOUR) in one.text
    check_limits(one)


async def test_reminders_get_rarer_and_end(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "off")
    at = []
    for hour in range(24 * 60):
        if await ticker.tick():
            at.append(hour)
        hands.move(hours=1)
    assert len(at) == MOST_REMINDERS
    gaps = [later - before for before, later in zip([0, *at], at, strict=False)]
    assert gaps == [24, 48, 96, 192, 384]
    texts = [reply.text for reply in await reminders(channel)]
    assert len(set(texts)) == MOST_REMINDERS, "each says it in other words"


async def test_a_long_stop_makes_one_reminder_not_a_storm(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "fast")
    hands.move(days=30)
    for _ in range(5):
        await ticker.tick()
        hands.move(minutes=1)
    assert len(await reminders(channel)) == 1


async def test_one_person_is_reminded_once_an_hour_over_all_games(store: Store) -> None:
    first, ticker, hands = timed(store)
    await begin(first)
    from tests.bot import support

    there = [await first.game_id()]
    for name in ("second", "third"):
        support.CHANNEL, kept = name, support.CHANNEL
        try:
            await begin(first)
            there.append(await first.game_id())
        finally:
            support.CHANNEL = kept
    hands.move(days=2)
    await ticker.tick()
    await ticker.tick()
    sent = 0
    for game in there:
        sent += sum(queued.post.kind == "reminder" for queued in await store.outbox.pending_posts(game))
    assert sent == 1


@pytest.mark.parametrize(
    ("setting", "silent_hours"),
    [("quiet 19-8", 12), ("quiet 21-10 +2", 12), ("snooze 12h", 12), ("away 1d", 24)],
)
async def test_quiet_hours_snooze_and_absence_put_reminders_off(store: Store, setting: str, silent_hours: int) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel)
    hands.move(hours=8)
    await channel.say("anna", f"settings {setting}")
    await ticker.tick()
    assert not await reminders(channel), "it is 20:00 UTC"
    hands.move(hours=silent_hours, minutes=1)
    await ticker.tick()
    assert len(await reminders(channel)) == 1


async def test_reminders_stop_on_request(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "off")
    hands.move(hours=24)
    await ticker.tick()
    stop = token_of(await reminders(channel), "Stop reminders")
    assert "You can act after that" in (await channel.press("ben", stop))[0].text
    assert "No more reminders" in (await channel.press("anna", stop))[0].text
    hands.move(days=60)
    await ticker.tick()
    assert len(await reminders(channel)) == 1


async def test_nobody_is_pinged_who_does_not_want_it_and_dm_goes_to_the_seat(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "off")
    await channel.say("anna", "settings pings dm")
    hands.move(hours=24)
    await ticker.tick()
    (one,) = await reminders(channel)
    assert one.audience == "private"
    assert one.seat == 1
    assert not one.mention
    await channel.say("anna", "settings pings off")
    hands.move(days=30)
    await ticker.tick()
    assert len(await reminders(channel)) == 1


async def test_direct_notes_replace_pings(store: Store) -> None:
    channel, _, hands = timed(store)
    await begin(channel)
    await channel.say("ben", "settings pings dm")
    hands.move(hours=1)  # whoever started the game counts as present at first
    await channel.say("anna", "choose take")
    await channel.say("anna", "play cp 1 as rp")
    posts = await channel.posts()
    assert all(not reply.mention for kind, reply in posts if kind == "action")
    (direct,) = [reply for kind, reply in posts if kind == "direct"]
    assert direct.audience == "private"
    assert direct.seat == 0


async def test_only_what_lasts_longer_than_free_is_paid(store: Store) -> None:
    channel, _, hands = timed(store)
    await begin(channel)
    hands.move(hours=11)
    await channel.say("anna", "choose take")
    await channel.say("anna", "play cp 1 as rp")
    assert (await clock_of(channel)).bank == [3 * DAY, 3 * DAY]
    hands.move(hours=20)
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    clock = await clock_of(channel)
    assert clock.side == 1
    assert clock.bank == [3 * DAY - 8 * HOUR, 3 * DAY]


async def test_time_used_up_is_told_once_and_may_be_claimed(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "fast")
    assert "still have time (1 d 4 h)" in await channel.told("ben", "clock claim")
    hands.move(seconds=PACES["fast"].free + PACES["fast"].bank)
    await ticker.tick()
    hands.move(days=3)
    await ticker.tick()
    fallen = [reply for kind, reply in await channel.posts() if kind == "fallen"]
    assert len(fallen) == 1
    assert fallen[0].mention == ("ben",)
    assert "The game is waiting for you" in await channel.told("anna", "clock claim")
    assert "no seat in this game" in await channel.told("eve", "clock claim")
    await channel.press("ben", token_of(fallen, "Claim"))
    stored = await store.load(await channel.game_id())
    assert stored.header.status == "finished"
    assert (stored.header.result or {})["winner"] == 0
    # A lost clock is no resignation: it is recorded as a ruling, which is verified like everything else.
    assert (stored.header.result or {})["reason"] == "time"
    record = await store.record(stored.header.game_id)
    assert record[-1] == {"n": record[-1]["n"], "kind": "ruling", "side": 0, "reason": "time"}
    assert verification.verify(stored, record, stored.header.seed).problem == ""
    assert verification.verify(stored, [*record[:-1], record[-1] | {"n": 99}], stored.header.seed).problem
    assert "time ran out" in await channel.told("eve", "status")
    assert await ticker.tick() == 0


async def test_time_used_up_is_told_at_its_moment_where_nobody_is_reminded(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "fast")
    await channel.say("anna", "settings pings off")
    hands.move(seconds=PACES["fast"].remind)
    await ticker.tick()
    assert not await reminders(channel)
    hands.move(seconds=PACES["fast"].free + PACES["fast"].bank - PACES["fast"].remind)
    await ticker.tick()
    assert [kind for kind, _ in await channel.posts()].count("fallen") == 1


async def test_a_claim_can_be_pressed_while_the_time_is_used_up_and_no_longer(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "fast")
    hands.move(seconds=PACES["fast"].free + PACES["fast"].bank)
    await ticker.tick()
    (fallen,) = [reply for kind, reply in await channel.posts() if kind == "fallen"]
    assert (fallen.edit, fallen.anew) == ("claim", True)
    await channel.say("ben", "draw")

    async def closed() -> list[Reply]:
        return [reply for _, reply in await channel.posts() if reply.edit == "claim" and not reply.anew]

    assert await closed() == [], "it is as true as before"
    await channel.say("anna", "choose take")
    await channel.say("anna", "play cp 1 as rp")
    (stripped,) = await closed()
    assert stripped.text == f"{fallen.text.partition(chr(10))[2]}\n*(no longer open)*", (
        "without the line of that moment"
    )
    assert stripped.takes_off


async def test_offering_a_seat_and_taking_it_back_gains_no_time(store: Store) -> None:
    channel, _, hands = timed(store)
    await begin(channel, "fast")
    await channel.say("anna", "standing pass combat cards")
    hands.move(seconds=PACES["fast"].free + PACES["fast"].bank)
    await channel.say("anna", "substitute offer")
    before = await clock_of(channel)
    table = [reply for kind, reply in await channel.posts() if kind == "table"]
    (kept,) = await channel.press("anna", token_of(table[-1:], "Take seat"))
    assert kept.text == "Anna keeps the seat after all."
    after = await clock_of(channel)
    assert (after.bank, after.since, after.left(hands())) == (before.bank, before.since, 0)
    assert "no standing orders" not in await channel.told("anna", "standing"), "what was planned stays with its planner"
    assert "seat is taken by" in await channel.told("eve", "substitute cp")
    await channel.say("ben", "clock claim")
    assert (await store.load(await channel.game_id())).header.status == "finished"


async def test_a_game_master_who_plays_cannot_stop_their_own_clock_for_good(store: Store) -> None:
    channel, _, hands = timed(store)
    await begin(channel, "fast")
    await channel.say("anna", "master pause")
    assert "Only the game master" in await channel.told("eve", "master resume")
    assert "Only the game master" in await channel.told("ben", "master pause")
    assert [line for line in await channel.complete("ben", "master ") if "resume" in line]
    assert await channel.told("ben", "master resume") == "Ben resumes the clock."
    assert not [line for line in await channel.complete("ben", "master ") if "resume" in line]
    assert "Ben resumes the clock." in await channel.told("eve", "master log")
    hands.move(seconds=PACES["fast"].free + PACES["fast"].bank)
    await channel.say("ben", "clock claim")
    assert (await store.load(await channel.game_id())).header.status == "finished"


async def test_a_game_master_who_does_not_play_is_heeded(store: Store) -> None:
    channel, _, _ = timed(store)
    for user, line in (("eve", "new campaign clock=fast"), ("anna", "join cp"), ("ben", "join ap"), ("ben", "start")):
        await channel.say(user, line)
    await channel.say("eve", "master pause")
    assert "Only the game master" in await channel.told("ben", "master resume")


async def test_the_table_names_whom_the_game_waits_for_and_since_when(store: Store) -> None:
    channel, _, hands = timed(store)
    await begin(channel)
    hands.move(hours=1)
    await channel.say("anna", "choose take")
    await channel.say("anna", "play cp 1 as rp")
    table = [reply.text for kind, reply in await channel.posts() if kind == "table"][-1]
    assert "(Ben)" in table
    assert "Waiting since 4 May, 13:00 UTC, free until 5 May, 01:00 UTC" in table
    assert "clock: standard" in await channel.told("eve", "status")
    hands.move(hours=5)
    assert "Waiting for the Allied Powers (Ben) for 5 h" in await channel.told("eve", "clock")
    assert "for 5 h – **your turn**" in await channel.told("ben", "games")


async def test_clocks_survive_a_restart_and_a_lost_index(store: Store) -> None:
    channel, _, hands = timed(store)
    await begin(channel)
    await store.repair()
    await store.connection.call("DEL", *keys.DUE)
    from bot.service.handler import BotHandler
    from bot.service.people.ticker import Ticker

    again = Ticker(BotHandler(store, now=hands).tools)
    hands.move(hours=9)
    await again.tick()
    assert await again.index() == 0
    assert len(await reminders(channel)) == 1


async def test_due_entries_lost_while_the_bot_runs_are_restored(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel)
    await ticker.tick()
    before = await store.due.when()
    await store.connection.call("DEL", *keys.DUE)
    await store.due.note("abcd2345", hands().timestamp() + 10**6)  # another game was recorded since
    await ticker.tick()
    await store.due.note("abcd2345", 0)
    assert await store.due.when() == before
    hands.move(hours=9)
    await ticker.tick()
    assert len(await reminders(channel)) == 1


async def test_where_nothing_is_due_no_game_is_looked_at_again_and_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, ticker, _ = timed(store)
    await begin(channel)
    await ticker.tick()
    await store.due.note(await channel.game_id(), 0)
    looks: list[str] = []

    async def look(game: str, *_: object) -> int:
        looks.append(game)
        return 0

    monkeypatch.setattr(ticker, "_look", look)
    await ticker.tick()
    assert looks == []


async def test_the_ticker_runs_and_stops(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel)
    hands.move(hours=9)
    ticker.start()
    for _ in range(200):
        if await reminders(channel):
            break
        import asyncio

        await asyncio.sleep(0.01)
    await ticker.stop()
    assert len(await reminders(channel)) == 1


async def test_a_pause_costs_nothing(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await begin(channel, "fast")
    hands.move(hours=1)
    assert "pauses the clock" in await channel.told("anna", "master pause")
    hands.move(days=20)
    assert await ticker.tick() == 0
    assert "resumes the clock" in await channel.told("anna", "master resume")
    assert (await clock_of(channel)).waited(hands()) == HOUR
    assert isinstance(hands, Hands)
