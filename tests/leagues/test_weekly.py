"""What spectators have once a week: a game that is featured with the will of both, and a digest; neither tells results of a sealed season."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, featured_game, journal
from bot.leagues.standings import How
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.port import DeliveryError, Inbound
from bot.service.ai_player.move_requests import review_step
from bot.service.leagues.clerk import Clerk
from bot.storage import Store
from bot.storage.models import Review
from bot.table.reply import Menu, Reply
from bot.titles.opponents import Reviewed
from tests.leagues.support import anew

FOUR = ("Ann", "Ben", "Cleo", "Dan")


async def _begun(league: League, **more: Any) -> League:
    await league.open(FOUR, **more)
    await league.draw()
    await league.step()
    return league


@pytest.fixture
async def league(store: Store) -> League:
    """A season of four with its six games on."""
    return await _begun(League(store))


async def _say(league: League, user: str, text: str) -> str:
    key = f"{user} {text} {league.repository.at}"
    inbound = Inbound(platform="web", channel="hall", user=user, user_name=user.title(), key=key, text=text)
    return "\n".join(reply.text for reply in await league.handler.run(inbound))


async def _posts(league: League, begins: str, channel: str = "hall") -> list[MessageEntry]:
    rows = await league.platform.timeline.newest(Stream(channel, ""), 200)
    return [row.entry for row in rows if isinstance(row.entry, MessageEntry) and row.entry.text.startswith(begins)]


async def _rule(league: League, matches: Sequence[str], points: tuple[int, int] = (2, 0)) -> None:
    for match in matches:
        ruling = journal.Ruled(
            at=league.repository.at, by="chief", match=match, points=points, reason="so it was", how=How.PLAYED
        )
        await league.act(lambda season, ruling=ruling: acts.rule_game(season, ruling))  # type: ignore[misc]


async def test_a_game_is_featured_only_with_the_will_of_both_and_once_a_week(league: League) -> None:
    await _say(league, "ann", "league featured yes")
    await league.step()
    assert await _posts(league, "**Spring, game") == []
    await _say(league, "ben", "league featured yes")
    await league.step()
    await League(league.store, league.hands).step()
    (post,) = await _posts(league, "**Spring, game")
    assert "Ann" in post.text
    assert "Ben" in post.text
    assert isinstance(post.menu, Menu)
    assert len(post.menu.buttons) == 4
    assert len(await _posts(league, "**Spring, game", "league")) == 1
    assert "Featured this week" in await _say(league, "eve", "league featured")
    await _say(league, "ann", "league featured no")
    league.hands.move(days=7)
    await league.step()
    assert len(await _posts(league, "**Spring, game")) == 1
    await _say(league, "ann", "league featured yes")
    await league.step()
    assert len(await _posts(league, "**Spring, game")) == 2


async def test_stakes_closeness_strength_and_recency_make_a_game_interesting(league: League) -> None:
    season = await league.repository.season(SPRING)
    made = season.matches["1.1.1"]
    worth = featured_game.interest(season, made, margin=0, idle=0, before=0)
    assert worth > featured_game.interest(season, made, margin=-4, idle=0, before=0)
    assert worth == 2 * featured_game.interest(season, made, margin=0, idle=3, before=0)
    assert worth == 2 * featured_game.interest(season, made, margin=0, idle=0, before=1)
    before = featured_game.leverage(season, made)
    ann = next(slot for slot in made.slots)
    # Whoever has lost all others plays for nothing that a line parts any more.
    for other in season.matches.values():
        if other is not made:
            await _rule(league, [other.match], (0, 2) if other.first in made.slots else (2, 0))
    season = await league.repository.season(SPRING)
    assert ann in season.places(0)
    assert featured_game.leverage(season, season.matches["1.1.1"]) < before


async def test_the_digest_has_five_sentences_a_table_and_is_told_once_a_week(league: League) -> None:
    await _rule(league, ["1.1.1", "1.1.2"])
    league.hands.move(days=7, hours=-1)
    await league.step()
    assert await _posts(league, "**Spring, the week") == []
    league.hands.move(hours=2)
    for _ in range(2):
        await League(league.store, league.hands).step()
    for channel in ("hall", "league"):
        (post,) = await _posts(league, "**Spring, the week", channel)
        body = post.text.splitlines()[1]
        assert body.startswith("2 games ended; still in play: 4. ")
        assert sum(body.count(end) for end in (". ", ".")) - body.count(". ") == 5
        assert "leads with" in body
        assert post.picture is not None
        assert post.picture.kind == "league_standings"
    league.hands.move(days=7)
    await league.step()
    assert [post.text.splitlines()[1][:15] for post in await _posts(league, "**Spring, the week")][1:] == [
        "0 games ended; "
    ]


async def test_the_greatest_surprise_is_told_with_by_how_much(store: Store) -> None:
    league = League(store)
    persons = await league.open(FOUR, draft=False)
    for person, rating in zip(persons, (1400, 1500, 1600, 1900), strict=True):
        entry = journal.Joined(at=league.repository.at, by=person, person=person, capacity=30, rating=rating)
        await league.act(lambda _, entry=entry: [entry])  # type: ignore[misc]
    await league.draw()
    await league.step()
    season = await league.repository.season(SPRING)
    best = [made for made in season.matches.values() if persons[3] in made.slots and persons[0] in made.slots]
    await _rule(league, [best[0].match], (2, 0) if best[0].first == persons[0] else (0, 2))
    others = [made for made in season.matches.values() if made is not best[0]]
    await _rule(league, [others[0].match])
    league.hands.move(days=7)
    await league.step()
    (post,) = await _posts(league, "**Spring, the week")
    assert f"The surprise was match `{best[0].match}`: Ann beat Dan, who was rated 500 points higher." in post.text


async def test_one_decision_of_the_week_is_explained_by_the_computer_of_the_title(league: League) -> None:
    head = (await league.games())["1.1.1"]
    await league.resign(head, 1)
    await league.courier.deliver_all()
    action = {
        "turn": 1,
        "round": 2,
        "side": 0,
        "before": 0.6,
        "after": 0.4,
        "plan": "Attack Sedan",
        "expected": 0.45,
        "better": "Entrench",
        "cost": 0.12,
    }
    found: dict[str, Any] = {"actions": [action], "searched": [0], "begun": True}
    await league.store.keep_review(head.game_id, Review(found=found, done=1, total=1))
    league.hands.move(days=7)
    await league.step()
    (post,) = await _posts(league, "**Spring, the week")
    assert "One decision, match `1.1.1`" in post.text
    assert "Attack Sedan" in post.text
    assert "A better plan, by 12 %: Entrench." in post.text
    low, before, high = (
        int(re.findall(pattern, post.text)[0])
        for pattern in (r"from 60 % \((\d+)–", r"from (\d+) %", r"from 60 % \(\d+–(\d+)\)")
    )
    assert low < before < high, "the chance is told with its range"


class Pondering:
    """A room of the computer that thinks until it is let go, then finds a little with each step."""

    def __init__(self, steps: int) -> None:
        self.steps, self.asked = steps, 0
        self.go = asyncio.Event()

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """One step further."""
        del person
        assert function is review_step
        self.asked += 1
        await self.go.wait()
        return Reviewed({"actions": [], "searched": [], "begun": True}, len(args[3]) and self.steps, self.steps)


async def test_the_clerk_goes_on_while_the_computer_looks_at_the_game_of_the_week(store: Store) -> None:
    league = await _begun(League(store))
    await league.resign((await league.games())["1.1.1"], 1)
    await league.courier.deliver_all()
    room = Pondering(2)
    context = replace(league.context, tools=replace(league.context.tools, ai_workers=room))
    clerk = Clerk(context, "one")
    league.hands.move(days=7)
    async with asyncio.timeout(60):
        for _ in range(3):
            await clerk.step(SPRING)
            await asyncio.sleep(0)
    assert await _posts(league, "**Spring, the week") == []
    room.go.set()
    async with asyncio.timeout(60):
        assert await context.lessons.settled()
    assert room.asked == 2
    assert context.lessons.news()
    assert not context.lessons.news()
    await clerk.step(SPRING)
    assert len(await _posts(league, "**Spring, the week")) == 1
    await clerk.stop()


async def test_a_stopped_review_continues_where_it_was(store: Store) -> None:
    league = await _begun(League(store))
    head = (await league.games())["1.1.1"]
    await league.resign(head, 1)
    await league.courier.deliver_all()
    await store.keep_review(head.game_id, Review(found={"begun": True}, done=1, total=2))
    room = Pondering(2)
    context = replace(league.context, tools=replace(league.context.tools, ai_workers=room))
    league.hands.move(days=7)
    await Clerk(context, "one").step(SPRING)
    await asyncio.sleep(0)
    await Clerk(context, "one").stop()
    assert not await context.lessons.settled()
    assert (await store.review(head.game_id)).done == 1
    room.go.set()
    await Clerk(context, "one").step(SPRING)
    async with asyncio.timeout(60):
        await context.lessons.settled()
    assert (await store.review(head.game_id)).over


async def test_a_digest_that_a_platform_would_not_take_is_told_when_it_is_back(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = league.platform.tell

    async def away(channel: str, reply: Reply, key: str) -> None:
        if channel == "league":
            raise DeliveryError("away", away=True)
        await tell(channel, reply, key)

    league.hands.move(days=7)
    monkeypatch.setattr(league.platform, "tell", away)
    with pytest.raises(DeliveryError):
        await league.step()
    monkeypatch.setattr(league.platform, "tell", tell)
    await league.step()
    assert [len(await _posts(league, "**Spring, the week", channel)) for channel in ("hall", "league")] == [1, 1]


async def test_nothing_that_is_told_of_a_sealed_season_hangs_on_a_result(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for points in ((2, 0), (0, 2), (1, 1)):
        league = await _begun(await anew(store, monkeypatch), sealed=True)
        for user in ("ann", "ben", "cleo", "dan"):
            await _say(league, user, "league featured yes")
        await _say(league, "eve", "league predict 1.1.1 first")
        await _rule(league, ["1.1.1", "1.1.2"], points)
        await league.step()
        for _ in range(2):
            league.hands.move(days=7)
            await league.step()
        seen = []
        for channel in ("hall", "league"):
            rows = await league.platform.timeline.newest(Stream(channel, ""), 200)
            entries = [row.entry for row in rows if isinstance(row.entry, MessageEntry)]
            seen += [(one.text, one.menu, one.picture) for one in entries]
        assert any("the week" in text for text, _, _ in seen)
        assert any("game of the week" in text for text, _, _ in seen)
        told.append(seen)
    assert told[0] == told[1] == told[2]
