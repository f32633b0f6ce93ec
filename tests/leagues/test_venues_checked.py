"""Venues are tried when they are named; a game that a platform refuses is nobody's fault, is tried again soon, and old posts are put right."""

from __future__ import annotations

from benchmarks.seasons import SPRING, VENUE, League
from bot.leagues import acts
from bot.port import DeliveryError
from bot.service.leagues.clerk import SOON
from bot.storage import Store
from bot.table.reply import Reply
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_local_channel import Local
from tests.leagues.support import FOUR


class Refusing:
    """The local channel, whose rooms and posts can be refused."""

    def __init__(self, league: League) -> None:
        self._own = league.platform
        self.rooms: DeliveryError | None = None
        self.posts: dict[str, DeliveryError] = {}
        self.alone: list[tuple[str, str]] = []
        self.amended: list[str] = []

    @property
    def name(self) -> str:
        return "web"

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        if self.rooms is not None:
            raise self.rooms
        return await self._own.open_room(venue, name, key)

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        if channel in self.posts:
            raise self.posts[channel]
        return await self._own.tell(channel, reply, key)

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        self.amended.append(reply.text)
        await self._own.amend(channel, message, reply)

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        del near, key
        self.alone.append((user, reply.text))


def refusing(league: League) -> Refusing:
    there = Refusing(league)
    league.context.venues["web"] = there  # type: ignore[index]
    return there


async def test_a_refused_room_is_no_players_fault_is_tried_again_soon_and_the_post_is_put_right(league: League) -> None:
    there = refusing(league)
    there.rooms = DeliveryError("The bot may not open threads in #league.", final=True)
    await league.open(FOUR)
    await league.draw()
    await league.step()
    told = [one for one in await league.told() if "could not be opened" in one]
    assert len(told) == 6
    assert all(
        "The bot may not open threads in #league." in one and "The players don't need to do anything" in one
        for one in told
    )
    assert not any("share no platform" in one or "there's no free channel" in one for one in await league.told())
    assert SPRING in league.context.stuck
    await league.clerk.look()
    _, again = league.clerk._seen[SPRING]
    assert again <= league.repository.at + SOON
    there.rooms = None
    league.hands.move(seconds=SOON + 1)
    await league.clerk.look()
    assert len(await league.games()) == 6
    assert SPRING not in league.context.stuck
    assert len(there.amended) == 6
    now = await league.told()
    assert sum("is played in" in one for one in now) == 6
    assert all("match 1.1." in one for one in there.amended)


async def test_while_a_platform_is_away_nobody_is_told_of_a_room(league: League) -> None:
    there = refusing(league)
    there.rooms = DeliveryError("The platform cannot be reached.", away=True)
    await league.open(FOUR)
    await league.draw()
    await league.step()
    assert not any("could not be opened" in one or "no room" in one for one in await league.told())
    assert SPRING in league.context.stuck
    there.rooms = None
    await league.step()
    assert len(await league.games()) == 6


async def test_the_organiser_is_told_of_a_venue_that_cannot_be_posted_in(league: League) -> None:
    there = refusing(league)
    there.posts["league"] = DeliveryError("The bot may not post in #league.", final=True)
    await league.open(FOUR)
    await league.step()
    told = "\n".join(await league.told())
    assert "the bot can't post in" in told
    assert "The bot may not post in #league." in told


async def test_where_the_season_was_made_in_that_very_channel_the_organiser_is_told_alone(league: League) -> None:
    there = refusing(league)
    there.posts["hall"] = DeliveryError("The bot may not post in #hall.", final=True)
    olga = await league.store.persons.of("web:olga", "Olga")
    await league.open(FOUR)
    await league.act(lambda one: acts.add_venue(one, "web:hall", olga, league.repository.at))
    await league.step()
    (said,) = there.alone
    assert said[0] == "olga"
    assert "The bot may not post in #hall." in said[1]


async def test_a_venue_that_takes_posts_says_so_in_it(league: League) -> None:
    await league.open(FOUR)
    await league.step()
    assert "Games of **Spring** are opened in this channel." in await league.told(VENUE.partition(":")[2])


async def test_a_channel_in_which_the_bot_lacks_rights_is_refused_as_a_venue_with_their_names(store: Store) -> None:
    hall = Hall.open(store)
    await hall.say("olga", "new Cup scenario=introductory window=60d")
    lacks = ("Create Public Threads", "Attach Files")
    refused = await hall.told("olga", "venue here", lacks=lacks)
    assert "The bot needs these permissions here: Create Public Threads and Attach Files" in refused
    assert not (await hall.handler.leagues.repository.season("s-cup")).venues
    assert "Venues of Cup" in await hall.told("olga", "venue here")


async def test_on_the_local_page_nothing_can_be_missing_and_the_answer_says_so(store: Store) -> None:
    local = Local(store)
    await local.type("Olga", "league new Cup scenario=introductory window=60d")
    answer = await local.type("Olga", "league venue here")
    assert "The local page needs no permissions" in answer
    assert "Nothing can be missing" not in await local.type("Olga", "league venue"), "a list is no look"
    assert await local.league.platform.lacking("hall") == ()


async def test_a_channel_that_cannot_be_looked_at_is_no_venue_yet(store: Store) -> None:
    hall = Hall.open(store)
    await hall.say("olga", "new Cup scenario=introductory window=60d")

    async def away() -> tuple[str, ...]:
        raise DeliveryError("The platform is away.", away=True)

    refused = await hall.told("olga", "venue here", examine=away)
    assert "could not be checked right now, so it isn't a venue yet. The platform is away." in refused
    assert not (await hall.handler.leagues.repository.season("s-cup")).venues
    asked: list[str] = []

    async def asks() -> tuple[str, ...]:
        asked.append("asked")
        return ()

    assert "Only an organiser" in await hall.told("anna", "venue here season=s-cup", examine=asks)
    assert not asked, "who may not name a venue has nothing looked at"
