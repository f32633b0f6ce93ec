"""Time that players do not lose: leave, outages of the bot, a platform that was away; given back once, to clocks and windows."""

from __future__ import annotations

from benchmarks.seasons import SPRING, League
from bot.leagues import acts
from bot.leagues.windows import Leave
from bot.service.clock import DAY, HOUR, Clock
from bot.service.leagues.clerk import Clerk
from tests.leagues.support import SHORT, drawn_season


async def test_leave_stops_the_clocks_of_running_games(league: League) -> None:
    people = await drawn_season(league)
    at = league.repository.at
    leave = Leave(start=at + HOUR, end=at + 3 * DAY)
    await league.act(lambda season: acts.take_leave(season, people["Ben"], leave, at))
    season = await league.step()
    for match, head in (await league.games()).items():
        clock = Clock.of((await league.store.load(head.game_id)).settings)
        sides = season.matches[match].sides()
        taken = [14 * DAY - left for left in clock.leave]
        assert taken == [3 * DAY - HOUR if slot == people["Ben"] else 0 for slot in sides]
    # Of a leave that is longer than what is left, the clocks rest on as many days as are left.
    again = Leave(start=at + 5 * DAY, end=at + 40 * DAY)
    await league.act(lambda season: acts.take_leave(season, people["Ben"], again, at))
    season = await league.step()
    for match, head in (await league.games()).items():
        clock = Clock.of((await league.store.load(head.game_id)).settings)
        sides = season.matches[match].sides()
        assert clock.leave == [0 if slot == people["Ben"] else 14 * DAY for slot in sides]


async def test_after_an_outage_all_clocks_and_the_window_move_once(league: League) -> None:
    await drawn_season(league, clock=SHORT)
    await league.clerk.look()
    head = next(iter((await league.games()).values()))
    await league.say(await league.user(head, 1), head, "choose take")
    before = (await league.repository.season(SPRING)).window()
    league.hands.move(hours=5)
    assert await league.clerk.notice_outage() == 0
    league.hands.move(days=3)
    other = League(league.store, league.hands)
    assert await other.clerk.notice_outage(begun=True) == 3 * DAY
    assert await league.clerk.notice_outage() == 0
    # The ticker may come before the clerk has seen to the games: it asks the season first.
    await other.ticker.tick()
    assert (await league.store.header(head.game_id)).in_progress
    await other.step()
    season = await league.repository.season(SPRING)
    assert [entry.seconds for entry in season.extended] == [3 * DAY]
    window = season.window()
    assert before is not None
    assert window is not None
    assert window.end == before.end + 3 * DAY
    clock = Clock.of((await league.store.load(head.game_id)).settings)
    assert (clock.granted, clock.waited(league.hands())) == (1, 5 * HOUR)


async def test_an_outage_is_given_back_once_by_the_process_that_keeps_the_season(league: League) -> None:
    await drawn_season(league)
    away = [False]

    async def connected() -> bool:
        return not away[0]

    clerk = Clerk(league.context, "two", connected={"web": connected})
    await clerk.look()
    away[0] = True
    for _ in range(8):
        league.hands.move(hours=1)
        assert await clerk.notice_outage() == 0
    away[0] = False
    assert await clerk.notice_outage() == 8 * HOUR
    # Another process, to which the same time was lost, gives back only what is left of it.
    await league.store.seasons.live(league.repository.at - 9 * HOUR, ["web"])
    assert await league.clerk.notice_outage(begun=True) == HOUR
    assert [entry.seconds for entry in (await league.repository.season(SPRING)).extended] == [8 * HOUR, HOUR]
