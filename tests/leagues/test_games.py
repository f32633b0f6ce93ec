"""Games of a season: opened once, played by its clock, without a master; and what they report at their end."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from bot.service.clock import DAY, HOUR, Clock
from bot.service.leagues.game_opening import open_game
from bot.service.record import verification
from bot.service.seats.game_master import end_by_operator
from bot.storage import Change, GameHeader, Store, game_id_for
from bot.storage.errors import ChannelBusy
from bot.table import tokens
from tests.bot.reasons.test_reasons import pattern, reads_well
from tests.bot.support import CHANNEL
from tests.bot.times import clock_of
from tests.leagues.games import FIGURES, playing, reported, table


async def test_a_game_of_a_season_is_opened_once_with_its_seats_and_its_promised_seed(store: Store) -> None:
    channel, _, _, header = await playing(store)
    assert (header.status, header.league) == ("playing", table().league)
    stored = await store.load(header.game_id)
    assert {side: seat.user for side, seat in stored.seats.holders.items()} == {"ap": "web:ben", "cp": "web:anna"}
    assert header.seed == b"seed of the match".hex()
    again = await open_game(channel.handler.tools, table(), "web:elsewhere")
    assert (again.game_id, again.channel) == (header.game_id, f"web:{CHANNEL}")
    assert await store.games() == [header.game_id]
    kinds = [queued.post.kind for queued in await store.outbox.pending_posts(header.game_id)]
    assert kinds.count("start") == 2
    other = table(leg=1)
    with pytest.raises(ChannelBusy):
        await open_game(channel.handler.tools, other, f"web:{CHANNEL}")
    assert (await open_game(channel.handler.tools, other, "web:elsewhere")).game_id != header.game_id


async def test_an_id_that_another_game_has_is_salted(store: Store) -> None:
    taken = table().ids()[0]
    head = GameHeader(
        game_id=taken, channel="web:other", title="pog", scenario="campaign", created_by="web:eve",
        created_at=datetime(2026, 5, 4, tzinfo=UTC), key="new",
    )  # fmt: skip
    await store.create_game(head, Change({}))
    _, _, _, header = await playing(store)
    assert header.game_id == table().ids()[1] != game_id_for("web:other", "new")


@pytest.mark.parametrize("version", [1, 2, 3])
def test_the_header_of_an_older_version_is_of_no_league(version: int) -> None:
    head = {
        "v": version, "game_id": "x", "channel": "web:a", "scenario": "campaign", "created_by": "web:eve",
        "created_at": "2026-05-04T00:00:00Z", "key": "k",
    } | ({"title": "pog"} if version == 3 else {})  # fmt: skip
    read = GameHeader.parse(json.dumps(head), "header")
    assert (read.league, read.title, read.v) == (None, "pog", 4)


async def test_players_cannot_change_what_the_season_sets(store: Store) -> None:
    channel, _, _, _ = await playing(store)
    for code, line in {
        "league_draw": "draw",
        "league_computer": "substitute recruit",
        "league_seat": "substitute offer",
        "league_clock": "clock fast",
        "league_master": "master pause",
    }.items():
        told = await channel.told("anna", line)
        assert pattern(code).search(told), told
        reads_well(told)
    assert pattern("league_computer").search(await channel.told("anna", "advise"))
    assert pattern("league_master").search(await channel.told("anna", "master end"))
    assert not pattern("league_master").search(await channel.told("anna", "master log"))


async def test_a_rematch_of_a_game_of_a_season_is_a_game_of_its_two_players(store: Store) -> None:
    """The button at the end of it failed: the season's clock is none that a lobby can name."""
    channel, _, _, header = await playing(store)
    await channel.say("anna", "resign yes")
    await channel.press("ben", tokens.line(header.game_id, "rematch"))
    again = await store.load(await channel.game_id())
    assert again.header.game_id != header.game_id
    assert (again.header.league, Clock.of(again.settings).speed) == (None, "off")
    assert "clock: " not in next(reply.text for kind, reply in await channel.posts() if kind == "table")


async def test_no_rollback_past_dice_or_revealed_cards(store: Store) -> None:
    channel, _, _, _ = await playing(store)
    await channel.say("anna", "choose take")
    await channel.say("anna", "play 1 as rp")
    assert "asks to go back" in await channel.told("ben", "rollback turn")
    told = await channel.told("ben", "rollback 0")
    assert pattern("league_dice").search(told), told
    reads_well(told)


