"""Followers: told of their games once, at each turn or once a day, within their quiet hours and three times a week at the most."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.leagues.standings import How
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.port import DeliveryError, Inbound
from bot.service.clock import HOUR
from bot.storage import Store
from bot.storage.spectator_store import WEEK
from bot.table.reply import Reply
from tests.leagues.support import anew, four_at_play
from tests.support.pseudo import OPEN, pseudo

__all__ = ["pseudo"]

FOUR = ("Ann", "Ben", "Cleo", "Dan")


@pytest.fixture
async def league(store: Store) -> League:
    """A season of four with its six games on."""
    return await four_at_play(store)


async def _type(league: League, user: str, text: str) -> str:
    """What somebody is answered in the season's channel."""
    inbound = Inbound(
        platform="web",
        channel="hall",
        user=user,
        user_name=user.title(),
        key=f"{user} {text} {league.repository.at}",
        text=text,
    )
    return "\n".join(reply.text for reply in await league.handler.run(inbound))


async def _direct(league: League, user: str) -> list[str]:
    """What somebody was told alone, the oldest first."""
    rows = await league.platform.timeline.newest(Stream("hall", user), 200)
    return [row.entry.text for row in rows if isinstance(row.entry, MessageEntry)]


async def _end(league: League, match: str, points: tuple[int, int] = (2, 0)) -> None:
    ruling = journal.Ruled(
        at=league.repository.at, by="chief", match=match, points=points, reason="so it was", how=How.PLAYED
    )
    await league.act(lambda season: acts.rule_game(season, ruling))
    await league.step()


async def test_a_follower_is_told_once_what_is_new_and_never_what_was(league: League) -> None:
    assert "the season: each turn, by direct message" in await _type(league, "eve", "league follow every=turn")
    await league.step()
    assert await _direct(league, "eve") == []
    await _end(league, "1.1.1")
    await league.step()
    (told,) = await _direct(league, "eve")
    assert "Match `1.1.1`" in told
    assert "is over: 2–0" in told
    # Another process, or the same after its start, tells none of it again.
    await League(league.store, league.hands).step()
    assert await _direct(league, "eve") == [told]
    assert "You follow nothing" in await _type(league, "eve", "league unfollow")
    await _end(league, "1.1.2")
    assert await _direct(league, "eve") == [told]


async def test_a_match_a_division_and_a_person_are_followed_each_by_itself(league: League) -> None:
    season = await league.repository.season(SPRING)
    ann = await league.store.persons.known("web:ann")
    assert ann is not None
    own = next(made.match for made in season.matches.values() if ann in made.slots and made.match != "1.1.1")
    other = next(made.match for made in season.matches.values() if ann not in made.slots and made.match != "1.1.1")
    await _type(league, "eve", "league follow 1.1.1 every=turn")
    await _type(league, "fay", "league follow Ann every=turn")
    await _type(league, "gus", "league follow 1 every=turn where=here")
    await league.step()
    for match in ("1.1.1", own, other):
        await _end(league, match)
    assert [("`1.1.1`" in one, f"`{own}`" in one) for one in await _direct(league, "eve")] == [(True, False)]
    assert sum(f"`{own}`" in one for one in await _direct(league, "fay")) == 1
    assert not any(f"`{other}`" in one for one in await _direct(league, "fay"))
    assert await _direct(league, "gus") == []
    assert sum(f"Match `{other}`" in one for one in await league.told()) == 1


