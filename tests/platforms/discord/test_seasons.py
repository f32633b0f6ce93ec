"""A season on Discord: its games are played in threads of the venue, and report their results."""

from __future__ import annotations

from benchmarks.seasons import SPRING, League
from bot.leagues import acts
from bot.platforms.courier import Hearing
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.results import Results
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.state import CHANNEL, user_id
from tests.platforms.discord.waiting import settled

#: Another channel of the server.
ELSEWHERE = CHANNEL + 5

NAMES = {
    "Ann": f"discord:{user_id(21)}",
    "Ben": f"discord:{user_id(22)}",
    "Cleo": f"discord:{user_id(23)}",
    "Dan": f"discord:{user_id(24)}",
}


async def test_a_game_of_a_season_is_played_in_a_thread_of_the_venue(loopback: Loopback) -> None:
    league = League(loopback.store)
    bot = await loopback.bot(hearing=Hearing(Results(league.repository).take))
    context = ClerkContext(league.handler.tools, league.repository, {"discord": bot.platform})
    clerk = Clerk(context, "one")
    venue = f"discord:{CHANNEL}"
    await league.open(list(NAMES), venue=venue, accounts=NAMES, home=venue, format="swiss", rounds=2)
    await league.draw()
    await clerk.step(SPRING)
    games = await league.games()
    threads = {one["id"]: one["name"] for one in loopback.world.channels.values() if one["type"] == 11}
    assert {head.channel.partition(":")[2] for head in games.values()} == threads.keys()
    assert all(name.endswith(f" {SPRING} {match}") for match, name in zip(games, threads.values(), strict=True))
    for head in games.values():
        await settled(bot, head.game_id)
        room = head.channel.partition(":")[2]
        told = [one["content"] for one in loopback.world.messages.values() if one["channel_id"] == room]
        assert any("match 1.1." in text for text in told)
        seats = (await league.store.load(head.game_id)).seats.holders
        user = seats["cp"].user
        name = next(name for name, account in NAMES.items() if account == user)
        person = loopback.person(int(user.partition(":")[2]), name, int(room))
        await person.slash("choose take")
        await person.slash("resign yes")
        await settled(bot, head.game_id)
    season = await league.repository.season(SPRING)
    assert [made.legs[0].reported.points for made in season.matches.values() if made.legs[0].reported] == [
        (2, 0),
        (2, 0),
    ]
    await clerk.step(SPRING)
    assert (await league.repository.season(SPRING)).round == 2
    hall = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(CHANNEL)]
    assert sum("round 1 is drawn" in text for text in hall) == 1


async def test_games_of_a_venue_that_was_deleted_go_on_in_another(loopback: Loopback) -> None:
    league = League(loopback.store)
    bot = await loopback.bot()
    clerk = Clerk(ClerkContext(league.handler.tools, league.repository, {"discord": bot.platform}), "one")
    venue, other = f"discord:{CHANNEL}", f"discord:{ELSEWHERE}"
    await league.open(list(NAMES), venue=venue, accounts=NAMES, home=venue, format="swiss", rounds=2)
    await league.draw()
    await clerk.step(SPRING)
    games = await league.games()
    loopback.world.add_channel(ELSEWHERE)
    await league.act(lambda season: acts.add_venue(season, other, "chief", league.repository.at))
    gone = [CHANNEL, *(int(head.channel.partition(":")[2]) for head in games.values())]
    for number in gone:
        await loopback.gateway.tell("CHANNEL_DELETE", loopback.world.channels.pop(number))
    await league.act(lambda season: acts.announce(season, "Go on.", "chief", league.repository.at))
    await clerk.step(SPRING)
    season = await league.repository.season(SPRING)
    assert [*season.venues] == [other]
    assert {leg.venue for made in season.matches.values() for leg in made.legs} == {other}
    rooms = {head.channel.partition(":")[2] for head in (await league.games()).values()}
    assert {loopback.world.channels[int(room)]["parent_id"] for room in rooms} == {str(ELSEWHERE)}
    length = season.length
    await clerk.step(SPRING)
    assert (await league.repository.season(SPRING)).length == length
