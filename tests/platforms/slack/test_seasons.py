"""A season on Slack: a venue is a channel that holds one game at a time; the others wait, or start elsewhere."""

from __future__ import annotations

from benchmarks.seasons import SPRING, League
from bot.leagues import acts
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from tests.platforms.slack.lengths import TEAM
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot

NAMES = ("U1", "U2", "U3", "U4")


async def test_a_venue_holds_one_game_at_a_time_and_the_others_wait(socket_bot: Bot) -> None:
    league = League(socket_bot.store)
    context = ClerkContext(league.handler.tools, league.repository, {"slack": socket_bot.platform})
    clerk = Clerk(context, "one")
    venue = f"slack:{TEAM}.{CHANNEL}"
    accounts = {name: f"slack:{TEAM}.{name}" for name in NAMES}
    await league.open(NAMES, venue=venue, accounts=accounts, home=f"slack:{TEAM}.C2", format="swiss", rounds=1)
    await league.draw()
    await clerk.step(SPRING)
    ((_, head),) = (await league.games()).items()
    assert head.channel == venue
    texts = [message.text for message in socket_bot.slack.messages]
    assert any("there's no free channel for " in text for text in texts), texts
    # When the game is over, the venue gets the next one.
    await league.resign(head, 1)
    await socket_bot.courier.deliver_all()
    await clerk.step(SPRING)
    games = await league.games()
    assert {one.channel for one in games.values()} == {venue}
    assert sorted(one.status for one in games.values()) == ["finished", "playing"]


async def test_a_channel_that_is_gone_is_a_venue_no_more_whether_a_game_or_a_message_finds_it_out(
    socket_bot: Bot,
) -> None:
    league = League(socket_bot.store)
    context = ClerkContext(
        league.handler.tools, league.repository, {"slack": socket_bot.platform}, lost=socket_bot.gone
    )
    clerk = Clerk(context, "one")
    # Posts wait until they are delivered below, so that each step's effect can be seen.
    socket_bot.store.outbox.queued.disconnect(socket_bot.courier._wake_for)
    gone, other, later = f"slack:{TEAM}.X0GONE", f"slack:{TEAM}.{CHANNEL}", f"slack:{TEAM}.X0LATER"
    accounts = {name: f"slack:{TEAM}.{name}" for name in NAMES[:2]}
    await league.open(NAMES[:2], venue=gone, accounts=accounts, home=f"slack:{TEAM}.C2", format="swiss", rounds=1)
    await league.draw()
    await store_done(league)
    await clerk.step(SPRING)
    ((_, head),) = (await league.games()).items()
    assert head.channel == gone, "Slack makes no rooms, so nobody knows yet"
    assert (await league.repository.season(SPRING)).venues.keys() == {gone}
    await league.act(lambda season: acts.add_venue(season, other, "chief", league.repository.at))
    await socket_bot.courier.deliver_all()
    assert gone in context.lost
    await clerk.look()
    ((_, head),) = (await league.games()).items()
    assert head.channel == other
    assert (await league.repository.season(SPRING)).venues.keys() == {other}
    await clerk.look()
    assert context.lost == set()
    await league.act(lambda season: acts.add_venue(season, later, "chief", league.repository.at))
    await league.act(lambda season: acts.announce(season, "Hear, hear.", "chief", league.repository.at))
    await clerk.look()
    assert (await league.repository.season(SPRING)).venues.keys() == {other}
    assert sum("Hear, hear." in message.text for message in socket_bot.slack.messages) == 2, "at home and in the other"


async def store_done(league: League) -> None:
    """Mark all messages so far as sent, so that a game is the first to notice."""
    season = await league.repository.season(SPRING)
    await league.store.seasons.set_done(SPRING, season.length)