async def test_a_season_may_allow_agreed_draws(store: Store) -> None:
    channel, _, _, header = await playing(store, draws=True)
    await channel.say("anna", "draw")
    await channel.say("ben", "draw accept")
    (report,) = await reported(store, header.game_id)
    assert (report.points, report.reason, report.ruling) == ((1, 1), "agreed_draw", False)


async def test_the_end_of_a_game_is_reported_in_its_own_commit_once(store: Store) -> None:
    channel, _, _, header = await playing(store)
    assert await reported(store, header.game_id) == []
    await channel.say("anna", "resign yes", key="r")
    await channel.say("anna", "resign yes", key="r")
    (report,) = await reported(store, header.game_id)
    assert (report.season, report.match, report.leg, report.points) == ("s-spring", "1.1.1", 0, (2, 0))
    assert (report.reason, report.ruling, report.turn) == ("resignation", False, 1)
    first = (await store.outbox.pending_posts(header.game_id))[0]
    assert first.post.audience != "league"  # it waits behind what was posted before


async def test_a_game_that_the_operator_ends_has_no_result(store: Store) -> None:
    channel, _, _, header = await playing(store)
    await end_by_operator(channel.handler.tools, header.game_id, "k")
    (report,) = await reported(store, header.game_id)
    assert (report.points, report.reason, report.ruling) == ((0, 0), "operator", True)


# ------------------------------------------------------------------------------------------------ the clock


async def test_own_action_rounds_add_to_the_bank_up_to_its_cap(store: Store) -> None:
    channel, _, hands, _ = await playing(store)
    clock = await clock_of(channel)
    assert (clock.speed, clock.bank) == ("league", [5 * DAY, 5 * DAY])
    hands.move(hours=20)
    await channel.say("anna", "choose take")
    await channel.say("anna", "play 1 as rp")
    clock = await clock_of(channel)
    assert (clock.side, clock.credited, clock.bank) == (0, [0, 1], [5 * DAY, 5 * DAY - 20 * HOUR + 8 * HOUR])
    assert clock.thought == [0, 20 * HOUR]
    assert "5 d" in await channel.told("anna", "clock")
    clock.credit([0, 100])
    assert clock.bank[1] == FIGURES.cap
    clock.credit([0, 1])
    assert clock.credited == [0, 100]


async def test_a_day_after_its_bank_is_empty_a_game_is_lost_by_a_ruling(store: Store) -> None:
    channel, ticker, hands, header = await playing(store)
    await channel.say("anna", "choose take")
    hands.move(days=5, minutes=5)
    await ticker.tick()
    assert (await store.header(header.game_id)).in_progress
    hands.move(hours=23)
    await ticker.tick()
    assert (await store.header(header.game_id)).in_progress
    hands.move(hours=1)
    await ticker.tick()
    stored = await store.load(header.game_id)
    assert stored.header.result is not None
    assert (stored.header.result["winner"], stored.header.result["reason"]) == (0, "time")
    (report,) = await reported(store, header.game_id)
    assert (report.points, report.reason, report.ruling) == ((2, 0), "time", True)
    record = await store.record(header.game_id)
    assert verification.verify(stored, record, stored.header.seed).problem == ""
    await ticker.tick()
    assert len(await reported(store, header.game_id)) == 1


async def test_a_player_who_never_moves_loses_after_a_week_unplayed(store: Store) -> None:
    _, ticker, hands, header = await playing(store)
    hands.move(days=6, hours=12)
    await ticker.tick()
    assert (await store.header(header.game_id)).in_progress
    hands.move(hours=13)
    await ticker.tick()
    (report,) = await reported(store, header.game_id)
    assert (report.points, report.reason) == ((2, 0), "no_first_move")


def test_leave_stops_the_clock_and_is_used_up() -> None:
    start = datetime(2026, 5, 4, tzinfo=UTC)
    at = int(start.timestamp())
    clock = Clock.of_league(FIGURES)
    clock.begin([0, 0])
    clock.start(1, start)
    clock.act([1], start)
    assert clock.deadline() == at + 5 * DAY
    assert clock.take_leave(1, at + DAY, at + 8 * DAY)
    assert not clock.take_leave(1, at + DAY, at + 8 * DAY), "the same leave counts once"
    assert clock.deadline() == at + 12 * DAY
    assert clock.waited(datetime.fromtimestamp(at + 6 * DAY, UTC)) == DAY
    assert not clock.take_leave(1, at + 20 * DAY, at + 28 * DAY), "seven days are left"
    assert clock.take_leave(1, at + 11 * DAY, at + 18 * DAY)
    assert clock.deadline() == at + 19 * DAY
    assert clock.lost_at == at + 20 * DAY
    clock.grant(DAY)
    assert clock.deadline() == at + 20 * DAY