async def test_a_turn_is_told_and_once_a_day_is_once_a_day(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    await _type(league, "eve", "league follow 1.1.1 every=turn")
    await _type(league, "fay", "league follow every=daily")
    await league.step()
    turns = {"now": 1}
    from bot.titles.pog.title import TITLE

    monkeypatch.setattr(type(TITLE), "moment", lambda self, game: (turns["now"], 1))
    for turn in (2, 3):
        turns["now"] = turn
        league.hands.move(hours=1)
        await league.step()
    assert [
        f"turn {turn} has begun" in one for turn, one in zip((2, 3), await _direct(league, "eve"), strict=True)
    ] == [True] * 2
    assert await _direct(league, "fay") == []
    league.hands.move(hours=23)
    await league.step()
    (told,) = await _direct(league, "fay")
    assert told.count("turn 3 has begun") == 6
    await _end(league, "1.1.2")
    assert len(await _direct(league, "fay")) == 1


async def test_quiet_hours_put_it_off_and_lose_nothing(league: League) -> None:
    await _type(league, "eve", "league follow every=turn")
    await _type(league, "eve", "settings quiet 11-14")
    await league.step()
    await _end(league, "1.1.1")
    assert len(await _direct(league, "eve")) == 0
    league.hands.move(hours=3)
    await league.step()
    assert ["`1.1.1`" in one for one in await _direct(league, "eve")] == [True]


async def test_three_pings_a_week_over_all_seasons_processes_and_restarts_and_the_rest_comes_together(
    league: League,
) -> None:
    await _type(league, "eve", "league follow every=turn")
    await league.step()
    for number in range(1, 6):
        await _end(league, f"1.1.{number}")
        # A process that starts anew, and two at once, count on.
        await asyncio.gather(*(League(league.store, league.hands).step() for _ in range(2)))
    told = await _direct(league, "eve")
    assert len(told) == 3
    assert not any("`1.1.4`" in one for one in told)
    league.hands.move(seconds=WEEK - HOUR)
    await league.step()
    assert len(await _direct(league, "eve")) == 3
    league.hands.move(hours=2)
    await league.step()
    last = (await _direct(league, "eve"))[-1]
    assert len(await _direct(league, "eve")) == 4
    assert "`1.1.4`" in last
    assert "`1.1.5`" in last


async def test_pings_are_counted_once_for_a_message_and_by_all_that_seasons_tell(store: Store) -> None:
    league = League(store)
    (ann,) = [await store.persons.of("web:ann", "Ann")]
    for _ in range(5):
        assert await league.context.pinged([ann], "web", "one") == ("web:ann",)
    assert await asyncio.gather(*(league.context.pinged([ann], "web", key) for key in ("two", "three", "four"))) != []
    given = [
        await store.watching.may_ping(ann, key, league.repository.at) for key in ("one", "two", "three", "four", "five")
    ]
    assert sum(given) == 3
    assert not given[4]
    assert await store.watching.may_ping(ann, "six", league.repository.at + WEEK + 1)


async def test_an_undeliverable_message_is_sent_later(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    await _type(league, "eve", "league follow every=turn")
    await league.step()
    tell = league.platform.tell_alone
    tries: list[str] = []

    async def away(user: str, near: str, reply: Reply, key: str) -> None:
        tries.append(key)
        raise DeliveryError("away", away=True)

    monkeypatch.setattr(league.platform, "tell_alone", away)
    await _end(league, "1.1.1")
    monkeypatch.setattr(league.platform, "tell_alone", tell)
    await league.step()
    await league.step()
    assert len(set(tries)) == 1
    assert len(await _direct(league, "eve")) == 1


async def test_a_person_without_direct_messages_is_notified_where_they_followed(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _type(league, "eve", "league follow every=turn")
    await league.step()

    async def closed(user: str, near: str, reply: Reply, key: str) -> None:
        raise DeliveryError("takes none", final=True)

    monkeypatch.setattr(league.platform, "tell_alone", closed)
    await _end(league, "1.1.1")
    await league.step()
    assert await _direct(league, "eve") == []
    assert sum("which you follow" in one for one in await league.told()) == 1


async def test_a_sealed_season_tells_that_a_game_is_over_and_nothing_of_how(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    for points in ((2, 0), (0, 2)):
        league = await anew(store, monkeypatch)
        await league.open(FOUR, sealed=True)
        await league.draw()
        await league.step()
        await _type(league, "eve", "league follow every=turn")
        await league.step()
        await _end(league, "1.1.1", points)
        rows = await league.platform.timeline.newest(Stream("hall", "eve"), 200)
        own = [row.entry for row in rows if isinstance(row.entry, MessageEntry)]
        told.append([(one.text, one.menu, one.picture) for one in own])
    assert told[0] == told[1]
    assert "is over" in told[0][0][0]


async def test_hidden_results_are_not_told_unasked(league: League) -> None:
    await _type(league, "eve", "settings spoilers off")
    for user in ("eve", "fay"):
        await _type(league, user, "league follow every=turn")
    await league.step()
    await _end(league, "1.1.1")
    assert ["2–0" in one for one in [*await _direct(league, "eve"), *await _direct(league, "fay")]] == [False, True]


async def test_a_forgotten_person_is_no_longer_notified(league: League) -> None:
    await _type(league, "eve", "league follow every=turn")
    await league.step()
    await _type(league, "eve", "forget")
    await _type(league, "eve", "forget sure")
    await _end(league, "1.1.1")
    assert await league.store.watching.read(SPRING, "follows") == {}


async def test_a_direct_message_has_its_reader_s_language(league: League, pseudo: str) -> None:
    """What a channel reads of the same season stays in the season's."""
    await _type(league, "eve", "league follow every=turn")
    await _type(league, "eve", f"settings language {pseudo}")
    await _type(league, "fay", "league follow every=turn")
    await league.step()
    await _end(league, "1.1.1")
    (told,) = await _direct(league, "eve")
    assert told.startswith(OPEN)
    (plain,) = await _direct(league, "fay")
    assert OPEN not in plain
